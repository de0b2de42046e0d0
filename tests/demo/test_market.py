"""What the frozen data of the demo market holds."""

import datetime as dt
import json
import re
from collections import Counter
from itertools import pairwise

import pytest
from pydantic import ValidationError

from jobctrl_dagster.demo.market import PROFILE, Market, load_market, pay_section
from jobctrl_dagster.demo.records import Posting, Shows
from jobctrl_dagster.demo.text import as_plain

MARKET = load_market()


def words(posting: Posting) -> int:
    return len(as_plain((*MARKET.sections(posting), *pay_section(posting))).split())


def by_id(name: str) -> Posting:
    return next(posting for posting in MARKET.postings if posting.id == name)


def test_about_forty_postings_stand_on_the_boards_of_eight_companies():
    assert 38 <= len(MARKET.postings) <= 46
    assert len({posting.company for posting in MARKET.postings}) == 8
    assert {board.provider for board in MARKET.boards} == {"greenhouse", "lever", "ashby"}


def test_every_kind_of_posting_is_shown_at_least_once():
    shown = Counter(kind for posting in MARKET.postings for kind in posting.shows)
    assert set(shown) == set(Shows)
    assert shown[Shows.REPOST] == shown[Shows.TWO_BOARDS] == shown[Shows.CLOSED] == 2


def test_eight_to_ten_different_jobs_fit_well_and_most_do_not():
    open_jobs = [posting for posting in MARKET.postings if posting.state == "open"]
    good = {posting.same_text_as or posting.id for posting in open_jobs if posting.fit == "good"}
    assert 8 <= len(good) <= 10
    fits = Counter(posting.fit for posting in open_jobs)
    assert fits["none"] > fits["good"] > 0
    assert fits["half"] >= 8


@pytest.mark.parametrize("posting", MARKET.postings, ids=lambda posting: posting.id)
def test_a_posting_is_a_whole_text_with_lists(posting: Posting):
    assert 120 <= words(posting) <= 350
    assert sum(section.is_list for section in MARKET.sections(posting)) >= 3


def test_public_ids_are_unique_and_shaped_like_those_of_their_board():
    ids = [(posting.board, posting.public_id) for posting in MARKET.postings]
    assert len(set(ids)) == len(ids)
    for board, public_id in ids:
        pattern = (
            r"\d{10}"
            if board.startswith("greenhouse/")
            else r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
        )
        assert re.fullmatch(pattern, public_id)


def test_a_repost_has_the_same_text_a_later_date_and_another_number():
    first, second = sorted(
        (p for p in MARKET.postings if Shows.REPOST in p.shows), key=lambda posting: posting.posted
    )
    assert MARKET.sections(first) == MARKET.sections(second)
    assert first.title == second.title
    assert first.requisition != second.requisition
    assert (second.posted - first.posted).days > 60


def test_one_job_stands_on_two_boards_of_its_company_with_the_same_text():
    first, second = (p for p in MARKET.postings if Shows.TWO_BOARDS in p.shows)
    assert first.company == second.company
    assert first.board.split("/")[0] != second.board.split("/")[0]
    assert MARKET.sections(first) == MARKET.sections(second)


def test_an_agency_copies_the_text_of_another_company_but_its_name():
    copy = next(p for p in MARKET.postings if Shows.AGENCY_COPY in p.shows)
    original = next(p for p in MARKET.postings if Shows.AGENCY_ORIGINAL in p.shows)
    assert MARKET.sections(copy)[1:] == MARKET.sections(original)[1:]
    assert MARKET.company(original.company).name not in as_plain(MARKET.sections(copy))


def test_another_today_moves_all_dates_together_and_nothing_else():
    later = load_market(dt.date(2027, 3, 1))
    assert later.day == dt.date(2027, 3, 1)
    moved = later.day - MARKET.day
    for before, after in zip(MARKET.postings, later.postings, strict=True):
        assert after.posted - before.posted == moved
        dates = {"posted", "updated", "valid_through"}
        assert after.model_dump(exclude=dates) == before.model_dump(exclude=dates)
        assert after.public_id == before.public_id


def test_nothing_is_posted_after_the_day_of_the_market():
    assert all((posting.updated or posting.posted) <= MARKET.day for posting in MARKET.postings)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"board": "lever/tarnwick"}, "has no board"),
        ({"same_text_as": "nobody", "body": None}, "must name a posting with a body"),
        ({"id": "tarnwick-sre"}, "used twice: tarnwick-sre"),
        ({"body": None}, "either body or same_text_as"),
        ({"salary": "1"}, "salary"),
    ],
)
def test_data_that_contradicts_itself_is_refused(change: dict[str, object], complaint: str):
    rows = [posting.model_dump() for posting in MARKET.postings]
    row = next(row for row in rows if row["id"] == "pellworth-bengaluru")
    row.update(change)
    with pytest.raises(ValidationError, match=complaint):
        Market.model_validate({**MARKET.model_dump(), "postings": rows})


def test_the_profile_is_a_json_resume_with_four_dated_posts_that_follow_each_other():
    resume = json.loads(PROFILE.read_text(encoding="utf-8"))
    assert set(resume["basics"]) >= {"name", "label", "email", "phone", "summary", "location"}
    assert resume["basics"]["location"]["countryCode"] == "US"
    work = resume["work"]
    assert len(work) == 4
    assert all(post["name"] and post["position"] and post["highlights"] for post in work)
    assert all(newer["startDate"] > older["endDate"] for newer, older in pairwise(work))
    assert all(group["keywords"] for group in resume["skills"])
    assert {"education", "projects", "languages", "certificates"} <= set(resume)
    iso = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
    entries = [*work, *resume["education"], *resume["projects"], *resume["volunteer"]]
    dates = [entry[key] for entry in entries for key in ("startDate", "endDate") if key in entry]
    assert all(iso.fullmatch(value) for value in dates)


def test_all_contact_data_is_of_the_kind_reserved_for_examples():
    text = PROFILE.read_text(encoding="utf-8")
    assert re.findall(r"@([\w.]+)", text) == ["example.com"]
    assert re.search(r"555 01\d\d", text)
