"""Reading from the store what the page shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from urllib.parse import urlsplit

import sqlalchemy as sa

from jobctrl_dagster.report.records import (
    DroppedByRule,
    DroppedJob,
    MatchCard,
    Report,
    RequirementLine,
)
from jobctrl_dagster.score.records import RequirementKind, ScoreCard
from jobctrl_dagster.status import TroubledSource, read_status
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store

SHOWN_MATCHES = 25
KINDS: tuple[RequirementKind, ...] = ("must", "nice", "responsibility")
"""What a posting asks for, in the order of the page."""
SHOWN_DROPS = 8
"""Jobs named for each rule."""


def read_report(store: Store, tenant: str | None) -> Report:
    """Gather what the page shows of one tenant, or of all."""
    status = read_status(store, tenant)
    with store.read() as connection:
        matches = _matches(connection, tenant, shortlisted=True)
        return Report(
            tenant=tenant,
            made_at=store.clock(),
            funnel=status.funnel,
            matches=matches or _matches(connection, tenant, shortlisted=False),
            drops=tuple(_drops(connection, tenant)),
            sources=_sources(connection, tenant),
            stopped=tuple(cause for cause in status.troubles if cause.code != "dropped"),
        )


def _matches(
    connection: sa.Connection, tenant: str | None, *, shortlisted: bool
) -> tuple[MatchCard, ...]:
    scores, jobs, postings, status, keys = (
        schema.scores,
        schema.jobs,
        schema.postings,
        schema.job_status,
        schema.partition_keys,
    )
    query = (
        sa.select(scores, postings.c.title, postings.c.company, postings.c.url, postings.c.raw)
        .join(jobs, _same_job(jobs, scores))
        .join(postings, postings.c.key == jobs.c.posting_key)
        .join(status, _same_job(status, scores))
        .where(status.c.place != "dropped")
        .order_by(scores.c.exact.desc(), scores.c.job_key)
        .limit(SHOWN_MATCHES)
    )
    if shortlisted:
        promoted = sa.and_(
            keys.c.set_name == "shortlist",
            keys.c.key == scores.c.job_key,
            keys.c.wanted == sa.true(),
        )
        query = query.join(keys, promoted)
    rows = connection.execute(_of(tenant, scores, query)).mappings()
    return tuple(_card(row) for row in rows)


def _card(row: sa.RowMapping) -> MatchCard:
    card = ScoreCard(**row["card"])
    place = card.eligibility
    return MatchCard(
        tenant=row["tenant"],
        job_key=row["job_key"],
        title=row["title"],
        company=row["company"],
        place=row["raw"].get("location"),
        url=_web_address(row["url"]),
        score=row["score"],
        summary=card.summary,
        provisional=row["provisional"],
        eligible=row["eligible"],
        place_reason="" if place is None or place.accepted else place.reason,
        warnings=card.warnings,
        requirements=tuple(
            RequirementLine(
                requirement.text,
                requirement.kind,
                requirement.verdict,
                tuple(dict.fromkeys(evidence.item for evidence in requirement.evidence)),
            )
            for requirement in sorted(card.requirements, key=lambda item: KINDS.index(item.kind))
        ),
    )


def _web_address(url: str | None) -> str | None:
    """The address where it is one of the web, since the page makes a link of it."""
    try:
        scheme = urlsplit(url or "").scheme
    except ValueError:
        return None
    return url if scheme in {"http", "https"} else None


def _drops(connection: sa.Connection, tenant: str | None) -> Iterator[DroppedByRule]:
    """Rules by the number of jobs they drop, each with the newest ones."""
    drops, jobs, postings = schema.drops, schema.jobs, schema.postings
    by_rule = sa.func.count().over(partition_by=drops.c.rule)
    newest = sa.func.row_number().over(
        partition_by=drops.c.rule, order_by=(drops.c.at.desc(), drops.c.job_key)
    )
    numbered = _of(
        tenant,
        drops,
        sa.select(
            drops.c.rule,
            drops.c.value,
            drops.c.quote,
            postings.c.title,
            postings.c.company,
            by_rule.label("jobs"),
            newest.label("newest"),
        )
        .join(jobs, _same_job(jobs, drops))
        .join(postings, postings.c.key == jobs.c.posting_key),
    ).subquery()
    query = (
        sa.select(numbered)
        .where(numbered.c.newest <= SHOWN_DROPS)
        .order_by(numbered.c.jobs.desc(), numbered.c.rule, numbered.c.newest)
    )
    rows = connection.execute(query).all()
    for (rule, count), group in groupby(rows, lambda row: (row.rule, row.jobs)):
        shown = tuple(DroppedJob(row.title, row.company, row.value, row.quote) for row in group)
        yield DroppedByRule(rule, count, shown)


def _sources(connection: sa.Connection, tenant: str | None) -> tuple[TroubledSource, ...]:
    """Sources in trouble among those that the tenant's searches named."""
    boards, units, executions = schema.boards, schema.units, schema.executions
    query = (
        sa.select(boards.c.unit_id, boards.c.state, boards.c.sentence)
        .where(boards.c.state.not_in(["ok", "empty"]))
        .order_by(boards.c.state, boards.c.unit_id)
    )
    if tenant is not None:
        own = (
            sa.select(units.c.unit_id)
            .join(executions, executions.c.id == units.c.execution_id)
            .where(executions.c.tenant == tenant)
        )
        query = query.where(boards.c.unit_id.in_(own))
    rows = connection.execute(query)
    return tuple(TroubledSource(row.unit_id, row.state, row.sentence or "") for row in rows)


def _same_job(one: sa.Table, other: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(one.c.tenant == other.c.tenant, one.c.job_key == other.c.job_key)


def _of(
    tenant: str | None, table: sa.Table, query: sa.Select[tuple[object, ...]]
) -> sa.Select[tuple[object, ...]]:
    return query if tenant is None else query.where(table.c.tenant == tenant)
