"""The asset of a stage that works in slices: one body for a slice, a partition or a range."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import dagster as dg

from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.slices import stage_outcomes
from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store.outcomes import StageOutcome

Describe = Callable[[StageOutcome], Mapping[str, dg.MetadataValue]]


def stage_asset(
    stage: StageName,
    *,
    partitions_def: dg.PartitionsDefinition,
    deps: Sequence[dg.AssetDep],
    describe: Describe,
    description: str,
    kinds: set[str],
) -> dg.AssetsDefinition:
    """An asset whose run logs one materialization for each job that succeeded.

    Args:
        stage: Stage of the table that it materializes.
        partitions_def: The set of keys that wait for it.
        deps: Upstream assets, each with its mapping.
        describe: What a materialization shows; never private.
        description: First line of the asset's page.
        kinds: Shown on its node.
    """
    row = BY_NAME[stage]
    key = dg.AssetKey(row.asset.split("/"))

    @dg.asset(
        key=key,
        partitions_def=partitions_def,
        deps=deps,
        backfill_policy=dg.BackfillPolicy.single_run(),
        output_required=False,
        group_name=row.group,
        owners=["team:search"],
        kinds=kinds,
        code_version="1",
        tags={"jobctrl/stage": stage},
        op_tags={"jobctrl/stage": stage},
        description=description,
    )
    def body(
        context: dg.AssetExecutionContext, installation: InstallationResource
    ) -> Iterator[dg.MaterializeResult]:
        for outcome in stage_outcomes(context, installation.opened, stage):
            if outcome.succeeded:
                metadata = describe(outcome)
                context.log_event(
                    dg.AssetMaterialization(key, partition=outcome.job_key, metadata=metadata)
                )
        yield from ()  # a body that returned would materialize every key, failed ones too

    return body
