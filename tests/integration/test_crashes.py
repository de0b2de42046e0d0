"""Killed at any point and started again: nothing twice, nothing lost."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.store import schema
from tests.integration.stack import Stack, wait_until


def final_rows(stack: Stack) -> dict[str, list[Any]]:
    """What must be the same whether or not a run was killed on the way."""
    jobs, outcomes, scores, drops = schema.jobs, schema.outcomes, schema.scores, schema.drops
    queries = {
        "jobs": sa.select(jobs.c.job_key).order_by(jobs.c.job_key),
        "outcomes": sa.select(
            outcomes.c.job_key, outcomes.c.stage, outcomes.c.outcome, outcomes.c.code
        ).order_by(outcomes.c.job_key, outcomes.c.stage),
        "scores": sa.select(scores.c.job_key, scores.c.score, scores.c.exact).order_by(
            scores.c.job_key
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


KILL_POINTS: dict[str, Callable[[Stack], int]] = {
    "planned": lambda stack: stack.count(schema.executions),
    "first posting": lambda stack: stack.count(schema.sightings),
    "half discovered": lambda stack: stack.count(schema.sightings) // 20,
    "first fact": lambda stack: stack.outcomes("enrich"),
    "half enriched": lambda stack: stack.outcomes("enrich") // 20,
    "first score": lambda stack: stack.outcomes("score"),
    "half scored": lambda stack: stack.outcomes("score") // 6,
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What a run that nobody killed leaves behind. The market keeps its port for all."""
    with DemoMarket(0) as market:
        stack = Stack(tmp_path_factory.mktemp("calm"), market.origin)
        stack.run_job()
        return final_rows(stack)


@pytest.mark.parametrize("point", KILL_POINTS)
def test_a_run_killed_at_any_point_is_made_good_by_the_next(
    stack: Stack, undisturbed: dict[str, list[Any]], point: str
) -> None:
    process = stack.start_job("job_pipeline")
    wait_until(
        lambda: KILL_POINTS[point](stack) or process.poll() is not None, seconds=60, what=point
    )
    stack.kill(process)
    stack.run_job()
    rows = final_rows(stack)
    assert rows == undisturbed
    assert stack.funnel().closes


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
