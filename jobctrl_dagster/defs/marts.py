"""The SQL models of ``dbt_like_sql/`` as assets, and their tests as asset checks."""

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import dagster as dg

from jobctrl_dagster.defs.apply import applications
from jobctrl_dagster.defs.discover import discovered_jobs
from jobctrl_dagster.defs.enrich import enrichment
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.score import scores
from jobctrl_dagster.defs.tailor import cover_letter, resume
from jobctrl_dagster.sqlmodels.freshness import QUIET_SECONDS, Seen, latest_event
from jobctrl_dagster.sqlmodels.records import Column, ColumnSource, ModelTest, Project, SqlModel
from jobctrl_dagster.store.projection import refresh_status
from jobctrl_dagster.store.store import Store

GROUP = "marts"
RUN_TAGS = {"jobctrl/lane": "work", "jobctrl/stage": "marts"}
SEVERITIES = {"error": dg.AssetCheckSeverity.ERROR, "warn": dg.AssetCheckSeverity.WARN}

FOUND, READ, SCORED = discovered_jobs.key, enrichment.key, scores.key
TAILORED, COVERED, APPLIED = resume.key, cover_letter.key, applications.key
ALL = (FOUND, READ, SCORED, TAILORED, COVERED, APPLIED)
FILLED_BY: Mapping[str, tuple[dg.AssetKey, ...]] = {
    "approvals": (COVERED,),
    "attempts": (APPLIED,),
    "boards": (FOUND,),
    "documents": (TAILORED, COVERED),
    "drops": (READ,),
    "executions": (FOUND,),
    "family_runs": (FOUND,),
    "findings": (FOUND,),
    "job_status": ALL,
    "jobs": (FOUND,),
    "outcomes": ALL,
    "partition_keys": (FOUND, SCORED),
    "postings": (FOUND, READ),
    "row_faults": (FOUND,),
    "scores": (SCORED,),
    "sightings": (FOUND,),
    "tenants": (),
    "units": (FOUND,),
}
"""The assets whose work fills the store's tables; no others may be read by a model."""


@dg.definitions
def sql_models() -> dg.Definitions:
    """One asset for each model, built together from one snapshot of the store."""
    from jobctrl_dagster.sqlmodels.load import load_project

    project = load_project()
    job = dg.define_asset_job(
        "marts",
        selection=dg.AssetSelection.groups(GROUP),
        executor_def=dg.in_process_executor,
        run_tags=RUN_TAGS,
        description="Build every SQL model and test it.",
    )
    return dg.Definitions(assets=[_asset(project)], jobs=[job], sensors=[_refresh_sensor(job)])


def _refresh_sensor(job: Any) -> dg.SensorDefinition:
    """Builds the models once the store has come to rest, or at least each minute."""

    @dg.sensor(
        name="refresh_marts",
        job=job,
        minimum_interval_seconds=int(QUIET_SECONDS),
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Builds the SQL models when the tables they read have changed.",
    )
    def refresh(
        context: dg.SensorEvaluationContext, installation: InstallationResource
    ) -> dg.SensorResult | dg.SkipReason:
        seen = Seen.parse(context.cursor)
        now = installation.opened.store.clock()
        decided = seen.decide(latest_event(installation.opened.store), now.timestamp())
        if not decided.build:
            return dg.SensorResult(skip_reason=decided.why, cursor=decided.seen.dump())
        request = dg.RunRequest(run_key=f"marts:{decided.seen.built}", tags=RUN_TAGS)
        return dg.SensorResult(run_requests=[request], cursor=decided.seen.dump())

    return refresh


def _asset(project: Project) -> dg.AssetsDefinition:
    tests = {
        dg.AssetCheckKey(_key(model), test.name): test
        for model in project.models.values()
        for test in model.tests
    }

    @dg.multi_asset(
        name="sql_models",
        specs=[_spec(project, model) for model in project.models.values()],
        check_specs=[
            dg.AssetCheckSpec(test.name, asset=key.asset_key, description=test.description)
            for key, test in tests.items()
        ],
        can_subset=True,
        op_tags={"jobctrl/stage": "marts"},
    )
    def build(
        context: dg.AssetExecutionContext, installation: InstallationResource
    ) -> Iterator[dg.MaterializeResult | dg.AssetCheckResult]:
        """Build the selected models from one snapshot, then run the selected tests."""
        store = installation.opened.store
        selected = [m for m in project.models.values() if _key(m) in context.selected_asset_keys]
        yield from _materialized(store, project, selected)
        for key, test in tests.items():
            if key in context.selected_asset_check_keys:
                yield _checked(store, key, test)

    return build


