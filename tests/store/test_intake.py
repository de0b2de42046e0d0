"""Rows taken in: gaps, pages without links, and many takers at once."""

import json
import random
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.discover.cleaning import build_posting
from jobctrl_dagster.discover.importing.pages import postings_in_page
from jobctrl_dagster.discover.intake import Intaker
from jobctrl_dagster.discover.records import RawPosting
from jobctrl_dagster.store import Store, schema
from tests.store.rows import raw, ready, take_in


def at_once(*calls: Callable[[], object]) -> None:
    """Make the calls in threads that begin together; what one raises fails the test."""
    barrier, faults = threading.Barrier(len(calls)), []

    def run(call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            call()
        except Exception as fault:  # noqa: BLE001 - the test raises it
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def count(store: Store, table: sa.Table) -> int:
    with store.read() as connection:
        return int(connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0)


def test_one_address_seen_at_two_sources_at_once_is_one_job(store: Store) -> None:
    for number in range(8):
        address = f"https://example.com/jobs/{number}"
        first = raw(number, url=address, title=f"Data Engineer {number}")
        second = raw(
            number, url=address, title=f"Data Engineer {number} (m/f/d) in Berlin", source="feed:x"
        )
        at_once(partial(take_in, store, first), partial(take_in, store, second))
    assert count(store, schema.sightings) == 16
    assert count(store, schema.jobs) == 8


def test_two_families_that_link_one_posting_at_once_agree_on_its_job(store: Store) -> None:
    intake = take_in(store, raw(1), tenant="other")
    with store.read() as connection:
        sighting_id, posting_key = connection.execute(
            sa.select(schema.sightings.c.id, schema.sightings.c.posting_key)
        ).one()
    waiting = threading.Barrier(2)

    class Slow(Intaker):
        def _job(self, *arguments: object) -> tuple[str, bool]:
            if store.engine.dialect.name == "postgresql":
                waiting.wait(10)
            return super()._job(*arguments)  # type: ignore[arg-type]

    def link() -> None:
        with store.unit_of_work() as unit:
            Slow(store, "me", "execution", "crawl").link(unit, sighting_id, posting_key, raw(1))
            unit.commit()

    at_once(link, link)
    assert count(store, schema.jobs) == 2
    assert intake.kind == "new"


LONG = random.Random(1).randbytes(10_000).hex()
"""A cell that no database can shorten by packing."""


@pytest.mark.parametrize(
    "changes",
    [
        {"url": f"https://example.com/{LONG}"},
        {"title": LONG},
        {"company": LONG},
        {"external_id": LONG, "url": None},
    ],
    ids=["url", "title", "company", "id"],
)
def test_an_endless_cell_is_stored_like_any_other(store: Store, changes: dict[str, str]) -> None:
    assert take_in(store, raw(1, **changes)).kind == "new"
    assert take_in(store, raw(1, **changes)).kind == "seen"


def test_gaps_hide_nothing_and_reach_nobody(store: Store) -> None:
    """Missing values are nulls, the job without a date comes last, and it is enriched too."""
    nan = float("nan")
    cells: tuple[dict[str, Any], ...] = (
        {"title": "Early", "posted_at": "2026-11-01", "description": "Text.", "url": None},
        {"title": "Gaps", "posted_at": None, "description": nan, "url": nan, "apply_url": nan},
        {"title": "Late", "posted_at": "2026-11-20", "description": "Text.", "location": "None"},
    )
    keys = [
        take_in(store, build_posting(source="board:a", provider="csv", **row)).job_key
        for row in cells
    ]
    postings = schema.postings
    with store.read() as connection:
        rows = {row.title: row for row in connection.execute(sa.select(postings))}
        by_date = [
            connection.scalars(sa.select(postings.c.title).order_by(order.nulls_last())).all()
            for order in (postings.c.posted_at.asc(), postings.c.posted_at.desc())
        ]
    assert by_date == [["Early", "Late", "Gaps"], ["Late", "Early", "Gaps"]]
    assert (rows["Gaps"].url, rows["Gaps"].posted_at, rows["Gaps"].company) == (None, None, None)
    for row in rows.values():
        assert not {"nan", "none", "null", ""} & {
            str(value).lower() for value in row.raw.values() if value is not None
        }
    assert sorted(ready(store, "enrich")) == sorted(keys)


LIST_PAGE = "<html><body><h1>Jobs</h1>{blocks}</body></html>"


def list_page(count: int) -> str:
    blocks = [
        {
            "@context": "https://schema.org",
            "@type": "JobPosting",
            "title": f"Engineer {number % 5}",
            "description": f"You will work on part {number} of our product.",
            "hiringOrganization": {"@type": "Organization", "name": "Acme"},
        }
        for number in range(count)
    ]
    return LIST_PAGE.format(
        blocks="".join(
            f'<script type="application/ld+json">{json.dumps(block)}</script>' for block in blocks
        )
    )


def test_a_page_of_jobs_without_links_is_stored_once_however_often_it_is_read(
    store: Store,
) -> None:
    """What its rows say tells them apart; same titles do not make them one."""

    def read() -> list[str]:
        page = postings_in_page(list_page(15), "https://example.com/jobs", source="import:page")
        return [take_in(store, item).kind for item in page if isinstance(item, RawPosting)]

    assert len(read()) == 15
    jobs = count(store, schema.jobs)
    assert count(store, schema.sightings) == 15
    assert read() == ["seen"] * 15
    assert (count(store, schema.sightings), count(store, schema.jobs)) == (15, jobs)
    assert jobs == 15
