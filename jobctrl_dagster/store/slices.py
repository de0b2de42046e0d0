"""Slices: the job keys that one run handles, each key in at most one open slice of a stage.

A slice is open until its run has worked through it. The run holds the lease ``slice:ID``; when
that owner is gone, `free_orphans` gives the keys back, and the next slice takes them.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.leases import is_free, is_held, was_taken
from jobctrl_dagster.store.outcomes import ready_jobs
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import insert_missing

LAUNCH_SECONDS = 30.0
"""A run that was requested this recently may not be known to Dagster yet."""


def new_slice_id() -> str:
    """An id for a slice that is about to be formed."""
    return uuid.uuid4().hex[:12]


def slice_lease(slice_id: str) -> str:
    """Name of the lease that the run of a slice holds."""
    return f"slice:{slice_id}"


@dataclass(frozen=True)
class Slice:
    """The keys of one run."""

    id: str
    tenant: str
    stage: StageName
    keys: tuple[str, ...]
    attempt: int

    @property
    def run_key(self) -> str:
        """Dagster never launches a run key twice; the attempt makes it a new one."""
        return f"{self.stage}:{self.tenant}:{self.id}:{self.attempt}"

    @property
    def lease(self) -> str:
        """Name of the lease that its run holds."""
        return slice_lease(self.id)


def form_slice(
    store: Store,
    stage: StageName,
    tenant: str,
    basis: str,
    *,
    size: int,
    slice_id: str,
    requested: bool,
) -> Slice | None:
    """Gather ready jobs into an open slice; ``None`` when there is none.

    Args:
        store: The store.
        stage: Stage that the slice is for.
        tenant: Whose jobs.
        basis: Digest of the settings in force, see `ready_jobs`.
        size: Most keys.
        slice_id: Id that it gets.
        requested: Whether a run of its own will be asked for; otherwise the caller already holds
            the lease of this id.
    """
    with store.unit_of_work() as unit:
        unit.lock(f"slices:{stage}:{tenant}")
        keys = ready_jobs(
            unit.connection,
            store,
            stage,
            tenant,
            basis,
            size,
            newest_first=_last_was_abandoned(unit, stage, tenant),
        )
        if not keys:
            unit.rollback()
            return None
        made = Slice(slice_id, tenant, stage, tuple(keys), 1)
        _insert(unit, store, made, requested=requested)
        unit.commit()
    return made


def _last_was_abandoned(unit: UnitOfWork, stage: StageName, tenant: str) -> bool:
    """Whether the latest slice lost its run, maybe by the job that it had in hand.

    The next one then comes from the other end, so that such a job does not hold up the others.
    """
    table = schema.slices
    query = (
        sa.select(table.c.state)
        .where(table.c.stage == stage, table.c.tenant == tenant, table.c.state != "open")
        .order_by(table.c.finished_at.desc(), table.c.id)
        .limit(1)
    )
    return unit.execute(query).scalar() == "abandoned"


def _insert(unit: UnitOfWork, store: Store, made: Slice, *, requested: bool) -> None:
    now = store.clock()
    unit.execute(
        sa.insert(schema.slices).values(
            id=made.id,
            tenant=made.tenant,
            stage=made.stage,
            keys=list(made.keys),
            state="open",
            attempt=made.attempt,
            created_at=now,
            requested_at=now if requested else None,
        )
    )
    rows = [
        {"tenant": made.tenant, "stage": made.stage, "job_key": key, "slice_id": made.id}
        for key in made.keys
    ]
    insert_missing(unit, schema.slice_keys, rows)


def load_slice(store: Store, slice_id: str) -> Slice | None:
    """The slice, if it is still open."""
    with store.read() as connection:
        query = sa.select(schema.slices).where(
            schema.slices.c.id == slice_id, schema.slices.c.state == "open"
        )
        row = connection.execute(query).mappings().one_or_none()
    return None if row is None else _slice(row)


def _slice(row: sa.RowMapping) -> Slice:
    return Slice(row["id"], row["tenant"], row["stage"], tuple(row["keys"]), row["attempt"])


def end_slice(store: Store, slice_id: str, *, state: str = "done") -> None:
    """Close a slice; what it left undone is free for the next one."""
    with store.unit_of_work() as unit:
        _close(unit, store, slice_id, state)
        unit.commit()


def _close(unit: UnitOfWork, store: Store, slice_id: str, state: str) -> bool:
    """Close the slice inside the unit; returns whether it was open."""
    table = schema.slices
    closed = unit.execute(
        sa.update(table)
        .where(table.c.id == slice_id, table.c.state == "open")
        .values(state=state, finished_at=store.clock())
    )
    unit.execute(sa.delete(schema.slice_keys).where(schema.slice_keys.c.slice_id == slice_id))
    return closed.rowcount == 1


def oldest_ready_at(
    connection: sa.Connection, tenant: str, stage: StageName, keys: Sequence[str]
) -> datetime | None:
    """When the first of the keys became ready."""
    table = schema.outcomes
    query = sa.select(sa.func.min(table.c.at)).where(
        table.c.tenant == tenant, table.c.stage == stage, table.c.job_key.in_(list(keys))
    )
    return connection.execute(query).scalar()


def free_orphans(store: Store, waiting: Callable[[Slice], bool]) -> list[Slice]:
    """Close open slices whose run is gone or will never begin; returns them.

    Args:
        store: The store.
        waiting: Whether a requested slice's run is still on its way; asked only of runs that
            never held the slice's lease.
    """
    with store.read() as connection:
        query = sa.select(schema.slices).where(schema.slices.c.state == "open")
        rows = connection.execute(query).mappings().all()
    recent = store.clock() - timedelta(seconds=LAUNCH_SECONDS)
    orphans = []
    for row in rows:
        work = _slice(row)
        if is_held(store, work.lease):
            continue
        requested_at = row["requested_at"]
        unborn = requested_at is not None and not was_taken(store, work.lease)
        if unborn and (waiting(work) or requested_at > recent):
            continue
        with store.unit_of_work() as unit:
            if is_free(unit, store, work.lease) and _close(unit, store, work.id, "abandoned"):
                orphans.append(work)
            unit.commit()
    return orphans


def slice_of_keys(
    store: Store, stage: StageName, tenant: str, keys: Sequence[str], *, slice_id: str
) -> Slice | None:
    """An open slice of these very keys, without those that another open slice holds.

    Keys whose stage before has not succeeded are left out too. The caller holds the lease of the
    id.
    """
    with store.unit_of_work() as unit:
        unit.lock(f"slices:{stage}:{tenant}")
        held, before = schema.slice_keys, schema.outcomes
        taken = set(
            unit.connection.scalars(
                sa.select(held.c.job_key).where(held.c.tenant == tenant, held.c.stage == stage)
            )
        )
        passed = set(
            unit.connection.scalars(
                sa.select(before.c.job_key).where(
                    before.c.tenant == tenant,
                    before.c.stage == BY_NAME[stage].after,
                    before.c.outcome == "succeeded",
                )
            )
        )
        free = tuple(key for key in keys if key in passed and key not in taken)
        if not free:
            unit.rollback()
            return None
        made = Slice(slice_id, tenant, stage, free, 1)
        _insert(unit, store, made, requested=False)
        unit.commit()
    return made
