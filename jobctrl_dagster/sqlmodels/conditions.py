"""Conditions of expression tests: one boolean expression over a model's own columns."""

from __future__ import annotations

from collections.abc import Collection

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from jobctrl_dagster.sqlmodels.records import DIALECT


def parse_condition(sql: str) -> exp.Expr:
    """Parse a condition.

    Raises:
        SqlglotError: it is no expression.
    """
    return sqlglot.condition(sql, dialect=DIALECT)


def condition_fault(sql: str, columns: Collection[str]) -> str:
    """What is wrong with a condition, as a clause; empty when nothing is."""
    try:
        condition = parse_condition(sql)
    except SqlglotError:
        return f"holds SQL that cannot be read: {sql}"
    if condition.find(exp.Query, exp.Anonymous, exp.DML, exp.DDL, exp.Command):
        return "asks for more than the columns of a row"
    unknown = [item.name for item in condition.find_all(exp.Column) if item.name not in columns]
    return f"tests {', '.join(dict.fromkeys(unknown))}, which the model does not have" * bool(
        unknown
    )