def _materialized(
    store: Store, project: Project, models: Sequence[SqlModel]
) -> Iterator[dg.MaterializeResult]:
    from jobctrl_dagster.sqlmodels.run import ModelNotBuilt, materialize

    if not models:
        return
    refresh_status(store)
    try:
        rows = materialize(store, project, [model.name for model in models])
    except ModelNotBuilt as missing:
        raise dg.Failure(str(missing), allow_retries=False) from missing
    for model in models:
        metadata = _metadata(store, model, rows[model.name])
        yield dg.MaterializeResult(asset_key=_key(model), metadata=metadata)


def _checked(store: Store, key: dg.AssetCheckKey, test: ModelTest) -> dg.AssetCheckResult:
    from jobctrl_dagster.sqlmodels.checks import failing_rows, failures_sql
    from jobctrl_dagster.sqlmodels.run import ModelNotBuilt

    try:
        failing = failing_rows(store, test)
    except ModelNotBuilt as missing:
        raise dg.Failure(str(missing), allow_retries=False) from missing
    query = failures_sql(test, store.engine.dialect.name)
    return dg.AssetCheckResult(
        asset_key=key.asset_key,
        check_name=key.name,
        passed=failing == 0,
        severity=SEVERITIES[test.severity],
        description=None if failing == 0 else f"{failing} rows fail: {test.description}",
        metadata={"failing_rows": failing, "query": dg.MetadataValue.md(f"```sql\n{query}\n```")},
    )


# --- what the graph shows -------------------------------------------------------------------


def _key(model: SqlModel) -> dg.AssetKey:
    return dg.AssetKey([model.layer, model.name])


def _spec(project: Project, model: SqlModel) -> dg.AssetSpec:
    models = [project.models[name] for name in project.upstream(model)]
    filled_by = {key for table in project.tables(model) for key in _filled_by(table)}
    return dg.AssetSpec(
        key=_key(model),
        deps=[
            *(dg.AssetDep(_key(upstream)) for upstream in models),
            *(
                dg.AssetDep(key, partition_mapping=dg.AllPartitionMapping())
                for key in sorted(filled_by)
            ),
        ],
        description=f"{model.description}\n\n```sql\n{model.sql.strip()}\n```",
        group_name=GROUP,
        owners=["team:search"],
        kinds={"sql"},
        tags={"jobctrl/stage": "marts"},
        code_version=hashlib.sha256(model.sql.encode()).hexdigest()[:12],
        metadata={
            "dagster/column_schema": dg.TableSchema(
                columns=[_column(model, c) for c in model.columns]
            ),
            "dagster/column_lineage": dg.TableColumnLineage(
                {column.name: _lineage(project, column) for column in model.columns}
            ),
        },
    )


def _filled_by(table: str) -> tuple[dg.AssetKey, ...]:
    """The assets that fill a table of the store's."""
    if table not in FILLED_BY:
        msg = f"a SQL model reads {table}; say in FILLED_BY of defs/marts.py which assets fill it"
        raise dg.DagsterInvalidDefinitionError(msg)
    return FILLED_BY[table]


def _column(model: SqlModel, column: Column) -> dg.TableColumn:
    about = {test.kind for test in model.tests if test.columns == (column.name,)}
    constraints = dg.TableColumnConstraints(
        nullable="not_null" not in about, unique="unique" in about
    )
    return dg.TableColumn(column.name, column.type.value, column.description, constraints)


def _lineage(project: Project, column: Column) -> list[dg.TableColumnDep]:
    """A column of the store's is named with its table, below the assets that fill it."""
    deps = []
    for source in column.sources:
        if upstream := project.models.get(source.table):
            deps.append(dg.TableColumnDep(_key(upstream), source.column))
        else:
            deps += _of_store(source)
    return deps


def _of_store(source: ColumnSource) -> list[dg.TableColumnDep]:
    name = f"{source.table}.{source.column}"
    return [dg.TableColumnDep(key, name) for key in _filled_by(source.table)]


# --- what a materialization shows -----------------------------------------------------------


def _metadata(store: Store, model: SqlModel, rows: int) -> dict[str, dg.MetadataValue]:
    from jobctrl_dagster.sqlmodels import pictures
    from jobctrl_dagster.sqlmodels.frames import read_frame
    from jobctrl_dagster.sqlmodels.preview import SHOWN_ROWS, preview

    drawn = {"mart_funnel": pictures.funnel_png, "mart_scores": pictures.scores_png}
    draw = drawn.get(model.name)
    frame = read_frame(store, model, limit=None if draw else SHOWN_ROWS)
    shown: dict[str, dg.MetadataValue] = {
        "dagster/row_count": dg.MetadataValue.int(rows),
        "preview": dg.MetadataValue.md(preview(frame, model, rows)),
    }
    if draw:
        encoded = base64.b64encode(draw(frame)).decode()
        picture = f"![{model.name}](data:image/png;base64,{encoded})"
        shown["picture"] = dg.MetadataValue.md(picture)
    return shown
