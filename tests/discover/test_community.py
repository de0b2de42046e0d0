"""Only a comment that names a role in the customary form becomes a posting."""

from __future__ import annotations

import json

import httpx
import pytest

from jobctrl_dagster.discover.cleaning import RowRejectedError
from jobctrl_dagster.discover.community import posting_of
from jobctrl_dagster.discover.records import Unit

SEARCH = "https://hn.algolia.com/api/v1/search"
THREAD = Unit(
    id="community:hackernews", family="community", kind="community", config={"name": "hackernews"}
)


def read_header(header: str):
    comment = {
        "objectID": "7",
        "comment_text": f"{header}<p>We bake.",
        "created_at": "2026-11-02T15:00:00Z",
    }
    return posting_of(comment, source="hn")


def test_a_header_is_read_into_its_parts():
    posting = read_header(
        "Acme (https:&#x2F;&#x2F;acme.example) | Senior Baker &amp; Cook Engineer | Leeds, UK | "
        "HYBRID | Full-time | £40k-£50k + equity | https://acme.example/jobs"
    )

    assert (posting.company, posting.title) == ("Acme", "Senior Baker & Cook Engineer")
    assert posting.location == "Leeds, UK; HYBRID"
    assert (posting.workplace_type, posting.employment_type) == ("hybrid", "Full-time")
    assert posting.pay_text == "£40k-£50k + equity"
    assert posting.url == "https://news.ycombinator.com/item?id=7"
    assert posting.description.endswith("We bake.")


@pytest.mark.parametrize(
    ("header", "company", "title"),
    [
        ("Acme|Remote, Worldwide|Node.js Engineer", "Acme", "Node.js Engineer"),
        ("Cologne, Germany | Acme | Product Engineer | Full-time", "Acme", "Product Engineer"),
        ("Senior Python Backend Engineer | REMOTE (EMEA)", None, "Senior Python Backend Engineer"),
        ("Acme | Full-time | Multiple roles | Berlin", "Acme", "Multiple roles"),
    ],
)  # fmt: skip
def test_the_order_of_the_parts_may_vary(header, company, title):
    posting = read_header(header)

    assert (posting.company, posting.title) == (company, title)


@pytest.mark.parametrize(
    "header",
    [
        "Great thread, thanks for sharing!",
        "SEEKING WORK | Full-Stack Developer | Remote",
        "Acme | Berlin | Full-time | https://acme.example",
        "Not hiring, but helping | engineers",
        "",
    ],
)
def test_what_names_no_role_is_no_posting(header):
    with pytest.raises(RowRejectedError):
        read_header(header)


@pytest.fixture
def thread(recorded, door_to):
    folder = recorded / "boards/hackernews"
    stories = json.loads((folder / "algolia_search_stories_12.json").read_text("utf-8"))
    comments = json.loads((folder / "algolia_whoishiring_comments_370.json").read_text("utf-8"))
    return door_to({f"{SEARCH}_by_date": stories, SEARCH: comments})


@pytest.mark.recorded
def test_the_newest_thread_is_read(thread, read):
    sink = read(thread, THREAD)

    assert thread.requests[1].url.params["tags"] == "comment,story_47975571"
    assert (len(sink.postings), len(sink.faults)) == (129, 56)
    assert len({p.external_id for p in sink.postings}) == 129
    assert sink.reports[0].state == "ok"
    assert all(fault.raw for fault in sink.faults)


def test_a_list_without_a_hiring_thread_says_so(door_to, read):
    door = door_to({f"{SEARCH}_by_date": {"hits": [{"title": "Ask HN: Who wants to be hired?"}]}})

    (report,) = read(door, THREAD).reports

    assert (report.state, report.code) == ("failed", "no_thread")


def test_a_thread_of_several_pages_goes_on_where_it_stopped(door_to, read):
    def answer(request: httpx.Request) -> httpx.Response:
        page = int(request.url.params.get("page", 0))
        hit = {
            "objectID": str(page),
            "parent_id": 5,
            "story_id": 5,
            "comment_text": "Acme | Engineer",
        }
        return httpx.Response(200, json={"hits": [hit], "nbPages": 3})

    door = door_to({})
    door._handler = answer

    sink = read(door, THREAD, cursor={"story": "5", "page": 1})

    assert [p.external_id for p in sink.postings] == ["1", "2"]
    assert sink.cursors[-1][1] == {}


def test_another_community_is_not_known(door_to, read):
    unit = THREAD.model_copy(update={"config": {"name": "elsewhere"}})

    assert read(door_to({}), unit).reports[0].code == "unknown_community"
