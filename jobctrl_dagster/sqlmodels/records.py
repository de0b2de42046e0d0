"""What is known of a SQL model once it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jobctrl_dagster.settings.faults import SettingsError

if TYPE_CHECKING:
    from sqlglot import exp

Layer = Literal["staging", "marts"]
Severity = Literal["error", "warn"]
PREFIXES: Mapping[Layer, str] = {"staging": "stg_", "marts": "mart_"}
"""How the names of a layer's models begin, so that none can be a table of the store's."""
DIALECT = "postgres"
"""The dialect that models are written in."""


class ModelError(SettingsError):
    """A SQL model or its tests cannot be used; lists every fault with file and line."""


class ColumnType(StrEnum):
    """The types that both databases hold alike."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    MOMENT = "moment"
    DATE = "date"
    JSON = "json"


@dataclass(frozen=True)
class ColumnSource:
    """A column of a table or model that another column's values come from."""

    table: str
    column: str


@dataclass(frozen=True)
class Column:
    """One column of a model.

    Attributes:
        shown: Whether previews may show it.
        sources: Columns that its values are made of, as far as the next table or model.
    """

    name: str
    type: ColumnType
    description: str
    shown: bool
    sources: tuple[ColumnSource, ...]


@dataclass(frozen=True)
class ModelTest:
    """Something that must hold of a model.

    Attributes:
        name: Unique within the model.
        columns: What it is about.
        values: Those that are accepted, for ``accepted_values``.
        to: The model that is referred to, for ``relationships``.
        fields: Columns of it, in the order of `columns`.
        sql: What must be true of every row, for ``expression``.
    """

    model: str
    name: str
    kind: Literal["not_null", "unique", "accepted_values", "relationships", "expression"]
    description: str
    severity: Severity = "error"
    columns: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    to: str = ""
    fields: tuple[str, ...] = ()
    sql: str = ""


@dataclass(frozen=True)
class SqlModel:
    """One SELECT that is kept as a table.

    Attributes:
        name: Of the file and of the table.
        description: The comment at the head of the file.
        sql: The file as written.
        select: The parsed query; copy it before changing it.
        reads: Tables and models that it reads, sorted.
    """

    name: str
    layer: Layer
    file: Path
    description: str
    sql: str
    select: exp.Query
    reads: tuple[str, ...]
    columns: tuple[Column, ...]
    tests: tuple[ModelTest, ...]


@dataclass(frozen=True)
class Project:
    """All models, each after those that it reads."""

    models: Mapping[str, SqlModel]

    def upstream(self, model: SqlModel) -> tuple[str, ...]:
        """The models that a model reads."""
        return tuple(name for name in model.reads if name in self.models)

    def tables(self, model: SqlModel) -> tuple[str, ...]:
        """The store's tables that a model reads."""
        return tuple(name for name in model.reads if name not in self.models)
