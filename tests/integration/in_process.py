"""The stages run in this process, without Dagster, for tests that ask what came of rows."""

from jobctrl_dagster.discover.executions import family_runs
from jobctrl_dagster.discover.run import FamilyFailed, plan, run_family
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.slice_work import work_off
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from jobctrl_dagster.store.projection import refresh_status


def run_all(opened: Installation, tenant: str = "me", run_id: str = "run") -> Funnel:
    """Discover, enrich and score until nothing is ready; the funnel."""
    for run in family_runs(opened.store, plan(opened, tenant)):
        try:
            run_family(opened, run, run_id=run_id)
        except FamilyFailed:
            continue
    for stage in ("enrich", "score"):
        for _ in work_off(opened.store, opened.body(stage, tenant), size=100, run_id=run_id):
            pass
    refresh_status(opened.store)
    return read_funnel(opened.store, tenant)
