import gzip
import json
import logging
import pickle
import threading
from datetime import timedelta

import httpx
import pytest

from jobctrl_dagster.gate.door import DoorSettings
from jobctrl_dagster.gate.pacing import MemoryPacer
from jobctrl_dagster.gate.refusals import (
    AddressRefused,
    BodyTooLarge,
    CoolingDown,
    NetworkFailed,
    TimedOut,
    TooManyRedirects,
    UnreadableReply,
    refusal_in,
)


def chunked(handler, pieces):
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    for piece in pieces:
        handler.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
    handler.wfile.write(b"0\r\n\r\n")


def test_a_reply_tells_what_was_asked_and_what_answered(site, new_door):
    site.answers("/jobs", b'{"jobs": []}', Content_Type="application/json", X_Total="0")
    reply = new_door(site).get(site.url("/jobs?page=1"), kind="api", headers={"X-Key": "k"})
    assert (reply.status, reply.headers["x-total"], reply.json()) == (200, "0", {"jobs": []})
    assert reply.url == reply.requested_url == site.url("/jobs?page=1")
    assert site.seen[0].headers["X-Key"] == "k"
    assert site.seen[0].headers["User-Agent"].startswith("jobctrl-dagster/")
    assert site.seen[0].headers["Host"] == site.host_port


def test_a_request_carries_parameters_and_bodies(site, new_door):
    site.answers("/search", b"{}")
    door = new_door(site)
    door.request("POST", site.url("/search"), kind="api", params={"q": "ä b"}, json={"limit": 2})
    door.request("POST", site.url("/search"), kind="api", data={"a": "1"})
    assert site.seen[0].path == "/search?q=%C3%A4+b"
    assert json.loads(site.seen[0].body) == {"limit": 2}
    assert site.seen[1].body == b"a=1"


def test_an_error_status_is_a_reply(site, new_door):
    site.answers("/gone", b"gone", status=410)
    assert new_door(site).get(site.url("/gone"), kind="api").status == 410


def test_a_redirect_into_a_private_address_is_refused_at_the_hop(site, new_door):
    site.redirects("/jobs", "http://10.0.0.1/admin?token=hush")
    with pytest.raises(AddressRefused, match=r"10\.0\.0\.1") as refused:
        new_door(site).get(site.url("/jobs"), kind="api")
    assert site.paths == ["/jobs"]
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("kind", ["api", "page"])
def test_a_redirect_to_another_loopback_port_never_connects(new_site, new_door, kind):
    allowed, other = new_site(), new_site()
    other.answers("/secret", b"secret")
    allowed.redirects("/jobs", other.url("/secret"))
    with pytest.raises(AddressRefused, match=other.host_port):
        new_door(allowed).get(allowed.url("/jobs"), kind=kind)
    assert other.connections == []


@pytest.mark.parametrize(
    "target", ["http://0177.0.0.1/", "ftp://a.example.com/", "http://a:b@x.example.com/"]
)
def test_a_redirect_to_what_is_no_plain_address_is_refused(site, new_door, target):
    site.redirects("/jobs", target)
    with pytest.raises(AddressRefused):
        new_door(site).get(site.url("/jobs"), kind="api")


def test_four_redirects_are_followed_and_a_fifth_is_refused(site, new_door):
    for hop in range(6):
        site.redirects(f"/{hop}", f"/{hop + 1}")
    site.answers("/6", b"end")
    door = new_door(site)
    assert door.get(site.url("/2"), kind="api").url == site.url("/6")
    site.seen.clear()
    with pytest.raises(TooManyRedirects) as refused:
        door.get(site.url("/1"), kind="api")
    assert refused.value.code == "redirect_budget"
    assert site.paths == ["/1", "/2", "/3", "/4", "/5"]


def test_each_hop_takes_its_turn_at_its_own_host(new_site, new_door, clock):
    first, second = new_site(), new_site()
    first.redirects("/a", "/b")
    first.redirects("/b", second.url("/c"))
    second.answers("/c", b"end")
    pacer = MemoryPacer(clock.seconds)
    booked = []

    class Watched:
        def reserve(self, host, interval):
            booked.append((host, interval))
            return pacer.reserve(host, interval)

        cool_down = pacer.cool_down

    door = new_door(first, second, pacer=Watched(), intervals={second.host_port: 5.0})
    door.get(first.url("/a"), kind="api")
    assert booked == [(first.host_port, 0.5)] * 2 + [(second.host_port, 5.0)]
    assert clock.slept == [pytest.approx(0.5)]


def test_a_cookie_lives_only_as_long_as_its_request(site, new_door):
    site.answers("/a", status=302, Location="/b", Set_Cookie="session=1")
    site.answers("/b", b"{}")
    door = new_door(site)
    door.get(site.url("/a"), kind="api")
    door.get(site.url("/b"), kind="api")
    assert [seen.headers.get("Cookie") for seen in site.seen] == [None, "session=1", None]


