"""Working through a slice: one job after another, each committed by itself under the fence.

A stage gives a `StageBody`; this module gives it jobs, keeps network and thinking outside writers,
records the outcome with what the body wants written, and stops when the lease is lost.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa

from jobctrl_dagster.discover.records import RawPosting
from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.leases import Lease, assert_held, hold
from jobctrl_dagster.store.outcomes import StageOutcome, record_outcome
from jobctrl_dagster.store.slices import (
    Slice,
    end_slice,
    form_slice,
    load_slice,
    new_slice_id,
    slice_lease,
    slice_of_keys,
)
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.types import to_json
from jobctrl_dagster.store.unit import UnitOfWork

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """One tenant's job with its posting.

    Attributes:
        facts: ``None`` before enrichment, or when the content has changed since.
    """

    tenant: str
    key: str
    posting_key: str
    raw: RawPosting
    content_digest: str
    facts: PostingFacts | None


@dataclass(frozen=True)
class Handled:
    """What a stage worked out for a job: the outcome, and the rows that go with it."""

    outcome: StageOutcome
    write: Callable[[UnitOfWork], None] = lambda _unit: None


class StageBody(Protocol):
    """What a stage knows about one tenant's jobs."""

    @property
    def stage(self) -> StageName:
        """The stage."""
        ...

    @property
    def tenant(self) -> str:
        """Whose jobs."""
        ...

    @property
    def basis(self) -> str:
        """Digest of the settings it works with; a job done with another basis is done again."""
        ...

    def handle(self, job: Job) -> Handled:
        """Work one job out, without writing."""
        ...


def digest(*parts: Any) -> str:
    """A short digest of settings, equal for equal values."""
    return hashlib.sha256(to_json(parts).encode()).hexdigest()[:16]


def load_job(store: Store, tenant: str, job_key: str) -> Job | None:
    """The job, or ``None`` when the tenant has none of that key."""
    jobs, postings = schema.jobs, schema.postings
    query = (
        sa.select(postings)
        .join(jobs, jobs.c.posting_key == postings.c.key)
        .where(jobs.c.tenant == tenant, jobs.c.job_key == job_key)
    )
    with store.read() as connection:
        row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    fresh = row["facts"] is not None and row["facts_digest"] == row["content_digest"]
    return Job(
        tenant=tenant,
        key=job_key,
        posting_key=row["key"],
        raw=RawPosting(**row["raw"]),
        content_digest=row["content_digest"],
        facts=PostingFacts(**row["facts"]) if fresh else None,
    )


def work_slice(
    store: Store, body: StageBody, work: Slice, *, run_id: str
) -> Iterator[StageOutcome]:
    """Work through a requested slice under its lease; the slice ends with it.

    Raises:
        LeaseHeld: another live run works on it.
        LeaseLost: the lease ran out; what is committed stays, the rest is free again.
    """
    with hold(store, work.lease, run_id=run_id) as lease:
        if load_slice(store, work.id) is None:
            return  # it was freed before this run began; another slice has its jobs
        yield from work_keys(store, body, work.keys, lease, run_id=run_id)
        end_slice(store, work.id)


def work_off(store: Store, body: StageBody, *, size: int, run_id: str) -> Iterator[StageOutcome]:
    """Form slices and work through them at once, until no job is ready.

    Raises:
        LeaseLost: as `work_slice`.
    """
    while True:
        slice_id = new_slice_id()
        with hold(store, slice_lease(slice_id), run_id=run_id) as lease:
            work = form_slice(
                store,
                body.stage,
                body.tenant,
                body.basis,
                size=size,
                slice_id=slice_id,
                requested=False,
            )
            if work is None:
                return
            yield from work_keys(store, body, work.keys, lease, run_id=run_id)
            end_slice(store, work.id)


