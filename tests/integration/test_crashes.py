"""Killed at any point and started again: nothing twice, nothing lost."""

from collections.abc import Callable
from typing import Any

import dagster as dg
import pytest
import sqlalchemy as sa

from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.store import schema
from tests.integration.stack import Stack, wait_until


def final_rows(stack: Stack) -> dict[str, list[Any]]:
    """What must be the same whether or not a run was killed on the way."""
    jobs, outcomes, scores, drops = schema.jobs, schema.outcomes, schema.scores, schema.drops
    documents, approvals = schema.documents, schema.approvals
    queries = {
        "jobs": sa.select(jobs.c.job_key).order_by(jobs.c.job_key),
        "outcomes": sa.select(
            outcomes.c.job_key, outcomes.c.stage, outcomes.c.outcome, outcomes.c.code
        ).order_by(outcomes.c.job_key, outcomes.c.stage),
        "scores": sa.select(scores.c.job_key, scores.c.score, scores.c.exact).order_by(
            scores.c.job_key
        ),
        "documents": sa.select(documents.c.job_key, documents.c.kind, documents.c.digest).order_by(
            documents.c.job_key, documents.c.kind
        ),
        "approvals": sa.select(approvals.c.job_key, approvals.c.state).order_by(
            approvals.c.job_key
        ),
        "drops": sa.select(drops.c.job_key, drops.c.rule, drops.c.quote).order_by(
            drops.c.job_key, drops.c.rule
        ),
        "sightings": sa.select(schema.sightings.c.id).order_by(schema.sightings.c.id),
    }
    store = stack.store()
    with store.read() as connection:
        rows = {name: [tuple(row) for row in connection.execute(q)] for name, q in queries.items()}
    store.close()
    return rows


def materialized(stack: Stack) -> dict[str, set[str]]:
    """What Dagster was told, by stage."""
    with dg.DagsterInstance.from_config(str(stack.home.dagster)) as instance:
        return {
            stage: set(instance.get_materialized_partitions(dg.AssetKey(asset)))
            for stage, asset in (("enrich", "enrichment"), ("score", "scores"))
        }


def succeeded(stack: Stack) -> dict[str, set[str]]:
    """What the store recorded, by stage."""
    table = schema.outcomes
    store = stack.store()
    with store.read() as connection:
        done = connection.execute(
            sa.select(table.c.stage, table.c.job_key).where(table.c.outcome == "succeeded")
        ).all()
    store.close()
    return {
        stage: {row.job_key for row in done if row.stage == stage} for stage in ("enrich", "score")
    }


pytestmark = pytest.mark.xdist_group("crashes")

THRESHOLD = 10
"""Few jobs reach the shortlist, so that a run does not take long."""

KILL_POINTS: dict[str, Callable[[Stack], int]] = {
    "half enriched": lambda stack: stack.outcomes("enrich") // 20,
    "half scored": lambda stack: stack.outcomes("score") // 6,
    "a form is open": lambda stack: stack.count(schema.attempts),
}
FURTHER_POINTS: dict[str, Callable[[Stack], int]] = {
    "planned": lambda stack: stack.count(schema.executions),
    "half discovered": lambda stack: stack.count(schema.sightings) // 20,
    "first letter": lambda stack: stack.outcomes("cover"),
    "first posting": lambda stack: stack.count(schema.sightings),
    "first fact": lambda stack: stack.outcomes("enrich"),
    "first score": lambda stack: stack.outcomes("score"),
    "first resume": lambda stack: stack.outcomes("tailor"),
    "first decision": lambda stack: stack.count(schema.approvals),
    "first form": lambda stack: stack.outcomes("apply"),
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What a run that nobody killed leaves behind. The market keeps its port for all."""
    with DemoMarket(0) as market:
        stack = Stack(tmp_path_factory.mktemp("calm"), market.origin, threshold=THRESHOLD)
        stack.run_job()
        return final_rows(stack)


@pytest.fixture
def small_stack(make_stack: Callable[..., Stack], market: DemoMarket) -> Stack:
    return make_stack(market.origin, threshold=THRESHOLD)


def killed_and_run_again(stack: Stack, reached: Callable[[Stack], int]) -> dict[str, list[Any]]:
    process = stack.start_job("job_pipeline")
    wait_until(
        lambda: reached(stack) or process.poll() is not None, seconds=120, what="the kill point"
    )
    assert process.poll() is None, "the run ended before it could be killed"
    stack.kill(process)
    stack.run_job()
    assert stack.funnel().closes
    assert materialized(stack) == succeeded(stack)
    return final_rows(stack)


@pytest.mark.parametrize("point", KILL_POINTS)
def test_a_run_killed_at_any_point_is_made_good_by_the_next(
    small_stack: Stack, undisturbed: dict[str, list[Any]], point: str
) -> None:
    assert killed_and_run_again(small_stack, KILL_POINTS[point]) == undisturbed


@pytest.mark.long
@pytest.mark.parametrize("point", FURTHER_POINTS)
def test_a_run_killed_at_any_further_point_is_made_good_too(
    small_stack: Stack, undisturbed: dict[str, list[Any]], point: str
) -> None:
    assert killed_and_run_again(small_stack, FURTHER_POINTS[point]) == undisturbed


def test_scores_outlive_an_interruption(stack: Stack) -> None:
    stack.run_job("discover")
    stack.run_job("enrich")
    process = stack.start_job("score")
    wait_until(
        lambda: stack.outcomes("score") >= 3 or process.poll() is not None,
        seconds=60,
        what="three scores are stored",
    )
    stack.kill(process)
    stored = stack.count(schema.scores)
    assert stored >= 3
    store = stack.store()
    with store.read() as connection:
        before = dict(
            tuple(row)
            for row in connection.execute(sa.select(schema.scores.c.job_key, schema.scores.c.at))
        )
    store.close()
    stack.run_job("score")
    store = stack.store()
    with store.read() as connection:
        after = dict(
            tuple(row)
            for row in connection.execute(sa.select(schema.scores.c.job_key, schema.scores.c.at))
        )
    store.close()
    assert len(after) == stack.funnel().enriched
    assert {key: after[key] for key in before} == before, "no score is made a second time"
