"""The columns of an exported table, in order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from jobctrl_dagster.stages import STAGES

Kind = Literal["text", "texts", "integer", "number", "flag", "moment"]
Value = str | tuple[str, ...] | int | float | Decimal | bool | datetime | None
Row = dict[str, Value]
"""A value for each column; a gap is ``None``, or ``()`` among texts."""


@dataclass(frozen=True)
class Column:
    """One column: its name and what its values are."""

    name: str
    kind: Kind = "text"


def outcome_column(stage: str) -> str:
    """Name of the column that tells how a stage ended."""
    return f"{stage}_outcome"


COLUMNS: tuple[Column, ...] = (
    Column("job_key"),
    Column("company"),
    Column("title"),
    Column("work_model"),
    Column("cities", "texts"),
    Column("countries", "texts"),
    Column("pay_currency"),
    Column("pay_period"),
    Column("pay_minimum", "number"),
    Column("pay_maximum", "number"),
    Column("posted_at", "moment"),
    Column("state"),
    *(Column(outcome_column(stage.name)) for stage in STAGES),
    Column("score", "integer"),
    Column("exact", "number"),
    Column("eligible", "flag"),
    Column("why"),
    Column("url"),
    Column("apply_url"),
    Column("sources", "texts"),
    Column("first_seen", "moment"),
    Column("drops", "texts"),
)
