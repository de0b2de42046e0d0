"""Executions: one discovery of one tenant, its frozen plan, and how its families fared.

Planning writes everything a family needs; nothing else happens before the producers start. At
most ``max_parallel_families`` of one execution run at once, in the order of the plan.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.discover.records import Unit
from jobctrl_dagster.settings.schema import Family
from jobctrl_dagster.stages import BY_NAME
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.leases import Lease, assert_held, is_free
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork

OPEN_STATES = ("planned", "requested", "running")


def family_lease(execution_id: str, family: str) -> str:
    """Name of the lease that the run of a family holds."""
    return f"family:{execution_id}:{family}"


@dataclass(frozen=True)
class FamilyRun:
    """One family of one execution.

    Attributes:
        state: planned, requested, running, succeeded, failed or canceled.
        requested_at: When its latest run was asked for.
    """

    execution_id: str
    tenant: str
    family: Family
    ordinal: int
    state: str
    attempt: int
    requested_at: datetime | None = None

    @property
    def lease(self) -> str:
        """Name of the lease that its run holds."""
        return family_lease(self.execution_id, self.family)

    @property
    def run_key(self) -> str:
        """Dagster never launches a run key twice; the attempt makes it a new one."""
        return f"discover:{self.tenant}:{self.execution_id}:{self.family}:{self.attempt}"


def plan_execution(
    store: Store,
    tenant: str,
    plan: Mapping[Family, Sequence[Unit]],
    *,
    max_parallel_families: int,
) -> str:
    """Freeze the plan; returns the id of the execution. Families without units are left out."""
    now = store.clock()
    execution_id = f"{tenant}-{now:%Y%m%dT%H%M%S}-{uuid.uuid4().hex[:6]}"
    families = [family for family, units in plan.items() if units]
    with store.unit_of_work() as unit:
        unit.execute(
            sa.insert(schema.executions).values(
                id=execution_id,
                tenant=tenant,
                state="planned" if families else "completed",
                max_parallel_families=max_parallel_families,
                created_at=now,
                finished_at=None if families else now,
            )
        )
        for ordinal, family in enumerate(families):
            _plan_family(unit, execution_id, tenant, family, ordinal, plan[family])
        unit.commit()
    return execution_id


def _plan_family(
    unit: UnitOfWork,
    execution_id: str,
    tenant: str,
    family: Family,
    ordinal: int,
    units: Sequence[Unit],
) -> None:
    unit.execute(
        sa.insert(schema.family_runs).values(
            execution_id=execution_id,
            family=family,
            tenant=tenant,
            ordinal=ordinal,
            state="planned",
            attempt=1,
        )
    )
    rows = [
        {
            "execution_id": execution_id,
            "unit_id": item.id,
            "family": family,
            "ordinal": number,
            "plan": item.model_dump(mode="json"),
            "state": "planned",
            "postings": 0,
        }
        for number, item in enumerate(units)
    ]
    unit.execute(sa.insert(schema.units), rows)


def family_runs(store: Store, execution_id: str | None = None) -> list[FamilyRun]:
    """The families of one execution, or of every execution that is not finished, in order."""
    runs, executions = schema.family_runs, schema.executions
    query = sa.select(
        runs.c.execution_id,
        runs.c.tenant,
        runs.c.family,
        runs.c.ordinal,
        runs.c.state,
        runs.c.attempt,
        runs.c.requested_at,
    ).order_by(runs.c.execution_id, runs.c.ordinal)
    if execution_id is not None:
        query = query.where(runs.c.execution_id == execution_id)
    else:
        open_ids = sa.select(executions.c.id).where(executions.c.finished_at.is_(None))
        query = query.where(runs.c.execution_id.in_(open_ids))
    with store.read() as connection:
        return [FamilyRun(*row) for row in connection.execute(query)]


def families_to_start(
    runs: Sequence[FamilyRun], max_parallel: Mapping[str, int]
) -> list[FamilyRun]:
    """Which planned families may start now, without going over each execution's own limit."""
    due = []
    for execution_id in dict.fromkeys(run.execution_id for run in runs):
        own = sorted(
            (run for run in runs if run.execution_id == execution_id), key=lambda run: run.ordinal
        )
        busy = sum(run.state in {"requested", "running"} for run in own)
        room = max(0, max_parallel.get(execution_id, 1) - busy)
        due.extend([run for run in own if run.state == "planned"][:room])
    return due