def test_credentials_do_not_follow_to_another_host(new_site, new_door):
    first, second = new_site(), new_site()
    first.redirects("/a", second.url("/b"))
    second.answers("/b", b"{}")
    headers = {"Authorization": "Bearer hush"}
    new_door(first, second).get(first.url("/a"), kind="api", headers=headers)
    assert first.seen[0].headers["Authorization"] == "Bearer hush"
    assert "Authorization" not in second.seen[0].headers


def test_a_body_of_fifty_megabytes_is_left_at_the_limit(site, new_door):
    sent = []

    def pieces():
        for _ in range(800):
            sent.append(65_536)
            yield bytes(65_536)

    site.routes["/big"] = lambda handler: chunked(handler, pieces())
    with pytest.raises(BodyTooLarge) as refused:
        new_door(site, page_max_body=100_000).get(site.url("/big"), kind="page")
    assert refused.value.code == "response_body_budget"
    assert sum(sent) < 25_000_000


def test_a_declared_length_over_the_limit_is_refused_before_the_body(site, new_door):
    released = threading.Event()

    def route(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "50000000")
        handler.end_headers()
        released.wait(5)

    site.routes["/big"] = route
    try:
        with pytest.raises(BodyTooLarge):
            new_door(site).get(site.url("/big"), kind="api")
    finally:
        released.set()


def test_a_gzip_bomb_is_left_at_the_limit(site, new_door):
    site.answers("/bomb", gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    with pytest.raises(BodyTooLarge):
        new_door(site).get(site.url("/bomb"), kind="api")


def test_the_limits_of_apis_and_pages_differ(site, new_door):
    site.answers("/list", bytes(1_000_001))
    door = new_door(site)
    assert len(door.get(site.url("/list"), kind="api").content) == 1_000_001
    with pytest.raises(BodyTooLarge):
        door.get(site.url("/list"), kind="page")


def test_a_compressed_answer_arrives_decoded_and_says_so(site, new_door):
    site.answers("/jobs", gzip.compress(b'{"n": 1}', mtime=0), Content_Encoding="gzip")
    reply = new_door(site).get(site.url("/jobs"), kind="api")
    assert reply.json() == {"n": 1}
    assert "Content-Encoding" not in reply.headers
    assert site.seen[0].headers["Accept-Encoding"] == "gzip, deflate"


def trickle(released, *, in_headers):
    def route(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        if not in_headers:
            handler.wfile.write(b"Content-Length: 10000\r\n\r\n")
        while not released.wait(0.02):
            handler.wfile.write(b"X-A: b\r\n" if in_headers else b" ")

    return route


@pytest.mark.parametrize("in_headers", [True, False])
def test_a_server_that_trickles_is_left_at_the_deadline(site, new_door, in_headers):
    released = threading.Event()
    site.routes["/slow"] = trickle(released, in_headers=in_headers)
    try:
        with pytest.raises(TimedOut) as refused:
            new_door(site, timeout=0.3).get(site.url("/slow"), kind="api")
    finally:
        released.set()
    assert refused.value.code == "timed_out"
    assert refused.value.retryable


def test_redirects_share_the_time_of_one_operation(site, new_door):
    released = threading.Event()

    def slow_redirect(handler):
        released.wait(0.2)
        handler.send_response(302)
        handler.send_header("Location", "/slow")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    site.routes["/slow"] = slow_redirect
    with pytest.raises(TimedOut):
        new_door(site, timeout=0.3).get(site.url("/slow"), kind="api")
    assert len(site.seen) == 2


def test_a_server_that_hangs_up_is_a_failure_worth_a_retry(site, new_door):
    site.routes["/jobs"] = lambda handler: (
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
        and setattr(handler, "close_connection", True)
    )
    with pytest.raises(NetworkFailed, match=r"127\.0\.0\.1:\d+/jobs could not be read") as failed:
        new_door(site).get(site.url("/jobs?key=hush"), kind="api")
    assert failed.value.retryable
    assert "hush" not in str(failed.value)


def test_nobody_at_the_port_is_a_network_failure(site, new_door):
    with pytest.raises(NetworkFailed):
        new_door(allow_hosts=frozenset({"127.0.0.1:1"})).get("http://127.0.0.1:1/", kind="api")


@pytest.mark.parametrize(
    ("body", "kind", "says"),
    [
        (b"<!DOCTYPE html><title>Sign in</title>", "text/html", "an HTML page .text/html."),
        (b"", "application/json", "where JSON was due"),
        (b"[1, 2", "application/json", "where JSON was due"),
        (b"[" * 100_000, "application/json", "where JSON was due"),
    ],
)
def test_what_is_not_json_is_said_clearly(site, new_door, body, kind, says):
    site.answers("/jobs", body, Content_Type=kind)
    reply = new_door(site).get(site.url("/jobs?key=hush"), kind="api")
    with pytest.raises(UnreadableReply, match=says) as error:
        reply.json()
    assert f"{site.host_port}/jobs answered 200" in str(error.value)
    assert "hush" not in str(error.value)


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("Zürich".encode(), "text/html", "Zürich"),
        ("Zürich".encode("latin-1"), "text/html", "Zürich"),
        ("Zürich “”".encode("cp1252"), "text/html; charset=iso-8859-1", "Zürich “”"),
        ("求人".encode("shift_jis"), "text/html; charset=Shift_JIS", "求人"),
        (
            b'<meta charset="shift_jis">' + "求人".encode("shift_jis"),
            "text/html",
            '<meta charset="shift_jis">求人',
        ),
        ("求人".encode("utf-16"), "text/html; charset=utf-8", "求人"),
        (b"\xef\xbb\xbfjobs", "text/plain", "jobs"),
        (b"jobs", "text/plain; charset=nonsense", "jobs"),
        (b"jobs", "text/plain; charset=base64", "jobs"),
    ],
)
def test_text_is_read_in_the_encoding_it_was_written_in(site, new_door, body, content_type, text):
    site.answers("/page", body, Content_Type=content_type)
    assert new_door(site).get(site.url("/page"), kind="api").text == text


