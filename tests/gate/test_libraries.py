"""Clients that libraries own, with the door under them."""

import asyncio
import gzip
import threading

import httpx
import pytest
import requests
from requests.auth import HTTPDigestAuth

from jobctrl_dagster.gate.pacing import MemoryPacer
from jobctrl_dagster.gate.refusals import (
    AddressRefused,
    BodyTooLarge,
    NetworkFailed,
    NotRecorded,
    Refusal,
    RobotsRefused,
    TimedOut,
    TooManyRedirects,
)
from jobctrl_dagster.gate.replay import Replay


def by_requests(door, url, kind="api", method="GET", **options):
    with requests.Session() as session:
        adapter = door.requests_adapter(kind)
        session.mount("http://", adapter)
        session.mount("https://", adapter)
        response = session.request(method, url, **options)
        return response.status_code, response.content, response.url


def by_httpx(door, url, kind="api", method="GET", **options):
    with httpx.Client(transport=door.transport(kind), follow_redirects=True) as client:
        response = client.request(method, url, **options)
        return response.status_code, response.content, str(response.url)


def by_async_httpx(door, url, kind="api", method="GET", **options):
    async def ask():
        transport = door.async_transport(kind)
        async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
            response = await client.request(method, url, **options)
            return response.status_code, response.content, str(response.url)

    return asyncio.run(ask())


@pytest.fixture(params=[by_requests, by_httpx, by_async_httpx])
def ask(request):
    return request.param


def test_a_library_gets_its_answer_decoded(site, new_door, ask):
    site.answers("/jobs", gzip.compress(b"[1]", mtime=0), Content_Encoding="gzip")
    assert ask(new_door(site), site.url("/jobs?a=1")) == (200, b"[1]", site.url("/jobs?a=1"))
    assert site.seen[0].headers["User-Agent"].startswith("jobctrl-dagster/")


def test_a_library_s_bodies_and_headers_arrive(site, new_door, ask):
    site.answers("/search", b"{}")
    door = new_door(site)
    ask(door, site.url("/search"), method="POST", json={"q": 1}, headers={"X-Key": "k"})
    ask(door, site.url("/search"), method="POST", data={"q": "ä"})
    assert [seen.body.replace(b" ", b"") for seen in site.seen] == [b'{"q":1}', b"q=%C3%A4"]
    assert site.seen[0].headers["X-Key"] == "k"


def test_a_library_may_name_itself_to_an_api_but_not_to_a_page(site, new_door, ask):
    door, headers = new_door(site), {"User-Agent": "Library/1"}
    ask(door, site.url("/a"), headers=headers)
    ask(door, site.url("/b"), kind="page", headers=headers)
    agents = {seen.path: seen.headers["User-Agent"].partition("/")[0] for seen in site.seen}
    assert agents == {"/a": "Library", "/b": "jobctrl-dagster", "/robots.txt": "jobctrl-dagster"}


def test_a_library_s_redirects_are_checked_hop_by_hop(new_site, new_door, ask):
    allowed, other = new_site(), new_site()
    allowed.redirects("/a", "/b")
    allowed.redirects("/b", other.url("/secret"))
    with pytest.raises(AddressRefused):
        ask(new_door(allowed), allowed.url("/a"))
    assert allowed.paths == ["/a", "/b"]
    assert other.connections == []


def test_a_library_s_redirects_are_counted(site, new_door, ask):
    for hop in range(6):
        site.redirects(f"/{hop}", f"/{hop + 1}")
    site.answers("/6", b"end")
    door = new_door(site)
    assert ask(door, site.url("/2"))[2] == site.url("/6")
    site.seen.clear()
    with pytest.raises(TooManyRedirects):
        ask(door, site.url("/0"))
    assert len(site.seen) == 5
    assert not any("redirect" in name.lower() for seen in site.seen for name in seen.headers)


def test_a_library_s_name_that_leads_inside_is_refused(site, new_door, ask):
    door = new_door(resolve=lambda host, port: ["127.0.0.1"])
    with pytest.raises(AddressRefused):
        ask(door, f"http://jobs.example.com:{site.port}/")
    assert site.connections == []


