"""The stages run in this process, without Dagster, for tests that ask what came of rows."""

from jobctrl_dagster.discover.executions import family_runs
from jobctrl_dagster.discover.run import FamilyFailed, plan, run_family
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.slice_work import work_off
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.projection import refresh_status


def run_all(opened: Installation, tenant: str = "me", run_id: str = "run") -> Funnel:
    """Discover, enrich and score until nothing is ready; the funnel."""
    for run in family_runs(opened.store, plan(opened, tenant)):
        try:
            run_family(opened, run, run_id=run_id)
        except FamilyFailed:
            continue
    run_stages(opened, "enrich", "score", tenant=tenant, run_id=run_id)
    refresh_status(opened.store)
    return read_funnel(opened.store, tenant)


def run_stages(
    opened: Installation, *stages: StageName, tenant: str = "me", run_id: str = "run"
) -> list[StageOutcome]:
    """Work stages off, one after another; their outcomes."""
    outcomes: list[StageOutcome] = []
    for stage in stages:
        body = opened.body(stage, tenant)
        outcomes += work_off(opened.store, body, size=100, run_id=run_id)
    return outcomes
