"""Column types: from the store's tables to sqlglot's, and from there to tables of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlglot import exp

from jobctrl_dagster.sqlmodels.records import ColumnType, SqlModel
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.types import CleanText, Json, UtcDateTime

_SQL: Mapping[ColumnType, str] = {
    ColumnType.TEXT: "TEXT",
    ColumnType.INTEGER: "BIGINT",
    ColumnType.NUMBER: "DOUBLE PRECISION",
    ColumnType.BOOLEAN: "BOOLEAN",
    ColumnType.MOMENT: "TIMESTAMPTZ",
    ColumnType.DATE: "DATE",
    ColumnType.JSON: "JSONB",
}
_SQLALCHEMY: Mapping[ColumnType, sa.types.TypeEngine[Any]] = {
    ColumnType.TEXT: sa.Text(),
    ColumnType.INTEGER: sa.BigInteger(),
    ColumnType.NUMBER: sa.Float(),
    ColumnType.BOOLEAN: sa.Boolean(),
    ColumnType.MOMENT: UtcDateTime(),
    ColumnType.DATE: sa.Date(),
    ColumnType.JSON: Json,
}
_OF_SQLALCHEMY: tuple[tuple[type[sa.types.TypeEngine[Any]], ColumnType], ...] = (
    (UtcDateTime, ColumnType.MOMENT),
    (CleanText, ColumnType.TEXT),
    (sa.Boolean, ColumnType.BOOLEAN),
    (sa.Integer, ColumnType.INTEGER),
    (sa.Float, ColumnType.NUMBER),
    (sa.JSON, ColumnType.JSON),
    (sa.String, ColumnType.TEXT),
)
_OF_SQL: tuple[tuple[frozenset[exp.DType], ColumnType], ...] = (
    (frozenset(exp.DataType.TEXT_TYPES), ColumnType.TEXT),
    (frozenset(exp.DataType.INTEGER_TYPES), ColumnType.INTEGER),
    (frozenset(exp.DataType.REAL_TYPES), ColumnType.NUMBER),
    (frozenset({exp.DType.BOOLEAN}), ColumnType.BOOLEAN),
    (frozenset({exp.DType.TIMESTAMPTZ}), ColumnType.MOMENT),
    (frozenset({exp.DType.DATE}), ColumnType.DATE),
    (frozenset({exp.DType.JSON, exp.DType.JSONB}), ColumnType.JSON),
)


def store_columns() -> dict[str, dict[str, str]]:
    """Name and SQL type of every column of the store's tables."""
    return {
        table.name: {column.name: _SQL[_of_store(column)] for column in table.columns}
        for table in schema.metadata.tables.values()
    }


def _of_store(column: sa.Column[Any]) -> ColumnType:
    for kind, known in _OF_SQLALCHEMY:
        if isinstance(column.type, kind):
            return known
    msg = f"{column} has the type {column.type!r}; say in sqlmodels/types.py what models see of it"
    raise TypeError(msg)


def column_type(data_type: exp.DataType | None) -> ColumnType | None:
    """The type that both databases hold alike, or ``None`` where it cannot be told."""
    kind = None if data_type is None else data_type.this
    for kinds, known in _OF_SQL:
        if kind in kinds:
            return known
    return None


def sql_type(known: ColumnType) -> str:
    """The type in the dialect of the models."""
    return _SQL[known]


def table_of(model: SqlModel, name: str | None = None) -> sa.Table:
    """The model's table, or one of the same shape under another name."""
    columns = (sa.Column(column.name, _SQLALCHEMY[column.type]) for column in model.columns)
    return sa.Table(name or model.name, sa.MetaData(), *columns)