def test_a_library_s_bodies_are_limited(site, new_door, ask):
    site.answers("/bomb", gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    with pytest.raises(BodyTooLarge):
        ask(new_door(site), site.url("/bomb"))


def test_a_library_s_pages_obey_robots(site, new_door, ask):
    site.answers("/robots.txt", b"User-agent: *\nDisallow: /\n")
    with pytest.raises(RobotsRefused):
        ask(new_door(site), site.url("/jobs"), kind="page")


def test_a_library_s_requests_are_paced_and_its_host_s_wish_is_heard(site, new_door, ask, clock):
    site.answers("/jobs", status=429, Retry_After="20")
    pacer = MemoryPacer(clock.seconds)
    door = new_door(site, pacer=pacer, intervals={})
    assert [ask(door, site.url(path))[0] for path in ("/a", "/b", "/jobs", "/c")] == [
        404,
        404,
        429,
        404,
    ]
    assert clock.slept == [pytest.approx(0.5), pytest.approx(0.5), pytest.approx(20)]


def test_a_library_reads_only_recordings_under_replay(tmp_path, new_door, ask):
    (tmp_path / "replay").mkdir()
    (tmp_path / "replay" / "index.json").write_text("[]")
    with pytest.raises(NotRecorded):
        ask(new_door(replay=Replay.load(tmp_path)), "https://jobs.example.com/")


def test_a_failure_worth_a_retry_is_also_an_error_of_the_library(new_door, ask):
    door = new_door(allow_hosts=frozenset({"127.0.0.1:1"}))
    own = requests.ConnectionError if ask is by_requests else httpx.NetworkError
    with pytest.raises(own) as failed:
        ask(door, "http://127.0.0.1:1/")
    assert isinstance(failed.value, NetworkFailed)
    assert "127.0.0.1:1/ could not be read" in str(failed.value)


def test_a_deadline_is_also_a_timeout_of_the_library(site, new_door, ask):
    released = threading.Event()
    site.routes["/slow"] = lambda handler: released.wait(5)
    own = requests.Timeout if ask is by_requests else httpx.TimeoutException
    try:
        with pytest.raises(own) as failed:
            ask(new_door(site, timeout=0.2), site.url("/slow"))
    finally:
        released.set()
    assert isinstance(failed.value, TimedOut)


def test_a_rule_s_refusal_is_not_an_error_that_a_library_retries(new_door, ask):
    with pytest.raises(Refusal) as refused:
        ask(new_door(), "http://10.0.0.1/")
    assert not isinstance(refused.value, httpx.HTTPError | requests.RequestException)


def test_a_session_keeps_its_cookies(site, new_door):
    site.answers("/login", status=302, Location="/jobs", Set_Cookie="token=1; Path=/")
    site.answers("/jobs", b"[]")
    by_requests(new_door(site), site.url("/login"))
    assert site.seen[1].headers["Cookie"] == "token=1"


def test_a_second_request_for_authentication_passes_the_door_too(site, new_door):
    challenge = 'Digest realm="r", nonce="n", qop="auth"'
    site.answers("/jobs", status=401, WWW_Authenticate=challenge)
    door = new_door(site)
    by_requests(door, site.url("/jobs"), auth=HTTPDigestAuth("me", "pw"))
    assert [seen.headers["User-Agent"].partition("/")[0] for seen in site.seen] == [
        "jobctrl-dagster"
    ] * 2
    assert site.seen[1].headers["Authorization"].startswith("Digest")


def test_a_prepared_request_may_be_sent_again(site, new_door):
    site.redirects("/a", "/b")
    site.answers("/b", b"end")
    door = new_door(site)
    with requests.Session() as session:
        session.mount("http://", door.requests_adapter("api"))
        prepared = requests.Request("GET", site.url("/b")).prepare()
        first = session.get(site.url("/a")).request
        for request in [prepared, first] * 5:
            assert session.send(request).content == b"end"


def test_a_body_in_pieces_or_from_a_file_is_sent_whole(site, new_door, tmp_path):
    site.answers("/search", b"{}")
    (tmp_path / "body").write_bytes(b"from a file")
    door = new_door(site)
    with (tmp_path / "body").open("rb") as file:
        by_requests(door, site.url("/search"), method="POST", data=file)
    by_requests(door, site.url("/search"), method="POST", data=iter([b"in ", b"pieces"]))
    assert [seen.body for seen in site.seen] == [b"from a file", b"in pieces"]
