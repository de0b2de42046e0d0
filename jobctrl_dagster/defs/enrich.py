"""Enrichment: typed facts of each posting, and the rules that drop jobs."""

import dagster as dg

from jobctrl_dagster.defs.discover import discovered_jobs
from jobctrl_dagster.defs.metadata import enrichment_metadata
from jobctrl_dagster.defs.partitions import jobs
from jobctrl_dagster.defs.stage_assets import stage_asset

enrichment = stage_asset(
    "enrich",
    partitions_def=jobs,
    deps=[dg.AssetDep(discovered_jobs, partition_mapping=dg.AllPartitionMapping())],
    describe=enrichment_metadata,
    description=(
        "Text, pay, place, dates and state of each posting, with the words they were read from."
    ),
    kinds={"python", "http"},
)
