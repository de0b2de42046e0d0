"""The same settings give the same units in the same order."""

from __future__ import annotations

import json

import pytest

from jobctrl_dagster.discover.plan import plan_units, read_replay_index, sources_from_replay
from jobctrl_dagster.settings.schema import (
    FAMILIES,
    BroadBoards,
    CompanyBoard,
    ImportFile,
    Search,
    Sources,
    SystemSettings,
)

SYSTEM = SystemSettings()


def ids(sources: Sources, family: str) -> list[str]:
    return [unit.id for unit in plan_units(sources, SYSTEM)[family]]


def test_every_family_is_planned_in_the_fixed_order():
    assert tuple(plan_units(Sources(), SYSTEM)) == FAMILIES


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://boards.greenhouse.io/acme", "greenhouse:acme"),
        ("https://job-boards.eu.greenhouse.io/acme/jobs/1", "greenhouse:acme"),
        ("https://jobs.lever.co/acme", "lever:acme"),
        ("https://jobs.ashbyhq.com/acme", "ashby:acme"),
        ("https://acme.recruitee.com/o/cook", "recruitee:acme"),
        ("https://acme.wd5.myworkdayjobs.com/Careers", "workday:acme/Careers"),
        ("https://careers.acme.example/jobs", "url:careers.acme.example/jobs"),
    ],
)
def test_a_careers_address_becomes_the_board_it_names(url, name):
    sources = Sources(company_boards=(CompanyBoard(url=url),))

    assert ids(sources, "company_boards") == [name]


def test_a_board_named_twice_is_one_unit():
    sources = Sources(
        company_boards=(
            CompanyBoard(provider="lever", board="acme"),
            CompanyBoard(provider="greenhouse", board="acme"),
            CompanyBoard(url="https://jobs.lever.co/acme"),
        )
    )

    assert ids(sources, "company_boards") == ["lever:acme", "greenhouse:acme"]


def test_what_a_person_says_of_a_board_goes_with_it():
    board = CompanyBoard(provider="lever", board="acme", company="Acme", api="http://127.0.0.1:1")
    (unit,) = plan_units(Sources(company_boards=(board,)), SYSTEM)["company_boards"]

    assert unit.config == {
        "provider": "lever", "board": "acme", "company": "Acme", "api": "http://127.0.0.1:1",
    }  # fmt: skip


def test_a_board_kept_in_a_region_is_asked_there():
    sources = Sources(company_boards=(CompanyBoard(url="https://jobs.eu.lever.co/acme"),))
    (unit,) = plan_units(sources, SYSTEM)["company_boards"]

    assert unit.config["api"] == "https://api.eu.lever.co"


def test_broad_boards_are_planned_query_by_query():
    broad = BroadBoards(
        accept_terms=True,
        sites=("linkedin", "indeed"),
        searches=(
            Search(query="cook", country="GB", remote=True, max_age_days=3),
            Search(query="baker", location="Leeds"),
        ),
    )

    assert ids(Sources(broad_boards=broad), "broad_boards") == [
        "linkedin:cook/GB/remote/3d", "indeed:cook/GB/remote/3d",
        "linkedin:baker/Leeds", "indeed:baker/Leeds",
    ]  # fmt: skip


def test_feeds_communities_and_imports_are_units():
    sources = Sources(
        public_feeds=("remotive",),
        community=("hackernews",),
        imports=(ImportFile(path="jobs.csv"), ImportFile(url="https://acme.example/job")),
    )

    assert ids(sources, "public_feeds") == ["feed:remotive"]
    assert ids(sources, "community") == ["community:hackernews"]
    assert ids(sources, "imports") == ["import:jobs.csv", "import:https://acme.example/job"]


def test_a_recording_replaces_the_sources():
    index = [
        {"url": "https://api.lever.co/v0/postings/acme?mode=json"},
        {"url": "https://jobicy.com/api/v2/remote-jobs"},
        {"url": "https://hn.algolia.com/api/v1/search?tags=story"},
        {"url": "https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/Careers/jobs"},
        {"url": "https://acme.example/jobs/1"},
    ]
    given = Sources(public_feeds=("remotive",))

    planned = plan_units(given, SYSTEM, replay_index=index)

    assert [unit.id for units in planned.values() for unit in units] == [
        "lever:acme", "workday:acme/Careers", "feed:jobicy", "community:hackernews",
    ]  # fmt: skip


@pytest.mark.recorded
def test_the_recorded_index_gives_every_board_and_feed(recorded):
    sources = sources_from_replay(recorded)

    assert len(read_replay_index(recorded)) == 41
    assert len(sources.company_boards) == 34
    assert len(sources.public_feeds) == 7


def test_the_index_is_found_in_the_folder_or_in_its_replay(tmp_path):
    (tmp_path / "replay").mkdir()
    (tmp_path / "replay" / "index.json").write_text(json.dumps([{"url": "https://a.example"}]))

    assert read_replay_index(tmp_path) == read_replay_index(tmp_path / "replay")
    with pytest.raises(FileNotFoundError, match=r"index\.json"):
        read_replay_index(tmp_path / "elsewhere")
