"""Fill a database from an archive in one transaction, and bring it to the newest schema."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import PurePosixPath
from typing import IO, Any

import sqlalchemy as sa

from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.manifest import TABLES, Manifest
from jobctrl_dagster.backup.table_rows import load_table
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.engine import POSTGRESQL_SCHEMA
from jobctrl_dagster.store.migrate import upgrade
from jobctrl_dagster.store.types import Json, UtcDateTime
from jobctrl_dagster.store.unit import UnitOfWork, unit_of_work

Told = Callable[[str], None]


def load_store(
    engine: sa.Engine,
    manifest: Manifest,
    members: Iterable[tuple[tarfile.TarInfo, IO[bytes]]],
    *,
    at: datetime,
    told: Told,
) -> list[str]:
    """Make the tables as they were, insert the rows, and upgrade; all of it or nothing.

    Dagster is told every partition key anew, since its own sets may be others now.

    Returns:
        What was set aside.

    Raises:
        BackupError: the database refuses a row, or does not hold what the manifest says.
    """
    try:
        with unit_of_work(engine) as unit:
            unit.lock("jobctrl:migrate")
            moved = _make_schema(unit, at)
            upgrade(unit, manifest.revision)
            _load_tables(unit, members, told)
            _check_counts(unit, manifest)
            _move_sequences(unit)
            upgrade(unit)
            unit.execute(sa.update(schema.partition_keys).values(settled=False))
            unit.commit()
    except sa.exc.SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        msg = f"the database refuses what the archive holds ({reason}); nothing of it was written"
        raise BackupError(msg) from error
    return moved


def _make_schema(unit: UnitOfWork, at: datetime) -> list[str]:
    """An empty schema on PostgreSQL; the old one gets another name."""
    if unit.connection.dialect.name != "postgresql":
        return []
    moved = []
    taken = set(sa.inspect(unit.connection).get_schema_names())
    if POSTGRESQL_SCHEMA in taken:
        name, number = f"{POSTGRESQL_SCHEMA}_before_restore_{at:%Y%m%dt%H%M%S}", 1
        while (aside := name if number == 1 else f"{name}_{number}") in taken:
            number += 1
        unit.execute(sa.text(f"ALTER SCHEMA {POSTGRESQL_SCHEMA} RENAME TO {aside}"))
        moved.append(f"the schema {POSTGRESQL_SCHEMA} is {aside} now")
    unit.execute(sa.schema.CreateSchema(POSTGRESQL_SCHEMA))
    return moved


def _load_tables(
    unit: UnitOfWork, members: Iterable[tuple[tarfile.TarInfo, IO[bytes]]], told: Told
) -> None:
    for info, content in members:
        path = PurePosixPath(info.name)
        if path.parts[0] == TABLES:
            name = path.stem
            table = _table(unit.connection, name)
            load_table(unit.connection, table, content, partial(_tell_rows, told, name))


def _tell_rows(told: Told, table: str, rows: int) -> None:
    told(f"table {table}: {rows} rows")


def _table(connection: sa.Connection, name: str) -> sa.Table:
    """A table as the database has it now, with the column types that the store gives it."""
    inspector = sa.inspect(connection)
    if not inspector.has_table(name):
        msg = (
            f"the archive holds the table {name!r}, which its own schema revision lacks; "
            "install the version that made the archive"
        )
        raise BackupError(msg)
    newest = schema.metadata.tables.get(name)
    columns = []
    for found in inspector.get_columns(name):
        known = None if newest is None else newest.columns.get(found["name"])
        kind = _portable(found["type"]) if known is None else known.type
        columns.append(sa.Column(found["name"], kind))
    return sa.Table(name, sa.MetaData(), *columns)


def _portable(kind: sa.types.TypeEngine[Any]) -> sa.types.TypeEngine[Any]:
    if isinstance(kind, sa.DateTime):
        return UtcDateTime()
    return Json if isinstance(kind, sa.JSON) else kind


def _check_counts(unit: UnitOfWork, manifest: Manifest) -> None:
    for name, rows in manifest.rows.items():
        count = unit.execute(sa.select(sa.func.count()).select_from(sa.table(name))).scalar_one()
        if count != rows:
            msg = f"the table {name} has {count} rows where the archive says {rows}"
            raise BackupError(msg)


def _move_sequences(unit: UnitOfWork) -> None:
    """Let PostgreSQL number new rows after the restored ones; SQLite does so by itself."""
    if unit.connection.dialect.name != "postgresql":
        return
    inspector = sa.inspect(unit.connection)
    for name in inspector.get_table_names(schema=POSTGRESQL_SCHEMA):
        for column in inspector.get_columns(name, schema=POSTGRESQL_SCHEMA):
            if column.get("autoincrement"):
                sequence = sa.func.pg_get_serial_sequence(name, column["name"])
                numbers = sa.table(name, sa.column(column["name"], sa.BigInteger))
                highest = sa.select(sa.func.max(*numbers.columns)).scalar_subquery()
                unit.execute(sa.select(sa.func.setval(sequence, highest)))
