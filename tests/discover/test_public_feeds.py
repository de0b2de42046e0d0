"""Feeds are read page by page; a page that fails keeps those before it."""

from __future__ import annotations

import json

import httpx
import pytest

from jobctrl_dagster.discover.public_feeds import PublicFeeds, feeds, feeds_as_markdown
from jobctrl_dagster.discover.records import RawPosting, Unit

ARBEITNOW = "https://www.arbeitnow.com/api/job-board-api"
HIMALAYAS = "https://himalayas.app/jobs/api"
REMOTIVE = "https://remotive.com/api/remote-jobs"
THEMUSE = "https://www.themuse.com/api/public/jobs"
WWR = "https://weworkremotely.com/remote-jobs.rss"
FILES = {
    "remotive": (REMOTIVE, "remotive/remotive_api_18.json", "jobs", "title"),
    "arbeitnow": (ARBEITNOW, "arbeitnow/arbeitnow_5.json", "data", "title"),
    "himalayas": (HIMALAYAS, "himalayas/himalayas_20.json", "jobs", "title"),
    "jobicy": ("https://jobicy.com/api/v2/remote-jobs", "jobicy/jobicy_5.json", "jobs", "jobTitle"),
    "themuse": (THEMUSE, "themuse/themuse_60of202.json", "jobs", "name"),
}  # fmt: skip


def feed(name: str, **config) -> Unit:
    return Unit(
        id=f"feed:{name}", family="public_feeds", kind="feed", config={"name": name, **config}
    )


def job(number: int) -> dict:
    return {"slug": f"j{number}", "title": f"Job {number}", "url": f"https://a.example/{number}"}


def five_pages(broken: int | None = None):
    """Arbeitnow with five pages of two rows; one of them may answer 502."""

    def answer(request: httpx.Request) -> httpx.Response:
        page = int(request.url.params.get("page", 1))
        if page == broken:
            return httpx.Response(502)
        following = f"{ARBEITNOW}?page={page + 1}" if page < 5 else None
        rows = [job(page * 10), job(page * 10 + 1)]
        return httpx.Response(200, json={"data": rows, "links": {"next": following}})

    return answer


@pytest.mark.recorded
@pytest.mark.parametrize("name", FILES)
def test_a_poisoned_row_of_a_feed_leaves_the_others_as_they_are(name, recorded, door_to, read):
    url, file, rows, title = FILES[name]
    payload = json.loads((recorded / "boards" / file).read_text("utf-8"))
    whole = read(door_to({url: payload}), feed(name))
    good = payload[rows][-1]
    odd = [{k: v for k, v in good.items() if k != title} | {"id": "x1", "slug": "x1", "guid": "x1"},
           None, ["a", "list"], "text", {}]  # fmt: skip
    surrogate = good | {title: "Co\ud800ok", "id": "x2", "slug": "x2", "guid": "x2"}
    payload[rows][1:1] = [*odd, surrogate]

    sink = read(door_to({url: payload}), feed(name))

    assert [p for p in sink.postings if p.title != "Cook"] == whole.postings
    assert sink.titles().count("Cook") == 1
    assert len(sink.faults) == len(odd)


def test_the_pages_before_a_failed_one_stay_and_the_next_reading_goes_on_from_there(door_to, read):
    door = door_to({})
    door._handler = five_pages(broken=3)

    first = read(door, feed("arbeitnow"))

    assert first.titles() == ["Job 10", "Job 11", "Job 20", "Job 21"]
    assert (first.reports[0].state, first.reports[0].code) == ("cut_short", "server_error")
    assert [r.url.params.get("page") for r in door.requests] == [None, "2", "3", "3", "3"]

    door.requests.clear()
    door._handler = five_pages()
    then = read(door, feed("arbeitnow"), cursor=first.cursors[-1][1])

    assert then.titles()[:6] == ["Job 30", "Job 31", "Job 40", "Job 41", "Job 50", "Job 51"]
    assert [r.url.params.get("page") for r in door.requests] == ["3", "4", "5", None, "2"]
    assert then.reports[0].state == "ok"
    assert then.cursors[-1][1] == {}


