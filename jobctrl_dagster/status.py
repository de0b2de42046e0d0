"""What a person sees of the search: the funnel, the shortlist, sources in trouble, what is next."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from jobctrl_dagster.store.projection import refresh_status
from jobctrl_dagster.store.store import Store

SHOWN_JOBS = 10

EXPLANATIONS = {
    "discovered": "sightings on all sources",
    "enriched": "jobs whose facts were read and that no rule dropped",
    "scored": "jobs compared with the profile",
    "shortlisted": "jobs at or above the threshold",
    "tailored": "jobs with a resume of their own",
    "covered": "jobs with a cover letter",
    "waiting_approval": "jobs whose documents wait for a person",
    "applied_dry_run": "jobs whose form was filled in and not sent",
    "duplicates": "further sightings of a known job",
    "dropped": "jobs that a rule dropped, with the words that decided",
    "failed": "jobs on which a stage failed",
    "blocked": "jobs that cannot go on by themselves",
    "below_threshold": "jobs that fit too little",
    "not_attempted": "jobs that wait for their next stage",
}


@dataclass(frozen=True)
class ShortlistedJob:
    """A job of the shortlist, for a table."""

    score: int
    title: str
    company: str | None
    place: str | None
    url: str | None
    why: str
    job_key: str


@dataclass(frozen=True)
class TroubledSource:
    """A source that the latest reading could not read whole."""

    source: str
    state: str
    sentence: str


@dataclass(frozen=True)
class Trouble:
    """Jobs that stopped at a stage, by cause."""

    stage: str
    outcome: str
    code: str
    jobs: int
    example: str


@dataclass(frozen=True)
class Status:
    """Everything `jobctrl status` shows."""

    funnel: Funnel
    shortlist: tuple[ShortlistedJob, ...]
    sources: tuple[TroubledSource, ...]
    troubles: tuple[Trouble, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def read_status(store: Store, tenant: str | None) -> Status:
    """Gather the status of one tenant, or of all."""
    refresh_status(store)
    return Status(
        read_funnel(store, tenant),
        _shortlist(store, tenant),
        _troubled_sources(store, tenant),
        _troubles(store, tenant),
    )


def _shortlist(store: Store, tenant: str | None) -> tuple[ShortlistedJob, ...]:
    scores, jobs, postings, keys = (
        schema.scores,
        schema.jobs,
        schema.postings,
        schema.partition_keys,
    )
    query = (
        sa.select(scores.c.score, scores.c.job_key, scores.c.card, postings)
        .join(jobs, sa.and_(jobs.c.tenant == scores.c.tenant, jobs.c.job_key == scores.c.job_key))
        .join(postings, postings.c.key == jobs.c.posting_key)
        .join(
            keys,
            sa.and_(
                keys.c.set_name == "shortlist",
                keys.c.key == scores.c.job_key,
                keys.c.wanted == sa.true(),
            ),
        )
        .order_by(scores.c.exact.desc(), scores.c.job_key)
        .limit(SHOWN_JOBS)
    )
    if tenant is not None:
        query = query.where(scores.c.tenant == tenant)
    with store.read() as connection:
        rows = connection.execute(query).mappings().all()
    return tuple(
        ShortlistedJob(
            score=row["score"],
            title=row["title"],
            company=row["company"],
            place=row["raw"].get("location"),
            url=row["url"],
            why=row["card"]["summary"],
            job_key=row["job_key"],
        )
        for row in rows
    )


def _troubled_sources(store: Store, tenant: str | None) -> tuple[TroubledSource, ...]:
    """Boards in trouble among those that the latest plans of the tenant's families name."""
    boards, units, runs, executions = (
        schema.boards,
        schema.units,
        schema.family_runs,
        schema.executions,
    )
    planned = (
        sa.select(
            runs.c.execution_id,
            runs.c.family,
            runs.c.tenant,
            sa.func.row_number()
            .over(
                partition_by=(runs.c.tenant, runs.c.family),
                order_by=(executions.c.created_at.desc(), executions.c.id.desc()),
            )
            .label("age"),
        )
        .join(executions, executions.c.id == runs.c.execution_id)
        .subquery()
    )
    named = (
        sa.select(units.c.unit_id)
        .join(
            planned,
            sa.and_(
                planned.c.execution_id == units.c.execution_id,
                planned.c.family == units.c.family,
            ),
        )
        .where(planned.c.age == 1)
    )
    if tenant is not None:
        named = named.where(planned.c.tenant == tenant)
    query = (
        sa.select(boards.c.unit_id, boards.c.state, boards.c.sentence)
        .where(boards.c.state.not_in(["ok", "empty"]), boards.c.unit_id.in_(named))
        .order_by(boards.c.state, boards.c.unit_id)
    )
    with store.read() as connection:
        return tuple(TroubledSource(*row) for row in connection.execute(query))


def _troubles(store: Store, tenant: str | None) -> tuple[Trouble, ...]:
    outcomes = schema.outcomes
    count = sa.func.count().label("jobs")
    query = (
        sa.select(
            outcomes.c.stage,
            outcomes.c.outcome,
            outcomes.c.code,
            count,
            sa.func.min(outcomes.c.sentence),
        )
        .where(outcomes.c.outcome.not_in(["succeeded", "stale"]))
        .group_by(outcomes.c.stage, outcomes.c.outcome, outcomes.c.code)
        .order_by(count.desc(), outcomes.c.code)
    )
    if tenant is not None:
        query = query.where(outcomes.c.tenant == tenant)
    with store.read() as connection:
        return tuple(Trouble(*row) for row in connection.execute(query))