def work_named(
    store: Store, body: StageBody, keys: Sequence[str], *, run_id: str
) -> Iterator[StageOutcome]:
    """Work through keys that a person named, also those that were given up before.

    Jobs in another open slice, and jobs that have not reached the stage, are left out.

    Raises:
        LeaseLost: as `work_slice`.
    """
    slice_id = new_slice_id()
    with hold(store, slice_lease(slice_id), run_id=run_id) as lease:
        work = slice_of_keys(store, body.stage, body.tenant, keys, slice_id=slice_id)
        if work is not None:
            yield from work_keys(store, body, work.keys, lease, run_id=run_id, named=True)
            end_slice(store, work.id)


def work_keys(
    store: Store,
    body: StageBody,
    keys: Sequence[str],
    lease: Lease,
    *,
    run_id: str,
    named: bool = False,
) -> Iterator[StageOutcome]:
    """Do what is not done of the keys, each in a transaction of its own.

    Args:
        store: The store.
        body: The stage.
        keys: Keys of the tenant's jobs.
        lease: Fence of every write.
        run_id: Run that the outcomes are recorded under.
        named: Whether a person named the keys; then only a success counts as done.
    """
    for key in keys:
        if _is_done(store, body, key, named=named):
            continue
        try:
            job = load_job(store, body.tenant, key)
            if job is None:
                continue
            outcome = _publish(store, body, job, body.handle(job), lease, run_id)
        except (StoreError, sa.exc.OperationalError, sa.exc.InterfaceError):
            raise
        except Exception as error:
            logger.exception("%s of %s broke", body.stage, key)
            outcome = record(store, body, _broken(body, key, error), lease, run_id)
        yield outcome


def _is_done(store: Store, body: StageBody, key: str, *, named: bool) -> bool:
    table = schema.outcomes
    query = sa.select(table.c.outcome, table.c.due_at).where(
        table.c.tenant == body.tenant,
        table.c.job_key == key,
        table.c.stage == body.stage,
        table.c.basis == body.basis,
    )
    with store.read() as connection:
        row = connection.execute(query).one_or_none()
    if row is None or row.outcome == "stale":
        return False
    if named:
        return bool(row.outcome == "succeeded")
    return row.outcome != "failed" or (row.due_at is not None and row.due_at > store.clock())


def _publish(
    store: Store, body: StageBody, job: Job, handled: Handled, lease: Lease, run_id: str
) -> StageOutcome:
    """Write what was worked out, unless the posting's content has changed meanwhile."""
    with store.unit_of_work() as unit:
        assert_held(unit, store, lease)
        outcome = handled.outcome
        if _is_current(unit, job):
            handled.write(unit)
        else:
            sentence = "The posting's content changed while it was worked on; it is done again."
            outcome = StageOutcome(
                job.tenant, job.key, body.stage, "stale", "content_changed", sentence
            )
        record_outcome(unit, store, outcome, run_id=run_id, basis=body.basis)
        unit.commit()
    return outcome


def _is_current(unit: UnitOfWork, job: Job) -> bool:
    """Whether the posting still has the content that was worked with; it keeps it in the unit."""
    table = schema.postings
    query = sa.select(table.c.content_digest).where(table.c.key == job.posting_key)
    return unit.execute(query.with_for_update()).scalar() == job.content_digest


def _broken(body: StageBody, key: str, error: Exception) -> StageOutcome:
    """One job that breaks the stage's code fails alone, and may be tried again."""
    name = type(error).__name__
    sentence = f"The {body.stage} stage broke on this job ({name}); the log has the trace."
    return StageOutcome(body.tenant, key, body.stage, "failed", "crashed", sentence, retryable=True)


def record(
    store: Store, body: StageBody, outcome: StageOutcome, lease: Lease, run_id: str
) -> StageOutcome:
    """Write an outcome that has no rows of its own, under the fence of the lease."""
    with store.unit_of_work() as unit:
        assert_held(unit, store, lease)
        record_outcome(unit, store, outcome, run_id=run_id, basis=body.basis)
        unit.commit()
    return outcome
