"""One row that cannot be read never ends a board."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

MOST_ROWS = 10
SURROGATE = "Engin\ud83der"


@dataclass(frozen=True)
class Source:
    """Where the rows of a provider are in its answer, and what its cells are called."""

    provider: str
    file: str
    url: str
    rows: str | None
    title: str
    link: str | None
    id: str
    board: str = "acme"


SOURCES = [
    Source("greenhouse", "greenhouse/anthropic_jobs_content_4.json",
           "https://boards-api.greenhouse.io/v1/boards/acme/jobs", "jobs", "title",
           "absolute_url", "id"),
    Source("lever", "lever/palantir_postings_10.json", "https://api.lever.co/v0/postings/acme",
           None, "text", "hostedUrl", "id"),
    Source("ashby", "ashby/linear_board_19.json",
           "https://api.ashbyhq.com/posting-api/job-board/acme", "jobs", "title", "jobUrl", "id"),
    Source("smartrecruiters", "smartrecruiters/westerndigital_postings_10.json",
           "https://api.smartrecruiters.com/v1/companies/acme/postings", "content", "name", None,
           "id"),
    Source("workable", "workable/crewai_widget_4.json",
           "https://apply.workable.com/api/v1/widget/accounts/acme", "jobs", "title", "url",
           "shortcode"),
    Source("recruitee", "recruitee/offers_2_full.json", "https://acme.recruitee.com/api/offers",
           "offers", "title", "careers_url", "id"),
    Source("pinpoint", "pinpoint/aawdc_postings_3.json", "https://acme.pinpointhq.com/postings.json",
           "data", "title", "url", "id"),
    Source("remoteok", "remoteok/remoteok_api_100.json", "https://remoteok.com/api", None,
           "position", "url", "id"),
    Source("workday", "workday/nvidia_jobs_10.json",
           "https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/Careers/jobs", "jobPostings", "title",
           "externalPath", "bulletFields", "https://acme.wd5.myworkdayjobs.com/Careers"),
]  # fmt: skip


def _rows(source: Source, payload: Any) -> list[Any]:
    return payload[source.rows] if source.rows else payload


def _missing_title(source: Source, row: dict[str, Any]) -> Any:
    return {key: value for key, value in row.items() if key not in {source.title, "position"}}


def _no_address(source: Source, row: dict[str, Any]) -> Any:
    return row if source.link is None else row | {source.link: None, "applyUrl": None}


def _nan_id(source: Source, row: dict[str, Any]) -> Any:
    return row | {source.id: float("nan")}


def _list(_source: Source, row: dict[str, Any]) -> Any:
    return list(row)


def _list_within(_source: Source, row: dict[str, Any]) -> Any:
    return row | {"location": ["x"], "categories": ["x"], "salary": ["x"], "compensation": ["x"]}


def _surrogate(source: Source, row: dict[str, Any]) -> Any:
    return row | {source.title: SURROGATE}


def _unknown_country(_source: Source, row: dict[str, Any]) -> Any:
    return row | {"country": "Atlantis", "country_code": "ZZ"}


POISONS = [
    _missing_title, _no_address, _nan_id, _list, _list_within, _surrogate, _unknown_country,
]  # fmt: skip


@pytest.fixture
def payload_of(recorded: Path) -> Any:
    """A provider's recorded answer with totals that agree with its rows."""

    def load(source: Source) -> Any:
        payload = json.loads((recorded / "boards" / source.file).read_text("utf-8"))
        rows = payload[source.rows] if source.rows else payload
        del rows[MOST_ROWS:]
        if isinstance(payload, dict):
            payload.pop("meta", None)
            payload.pop("totalFound", None)
            payload |= {"total": 11, "facets": []} if source.rows == "jobPostings" else {}
        return payload

    return load


