"""Finding, reading and ordering the models; what is wrong is said with file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from jobctrl_dagster.settings.document import Document
from jobctrl_dagster.settings.faults import Fault, KeyPath, SettingsError
from jobctrl_dagster.sqlmodels.columns import DraftColumn, read_columns
from jobctrl_dagster.sqlmodels.conditions import condition_fault
from jobctrl_dagster.sqlmodels.expectations import DescribedModel, read_expectations
from jobctrl_dagster.sqlmodels.parse import Draft, parse_model
from jobctrl_dagster.sqlmodels.records import (
    PREFIXES,
    Column,
    ModelError,
    ModelTest,
    Project,
    SqlModel,
)
from jobctrl_dagster.sqlmodels.types import sql_type, store_columns

FOLDER = Path(__file__).resolve().parents[2] / "dbt_like_sql"
"""Beside the package, in a checkout as well as where it is installed."""


def load_project(folder: Path = FOLDER) -> Project:
    """Load every model of a folder.

    Raises:
        ModelError: lists everything that is wrong with models and tests, with file and line.
    """
    drafts = _ordered(_drafts(folder))
    columns = _all_columns(drafts)
    described = _descriptions(folder / "schema.yml", columns)
    return Project({draft.name: _model(draft, columns, described[draft.name]) for draft in drafts})


def _drafts(folder: Path) -> dict[str, Draft]:
    faults: list[Fault] = []
    drafts: dict[str, Draft] = {}
    for layer in PREFIXES:
        for file in sorted((folder / "models" / layer).glob("*.sql")):
            try:
                drafts[file.stem] = parse_model(file, layer)
            except SettingsError as error:
                faults.extend(error.faults)
    if not drafts and not faults:
        advice = "install the package with its data, or run from a whole checkout"
        faults.append(Fault("the folder holds no models", file=folder, advice=advice))
    if faults:
        raise ModelError(faults)
    return drafts


def _ordered(drafts: Mapping[str, Draft]) -> list[Draft]:
    """Every model after those it reads.

    Raises:
        ModelError: a table is unknown, or models read each other in a circle.
    """
    known = {*drafts, *store_columns()}
    faults = [
        Fault(
            f"{name} is neither a table of the store nor a model",
            file=draft.file,
            line=line,
            advice="check its spelling, or write the model",
        )
        for draft in drafts.values()
        for name, line in draft.reads.items()
        if name not in known
    ]
    if faults:
        raise ModelError(faults)
    graph = {
        name: [read for read in draft.reads if read in drafts] for name, draft in drafts.items()
    }
    try:
        return [drafts[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as error:
        circle: list[str] = error.args[1][::-1]
        draft = drafts[circle[0]]
        fault = Fault(
            f"the models read each other in a circle: {' reads '.join(circle)}",
            file=draft.file,
            line=draft.reads[circle[1]],
            advice="take one of these readings out",
        )
        raise ModelError([fault]) from error


def _all_columns(drafts: Iterable[Draft]) -> dict[str, tuple[DraftColumn, ...]]:
    """The columns of each model; a faulty one hides the faults of those that read it."""
    tables, faults = store_columns(), list[Fault]()
    found: dict[str, tuple[DraftColumn, ...]] = {}
    for draft in drafts:
        if any(name not in tables for name in draft.reads):
            continue
        try:
            found[draft.name] = read_columns(draft, tables)
        except ModelError as error:
            faults.extend(error.faults)
        else:
            tables[draft.name] = {item.name: sql_type(item.type) for item in found[draft.name]}
    if faults:
        raise ModelError(faults)
    return found


def _model(
    draft: Draft, columns: Mapping[str, tuple[DraftColumn, ...]], described: DescribedModel
) -> SqlModel:
    meanings = {column.name: column for column in described.columns}
    return SqlModel(
        name=draft.name,
        layer=draft.layer,
        file=draft.file,
        description=draft.description,
        sql=draft.sql,
        select=draft.select,
        reads=tuple(draft.reads),
        columns=tuple(
            Column(
                item.name,
                item.type,
                meanings[item.name].description,
                meanings[item.name].shown,
                item.sources,
            )
            for item in columns[draft.name]
        ),
        tests=described.all_tests(),
    )


def _descriptions(
    file: Path, columns: Mapping[str, tuple[DraftColumn, ...]]
) -> dict[str, DescribedModel]:
    """What the file says of each model.

    Raises:
        ModelError: it leaves a model or column out, or speaks of one that does not exist.
    """
    try:
        expectations, document = read_expectations(file)
    except SettingsError as error:
        raise ModelError(error.faults) from error
    names = {model: tuple(item.name for item in items) for model, items in columns.items()}
    described = {model.name: model for model in expectations.models}
    faults = [
        Fault(f"the model {name} is not described", file=file, advice="add it with its columns")
        for name in names
        if name not in described
    ]
    for number, model in enumerate(expectations.models):
        where: KeyPath = ("models", number)
        if model.name not in names:
            problem = f"speaks of {model.name}, which is no model"
            faults.append(_fault(document, where, problem, "check its spelling"))
        else:
            faults.extend(_column_faults(document, where, model, names))
    if faults:
        raise ModelError(faults)
    return described


def _column_faults(
    document: Document,
    where: KeyPath,
    model: DescribedModel,
    names: Mapping[str, tuple[str, ...]],
) -> Iterator[Fault]:
    own = names[model.name]
    for number, column in enumerate(model.columns):
        if column.name not in own:
            problem = f"speaks of {column.name}, which {model.name} does not have"
            advice = f"its columns are {', '.join(own)}"
            yield _fault(document, (*where, "columns", number), problem, advice)
    missing = [name for name in own if name not in {column.name for column in model.columns}]
    if missing:
        problem = f"leaves out {', '.join(missing)} of {model.name}"
        yield _fault(document, (*where, "columns"), problem, "say what they mean")
    seen = set[str]()
    for test, path in _tests_with_paths(model, where):
        if test.name in seen:
            yield _fault(document, path, f"is a second test {test.name}", "keep one")
        seen.add(test.name)
        problem = _test_problem(test, names)
        if problem:
            yield _fault(document, path, problem, "name columns that the models have")


def _tests_with_paths(model: DescribedModel, where: KeyPath) -> Iterator[tuple[ModelTest, KeyPath]]:
    paths: list[KeyPath] = [
        (*where, "columns", number, "tests", position)
        for number, column in enumerate(model.columns)
        for position in range(len(column.tests))
    ]
    paths += [(*where, "tests", position) for position in range(len(model.tests))]
    yield from zip(model.all_tests(), paths, strict=True)


def _test_problem(test: ModelTest, names: Mapping[str, tuple[str, ...]]) -> str:
    if test.kind == "expression":
        return condition_fault(test.sql, names[test.model])
    if unknown := [name for name in test.columns if name not in names[test.model]]:
        return f"tests {', '.join(unknown)}, which {test.model} does not have"
    if test.kind == "relationships" and test.to not in names:
        return f"refers to {test.to}, which is no model"
    if test.kind == "relationships":
        unknown = [name for name in test.fields if name not in names[test.to]]
        return f"refers to {', '.join(unknown)}, which {test.to} does not have" if unknown else ""
    return ""


def _fault(document: Document, path: KeyPath, problem: str, advice: str) -> Fault:
    return Fault(problem, file=document.file, line=document.line(path), advice=advice)
