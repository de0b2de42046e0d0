"""What each stage recorded for each job, and which jobs are ready for a stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.stages import BY_NAME, OutcomeName, Queue, StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.events import append_event
from jobctrl_dagster.store.keys import SetName, want_key
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert

QUEUES_AFTER_SCORE: tuple[SetName, ...] = ("shortlist", "approved")


@dataclass(frozen=True)
class StageOutcome:
    """How one stage ended for one job.

    Attributes:
        code: Short and stable, for filters.
        sentence: For the person.
        retryable: Whether trying again may change a failure.
        metadata: What the asset's materialization shows; never private.
    """

    tenant: str
    job_key: str
    stage: StageName
    outcome: OutcomeName
    code: str
    sentence: str
    retryable: bool = False
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def succeeded(self) -> bool:
        """Whether the job may go on to the next stage."""
        return self.outcome == "succeeded"


def record_outcome(
    unit: UnitOfWork, store: Store, outcome: StageOutcome, *, run_id: str, basis: str | None
) -> None:
    """Write the outcome and its event; a retryable failure gets the time of its next try.

    A job that is given up before its score leaves the shortlist in the same transaction.
    """
    stage = BY_NAME[outcome.stage]
    attempt = _attempts_so_far(unit, outcome, basis) + 1
    name: OutcomeName = outcome.outcome
    due_at = None
    if name == "failed" and outcome.retryable:
        if attempt >= stage.attempts:
            name = "exhausted"
        else:
            due_at = store.clock() + timedelta(seconds=stage.backoff * 2 ** (attempt - 1))
    row = {
        "tenant": outcome.tenant,
        "job_key": outcome.job_key,
        "stage": outcome.stage,
        "outcome": name,
        "code": outcome.code,
        "sentence": outcome.sentence,
        "attempt": attempt,
        "due_at": due_at,
        "basis": basis,
        "run_id": run_id,
        "at": store.clock(),
    }
    upsert(unit, schema.outcomes, row)
    if name not in {"succeeded", "stale"} and due_at is None:
        _withdraw(unit, store, outcome)
    append_event(
        unit,
        store.clock,
        tenant=outcome.tenant,
        job_key=outcome.job_key,
        run_id=run_id,
        event=f"{outcome.stage}.{name}",
        data={"stage": outcome.stage, "outcome": name, "code": outcome.code},
    )


def _withdraw(unit: UnitOfWork, store: Store, outcome: StageOutcome) -> None:
    """Take a job out of the queues behind its score; if it comes back, it is scored anew."""
    if outcome.stage not in {"enrich", "score"}:
        return
    for queue in QUEUES_AFTER_SCORE:
        want_key(unit, store, queue, outcome.tenant, outcome.job_key, wanted=False)
    if outcome.stage == "enrich":
        table = schema.outcomes
        unit.execute(
            sa.update(table)
            .where(
                table.c.tenant == outcome.tenant,
                table.c.job_key == outcome.job_key,
                table.c.stage == "score",
            )
            .values(outcome="stale", code=outcome.code, sentence=outcome.sentence, due_at=None)
        )


def _attempts_so_far(unit: UnitOfWork, outcome: StageOutcome, basis: str | None) -> int:
    table = schema.outcomes
    query = sa.select(table.c.attempt).where(
        table.c.tenant == outcome.tenant,
        table.c.job_key == outcome.job_key,
        table.c.stage == outcome.stage,
        table.c.outcome == "failed",
        table.c.basis.is_not_distinct_from(basis),
    )
    return unit.execute(query).scalar() or 0


def ready_jobs(
    connection: sa.Connection,
    store: Store,
    stage: StageName,
    tenant: str,
    basis: str,
    limit: int,
    *,
    newest_first: bool = False,
) -> list[str]:
    """Job keys that the stage should handle now, oldest first unless said otherwise.

    A job is ready when the stage before succeeded and this one has not been recorded, has gone
    stale, was made with other settings, or failed and is due again; and no open slice holds it.
    A stage with a queue of its own takes the keys of that partition set alone.
    """
    after, queue = BY_NAME[stage].after, BY_NAME[stage].queue
    before, own, held = (
        schema.outcomes.alias("before"),
        schema.outcomes.alias("own"),
        schema.slice_keys,
    )
    order = (before.c.at, before.c.job_key)
    query = (
        sa.select(before.c.job_key)
        .outerjoin(
            own,
            sa.and_(
                own.c.tenant == before.c.tenant,
                own.c.job_key == before.c.job_key,
                own.c.stage == stage,
            ),
        )
        .outerjoin(
            held,
            sa.and_(
                held.c.tenant == before.c.tenant,
                held.c.job_key == before.c.job_key,
                held.c.stage == stage,
            ),
        )
        .where(
            before.c.stage == after,
            before.c.tenant == tenant,
            before.c.outcome == "succeeded",
            held.c.slice_id.is_(None),
            *_waits_in(queue, before),
            sa.or_(
                own.c.outcome.is_(None),
                own.c.outcome == "stale",
                own.c.basis.is_distinct_from(basis),
                sa.and_(own.c.outcome == "failed", own.c.due_at <= store.clock()),
            ),
        )
        .order_by(*(column.desc() if newest_first else column for column in order))
        .limit(limit)
    )
    return list(connection.scalars(query))


def _waits_in(queue: Queue, job: sa.FromClause) -> tuple[sa.ColumnElement[bool], ...]:
    """That the job's key is wanted in the queue; every job is in ``jobs``."""
    if queue == "jobs":
        return ()
    keys = schema.partition_keys
    return (
        sa.exists().where(
            keys.c.set_name == queue, keys.c.key == job.c.job_key, keys.c.wanted == sa.true()
        ),
    )


def mark_stale(unit: UnitOfWork, store: Store, posting_key: str, *, run_id: str) -> None:
    """Let the stages after discovery do a posting's jobs again, since its content changed.

    An application is not among them: what was sent stays sent.
    """
    own, jobs = schema.outcomes, schema.jobs
    query = sa.select(own.c.tenant, own.c.job_key, own.c.stage).where(
        own.c.stage.not_in(["discover", "apply"]),
        own.c.outcome != "stale",
        sa.exists().where(
            jobs.c.tenant == own.c.tenant,
            jobs.c.job_key == own.c.job_key,
            jobs.c.posting_key == posting_key,
        ),
    )
    for row in unit.execute(query).all():
        outcome = StageOutcome(
            row.tenant,
            row.job_key,
            row.stage,
            "stale",
            "content_changed",
            "The posting's text has changed.",
        )
        record_outcome(unit, store, outcome, run_id=run_id, basis=None)
