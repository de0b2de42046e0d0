"""Building models as tables of the store's database.

All models of one call are built from one snapshot, beside the tables of the time before, and take
their place together at the end. Readers see the old ones or the new ones, never half. The store's
own tables are only read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlglot import exp

from jobctrl_dagster.sqlmodels.dialects import render, run_sql
from jobctrl_dagster.sqlmodels.records import Project, SqlModel
from jobctrl_dagster.sqlmodels.types import table_of
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork

LOCK = "jobctrl:sql_models"
_DRAFT = "__new"


class ModelNotBuilt(StoreError):  # noqa: N818 - states a condition, as the store's errors do
    """A model's table does not exist yet."""

    code = "model_not_built"


def materialize(
    store: Store, project: Project, names: Collection[str] | None = None
) -> dict[str, int]:
    """Build models anew, in the order in which they read each other.

    Args:
        store: Whose tables are read, and where the models' tables go.
        project: The models.
        names: Which of them; all by default. What they read and is not named stays as it is.

    Returns:
        The number of rows by model.

    Raises:
        KeyError: there is no model of that name.
        ModelNotBuilt: a model reads one that is not named and was never built.
    """
    wanted = [project.models[name] for name in project.models if names is None or name in names]
    if unknown := set(names or ()) - set(project.models):
        msg = f"there is no model {', '.join(sorted(unknown))}; known: {', '.join(project.models)}"
        raise KeyError(msg)
    with store.unit_of_work() as unit:
        _begin(unit)
        _require_upstream(unit.connection, project, wanted)
        drafts: dict[str, str] = {}
        rows = {}
        for model in wanted:
            rows[model.name] = _build(unit.connection, model, drafts)
            drafts[model.name] = model.name + _DRAFT
        for name, draft in drafts.items():
            _put_in_place(unit.connection, draft, name)
        unit.commit()
    return rows


def require_built(connection: sa.Connection, names: Collection[str]) -> None:
    """Make sure that models have tables.

    Raises:
        ModelNotBuilt: names those that have none.
    """
    known = set(sa.inspect(connection).get_table_names())
    if missing := sorted(set(names) - known):
        msg = (
            f"{', '.join(missing)} was never built; "
            "materialize it first, or run `dagster job execute -j marts` for all"
        )
        raise ModelNotBuilt(msg)


def _begin(unit: UnitOfWork) -> None:
    """One snapshot for all models, and one builder at a time."""
    if unit.connection.dialect.name == "postgresql":
        run_sql(unit.connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    unit.lock(LOCK)


def _require_upstream(
    connection: sa.Connection, project: Project, wanted: Collection[SqlModel]
) -> None:
    built_here = {model.name for model in wanted}
    upstream = {name for model in wanted for name in project.upstream(model)}
    require_built(connection, upstream - built_here)


def _build(connection: sa.Connection, model: SqlModel, drafts: Mapping[str, str]) -> int:
    """Fill a new table beside the model's present one."""
    draft = table_of(model, model.name + _DRAFT)
    draft.drop(connection, checkfirst=True)
    draft.create(connection)
    target = exp.Schema(
        this=exp.to_table(draft.name),
        expressions=[exp.to_identifier(column.name, quoted=True) for column in model.columns],
    )
    query = exp.Insert(this=target, expression=_redirected(model.select, drafts))
    return run_sql(connection, render(query, connection.dialect.name)).rowcount


def _redirected(select: exp.Query, drafts: Mapping[str, str]) -> exp.Query:
    """The query with models of this call read where they were just built."""
    query = select.copy()
    for table in list(query.find_all(exp.Table)):
        if draft := drafts.get(table.name):
            new = exp.alias_(exp.to_table(draft), table.alias or table.name, table=True)
            new.set("joins", table.args.get("joins"))
            table.replace(new)
    return query


def _put_in_place(connection: sa.Connection, draft: str, name: str) -> None:
    sa.Table(name, sa.MetaData()).drop(connection, checkfirst=True)
    quote = connection.dialect.identifier_preparer.quote
    run_sql(connection, f"ALTER TABLE {quote(draft)} RENAME TO {quote(name)}")