def parallel_limits(store: Store) -> dict[str, int]:
    """``max_parallel_families`` of every execution that is not finished."""
    table = schema.executions
    query = sa.select(table.c.id, table.c.max_parallel_families).where(
        table.c.finished_at.is_(None)
    )
    with store.read() as connection:
        return {row.id: row.max_parallel_families for row in connection.execute(query)}


def set_family_state(
    store: Store,
    run: FamilyRun,
    state: str,
    *,
    code: str | None = None,
    sentence: str | None = None,
    lease: Lease | None = None,
) -> None:
    """Move a family on; the execution ends with its last family.

    Raises:
        LeaseLost: the lease was given and is held no more; nothing was changed.
    """
    now = store.clock()
    values: dict[str, Any] = {"state": state, "code": code, "sentence": sentence}
    if state == "running":
        values["started_at"] = now
    elif state not in OPEN_STATES:
        values["finished_at"] = now
    with store.unit_of_work() as unit:
        unit.lock(f"execution:{run.execution_id}")
        if lease is not None:
            assert_held(unit, store, lease)
        unit.execute(sa.update(schema.family_runs).where(*_is(run)).values(**values))
        _settle_execution(unit, store, run.execution_id)
        unit.commit()


def request_family(store: Store, run: FamilyRun) -> bool:
    """Note that a run is asked for; returns whether the family still waited for that."""
    with store.unit_of_work() as unit:
        unit.lock(f"execution:{run.execution_id}")
        requested = _move(unit, run, {"state": "requested", "requested_at": store.clock()})
        if requested:
            _settle_execution(unit, store, run.execution_id)
        unit.commit()
    return requested


def retry_family(store: Store, run: FamilyRun, *, code: str, sentence: str) -> bool:
    """Plan the family anew after a crash, or give it up after the stage's attempts.

    Returns:
        Whether it was; not if it has moved on meanwhile, or a live run has taken it.
    """
    values: dict[str, Any] = {"code": code, "sentence": sentence}
    if run.attempt >= BY_NAME["discover"].attempts:
        values |= {"state": "failed", "finished_at": store.clock()}
    else:
        values |= {"state": "planned", "attempt": run.attempt + 1}
    with store.unit_of_work() as unit:
        unit.lock(f"execution:{run.execution_id}")
        moved = is_free(unit, store, run.lease) and _move(unit, run, values)
        if moved:
            _settle_execution(unit, store, run.execution_id)
        unit.commit()
    return moved


def has_ended(store: Store, run: FamilyRun) -> bool:
    """Whether the family has its final state."""
    with store.read() as connection:
        state = connection.scalar(sa.select(schema.family_runs.c.state).where(*_is(run)))
    return state not in OPEN_STATES


def _move(unit: UnitOfWork, run: FamilyRun, values: Mapping[str, Any]) -> bool:
    """Change the family if it stands as it was read; returns whether it did."""
    table = schema.family_runs
    unmoved = (table.c.state == run.state, table.c.attempt == run.attempt)
    return unit.execute(sa.update(table).where(*_is(run), *unmoved).values(**values)).rowcount == 1


def _is(run: FamilyRun) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    table = schema.family_runs
    return table.c.execution_id == run.execution_id, table.c.family == run.family


def _settle_execution(unit: UnitOfWork, store: Store, execution_id: str) -> None:
    table = schema.family_runs
    query = sa.select(table.c.state).where(table.c.execution_id == execution_id)
    states = list(unit.connection.scalars(query))
    execution = schema.executions
    if any(state in OPEN_STATES for state in states):
        values: dict[str, Any] = {"state": "crawling"}
    else:
        values = {"state": execution_result(states), "finished_at": store.clock()}
    unit.execute(sa.update(execution).where(execution.c.id == execution_id).values(**values))


def execution_result(states: Sequence[str]) -> str:
    """The result of an execution by the states of its families.

    One failed family leaves the others' work standing; only when all failed has the execution
    failed. A canceled family cancels it.
    """
    if "canceled" in states:
        return "canceled"
    if states and all(state == "failed" for state in states):
        return "failed"
    return "completed_with_issues" if "failed" in states else "completed"
