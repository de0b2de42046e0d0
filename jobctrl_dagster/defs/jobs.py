"""Jobs: the whole pipeline or one stage in one process, and the asset jobs that sensors launch.

``dagster job execute -m jobctrl_dagster.definitions -j job_pipeline`` runs outside the queue, in
its own process, and logs the same materializations.
"""

from collections.abc import Iterator
from typing import Any

import dagster as dg
from pydantic import Field

from jobctrl_dagster.defs.discover import discovered_jobs, discovery_plan
from jobctrl_dagster.defs.enrich import enrichment
from jobctrl_dagster.defs.metadata import enrichment_metadata, score_metadata, unit_metadata
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.runs import runs_on_their_way
from jobctrl_dagster.defs.score import scores
from jobctrl_dagster.defs.slices import show_results
from jobctrl_dagster.discover.executions import FamilyRun, family_runs
from jobctrl_dagster.discover.run import (
    FamilyFailed,
    free_orphaned_families,
    plan,
    run_family,
    unfinished_execution,
)
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.slice_work import work_off
from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.slices import free_orphans

METADATA = {"enrich": enrichment_metadata, "score": score_metadata}


class Scope(dg.Config):
    """Whose jobs an op handles.

    Attributes:
        tenants: Names of tenants; empty for all that are not paused.
    """

    tenants: list[str] = Field(default_factory=list)


def _tenants(opened: Installation, scope: Scope) -> list[str]:
    return scope.tenants or [tenant.name for tenant in opened.active_tenants()]


@dg.op(out=dg.Out(dg.Nothing), tags={"jobctrl/stage": "discover"})
def discover_postings(
    context: dg.OpExecutionContext, installation: InstallationResource, config: Scope
) -> None:
    """Read every family of every tenant, one after another; a failed one leaves the rest alone."""
    opened = installation.opened
    free_orphaned_families(opened.store, runs_on_their_way(context.instance).has_family)
    failed, done = [], 0
    for tenant in _tenants(opened, config):
        execution_id = unfinished_execution(opened.store, tenant) or plan(opened, tenant)
        show_results(context.instance, opened)
        for run in family_runs(opened.store, execution_id):
            if run.state != "planned":
                continue
            try:
                _crawl(context, opened, run)
                done += 1
            except FamilyFailed as fault:
                context.log.error("%s", fault)  # noqa: TRY400 - the sentence says it all
                failed.append(str(fault))
    show_results(context.instance, opened)
    if failed and not done:
        raise dg.Failure("Every family failed. " + " ".join(failed), allow_retries=False)


def _crawl(context: dg.OpExecutionContext, opened: Installation, run: FamilyRun) -> None:
    context.log.info("Reading %s of %s.", run.family, run.tenant)
    result = run_family(opened, run, run_id=context.run_id)
    context.log_event(
        dg.AssetMaterialization(
            discovered_jobs.key,
            partition=dg.MultiPartitionKey({"family": run.family, "tenant": run.tenant}),
            metadata=unit_metadata(result.reports, result.counts),
        )
    )


def _work_off(
    context: dg.OpExecutionContext, opened: Installation, scope: Scope, stage: StageName
) -> None:
    """Work slices off until no job is ready for the stage."""
    key = dg.AssetKey(BY_NAME[stage].asset)
    done = {"succeeded": 0, "other": 0}
    for outcome in _outcomes(context, opened, scope, stage):
        done["succeeded" if outcome.succeeded else "other"] += 1
        if outcome.succeeded:
            context.log_event(
                dg.AssetMaterialization(
                    key, partition=outcome.job_key, metadata=METADATA[stage](outcome)
                )
            )
    context.log.info(
        "%s: %s succeeded, %s ended otherwise.", stage, done["succeeded"], done["other"]
    )
    show_results(context.instance, opened)


def _outcomes(
    context: dg.OpExecutionContext, opened: Installation, scope: Scope, stage: StageName
) -> Iterator[StageOutcome]:
    store, size = opened.store, BY_NAME[stage].slice_size
    free_orphans(store, runs_on_their_way(context.instance).has_slice)
    for tenant in _tenants(opened, scope):
        body = opened.body(stage, tenant)
        yield from work_off(store, body, size=size, run_id=context.run_id)


@dg.op(ins={"after": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), tags={"jobctrl/stage": "enrich"})
def enrich_postings(
    context: dg.OpExecutionContext, installation: InstallationResource, config: Scope
) -> None:
    """Read the facts of every job that is ready, and apply the rules."""
    _work_off(context, installation.opened, config, "enrich")


@dg.op(ins={"after": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), tags={"jobctrl/stage": "score"})
def score_jobs(
    context: dg.OpExecutionContext, installation: InstallationResource, config: Scope
) -> None:
    """Score every job that is ready, and promote the good ones."""
    _work_off(context, installation.opened, config, "score")


WORK = {"jobctrl/lane": "work"}


@dg.job(executor_def=dg.in_process_executor, run_tags=WORK | {"jobctrl/stage": "pipeline"})
def job_pipeline() -> None:
    """Discover, enrich and score in one process."""
    score_jobs(enrich_postings(discover_postings()))


@dg.job(executor_def=dg.in_process_executor, run_tags=WORK | {"jobctrl/stage": "discover"})
def discover() -> None:
    """Read every family of every tenant."""
    discover_postings()


@dg.job(executor_def=dg.in_process_executor, run_tags=WORK | {"jobctrl/stage": "enrich"})
def enrich() -> None:
    """Enrich every job that is ready."""
    enrich_postings()


@dg.job(executor_def=dg.in_process_executor, run_tags=WORK | {"jobctrl/stage": "score"})
def score() -> None:
    """Score every job that is ready."""
    score_jobs()


def _asset_job(name: str, asset: dg.AssetsDefinition, stage: StageName) -> Any:
    """An unresolved asset job, whose type Dagster does not export."""
    return dg.define_asset_job(
        name,
        selection=dg.AssetSelection.assets(asset).without_checks(),
        executor_def=dg.in_process_executor,
        run_tags={"jobctrl/lane": BY_NAME[stage].lane, "jobctrl/stage": stage},
        description=f"One run of {asset.key.to_user_string()}, launched by a sensor.",
    )


plan_discovery = _asset_job("plan_discovery", discovery_plan, "discover")
discover_family = _asset_job("discover_family", discovered_jobs, "discover")
enrichment_slice = _asset_job("enrichment_slice", enrichment, "enrich")
score_slice = _asset_job("score_slice", scores, "score")