def test_a_large_feed_is_read_up_to_its_newest_pages(door_to, read):
    door = door_to({})

    def answer(request: httpx.Request) -> httpx.Response:
        start = int(request.url.params.get("offset", 0))
        rows = [
            {"guid": f"https://h.example/{n}", "title": f"Job {n}"}
            for n in range(start, start + 20)
        ]
        return httpx.Response(200, json={"jobs": rows, "totalCount": 100_000})

    door._handler = answer

    sink = read(door, feed("himalayas", pages=3))

    assert len(sink.postings) == 60
    assert sink.reports[0].state == "cut_short"
    assert sink.reports[0].notes == ("Read up to page 3 of the feed, the newest postings.",)


def test_a_feed_that_repeats_its_page_is_left(door_to, read):
    rows = [{"guid": f"https://h.example/{n}", "title": f"Job {n}"} for n in range(20)]
    door = door_to({HIMALAYAS: {"jobs": rows, "totalCount": 100_000}})

    sink = read(door, feed("himalayas"))

    assert len(sink.postings) == 20
    assert len(door.requests) == 2


@pytest.mark.recorded
def test_the_categories_of_a_feed_are_read_beside_each_other(recorded, door_to, read):
    text = (recorded / "boards/weworkremotely/wwr_remote_jobs.rss").read_text("utf-8")
    categories = "https://weworkremotely.com/categories/"
    door = door_to({
        WWR: text,
        f"{categories}remote-design-jobs.rss": text.replace("<guid>", "<guid>other-"),
        f"{categories}remote-product-jobs.rss": (500, "down"),
    })  # fmt: skip

    sink = read(door, feed("weworkremotely"))

    assert len(sink.postings) == 8
    assert sink.postings[0].company == "Mathmo"
    assert sink.reports[0].state == "cut_short"


@pytest.mark.parametrize(
    "text",
    ["<rss><channel>", "<html>blocked</html>", '<!DOCTYPE x [<!ENTITY a "b">]><rss/>'],
    ids=["cut", "html", "entities"],
)
def test_a_feed_that_is_no_feed_fails(text, door_to, read):
    (report,) = read(door_to({WWR: text}), feed("weworkremotely")).reports

    assert (report.state, report.code) == ("failed", "unreadable_reply")


@pytest.mark.parametrize(
    ("answer", "state", "code"),
    [
        ((404, {}), "dead", "gone"),
        ((500, {}), "failed", "server_error"),
        ({"message": "moved"}, "failed", "unexpected_shape"),
        ("<html>wait</html>", "failed", "unreadable_reply"),
        ({"jobs": []}, "empty", "empty"),
    ],
)
def test_a_feed_says_how_it_failed(answer, state, code, door_to, read):
    (report,) = read(door_to({FILES["jobicy"][0]: answer}), feed("jobicy")).reports

    assert (report.state, report.code) == (state, code)


def test_a_feed_of_the_library_is_read_through_it(door_to, read):
    row = {"id": "1", "position": "Cook", "company": "Acme", "url": "https://remoteok.com/1"}
    rows = [{"legal": "notice"}, row]

    (posting,) = read(door_to({"https://remoteok.com/api": rows}), feed("remoteok")).postings

    assert (posting.source, posting.provider, posting.company) == (
        "feed:remoteok",
        "remoteok",
        "Acme",
    )


def test_an_unknown_feed_is_named_with_those_that_exist(door_to, read):
    (report,) = read(door_to({}), feed("nobody")).reports

    assert (report.state, report.code) == ("unsupported", "unknown_feed")
    assert "remotive" in report.sentence


@pytest.mark.parametrize("entry", feeds(), ids=lambda f: f.name)
def test_every_feed_states_its_terms_and_can_be_read(entry, door_to):
    assert entry.terms
    assert f"`{entry.name}`" in feeds_as_markdown()
    items = list(PublicFeeds().read(feed(entry.name), door_to({}), cursor=None))
    assert not any(isinstance(item, RawPosting) for item in items)
    assert items[-1].state == "not_recorded"