@pytest.mark.parametrize("status", [429, 503])
def test_a_retry_after_pauses_the_host_for_everyone(site, new_door, clock, status):
    site.answers("/jobs", status=status, Retry_After="30")
    door = new_door(site)
    assert door.get(site.url("/jobs"), kind="api").status == status
    assert door.get(site.url("/other"), kind="api").status == 404
    assert clock.slept == [pytest.approx(30)]


def test_a_pause_too_long_to_wait_for_is_refused_until_it_is_nearly_over(site, new_door, clock):
    site.answers("/jobs", status=429, Retry_After="86400")
    pacer = MemoryPacer(clock.seconds)
    door = new_door(site, pacer=pacer, intervals={}, api_interval=2.0)
    began = clock.now
    door.get(site.url("/jobs"), kind="api")
    for _ in range(50):
        with pytest.raises(CoolingDown) as refused:
            door.get(site.url("/other?key=hush"), kind="api")
    assert refused.value.code == "host_cooldown"
    assert refused.value.until == began + timedelta(seconds=300)
    assert "hush" not in str(refused.value)
    assert (len(site.seen), clock.slept) == (1, [])
    clock.advance(290)
    assert door.get(site.url("/other"), kind="api").status == 404
    assert sum(clock.slept) <= 12


def test_pages_of_a_host_are_requested_one_at_a_time(site, new_door):
    both, lock, most, now = threading.Barrier(3), threading.Lock(), [0], [0]

    def route(handler):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        threading.Event().wait(0.03)
        with lock:
            now[0] -= 1
        handler.send_response(204)
        handler.end_headers()

    site.routes["/page"] = route
    door = new_door(site)

    def ask():
        both.wait()
        door.get(site.url("/page"), kind="page")

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]
    assert site.paths.count("/robots.txt") == 1


def test_refusals_survive_the_way_between_processes(site, new_door, clock):
    refusal = pickle.loads(pickle.dumps(CoolingDown("busy", clock.now)))
    assert (str(refusal), refusal.until, refusal.retryable) == ("busy", clock.now, True)
    site.answers("/jobs", b"x", Content_Encoding="br")
    with pytest.raises(NetworkFailed) as failed:
        new_door(site).get(site.url("/jobs"), kind="api")
    again = pickle.loads(pickle.dumps(failed.value))
    assert (again.code, again.retryable, str(again)) == ("network_failed", False, str(failed.value))


def test_a_refusal_is_found_behind_what_wraps_it():
    inner, wrapped, outer = TimedOut("slow"), RuntimeError("gave up"), ValueError("no jobs")
    wrapped.__cause__, outer.__context__ = inner, wrapped
    assert [refusal_in(error) for error in (inner, wrapped, outer)] == [inner] * 3
    inner.__cause__ = outer
    assert refusal_in(outer) is inner
    assert refusal_in(RuntimeError("other")) is None


def test_queries_stay_out_of_the_logs_of_httpx(site, new_door, caplog):
    caplog.set_level(logging.INFO)
    new_door(site).get(site.url("/jobs?key=hush"), kind="api")
    assert "hush" not in caplog.text


def test_proxies_of_the_environment_are_ignored(site, new_door, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert new_door(site).get(site.url("/jobs"), kind="api").status == 404


@pytest.mark.parametrize(
    "faulty",
    [{"allow_hosts": frozenset({"127.0.0.1"})}, {"api_interval": -1.0}, {"timeout": 0.0}],
)
def test_settings_out_of_range_are_refused_at_once(faulty):
    with pytest.raises(ValueError, match=r"host:port|correct the settings"):
        DoorSettings(**faulty)


def test_a_relative_address_is_refused(new_door):
    for url in ("jobs", "", "/x", "//example.com/x", "mailto:a@example.com", httpx.URL("jobs")):
        with pytest.raises(AddressRefused):
            new_door().get(url, kind="api")
