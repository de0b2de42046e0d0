"""One SQL file: a header comment and a single SELECT that only reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError, SqlglotError, TokenError
from sqlglot.optimizer.scope import Scope, traverse_scope

from jobctrl_dagster.settings.document import decode, read_bytes
from jobctrl_dagster.settings.faults import Fault
from jobctrl_dagster.sqlmodels.records import DIALECT, PREFIXES, Layer, ModelError
from jobctrl_dagster.store import schema

_WRITES = (exp.DML, exp.DDL, exp.Into, exp.Lock, exp.Command)


@dataclass(frozen=True)
class Draft:
    """A parsed file, before its columns are looked up.

    Attributes:
        reads: The tables and models that it names, each with the line of its first mention.
    """

    name: str
    layer: Layer
    file: Path
    description: str
    sql: str
    select: exp.Query
    reads: dict[str, int]


def parse_model(file: Path, layer: Layer) -> Draft:
    """Read a file.

    Raises:
        ModelError: it is no single SELECT under a comment, or would do more than read.
    """
    name = file.stem
    sql = decode(read_bytes(file, missing="write the model's SELECT there"), file)
    if not name.startswith(PREFIXES[layer]) or not name.isidentifier() or name != name.lower():
        problem = f"{name!r} is no name for a model in {layer}"
        advice = f"name it {PREFIXES[layer]}… with lower-case letters, digits and underscores"
        raise ModelError([Fault(problem, file=file, advice=advice)])
    select = _single_select(sql, file)
    faults = [*_writes(select, file), *_functions(select, file)]
    if not (description := _header(sql)):
        advice = "begin with a line such as `-- Each job with its score.`"
        faults.append(Fault("the file has no header comment", file=file, line=1, advice=advice))
    if faults:
        raise ModelError(faults)
    return Draft(name, layer, file, description, sql, select, _reads(select, file))


def _single_select(sql: str, file: Path) -> exp.Query:
    try:
        parsed = [item for item in sqlglot.parse(sql, dialect=DIALECT) if item is not None]
    except (ParseError, TokenError) as error:
        raise ModelError([_syntax_fault(error, sql, file)]) from error
    statements = [item for item in parsed if not isinstance(item, exp.Semicolon)]
    if len(statements) > 1:
        line = line_of(statements[1]) or 1
        problem = f"the file holds {len(statements)} statements"
        raise ModelError([Fault(problem, file=file, line=line, advice="keep one SELECT a file")])
    if not statements or not isinstance(statements[0], exp.Select | exp.SetOperation):
        kind = statements[0].key.upper() if statements else "nothing"
        line = (line_of(statements[0]) if statements else None) or 1
        problem = f"the file holds no SELECT (it holds {kind})"
        raise ModelError([Fault(problem, file=file, line=line, advice="write one SELECT")])
    return statements[0]


def _syntax_fault(error: ParseError | TokenError, sql: str, file: Path) -> Fault:
    details = error.errors[0] if isinstance(error, ParseError) and error.errors else {}
    line = int(details.get("line") or sql.count("\n") + 1)
    near = f" near {details['highlight']!r}" if details.get("highlight") else ""
    what = str(details.get("description") or error).partition("<")[0].strip().rstrip(".")
    problem = f"the SQL cannot be read{near} ({' '.join(what.split())})"
    return Fault(problem, file=file, line=line, advice="check it there and on the line before")


def _header(sql: str) -> str:
    """The comment at the head of the file, without its dashes."""
    lines = []
    for line in sql.lstrip().splitlines():
        if not line.startswith("--"):
            break
        lines.append(line.removeprefix("--").strip())
    return "\n".join(lines).strip()


def _writes(select: exp.Query, file: Path) -> list[Fault]:
    return [
        Fault(
            f"{node.key.upper()} does more than read",
            file=file,
            line=line_of(node),
            advice="leave it out; a model only reads",
        )
        for node in select.walk()
        if isinstance(node, _WRITES)
    ]


def _functions(select: exp.Query, file: Path) -> list[Fault]:
    """A function that is not known cannot be translated, and may do more than read."""
    return [
        Fault(
            f"the function {node.name} is not known to both databases",
            file=file,
            line=line_of(node),
            advice="write it with standard functions",
        )
        for node in select.find_all(exp.Anonymous, exp.AnonymousAggFunc)
    ]


def _reads(select: exp.Query, file: Path) -> dict[str, int]:
    """The tables that the query names and does not define itself.

    Raises:
        ModelError: a table is named with a schema, or a WITH takes a name of the store's.
    """
    try:
        scopes = traverse_scope(select)
    except SqlglotError as error:
        raise ModelError([Fault(f"the SQL is not sound ({error})", file=file)]) from error
    faults, reads = [], dict[str, int]()
    for scope in scopes:
        for table in _tables(scope):
            line = line_of(table) or 1
            if table.db or not table.name:
                problem = f"{table.sql(dialect=DIALECT)} is no plain table name"
                advice = "name the table or model alone"
                faults.append(Fault(problem, file=file, line=line, advice=advice))
            reads[table.name] = min(line, reads.get(table.name, line))
    for inner in select.find_all(exp.CTE):
        if inner.alias in schema.metadata.tables or inner.alias in reads:
            problem = f"WITH gives the name {inner.alias}, which a table or model has"
            advice = "give it a name of its own"
            faults.append(Fault(problem, file=file, line=line_of(inner), advice=advice))
    if not reads and not faults:
        faults.append(Fault("the query reads no table", file=file, line=line_of(select)))
    if faults:
        raise ModelError(faults)
    return dict(sorted(reads.items()))


def _tables(scope: Scope) -> list[exp.Table]:
    return [source for source in scope.sources.values() if isinstance(source, exp.Table)]


def line_of(node: exp.Expr) -> int | None:
    """The line that a part of a query begins on, as far as the parser noted it."""
    lines = [line for part in node.walk() if (line := part.meta.get("line"))]
    return min(lines, default=None)
