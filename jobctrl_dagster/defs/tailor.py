"""Tailored artifacts: the resume and the letter of each job in the shortlist."""

import dagster as dg

from jobctrl_dagster.defs.metadata import document_metadata
from jobctrl_dagster.defs.partitions import shortlist
from jobctrl_dagster.defs.score import scores
from jobctrl_dagster.defs.stage_assets import stage_asset

# A key of the shortlist is a key of the jobs, so both mappings are identities.
resume = stage_asset(
    "tailor",
    partitions_def=shortlist,
    deps=[dg.AssetDep(scores, partition_mapping=dg.IdentityPartitionMapping())],
    describe=document_metadata,
    description="The resume for one job: true bullets, chosen and ordered; nothing is added.",
    kinds={"python", "file"},
)
cover_letter = stage_asset(
    "cover",
    partitions_def=shortlist,
    deps=[
        dg.AssetDep(scores, partition_mapping=dg.IdentityPartitionMapping()),
        dg.AssetDep(resume, partition_mapping=dg.IdentityPartitionMapping()),
    ],
    describe=document_metadata,
    description="The cover letter for one job, from the same evidence; then a person decides.",
    kinds={"python", "file"},
)
