"""Scores: one explained number per job, and promotion into the shortlist."""

import dagster as dg

from jobctrl_dagster.defs.enrich import enrichment
from jobctrl_dagster.defs.metadata import score_metadata
from jobctrl_dagster.defs.partitions import jobs
from jobctrl_dagster.defs.stage_assets import stage_asset

scores = stage_asset(
    "score",
    partitions_def=jobs,
    deps=[dg.AssetDep(enrichment, partition_mapping=dg.IdentityPartitionMapping())],
    describe=score_metadata,
    description=(
        "How well each job fits the profile, from 1 to 10, with the evidence for every requirement."
    ),
    kinds={"python"},
)
