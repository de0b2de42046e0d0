import threading

import pytest

from jobctrl_dagster.gate.refusals import AddressRefused, CoolingDown, NetworkFailed, RobotsRefused


def test_a_closed_page_is_refused_and_never_requested(site, new_door):
    site.answers("/robots.txt", b"User-agent: *\nDisallow: /private\n")
    site.answers("/jobs", b"open")
    door = new_door(site)
    assert door.get(site.url("/jobs"), kind="page").text == "open"
    with pytest.raises(RobotsRefused, match="closes") as refused:
        door.get(site.url("/private/1?key=hush"), kind="page")
    assert (refused.value.code, refused.value.retryable) == ("robots_refused", False)
    assert "hush" not in str(refused.value)
    assert site.paths == ["/robots.txt", "/jobs"]


def test_a_documented_api_is_not_subject_to_robots(site, new_door):
    site.answers("/robots.txt", b"User-agent: *\nDisallow: /\n")
    assert new_door(site).get(site.url("/api"), kind="api").status == 404
    assert site.paths == ["/api"]


@pytest.mark.parametrize(
    ("agent", "is_open"),
    [("*", False), ("jobctrl-dagster", False), ("JobCtrl-Dagster", False), ("OtherBot", True)],
)
def test_only_rules_for_us_or_for_all_count(site, new_door, agent, is_open):
    site.answers("/robots.txt", f"User-agent: {agent}\nDisallow: /\n".encode())
    door = new_door(site)
    if is_open:
        assert door.get(site.url("/jobs"), kind="page").status == 404
    else:
        with pytest.raises(RobotsRefused):
            door.get(site.url("/jobs"), kind="page")


def test_our_own_rules_win_over_those_for_all(site, new_door):
    site.answers(
        "/robots.txt", b"User-agent: *\nDisallow: /\n\nUser-agent: jobctrl-dagster\nAllow: /\n"
    )
    assert new_door(site).get(site.url("/jobs"), kind="page").status == 404


def test_the_query_counts_where_a_rule_names_it(site, new_door):
    site.answers("/robots.txt", b"User-agent: *\nDisallow: /*?preview=\n")
    door = new_door(site)
    assert door.get(site.url("/jobs?id=1"), kind="page").status == 404
    with pytest.raises(RobotsRefused):
        door.get(site.url("/jobs?preview=1"), kind="page")


def test_the_target_of_a_redirect_is_asked_about_too(new_site, new_door):
    first, second = new_site(), new_site()
    first.redirects("/jobs", second.url("/closed"))
    second.answers("/robots.txt", b"User-agent: *\nDisallow: /closed\n")
    with pytest.raises(RobotsRefused):
        new_door(first, second).get(first.url("/jobs"), kind="page")
    assert second.paths == ["/robots.txt"]


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_file_that_does_not_exist_opens_the_site(site, new_door, status):
    site.answers("/robots.txt", status=status)
    site.answers("/jobs", b"open")
    assert new_door(site).get(site.url("/jobs"), kind="page").text == "open"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_file_that_cannot_be_read_closes_the_site_for_now(site, new_door, clock, status):
    site.answers("/robots.txt", status=status)
    site.answers("/jobs", b"open")
    door = new_door(site)
    for _ in range(2):
        with pytest.raises(RobotsRefused, match="for now") as refused:
            door.get(site.url("/jobs"), kind="page")
    assert refused.value.retryable
    assert site.paths == ["/robots.txt"]
    site.answers("/robots.txt", status=404)
    clock.advance(301)
    assert door.get(site.url("/jobs"), kind="page").text == "open"


def test_a_file_that_never_ends_closes_the_site_for_now(site, new_door):
    released = threading.Event()

    def trickle(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not released.wait(0.02):
            handler.wfile.write(b"#")

    site.routes["/robots.txt"] = trickle
    try:
        with pytest.raises(RobotsRefused, match="timed_out"):
            new_door(site, timeout=0.2).get(site.url("/jobs"), kind="page")
    finally:
        released.set()


def test_a_site_that_cannot_be_reached_is_a_network_failure_not_a_closed_page(new_door):
    with pytest.raises(NetworkFailed):
        new_door(allow_hosts=frozenset({"127.0.0.1:1"})).get("http://127.0.0.1:1/", kind="page")


def test_the_file_is_read_once_an_hour(site, new_door, clock):
    door = new_door(site)
    for _ in range(3):
        door.get(site.url("/jobs"), kind="page")
    assert site.paths.count("/robots.txt") == 1
    clock.advance(3_601)
    door.get(site.url("/jobs"), kind="page")
    assert site.paths.count("/robots.txt") == 2


def test_the_file_itself_obeys_the_rules_for_addresses(site, new_door):
    site.redirects("/robots.txt", "http://10.0.0.1/robots.txt")
    with pytest.raises(AddressRefused):
        new_door(site).get(site.url("/jobs"), kind="page")


def test_the_file_takes_its_turn_and_a_wish_for_more_time_is_granted(site, new_door, clock):
    site.answers("/robots.txt", b"User-agent: *\nCrawl-delay: 7\nDisallow:\n")
    door = new_door(site, intervals={})
    for _ in range(2):
        door.get(site.url("/jobs"), kind="page")
    assert clock.slept == [pytest.approx(7), pytest.approx(7)]


def test_a_wish_beyond_reason_is_cut(site, new_door, clock):
    site.answers("/robots.txt", b"User-agent: *\nCrawl-delay: 86400\nDisallow:\n")
    new_door(site, intervals={}).get(site.url("/jobs"), kind="page")
    assert clock.slept == [pytest.approx(30)]


def test_an_interval_of_our_own_replaces_the_wish(site, new_door, clock):
    site.answers("/robots.txt", b"User-agent: *\nCrawl-delay: 7\nDisallow:\n")
    new_door(site).get(site.url("/jobs"), kind="page")
    assert clock.slept == []


def test_a_host_in_cooldown_is_not_taken_for_a_closed_one(site, new_door):
    site.answers("/jobs", status=429, Retry_After="200")
    door = new_door(site)
    door.get(site.url("/jobs"), kind="api")
    with pytest.raises(CoolingDown):
        door.get(site.url("/jobs"), kind="page")


def test_pages_are_asked_for_in_our_own_name(site, new_door):
    new_door(site).get(site.url("/jobs"), kind="page", headers={"User-Agent": "Mozilla/5.0"})
    assert all(s.headers["User-Agent"].startswith("jobctrl-dagster/") for s in site.seen)
