"""Discovery: a frozen plan per tenant, and one run per family."""

import dagster as dg

from jobctrl_dagster.defs.faults import naming_places_only
from jobctrl_dagster.defs.metadata import unit_metadata
from jobctrl_dagster.defs.partitions import family_by_tenant, tenants
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.slices import show_results
from jobctrl_dagster.discover.executions import FamilyRun, family_runs
from jobctrl_dagster.discover.run import FamilyFailed, plan, run_family, unfinished_execution
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.schema import Family
from jobctrl_dagster.stages import BY_NAME

EXECUTION_TAG = "jobctrl/execution"
STAGE = BY_NAME["discover"]


@dg.asset(
    partitions_def=tenants,
    group_name=STAGE.group,
    owners=["team:search"],
    kinds={"python"},
    code_version="1",
    tags={"jobctrl/stage": "discover"},
)
def discovery_plan(
    context: dg.AssetExecutionContext, installation: InstallationResource
) -> dg.MaterializeResult:
    """The sources of one tenant, frozen into an execution that the families then work through."""
    opened = installation.opened
    with naming_places_only():
        execution_id = plan(opened, context.partition_key)
    runs = family_runs(opened.store, execution_id)
    context.log.info("Execution %s has %s families.", execution_id, len(runs))
    return dg.MaterializeResult(
        metadata={
            "execution": execution_id,
            "families": ", ".join(run.family for run in runs) or "none: no sources are set",
        }
    )


@dg.asset(
    partitions_def=family_by_tenant,
    deps=[
        dg.AssetDep(
            discovery_plan,
            partition_mapping=dg.MultiToSingleDimensionPartitionMapping("tenant"),
        )
    ],
    group_name=STAGE.group,
    owners=["team:search"],
    kinds={"python", "http"},
    code_version="1",
    tags={"jobctrl/stage": "discover"},
    op_tags={"jobctrl/stage": "discover"},
)
def discovered_jobs(
    context: dg.AssetExecutionContext, installation: InstallationResource
) -> dg.MaterializeResult:
    """Postings that one family of sources shows, each committed as it is read."""
    opened = installation.opened
    keys = context.partition_key.keys_by_dimension
    run = _family_run(opened, keys["family"], keys["tenant"], context.run.tags.get(EXECUTION_TAG))
    try:
        result = run_family(opened, run, run_id=context.run_id)
    except FamilyFailed as failed:
        raise dg.Failure(str(failed), allow_retries=False) from failed
    finally:
        show_results(context.instance, opened)
    return dg.MaterializeResult(metadata=unit_metadata(result.reports, result.counts))


def _family_run(
    opened: Installation, family: Family, tenant: str, execution_id: str | None
) -> FamilyRun:
    """The family of the named or open execution; asked for by hand, it plans for itself."""
    execution_id = execution_id or unfinished_execution(opened.store, tenant)
    runs = family_runs(opened.store, execution_id) if execution_id else []
    for run in runs:
        if run.family == family:
            return run
    with naming_places_only():
        made = plan(opened, tenant, only=family)
    for run in family_runs(opened.store, made):
        return run
    raise dg.Failure(
        f"{tenant} has no sources in the family {family}; add some to search.yaml",
        allow_retries=False,
    )
