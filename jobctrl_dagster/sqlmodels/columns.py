"""The columns of a query: their names, their types, and the columns they are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.lineage import Node, lineage
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import build_scope
from sqlglot.schema import MappingSchema

from jobctrl_dagster.settings.faults import Fault
from jobctrl_dagster.sqlmodels.parse import Draft, line_of
from jobctrl_dagster.sqlmodels.records import DIALECT, ColumnSource, ColumnType, ModelError
from jobctrl_dagster.sqlmodels.types import column_type

Tables = Mapping[str, Mapping[str, str]]
"""Name and SQL type of every column of the tables that may be read."""

_NAMED = re.compile(r"[Cc]olumn:? '?(\w+)'?")
_UNNAMED = re.compile(r"_col_\d+")


@dataclass(frozen=True)
class DraftColumn:
    """A column as the query alone tells it."""

    name: str
    type: ColumnType
    sources: tuple[ColumnSource, ...]


def read_columns(draft: Draft, tables: Tables) -> tuple[DraftColumn, ...]:
    """Look up every column of the query in what it reads.

    Args:
        draft: The query.
        tables: At least the tables and models that it reads.

    Raises:
        ModelError: a column is unknown, unnamed, twice there, or of no type that can be told.
    """
    schema = MappingSchema(
        {name: dict(tables[name]) for name in draft.reads}, dialect=DIALECT, normalize=False
    )
    try:
        qualified = qualify(draft.select.copy(), schema=schema, dialect=DIALECT)
        typed = annotate_types(qualified, schema=schema, dialect=DIALECT)
        scope = build_scope(typed)
        nodes = lineage(None, typed, schema, dialect=DIALECT, scope=scope, trim_selects=False)
    except SqlglotError as error:
        raise ModelError([_column_fault(error, draft, tables)]) from error
    faults, columns = [], dict[str, DraftColumn]()
    for number, projection in enumerate(typed.selects):
        name, known = projection.alias_or_name, column_type(projection.type)
        problem, advice = _problem(name, known, columns)
        if known is None or problem:
            line = _line_of_projection(draft.select, number)
            faults.append(Fault(problem, file=draft.file, line=line, advice=advice))
        else:
            sources = tuple(dict.fromkeys(_sources(nodes[name])))
            columns[name] = DraftColumn(name, known, sources)
    if faults:
        raise ModelError(faults)
    return tuple(columns.values())


def _problem(
    name: str, known: ColumnType | None, columns: Mapping[str, DraftColumn]
) -> tuple[str, str]:
    if _UNNAMED.fullmatch(name):
        return "a column has no name", "give it one with AS"
    if name in columns:
        return f"two columns have the name {name}", "rename one with AS"
    if known is None:
        return f"the type of the column {name} cannot be told", "write CAST(… AS TEXT) or such"
    return "", ""


def _line_of_projection(select: exp.Query, number: int) -> int | None:
    projections = select.selects
    return line_of(projections[number]) if number < len(projections) else line_of(select)


def _sources(node: Node) -> Iterator[ColumnSource]:
    """The columns of tables that the node's values come from."""
    if not node.downstream and isinstance(node.expression, exp.Table):
        yield ColumnSource(node.expression.name, node.name.rpartition(".")[2].strip('"'))
    for deeper in node.downstream:
        yield from _sources(deeper)


def _column_fault(error: SqlglotError, draft: Draft, tables: Tables) -> Fault:
    """Find the column in the file that the error speaks of."""
    match = _NAMED.search(str(error))
    if match is None:
        problem = f"the SQL is not sound ({error})"
        return Fault(problem, file=draft.file, line=line_of(draft.select))
    name = match[1]
    mentions = [column for column in draft.select.find_all(exp.Column) if column.name == name]
    lines = [line for column in mentions if (line := line_of(column))]
    owners = sorted(table for table in draft.reads if name in tables[table])
    if owners:
        problem = f"the column {name} is not where the query looks for it"
        advice = f"write it as {owners[0]}.{name}, with the table or its alias in FROM"
    else:
        problem = f"the column {name} is in none of {', '.join(draft.reads)}"
        known = sorted({column for table in draft.reads for column in tables[table]})
        near = get_close_matches(name, known, n=1, cutoff=0.0)
        advice = f"the nearest column is {near[0]}" if near else ""
    return Fault(problem, file=draft.file, line=min(lines, default=None), advice=advice)
