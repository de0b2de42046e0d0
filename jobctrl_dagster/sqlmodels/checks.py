"""Tests of models as queries that count the rows that fail them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlglot import exp

from jobctrl_dagster.sqlmodels.conditions import parse_condition
from jobctrl_dagster.sqlmodels.dialects import render, run_sql
from jobctrl_dagster.sqlmodels.records import ModelTest
from jobctrl_dagster.sqlmodels.run import require_built
from jobctrl_dagster.store.store import Store


def failing_rows(store: Store, test: ModelTest) -> int:
    """Count the rows of the model's table that fail the test; for ``unique``, the values.

    Raises:
        ModelNotBuilt: the model, or the one it refers to, has no table yet.
    """
    with store.read() as connection:
        require_built(connection, [test.model, *([test.to] if test.to else [])])
        return _count(connection, test)


def _count(connection: sa.Connection, test: ModelTest) -> int:
    counted = exp.select(exp.Count(this=exp.Star())).from_(failures(test).subquery("failing"))
    return int(run_sql(connection, render(counted, connection.dialect.name)).scalar_one())


def failures_sql(test: ModelTest, database: str) -> str:
    """The query that shows the failing rows, for a person to run."""
    return render(failures(test), database, pretty=True)


def failures(test: ModelTest) -> exp.Select:
    """The query that gives the failing rows."""
    if test.kind == "unique":
        return _repeated(test)
    if test.kind == "relationships":
        return _without_partner(test)
    return exp.select("*").from_(test.model).where(_fails(test))


def _fails(test: ModelTest) -> exp.Expr:
    if test.kind == "expression":
        holds = exp.paren(parse_condition(test.sql))
        return exp.Not(this=exp.Is(this=holds, expression=exp.true()))
    column = exp.column(test.columns[0], table=test.model)
    if test.kind == "not_null":
        return exp.Is(this=column, expression=exp.null())
    values = [exp.Literal.string(value) for value in test.values]
    return exp.Not(this=exp.In(this=column, expressions=values))


def _without_partner(test: ModelTest) -> exp.Select:
    """Rows that refer to something that is not there; joined, since tables have no indexes."""
    same = [
        exp.EQ(this=exp.column(own, table=test.model), expression=exp.column(other, table="known"))
        for own, other in zip(test.columns, test.fields, strict=True)
    ]
    partners = exp.alias_(exp.to_table(test.to), "known", table=True)
    missing = exp.Is(this=exp.column(test.fields[0], table="known"), expression=exp.null())
    return (
        exp.select(exp.column(exp.Star(), table=test.model))
        .from_(test.model)
        .join(partners, on=exp.and_(*same), join_type="left")
        .where(missing, *_present(test))
    )


def _repeated(test: ModelTest) -> exp.Select:
    columns = [exp.column(name, table=test.model) for name in test.columns]
    count = exp.Count(this=exp.Star())
    return (
        exp.select(*columns, exp.alias_(count, "times"))
        .from_(test.model)
        .where(*_present(test))
        .group_by(*(column.copy() for column in columns))
        .having(exp.GT(this=count.copy(), expression=exp.Literal.number(1)))
    )


def _present(test: ModelTest) -> list[exp.Expr]:
    """An empty value neither repeats another nor refers to anything."""
    return [
        exp.Not(this=exp.Is(this=exp.column(name, table=test.model), expression=exp.null()))
        for name in test.columns
    ]
