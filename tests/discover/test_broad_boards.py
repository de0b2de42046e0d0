"""What a board cannot do is said and made up for; nothing is read before its terms are accepted."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from jobctrl_dagster.discover.broad_boards import BroadBoards
from jobctrl_dagster.discover.broad_sites import Site, plan_ask, sites, sites_as_markdown
from jobctrl_dagster.discover.broad_stream import bound_class, country_of, registry_for
from jobctrl_dagster.discover.port import Cursor
from jobctrl_dagster.discover.records import RawPosting, Unit
from jobctrl_dagster.settings.schema import Search

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ALPHA = Site(
    name="alpha", title="Alpha", door="api", filters={"place", "age", "remote"},
    one_of=("remote", "age"), by_country=True,
)  # fmt: skip
BETA = Site(name="beta", title="Beta", door="api", filters=set(), countries={"DE"})
READABLE = [site for site in sites().values() if not site.reason]


def unit_of(site: str = "alpha", accept_terms: bool = True, **search) -> Unit:
    return Unit(
        id=f"{site}:engineer",
        family="broad_boards",
        kind="broad_board",
        config={
            "site": site,
            "accept_terms": accept_terms,
            "search": {"query": "engineer", **search},
        },
    )


class Library:
    """A registry of the library with one adapter that emits what it is given."""

    def __init__(self, *jobs: dict, pages: int = 1, fails_at: int | None = None) -> None:
        self.jobs = jobs
        self.fails_at = fails_at
        self.requests: list = []
        self.started_at: list[int] = []

    def __call__(self, site, _wire):
        from jobstreaming.model import (
            AdapterCapabilities,
            AdapterId,
            JobPost,
            JobResponse,
            Resumable,
            ResumeGranularity,
            Scraper,
            SearchFilter,
        )
        from jobstreaming.registry import AdapterRegistry

        library = self
        able = AdapterCapabilities(
            filters=frozenset(SearchFilter),
            resume=Resumable(granularity=ResumeGranularity.LISTING),
        )

        class Adapter(Scraper):
            capabilities = able

            def __init__(self, **kwargs):
                super().__init__(AdapterId(site.name), **kwargs)

            def scrape(self, scraper_input, context=None):
                library.requests.append(scraper_input)
                start = int(context.resume_state.get("next", 0))
                library.started_at.append(start)
                for number in range(start, len(library.jobs)):
                    if number == library.fails_at:
                        raise RuntimeError("page broke")
                    job = {
                        "id": f"j{number}",
                        "title": f"Job {number}",
                        "job_url": "https://a.example",
                    }
                    context.emit_job(JobPost(**job | library.jobs[number]), {"next": number + 1})
                return JobResponse()

        registry = AdapterRegistry()
        registry.register(site.name, Adapter)
        return registry


def read(library, unit, door, cursor=None):
    adapter = BroadBoards(
        sites=lambda: {"alpha": ALPHA, "beta": BETA}, registry=library, clock=lambda: NOW
    )
    return list(adapter.read(unit, door, cursor=cursor))


def postings(items):
    return [item for item in items if isinstance(item, RawPosting)]


def test_no_board_is_asked_before_its_terms_are_accepted(door_to):
    library = Library({})

    (report,) = read(library, unit_of(accept_terms=False), door_to({}))

    assert (report.state, report.code) == ("unsupported", "terms_not_accepted")
    assert library.requests == []


def test_a_board_is_asked_for_the_country_and_one_filter_and_the_other_is_checked_here(door_to):
    from jobstreaming.model import Country, Location

    india = Location(city="Pune", country=Country.INDIA)
    library = Library(
        {"location": india, "is_remote": True, "date_posted": date(2026, 11, 29)},
        {"location": india, "is_remote": True, "date_posted": date(2026, 11, 20)},
        {"location": india, "is_remote": True},
        {"location": Location(country=Country.GERMANY), "date_posted": date(2026, 11, 29)},
    )
    unit = unit_of(country="IN", remote=True, max_age_days=3)

    items = read(library, unit, door_to({}))

    (request,) = library.requests
    assert request.country is Country.INDIA
    assert (request.is_remote, request.hours_old) == (True, None)
    assert [p.title for p in postings(items)] == ["Job 0"]
    report = items[-1]
    assert report.state == "ok"
    assert "not by both" in report.notes[0]
    assert sorted(report.notes[1:]) == [
        "1 postings outside IN were left out.",
        "1 postings too old were left out.",
        "1 postings without a date were left out.",
    ]


def test_a_board_that_does_not_know_the_country_is_reported_and_never_asked(door_to):
    library = Library({})

    (report,) = read(library, unit_of("beta", country="IN"), door_to({}))

    assert (report.state, report.code) == ("unsupported", "unknown_country")
    assert "Beta does not know IN" in report.sentence
    assert library.requests == []


def test_a_filter_that_the_board_lacks_is_checked_here(door_to):
    library = Library({"is_remote": True}, {"is_remote": False}, {})

    items = read(library, unit_of("beta", remote=True), door_to({}))

    assert [p.title for p in postings(items)] == ["Job 0"]
    assert items[-1].notes[-1] == "2 postings not marked as remote were left out."


def test_an_event_is_acknowledged_only_after_its_posting_was_taken(door_to):
    library = Library(*({} for _ in range(25)))
    adapter = BroadBoards(sites=lambda: {"alpha": ALPHA}, registry=library, clock=lambda: NOW)
    taken, cursor = [], None
    for item in adapter.read(unit_of(), door_to({}), cursor=None):
        if isinstance(item, Cursor) and item.position:
            cursor = dict(item.position)
            behind = len(taken)
        if isinstance(item, RawPosting):
            taken.append(item.external_id)
        if len(taken) == 23:
            break

    again = postings(read(library, unit_of(), door_to({}), cursor=cursor))

    assert behind == 20
    assert library.started_at == [0, 20]
    assert [p.external_id for p in again] == [f"j{n}" for n in range(20, 25)]


def test_a_cursor_of_another_search_is_not_used(door_to):
    library = Library(*({} for _ in range(12)))
    first = read(library, unit_of(), door_to({}))
    cursor = next(dict(i.position) for i in first if isinstance(i, Cursor) and i.position)

    items = read(library, unit_of(results=30), door_to({}), cursor=cursor)

    assert len(postings(items)) == 12


def test_what_was_read_before_an_error_stays(door_to):
    library = Library({}, {}, {}, fails_at=2)

    items = read(library, unit_of(), door_to({}))

    assert len(postings(items)) == 2
    assert (items[-1].state, items[-1].code) == ("cut_short", "adapter_failure")
    assert [i for i in items if isinstance(i, Cursor) and not i.position] == []


@pytest.mark.parametrize("site", READABLE, ids=lambda s: s.name)
def test_the_sessions_of_a_board_reach_nothing_but_the_door(
    site, door_to, read_with_key, monkeypatch
):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:8080")
    door = door_to({})

    sink = read_with_key(door, unit_of(site.name))

    assert sink.reports[0].state in {"not_recorded", "empty"}, sink.reports[0]
    assert door.requests


@pytest.fixture
def read_with_key(read, monkeypatch):
    for site in READABLE:
        if site.key:
            monkeypatch.setenv(site.key, "not-a-key")
    return read


def test_a_session_that_was_not_given_the_door_reaches_nothing():
    import requests

    from jobctrl_dagster.discover.broad_stream import session_without_a_way_out

    session = session_without_a_way_out(proxies="http://proxy.example:8080")

    with pytest.raises(requests.exceptions.InvalidSchema):
        session.get("https://example.com")


@pytest.mark.parametrize("name", ["glassdoor", "zip_recruiter"])
def test_a_board_that_needs_a_disguise_is_unsupported(name, door_to, read):
    (report,) = read(door_to({}), unit_of(name)).reports

    assert (report.state, report.code) == ("unsupported", "needs_more_than_http")


def test_a_board_that_needs_a_key_says_which(door_to, read, monkeypatch):
    monkeypatch.delenv("JOBSTREAMING_INDEED_API_KEY", raising=False)

    (report,) = read(door_to({}), unit_of("indeed")).reports

    assert report.code == "needs_key"
    assert "JOBSTREAMING_INDEED_API_KEY" in report.sentence


def test_one_faulty_row_of_a_board_is_kept_apart(door_to):
    from jobctrl_dagster.discover.broad_stream import Wire

    class Adapter:
        def _process_job(self, job: dict) -> JobPost | None:  # noqa: F821
            return job["title"]

    Adapter._process_job.__annotations__["return"] = "JobPost | None"
    wire = Wire("unit", door_to({}), "api")
    adapter = bound_class(Adapter, wire)()

    assert [adapter._process_job(row) for row in ({"title": "Cook"}, {"id": 3})] == ["Cook", None]
    assert wire.faults[0].raw == '{"id": 3}'


@pytest.mark.parametrize("site", READABLE, ids=lambda s: s.name)
def test_every_country_of_a_board_is_known_to_its_library(site):
    from jobstreaming.model import Country

    for code in sorted(site.countries if site.by_country else ()):
        ask = plan_ask(site.model_copy(update={"key": None}), Search(query="x", country=code))
        assert country_of(Country.from_string(ask.request["country_indeed"])) == code


@pytest.mark.parametrize("site", READABLE, ids=lambda s: s.name)
def test_a_board_filters_by_what_its_library_says(site, door_to):
    from jobctrl_dagster.discover.broad_stream import Wire

    adapter = registry_for(site, Wire("unit", door_to({}), site.door)).create(site.name)
    names = {"location": "place", "is_remote": "remote", "hours_old": "age"}
    able = {names[f.value] for f in adapter.capabilities.filters if f.value in names}

    assert site.filters == able


def test_the_table_names_every_board_of_the_library():
    from jobstreaming.model import Site as LibrarySite

    assert set(sites()) == {site.value for site in LibrarySite}
    assert len(sites_as_markdown().splitlines()) == len(sites()) + 2


def test_the_library_of_a_board_has_that_board_alone(door_to):
    from jobctrl_dagster.discover.broad_stream import Wire

    registry = registry_for(sites()["bayt"], Wire("unit", door_to({}), "page"))

    assert [site.value for site in registry.sites] == ["bayt"]
