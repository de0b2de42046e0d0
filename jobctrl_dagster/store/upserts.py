"""Insert-or-update statements in the dialect of the connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from jobctrl_dagster.store.unit import UnitOfWork


def _insert(unit: UnitOfWork, table: sa.Table) -> Any:
    dialect = postgresql if unit.connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def insert_missing(unit: UnitOfWork, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Insert the rows whose keys are free; returns how many were new."""
    if not rows:
        return 0
    statement = _insert(unit, table).values(list(rows)).on_conflict_do_nothing()
    return unit.execute(statement).rowcount


def upsert(unit: UnitOfWork, table: sa.Table, row: Mapping[str, Any]) -> None:
    """Insert the row, or update every other column where its primary key is taken."""
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in keys}
    statement = _insert(unit, table).values(**row)
    unit.execute(statement.on_conflict_do_update(index_elements=keys, set_=changes))
