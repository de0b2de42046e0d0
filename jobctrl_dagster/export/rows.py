"""Read a tenant's jobs for export, a batch at a time, all as they are at one moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.export import Order
from jobctrl_dagster.export.columns import Row, outcome_column
from jobctrl_dagster.stages import STAGES
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.projection import refresh_status
from jobctrl_dagster.store.store import Store

BATCH = 500


def read_rows(
    store: Store, tenant: str, *, order: Order = Order.NEWEST, shortlist: bool = False
) -> Iterator[Row]:
    """Rows of the tenant's jobs, by the date of posting, undated ones last.

    Args:
        store: The store.
        tenant: Whose jobs.
        order: Newest or oldest first.
        shortlist: Only jobs of the shortlist.
    """
    refresh_status(store)
    with store.read() as connection:
        keys = _keys(connection, tenant, order, shortlist=shortlist)
        for start in range(0, len(keys), BATCH):
            yield from _batch(connection, tenant, keys[start : start + BATCH])


def _keys(
    connection: sa.Connection, tenant: str, order: Order, *, shortlist: bool
) -> Sequence[str]:
    jobs, postings, queue = schema.jobs, schema.postings, schema.partition_keys
    date = postings.c.posted_at
    query = (
        sa.select(jobs.c.job_key)
        .join(postings, postings.c.key == jobs.c.posting_key)
        .where(jobs.c.tenant == tenant)
        .order_by(
            date.is_(None), date.desc() if order is Order.NEWEST else date.asc(), jobs.c.job_key
        )
    )
    if shortlist:
        query = query.join(queue, queue.c.key == jobs.c.job_key).where(
            queue.c.set_name == "shortlist", queue.c.wanted == sa.true()
        )
    return connection.scalars(query).all()


@dataclass(frozen=True)
class _Related:
    """What other tables hold of a batch of jobs, by job key."""

    outcomes: Mapping[str, Mapping[str, sa.RowMapping]]
    sources: Mapping[str, Sequence[str]]
    drops: Mapping[str, Sequence[str]]


def _batch(connection: sa.Connection, tenant: str, keys: Sequence[str]) -> Iterator[Row]:
    related = _related(connection, tenant, keys)
    jobs = {row["job_key"]: row for row in _jobs(connection, tenant, keys)}
    for key in keys:
        yield _row(jobs[key], related)


def _jobs(connection: sa.Connection, tenant: str, keys: Sequence[str]) -> Sequence[sa.RowMapping]:
    jobs, postings, scores, status = (
        schema.jobs,
        schema.postings,
        schema.scores,
        schema.job_status,
    )
    facts = postings.c.facts
    query = (
        sa.select(
            jobs.c.job_key,
            *(postings.c[name] for name in ("company", "title", "url", "posted_at", "first_seen")),
            (postings.c.facts_digest == postings.c.content_digest).label("fresh"),
            *(facts[name].label(name) for name in ("place", "pay", "apply_url")),
            *(scores.c[name] for name in ("score", "exact", "eligible")),
            scores.c.card["summary"].label("summary"),
            sa.func.coalesce(status.c.place, "open").label("standing"),
            status.c.stage.label("standing_stage"),
        )
        .join(postings, postings.c.key == jobs.c.posting_key)
        .outerjoin(scores, _same_job(scores, jobs))
        .outerjoin(status, _same_job(status, jobs))
        .where(jobs.c.tenant == tenant, jobs.c.job_key.in_(keys))
    )
    return connection.execute(query).mappings().all()


def _same_job(table: sa.Table, other: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.tenant == other.c.tenant, table.c.job_key == other.c.job_key)


def _related(connection: sa.Connection, tenant: str, keys: Sequence[str]) -> _Related:
    outcomes: dict[str, dict[str, sa.RowMapping]] = defaultdict(dict)
    sources: dict[str, list[str]] = defaultdict(list)
    drops: dict[str, list[str]] = defaultdict(list)
    own, found, seen, ledger = schema.outcomes, schema.findings, schema.sightings, schema.drops
    recorded = sa.select(own.c.job_key, own.c.stage, own.c.outcome, own.c.sentence)
    for row in _of_jobs(connection, recorded, own, tenant, keys):
        outcomes[row["job_key"]][row["stage"]] = row
    sighted = (
        sa.select(found.c.job_key, seen.c.source)
        .join(seen, seen.c.id == found.c.sighting_id)
        .order_by(found.c.duplicate, found.c.at, seen.c.source)
    )
    for row in _of_jobs(connection, sighted, found, tenant, keys):
        sources[row["job_key"]].append(row["source"])
    dropped = sa.select(ledger.c.job_key, ledger.c.rule, ledger.c.quote).order_by(ledger.c.rule)
    for row in _of_jobs(connection, dropped, ledger, tenant, keys):
        drops[row["job_key"]].append(f"{row['rule']}: {row['quote']}")
    return _Related(outcomes, sources, drops)


def _of_jobs(
    connection: sa.Connection,
    query: sa.Select[*tuple[Any, ...]],
    table: sa.Table,
    tenant: str,
    keys: Sequence[str],
) -> Sequence[sa.RowMapping]:
    where = query.where(table.c.tenant == tenant, table.c.job_key.in_(keys))
    return connection.execute(where).mappings().all()


def _row(job: sa.RowMapping, related: _Related) -> Row:
    """One job; facts of an older text and scores that no longer hold are gaps."""
    key = job["job_key"]
    outcomes = related.outcomes.get(key, {})
    scored = "score" in outcomes and outcomes["score"]["outcome"] == "succeeded"
    place = (job["place"] if job["fresh"] else None) or {}
    pay = (job["pay"] if job["fresh"] else None) or {}
    work_model = place.get("work_model")
    return {
        "job_key": key,
        "company": job["company"],
        "title": job["title"],
        "work_model": None if work_model == "unknown" else work_model,
        "cities": tuple(place.get("cities", ())),
        "countries": tuple(place.get("countries", ())),
        "pay_currency": pay.get("currency"),
        "pay_period": pay.get("period"),
        "pay_minimum": _amount(pay.get("minimum")),
        "pay_maximum": _amount(pay.get("maximum")),
        "posted_at": job["posted_at"],
        "state": "not_attempted" if job["standing"] == "open" else job["standing"],
        **{
            outcome_column(stage.name): outcomes[stage.name]["outcome"]
            if stage.name in outcomes
            else None
            for stage in STAGES
        },
        "score": job["score"] if scored else None,
        "exact": job["exact"] if scored else None,
        "eligible": job["eligible"] if scored else None,
        "why": job["summary"] if scored else _stopped(outcomes.get(job["standing_stage"])),
        "url": job["url"],
        "apply_url": job["apply_url"] if job["fresh"] else None,
        "sources": tuple(dict.fromkeys(related.sources.get(key, ()))),
        "first_seen": job["first_seen"],
        "drops": tuple(related.drops.get(key, ())),
    }


def _amount(stated: str | None) -> Decimal | None:
    return None if stated is None else Decimal(stated)


def _stopped(outcome: sa.RowMapping | None) -> str | None:
    """The sentence of the stage that holds the job up, if one does."""
    if outcome is None or outcome["outcome"] == "succeeded":
        return None
    return str(outcome["sentence"])
