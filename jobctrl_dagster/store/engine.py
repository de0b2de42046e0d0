"""Engines for SQLite and PostgreSQL with the same transaction rules.

SQLite runs in WAL mode; writers take the write lock when they begin (``BEGIN IMMEDIATE``), so two
writers queue instead of failing halfway. Connections are opened for one unit of work and closed
after it on SQLite, and checked out exclusively from a small pool on PostgreSQL.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.types import to_json

BUSY_SECONDS = 60
POSTGRESQL_SCHEMA = "jobctrl"
"""Schema of our tables, so that Dagster's own may live in the same database."""


def make_engine(url: str) -> sa.Engine:
    """An engine for the URL, its SQLite file created private to its owner.

    Raises:
        StoreError: the URL names no database that the store can use.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed)
    if parsed.get_backend_name() == "postgresql":
        return _postgresql_engine(parsed)
    msg = (
        f"{parsed.get_backend_name()!r} is no database the store can use; "
        "JOBCTRL_DATABASE_URL takes sqlite:///PATH or postgresql://HOST/NAME"
    )
    raise StoreError(msg)


def _sqlite_engine(url: sa.URL) -> sa.Engine:
    if not url.database or url.database == ":memory:":
        msg = "the store needs a file: several processes share it; write sqlite:///PATH"
        raise StoreError(msg)
    path = Path(url.database)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    engine = sa.create_engine(
        url,
        poolclass=sa.pool.NullPool,
        json_serializer=to_json,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )

    @sa.event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("jobctrl_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql_engine(url: sa.URL) -> sa.Engine:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg2")
    return sa.create_engine(
        url,
        pool_size=4,
        max_overflow=8,
        pool_pre_ping=True,
        pool_recycle=1800,
        json_serializer=to_json,
        connect_args={
            "options": f"-c timezone=utc -c lock_timeout=60000 -c search_path={POSTGRESQL_SCHEMA}"
        },
    )


def reading_engine(engine: sa.Engine) -> sa.Engine:
    """The engine for reads: one transaction sees one moment, which SQLite does by itself."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine
