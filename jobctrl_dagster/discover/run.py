"""Running discovery: plan an execution, read a family into the store, free what was left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import sqlalchemy as sa

from jobctrl_dagster.discover import executions, units
from jobctrl_dagster.discover.executions import FamilyRun
from jobctrl_dagster.discover.family import read_family
from jobctrl_dagster.discover.intake import Intaker
from jobctrl_dagster.discover.plan import plan_units
from jobctrl_dagster.discover.records import Unit, UnitReport
from jobctrl_dagster.discover.sink import StoreSink
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.schema import Family
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.leases import Lease, hold, is_held
from jobctrl_dagster.store.slices import LAUNCH_SECONDS
from jobctrl_dagster.store.store import Store


class FamilyFailed(Exception):  # noqa: N818 - states what happened to the family
    """Not one unit of the family could be read."""


@dataclass(frozen=True)
class FamilyResult:
    """How a family's crawl ended.

    Attributes:
        reports: One for each unit, in the order of the plan.
        counts: Rows that were new, duplicates, seen before, or faulty.
    """

    run: FamilyRun
    reports: tuple[UnitReport, ...]
    counts: dict[str, int]


def plan(installation: Installation, tenant: str, *, only: Family | None = None) -> str:
    """Freeze a tenant's sources into an execution; returns its id.

    Args:
        installation: The installation.
        tenant: Whose discovery.
        only: Plan this family alone.
    """
    sources = installation.search(tenant).sources
    planned = plan_units(sources, installation.system, replay_index=installation.replay_folder)
    if only is not None:
        planned = {only: planned.get(only, [])}
    return executions.plan_execution(
        installation.store,
        tenant,
        planned,
        max_parallel_families=installation.system.max_parallel_families,
    )


def unfinished_execution(store: Store, tenant: str) -> str | None:
    """The tenant's newest execution that has not ended."""
    table = schema.executions
    query = (
        sa.select(table.c.id)
        .where(table.c.tenant == tenant, table.c.finished_at.is_(None))
        .order_by(table.c.created_at.desc())
        .limit(1)
    )
    with store.read() as connection:
        return connection.scalar(query)


def run_family(
    installation: Installation,
    run: FamilyRun,
    *,
    run_id: str,
    cancelled: Callable[[], bool] = lambda: False,
) -> FamilyResult:
    """Read every open unit of a family into the store, under the family's lease.

    A unit that fails is reported and the next one is read; what was read stays. A family that has
    ended before this run began is not read again.

    Raises:
        LeaseHeld: another live run reads this family.
        FamilyFailed: not one unit could be read; written down before it is raised.
    """
    store = installation.store
    with hold(store, run.lease, run_id=run_id) as lease:
        intaker = Intaker(store, run.tenant, run.execution_id, run_id)
        sink = StoreSink(store, intaker, lease)
        if executions.has_ended(store, run):
            return FamilyResult(run, tuple(units.family_reports(store, run)), sink.counts)
        executions.set_family_state(store, run, "running", lease=lease)
        remaining = [
            (unit, cursor)
            for unit, cursor in units.open_units(store, run)
            if not _taken_from_store(installation, unit, sink)
        ]
        read_family(
            remaining,
            installation.door,
            sink,
            deadline=store.clock() + timedelta(minutes=installation.system.family_timeout_minutes),
            clock=store.clock,
            cancelled=cancelled,
        )
        reports = tuple(units.family_reports(store, run))
        _end(store, run, lease, reports, cancelled=cancelled())
    return FamilyResult(run, reports, sink.counts)


def _end(
    store: Store,
    run: FamilyRun,
    lease: Lease,
    reports: tuple[UnitReport, ...],
    *,
    cancelled: bool,
) -> None:
    end = partial(executions.set_family_state, store, run, lease=lease)
    lost = [report for report in reports if report.state in {"failed", "dead"}]
    if cancelled:
        end("canceled", code="canceled", sentence="Canceled.")
    elif reports and len(lost) == len(reports):
        sentence = f"None of {len(reports)} sources could be read; {lost[0].sentence}"
        end("failed", code=lost[0].code, sentence=sentence)
        raise FamilyFailed(f"{run.family} of {run.tenant}: {sentence}")
    else:
        sentence = f"{len(reports) - len(lost)} of {len(reports)} sources were read."
        end("succeeded", code="read", sentence=sentence)


def _taken_from_store(installation: Installation, unit: Unit, sink: StoreSink) -> bool:
    """Link a board's postings that any tenant's crawl read a moment ago, without asking again."""
    store, boards, sightings = installation.store, schema.boards, schema.sightings
    recent = store.clock() - timedelta(minutes=installation.system.recrawl_minutes)
    fresh = sa.select(boards).where(
        boards.c.unit_id == unit.id, boards.c.state == "ok", boards.c.read_at > recent
    )
    with store.read() as connection:
        board = connection.execute(fresh).mappings().one_or_none()
        if board is None or unit.family == "imports":
            return False
        query = (
            sa.select(sightings.c.id, sightings.c.posting_key, sightings.c.raw)
            .where(sightings.c.source == unit.id, sightings.c.last_seen >= board["began_at"])
            .order_by(sightings.c.id)
        )
        rows = connection.execute(query).all()
    for row in rows:
        sink.link(unit, row.id, row.posting_key, row.raw)
    sentence = f"{len(rows)} postings taken from the reading of {board['read_at']:%H:%M} UTC."
    sink.report(
        UnitReport(
            unit=unit.id,
            state="ok",
            code=units.RECENTLY_READ,
            sentence=sentence,
            postings=len(rows),
        )
    )
    return True


def free_orphaned_families(store: Store, waiting: Callable[[FamilyRun], bool]) -> list[FamilyRun]:
    """Plan families anew whose run is gone, or give them up; returns them.

    Args:
        store: The store.
        waiting: Whether a requested family's run is still on its way.
    """
    freed = []
    recent = store.clock() - timedelta(seconds=LAUNCH_SECONDS)
    for run in executions.family_runs(store):
        if run.state not in {"requested", "running"} or is_held(store, run.lease):
            continue
        just_asked = run.requested_at is not None and run.requested_at > recent
        if run.state == "requested" and (just_asked or waiting(run)):
            continue
        sentence = "The run that read this family is gone; it goes on from where it was."
        if executions.retry_family(store, run, code="orphaned", sentence=sentence):
            freed.append(run)
    return freed
