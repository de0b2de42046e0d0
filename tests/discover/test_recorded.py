"""The whole recording is read through the families: how many postings each source gives."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest

from jobctrl_dagster.discover.plan import plan_units
from jobctrl_dagster.gate.door import Door, DoorSettings
from jobctrl_dagster.gate.pacing import MemoryPacer
from jobctrl_dagster.gate.replay import Replay
from jobctrl_dagster.settings.schema import CompanyBoard, Sources, SystemSettings

pytestmark = pytest.mark.recorded

READ = {
    "greenhouse:bashdotcom": (6, "ok"),
    "greenhouse:luno": (13, "ok"),
    "lever:binance": (60, "ok"),
    "lever:mamamoney": (13, "ok"),
    "greenhouse:stripe": (120, "cut_short"),
    "greenhouse:anthropic": (4, "ok"),
    "greenhouse:gitlab": (3, "ok"),
    "greenhouse:smarterdx": (2, "cut_short"),
    "greenhouse:honeycomb": (2, "ok"),
    "greenhouse:gongio": (3, "ok"),
    "lever:matchgroup": (82, "ok"),
    "lever:palantir": (10, "ok"),
    "lever:leverdemo": (6, "ok"),
    "lever:spotify": (4, "ok"),
    "lever:idealistconsulting": (2, "ok"),
    "lever:people-ai": (4, "ok"),
    "lever:outreach": (4, "ok"),
    "ashby:ramp": (120, "ok"),
    "ashby:linear": (19, "ok"),
    "ashby:notion": (3, "ok"),
    "ashby:openevidence": (2, "ok"),
    "ashby:highlightta": (2, "ok"),
    "ashby:wealth-com": (5, "ok"),
    "ashby:openai": (2, "ok"),
    "smartrecruiters:westerndigital": (10, "cut_short"),
    "smartrecruiters:visa": (2, "ok"),
    "smartrecruiters:hirevue": (3, "cut_short"),
    "workable:crewai": (4, "ok"),
    "workable:zego": (3, "ok"),
    "recruitee:offers": (2, "ok"),
    "recruitee:fdsandbox": (1, "ok"),
    "recruitee:channable": (2, "ok"),
    "pinpoint:aawdc": (3, "ok"),
    "workday:nvidia/NVIDIAExternalCareerSite": (10, "cut_short"),
    "feed:remoteok": (99, "ok"),
    "feed:weworkremotely": (4, "cut_short"),
    "feed:remotive": (18, "ok"),
    "feed:arbeitnow": (5, "ok"),
    "feed:himalayas": (20, "cut_short"),
    "feed:jobicy": (5, "ok"),
    "feed:themuse": (60, "cut_short"),
}
"""Postings and state by source; ``cut_short`` where the recording holds a part of the source."""


def replay_door(recorded: Path, *later: str) -> Door:
    replay = Replay.load(recorded, overrides=later)
    return Door(DoorSettings(), MemoryPacer(), replay=replay)


@pytest.fixture(scope="module")
def whole(recorded, read):
    units = plan_units(Sources(), SystemSettings(), replay_index=recorded)
    return read(replay_door(recorded), *(u for family in units.values() for u in family))


def test_every_source_gives_its_postings(whole):
    assert {r.unit: (r.postings, r.state) for r in whole.reports} == READ
    assert len(whole.postings) == sum(count for count, _ in READ.values()) == 742
    assert whole.faults == []


def test_every_posting_is_named_dated_and_without_words_for_gaps(whole):
    assert all(p.external_id and p.url and p.company and p.title for p in whole.postings)
    assert len({(p.source, p.external_id) for p in whole.postings}) == len(whole.postings)
    undated = {p.source for p in whole.postings if p.posted_at is None}
    assert undated == {"pinpoint:aawdc", "workday:nvidia/NVIDIAExternalCareerSite"}
    assert all(p.posted_at is None or p.posted_at.tzinfo is UTC for p in whole.postings)
    for posting in whole.postings:
        texts = [v for v in posting.model_dump(exclude={"extra"}).values() if isinstance(v, str)]
        assert not {"", "nan", "none", "null"} & {text.strip().lower() for text in texts}
        assert "//api." not in posting.url


def test_pay_in_fields_of_its_own_is_read(whole):
    paid = [p for p in whole.postings if p.pay_minimum or p.pay_maximum]
    by_provider = {p.provider for p in paid}

    assert {"ashby", "lever", "recruitee", "pinpoint", "jobicy"} <= by_provider
    assert all(p.pay_currency for p in paid)
    assert all((p.pay_maximum or p.pay_minimum) > 0 for p in paid)


def test_descriptions_keep_their_markup_and_their_end(whole):
    for provider in ("greenhouse", "lever", "ashby", "recruitee", "pinpoint"):
        texts = [p.description for p in whole.postings if p.provider == provider and p.description]
        assert texts, provider
        assert sum("<" in text for text in texts) >= len(texts) * 0.9, provider
    assert not any(p.extra.get("cut") for p in whole.postings)


def test_a_later_day_shows_what_is_new_and_what_is_gone(recorded, read, board):
    units = [board("greenhouse", "luno"), board("ashby", "ramp")]

    first = read(replay_door(recorded), *units)
    later = read(replay_door(recorded, "index-later.json"), *units)

    luno = [
        {p.external_id for p in s.postings if p.source == "greenhouse:luno"} for s in (first, later)
    ]
    assert [len(ids) for ids in luno] == [13, 10]
    assert luno[0] & luno[1]
    assert [r.state for r in later.reports] == ["ok", "ok"]


def test_sources_outside_the_recording_say_so(recorded, read):
    boards = ("greenhouse", "lever", "personio", "teamtailor", "breezy", "weworkremotely")
    sources = Sources(
        company_boards=tuple(CompanyBoard(provider=name, board="nobody") for name in boards),
        community=("hackernews",),
    )
    units = plan_units(sources, SystemSettings())

    sink = read(replay_door(recorded), *(u for family in units.values() for u in family))

    assert {r.state for r in sink.reports} == {"not_recorded"}
    assert len(sink.reports) == 7


def test_reading_twice_gives_the_same(recorded, read, board):
    door = replay_door(recorded)
    units = [board("lever", "binance"), board("workable", "crewai")]

    assert read(door, *units).postings == read(door, *units).postings
