"""Queued operation with the real daemon, code server and web server."""

from collections.abc import Callable

import dagster as dg
import pytest
import sqlalchemy as sa

from jobctrl_dagster.approvals import decide_job, waiting_jobs
from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.discover.run import plan
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import write_private
from jobctrl_dagster.store import schema
from tests.integration.stack import Stack, graphql, wait_until

pytestmark = [pytest.mark.daemon, pytest.mark.xdist_group("daemon")]

BACKFILL = """
mutation LaunchBackfill($params: LaunchBackfillParams!) {
  launchPartitionBackfill(backfillParams: $params) {
    __typename
    ... on LaunchBackfillSuccess { backfillId }
    ... on PythonError { message stack }
    ... on PartitionKeysNotFoundError { message }
  }
}
"""


THRESHOLD = 10
"""Few jobs reach the shortlist, so that the runs for single jobs do not take long."""


@pytest.fixture
def stack(make_stack: Callable[..., Stack], market: DemoMarket) -> Stack:
    return make_stack(market.origin, threshold=THRESHOLD)


def plan_discovery(stack: Stack) -> None:
    """Plan an execution, as materializing discovery_plan does; the sensors take it from there."""
    opened = Installation.open(stack.environ)
    plan(opened, "me")
    opened.close()


def backfill(address: str, asset: str, partitions: list[str]) -> None:
    """What the Materialize button of an asset's page sends."""
    params = {"assetSelection": [{"path": asset.split("/")}], "partitionNames": partitions}
    reply = graphql(address, BACKFILL, params=params)["launchPartitionBackfill"]
    assert reply["__typename"] == "LaunchBackfillSuccess", reply


def test_a_first_score_is_stored_while_a_slow_family_still_crawls(
    make_stack: Callable[..., Stack],
) -> None:
    """Score as you discover: one board of the family answers late, the others' jobs go on."""
    with DemoMarket(delays={"ashby/pellworth": 60.0}) as market:
        stack = make_stack(market.origin, threshold=THRESHOLD)
        patient = stack.home.config.read_text() + "  timeout: 120\n"
        write_private(stack.home.config, patient.encode())
        stack.start_daemon()
        plan_discovery(stack)
        wait_until(lambda: stack.count(schema.scores), seconds=90, what="a score is stored")
        running = stack.count(
            schema.family_runs,
            schema.family_runs.c.state == "running",
            schema.family_runs.c.finished_at.is_(None),
        )
        assert running == 1, "the family is still being crawled"
        wait_until(
            lambda: stack.count(schema.executions, schema.executions.c.finished_at.is_not(None)),
            seconds=120,
            what="the execution ends",
        )
        wait_until(lambda: _all_prepared(stack), seconds=90, what="every job is done")
        assert stack.funnel().closes
        _nothing_was_done_twice(stack)


def _all_prepared(stack: Stack) -> bool:
    funnel = stack.funnel()
    return (
        funnel.discovered == 42
        and funnel.scored == funnel.enriched > 0
        and funnel.waiting_approval == funnel.shortlisted > 0
        and funnel.not_attempted == 0
    )


def _nothing_was_done_twice(stack: Stack) -> None:
    """Each job was tried once by each stage: a fresh job is in one slice of a stage."""
    store = stack.store()
    with store.read() as connection:
        query = (
            sa.select(schema.events.c.job_key, schema.events.c.type, sa.func.count())
            .group_by(schema.events.c.job_key, schema.events.c.type)
            .having(sa.func.count() > 1)
        )
        repeated = connection.execute(query).all()
    store.close()
    assert repeated == []


def test_every_asset_can_be_backfilled_from_the_web_ui(stack: Stack, market: DemoMarket) -> None:
    stack.run_job("discover")
    address = stack.start_webserver()
    stack.start_daemon()
    keys = _job_keys(stack)
    backfill(address, "discovery_plan", ["me"])
    backfill(address, "discovered_jobs", ["company_boards|me"])
    backfill(address, "enrichment", keys)
    wait_until(
        lambda: stack.outcomes("enrich") >= len(keys), seconds=120, what="all jobs are enriched"
    )
    backfill(address, "scores", keys)
    wait_until(lambda: _all_prepared(stack), seconds=120, what="all jobs wait for a person")
    wait_until(
        lambda: stack.count(schema.executions) >= 2, seconds=60, what="the family was read again"
    )
    opened = Installation.open(stack.environ)
    waiting = waiting_jobs(opened, "me")
    for job in waiting:
        decide_job(opened, job.job_key, "approved", approver="ann", run_id="t", digest=job.digest)
    opened.close()
    chosen = [job.job_key for job in waiting]
    wait_until(
        lambda: stack.outcomes("apply") == len(chosen), seconds=120, what="the forms are filled in"
    )
    runs = _runs(address)
    for asset in ("tailored_artifacts/resume", "tailored_artifacts/cover_letter", "applications"):
        backfill(address, asset, chosen)
    wait_until(lambda: _ended(address, runs, 3), seconds=120, what="the last three are backfilled")
    funnel = stack.funnel()
    assert funnel.closes
    assert funnel.tailored == funnel.covered == len(chosen)
    assert {method for method, _ in market.requests} <= {"GET", "HEAD"}
    wait_until(lambda: _marts_agree(stack), seconds=90, what="the SQL models are built")


def _runs(address: str) -> set[str]:
    query = "query { runsOrError { ... on Runs { results { id } } } }"
    return {run["id"] for run in graphql(address, query)["runsOrError"]["results"]}


def _ended(address: str, known: set[str], least: int) -> bool:
    """Whether at least so many further runs have ended, each as a success."""
    query = "query { runsOrError { ... on Runs { results { id status jobName } } } }"
    runs = graphql(address, query)["runsOrError"]["results"]
    states = [run["status"] for run in runs if run["id"] not in known]
    assert "FAILURE" not in states, runs
    return len(states) >= least and set(states) == {"SUCCESS"}


def _marts_agree(stack: Stack) -> bool:
    """Whether the mart that was built last counts what the store counts."""
    store = stack.store()
    try:
        with store.read() as connection:
            row = connection.execute(sa.text("SELECT * FROM mart_funnel")).mappings().one()
    except sa.exc.OperationalError:
        return False
    finally:
        store.close()
    return bool(row["applied_dry_run"] == stack.funnel().applied_dry_run)


def _job_keys(stack: Stack) -> list[str]:
    store = stack.store()
    with store.read() as connection:
        keys = list(connection.scalars(sa.select(schema.jobs.c.job_key)))
    store.close()
    return keys


def test_work_of_a_killed_run_is_taken_up_by_the_next(stack: Stack) -> None:
    """Everything is killed in the middle; after a restart the jobs are done, each once."""
    stack.start_daemon()
    plan_discovery(stack)
    wait_until(lambda: stack.outcomes("enrich") >= 2, seconds=90, what="enrichment has begun")
    for process in stack.processes:
        stack.kill(process)
    stack.start_daemon()
    wait_until(lambda: _all_prepared(stack), seconds=180, what="every job is done after a restart")
    assert stack.funnel().closes
    with dg.DagsterInstance.from_config(str(stack.home.dagster)) as instance:
        started = dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])
        wait_until(lambda: not instance.get_runs(started), seconds=60, what="no dead run is left")
