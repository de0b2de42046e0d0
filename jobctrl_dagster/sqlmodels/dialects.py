"""Running the models' queries in the dialect of a connection."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlglot import ErrorLevel, exp

from jobctrl_dagster.sqlmodels.records import DIALECT

_DIALECTS = {"postgresql": DIALECT, "sqlite": "sqlite"}


def render(query: exp.Expr, database: str, *, pretty: bool = False) -> str:
    """Write a query for a database.

    Args:
        query: The query.
        database: SQLAlchemy's name of its dialect.
        pretty: Whether a person will read it.

    Raises:
        sqlglot.errors.UnsupportedError: the database has no way to say it.
    """
    return query.sql(
        dialect=_DIALECTS[database],
        comments=False,
        pretty=pretty,
        unsupported_level=ErrorLevel.RAISE,
    )


def run_sql(connection: sa.Connection, sql: str) -> sa.CursorResult[Any]:
    """Run SQL as it stands: neither percent signs nor colons mean parameters in it."""
    options = {"no_parameters": True}
    return connection.exec_driver_sql(sql, execution_options=options)
