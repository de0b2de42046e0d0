"""Scores: one explained number per job, and promotion into the shortlist."""

from collections.abc import Iterator

import dagster as dg

from jobctrl_dagster.defs.enrich import enrichment
from jobctrl_dagster.defs.metadata import score_metadata
from jobctrl_dagster.defs.partitions import jobs
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.slices import stage_outcomes
from jobctrl_dagster.stages import BY_NAME

STAGE = BY_NAME["score"]


@dg.asset(
    partitions_def=jobs,
    deps=[dg.AssetDep(enrichment, partition_mapping=dg.IdentityPartitionMapping())],
    backfill_policy=dg.BackfillPolicy.single_run(),
    output_required=False,
    group_name=STAGE.group,
    owners=["team:search"],
    kinds={"python"},
    code_version="1",
    tags={"jobctrl/stage": "score"},
    op_tags={"jobctrl/stage": "score"},
)
def scores(
    context: dg.AssetExecutionContext, installation: InstallationResource
) -> Iterator[dg.MaterializeResult]:
    """How well each job fits the profile, from 1 to 10, with the evidence for every requirement."""
    for outcome in stage_outcomes(context, installation.opened, "score"):
        if outcome.succeeded:
            context.log_event(
                dg.AssetMaterialization(
                    context.asset_key, partition=outcome.job_key, metadata=score_metadata(outcome)
                )
            )
    yield from ()
