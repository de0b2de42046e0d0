"""Enrichment: typed facts of each posting, and the rules that drop jobs."""

from collections.abc import Iterator

import dagster as dg

from jobctrl_dagster.defs.discover import discovered_jobs
from jobctrl_dagster.defs.metadata import enrichment_metadata
from jobctrl_dagster.defs.partitions import jobs
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.slices import stage_outcomes
from jobctrl_dagster.stages import BY_NAME

STAGE = BY_NAME["enrich"]


@dg.asset(
    partitions_def=jobs,
    deps=[dg.AssetDep(discovered_jobs, partition_mapping=dg.AllPartitionMapping())],
    backfill_policy=dg.BackfillPolicy.single_run(),
    output_required=False,
    group_name=STAGE.group,
    owners=["team:search"],
    kinds={"python", "http"},
    code_version="1",
    tags={"jobctrl/stage": "enrich"},
    op_tags={"jobctrl/stage": "enrich"},
)
def enrichment(
    context: dg.AssetExecutionContext, installation: InstallationResource
) -> Iterator[dg.MaterializeResult]:
    """Text, pay, place, dates and state of each posting, with the words they were read from."""
    for outcome in stage_outcomes(context, installation.opened, "enrich"):
        if outcome.succeeded:
            context.log_event(
                dg.AssetMaterialization(
                    context.asset_key,
                    partition=outcome.job_key,
                    metadata=enrichment_metadata(outcome),
                )
            )
    yield from ()