@pytest.mark.recorded
@pytest.mark.parametrize("poison", POISONS, ids=lambda p: p.__name__.strip("_"))
@pytest.mark.parametrize("source", SOURCES, ids=lambda s: s.provider)
def test_a_poisoned_row_leaves_the_others_as_they_are(
    source, poison, payload_of, door_to, read, board
):
    payload = payload_of(source)
    unit = board(source.provider, source.board, descriptions=False)
    whole = read(door_to({source.url: payload}), unit)
    rows = _rows(source, payload)
    fresh = ["poisoned"] if source.id == "bulletFields" else "poisoned"
    rows.insert(1, poison(source, copy.deepcopy(rows[-1]) | {source.id: fresh}))

    sink = read(door_to({source.url: payload}), unit)

    others = [p for p in sink.postings if p in whole.postings]
    assert others == whole.postings
    added = [p for p in sink.postings if p not in whole.postings]
    assert len(added) + len(sink.faults) == 1
    for fault in sink.faults:
        assert fault.reason
        assert fault.raw
        assert len(fault.raw) <= 2000
    for posting in added:
        assert posting.country_hint != "ZZ"
        assert posting.external_id not in {"nan", "None", ""}
        assert "\ud83d" not in posting.title


@pytest.mark.recorded
def test_a_row_without_title_is_kept_with_its_id_and_reason(payload_of, door_to, read, board):
    source = SOURCES[0]
    payload = payload_of(source)
    del payload["jobs"][2]["title"]

    sink = read(door_to({source.url: payload}), board("greenhouse"))

    assert len(sink.postings) == 3
    (fault,) = sink.faults
    assert fault.external_id == str(payload["jobs"][2]["id"])
    assert "title" in fault.reason
    assert sink.reports[0].state == "ok"
    assert sink.reports[0].faults == (fault,)


@pytest.mark.recorded
def test_twenty_jobs_are_read_although_one_names_an_unknown_country(
    payload_of, door_to, read, board
):
    payload = payload_of(SOURCES[1])
    payload = (payload * 2)[:20]
    payload = [row | {"id": f"job-{n}", "hostedUrl": f"https://jobs.lever.co/acme/{n}"}
               for n, row in enumerate(payload)]  # fmt: skip
    payload[7] |= {"country": "XX", "categories": {"location": "Atlantis"}}

    sink = read(door_to({SOURCES[1].url: payload}), board("lever"))

    assert len(sink.postings) == 20
    assert sink.postings[7].country_hint is None
    assert sink.postings[7].location == "Atlantis"
    assert sink.postings[7].extra["country"] == "XX"


@pytest.mark.recorded
def test_a_poisoned_item_of_an_rss_board_is_kept_apart(recorded, door_to, read, board):
    text = (recorded / "boards/weworkremotely/wwr_remote_jobs.rss").read_text("utf-8")
    url = "https://weworkremotely.com/categories/remote-design-jobs.rss"
    whole = read(door_to({url: text}), board("weworkremotely"))
    broken = text.replace(
        "<channel>", "<channel><item><guid>g</guid><link>no address</link></item>", 1
    )

    sink = read(door_to({url: broken}), board("weworkremotely"))

    assert [p.title for p in sink.postings] == [p.title for p in whole.postings]
    assert len(sink.faults) == 1


def test_a_placeholder_never_becomes_a_posting(door_to, read, board):
    rows = [{"id": 1}, {"id": 2, "title": "Cook", "absolute_url": "https://a.example/2"}]

    sink = read(
        door_to({"https://boards-api.greenhouse.io/v1/boards/acme/jobs": {"jobs": rows}}),
        board("greenhouse"),
    )

    assert sink.titles() == ["Cook"]
    assert len(sink.faults) == 1


def test_a_board_of_rows_that_cannot_be_read_is_no_success(door_to, read, board):
    sink = read(
        door_to({"https://boards-api.greenhouse.io/v1/boards/acme/jobs": {"jobs": [{"id": 1}]}}),
        board("greenhouse"),
    )

    assert sink.reports[0].state == "failed"
    assert sink.reports[0].code == "no_row_readable"
