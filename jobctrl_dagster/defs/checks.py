"""Standing checks over what the stages recorded."""

import dagster as dg
import sqlalchemy as sa

from jobctrl_dagster.defs.enrich import enrichment
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.score import scores
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.funnel import read_funnel
from jobctrl_dagster.store.projection import refresh_status


@dg.asset_check(asset=scores)
def funnel_closes(installation: InstallationResource) -> dg.AssetCheckResult:
    """Every discovered sighting is counted in exactly one final place."""
    opened = installation.opened
    refresh_status(opened.store)
    funnel = read_funnel(opened.store)
    return dg.AssetCheckResult(passed=funnel.closes, metadata={"funnel": funnel.line()})


def _no_failures(opened: Installation, stage: StageName) -> dg.AssetCheckResult:
    table = schema.outcomes
    query = (
        sa.select(table.c.code, sa.func.count())
        .where(table.c.stage == stage, table.c.outcome.in_(["failed", "exhausted"]))
        .group_by(table.c.code)
    )
    with opened.store.read() as connection:
        counts = {row[0]: row[1] for row in connection.execute(query)}
    way_out = (
        "Materialize the failed partitions again once the cause is gone; "
        "`jobctrl status` names the causes."
    )
    return dg.AssetCheckResult(
        passed=not counts,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"failed_jobs": sum(counts.values()), "codes": str(counts), "way_out": way_out},
    )


@dg.asset_check(asset=enrichment)
def no_failed_enrichment(installation: InstallationResource) -> dg.AssetCheckResult:
    """No job is left whose enrichment failed."""
    return _no_failures(installation.opened, "enrich")


@dg.asset_check(asset=scores)
def no_failed_scores(installation: InstallationResource) -> dg.AssetCheckResult:
    """No job is left whose scoring failed; a failed score is not a low score."""
    return _no_failures(installation.opened, "score")
