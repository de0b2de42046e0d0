"""Units of a family as they are read: what is behind, how each ended, and the health of boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.discover.executions import FamilyRun
from jobctrl_dagster.discover.records import RowFault, Unit, UnitReport
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert

RECENTLY_READ = "recently_read"
"""Code of a unit whose postings came from the store, not from its source."""


def open_units(store: Store, run: FamilyRun) -> list[tuple[Unit, dict[str, Any] | None]]:
    """Units of the family that have no report yet, each with the cursor it reached."""
    table = schema.units
    query = (
        sa.select(table.c.plan, table.c.cursor)
        .where(
            table.c.execution_id == run.execution_id,
            table.c.family == run.family,
            table.c.finished_at.is_(None),
        )
        .order_by(table.c.ordinal)
    )
    with store.read() as connection:
        return [(Unit(**row.plan), row.cursor) for row in connection.execute(query)]


def save_cursor(
    unit: UnitOfWork, execution_id: str, unit_id: str, cursor: Mapping[str, Any]
) -> None:
    """Note what of the unit is safely behind."""
    unit.execute(_update_unit(execution_id, unit_id).values(cursor=dict(cursor)))


def save_report(unit: UnitOfWork, store: Store, execution_id: str, report: UnitReport) -> None:
    """Write how the reading of a unit ended, with its faulty rows, and the board's health."""
    unit.execute(
        _update_unit(execution_id, report.unit).values(
            state=report.state,
            code=report.code,
            sentence=report.sentence,
            status=report.status,
            postings=report.postings,
            notes=list(report.notes),
            finished_at=store.clock(),
        )
    )
    if report.code != RECENTLY_READ:
        _save_board(unit, store, execution_id, report)


def save_fault(unit: UnitOfWork, execution_id: str, fault: RowFault) -> None:
    """Keep a row that could not be read."""
    row = {
        "execution_id": execution_id,
        "unit_id": fault.source,
        "position": fault.position,
        "external_id": fault.external_id,
        "reason": fault.reason,
        "raw": fault.raw,
    }
    upsert(unit, schema.row_faults, row)


def _update_unit(execution_id: str, unit_id: str) -> sa.Update:
    table = schema.units
    return sa.update(table).where(table.c.execution_id == execution_id, table.c.unit_id == unit_id)


def _save_board(unit: UnitOfWork, store: Store, execution_id: str, report: UnitReport) -> None:
    """A dead board keeps the count and time of its last good reading."""
    now = store.clock()
    began = sa.select(schema.executions.c.created_at).where(schema.executions.c.id == execution_id)
    row: dict[str, Any] = {
        "unit_id": report.unit,
        "state": report.state,
        "sentence": report.sentence,
        "status": report.status,
        "began_at": unit.execute(began).scalar_one(),
        "read_at": now,
    }
    table = schema.boards
    known = unit.execute(sa.select(table).where(table.c.unit_id == report.unit)).mappings().first()
    good = report.state in {"ok", "empty"}
    row["postings"] = report.postings if good else (known["postings"] if known else 0)
    row["good_at"] = now if good else (known["good_at"] if known else None)
    upsert(unit, table, row)


def family_reports(store: Store, run: FamilyRun) -> list[UnitReport]:
    """The finished units of the family as reports."""
    table = schema.units
    query = (
        sa.select(table)
        .where(
            table.c.execution_id == run.execution_id,
            table.c.family == run.family,
            table.c.finished_at.is_not(None),
        )
        .order_by(table.c.ordinal)
    )
    with store.read() as connection:
        rows = connection.execute(query).mappings().all()
    return [
        UnitReport(
            unit=row["unit_id"],
            state=row["state"],
            code=row["code"],
            sentence=row["sentence"],
            status=row["status"],
            postings=row["postings"],
            notes=tuple(row["notes"] or ()),
        )
        for row in rows
    ]
