"""The whole pipeline over the demo market, as ``dagster job execute`` runs it."""

from collections.abc import Callable, Iterator

import dagster as dg
import pytest
import sqlalchemy as sa

from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.store import schema
from tests.integration.stack import PROJECT, Stack


def test_the_pipeline_carries_the_market_from_its_boards_to_filled_forms(
    stack: Stack, market: DemoMarket
) -> None:
    stack.run_job()
    funnel = stack.funnel()
    assert funnel.closes
    assert funnel.discovered == 42
    assert funnel.duplicates >= 1
    assert funnel.dropped >= 5
    assert funnel.scored == funnel.enriched >= 10
    assert 5 <= funnel.shortlisted <= 20
    assert funnel.tailored == funnel.covered == funnel.shortlisted
    assert funnel.applied_dry_run >= 5
    assert funnel.waiting_approval == funnel.not_attempted == 0
    assert {method for method, _ in market.requests} <= {"GET", "HEAD"}, "nothing was sent"
    assert [*market.submissions] == []
    pictures = list((stack.home.files / "applications").rglob("*.png"))
    assert len(pictures) >= funnel.applied_dry_run
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in pictures)


pytestmark = pytest.mark.xdist_group("pipeline")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A finished run, for tests that only look at what it left."""
    with DemoMarket() as served:
        stack = Stack(tmp_path_factory.mktemp("finished") / "home", served.origin, threshold=10)
        stack.run_job()
        yield stack


@pytest.fixture
def small_stack(make_stack: Callable[..., Stack], market: DemoMarket) -> Stack:
    """Few jobs reach the shortlist, so that a run does not take long."""
    return make_stack(market.origin, threshold=10)


def test_a_second_run_finds_nothing_left_to_do(small_stack: Stack, market: DemoMarket) -> None:
    small_stack.run_job()
    first, events = small_stack.funnel(), small_stack.count(schema.events)
    asked = len(market.requests)
    small_stack.run_job()
    assert small_stack.funnel() == first
    assert small_stack.count(schema.events) == events
    boards_that_were_not_read = len(market.requests) - asked
    assert boards_that_were_not_read <= 2, "boards read a moment ago are taken from the store"


def test_partition_sets_and_materializations_agree_with_the_store(finished: Stack) -> None:
    funnel = finished.funnel()
    with dg.DagsterInstance.from_config(str(finished.home.dagster)) as instance:
        jobs = set(instance.get_dynamic_partitions("jobs"))
        shortlist = set(instance.get_dynamic_partitions("shortlist"))
        enriched = instance.get_materialized_partitions(dg.AssetKey("enrichment"))
        scored = instance.get_materialized_partitions(dg.AssetKey("scores"))
        record = instance.fetch_materializations(
            dg.AssetRecordsFilter(dg.AssetKey("scores"), asset_partitions=sorted(shortlist)), 1
        ).records[0]
    assert len(jobs) == finished.count(schema.jobs)
    assert len(shortlist) == funnel.shortlisted
    assert len(enriched) == funnel.enriched
    assert len(scored) == funnel.scored
    assert shortlist <= set(scored) <= set(enriched) <= jobs
    metadata = record.asset_materialization.metadata
    assert metadata["score"].value >= 7
    assert "| must |" in metadata["requirements"].value


def test_nothing_of_the_profile_is_in_dagsters_event_log(finished: Stack) -> None:
    """Ids of profile items may be there; the person's words may not."""
    from jobctrl_dagster.settings.load import load_profile

    profile = load_profile(finished.home, "me")
    words = [item.text for item in profile.items() if len(item.text) > 40]
    words += [profile.basics.name, profile.basics.email, profile.basics.phone]
    database = b"".join(path.read_bytes() for path in finished.home.dagster.rglob("*.db*"))
    assert len(words) > 10
    assert [word for word in words if word and word.encode() in database] == []
    assert [word for word in words if word and word in finished.log("job.log")] == []


def test_a_dead_board_is_reported_and_the_rest_goes_on(finished: Stack) -> None:
    store = finished.store()
    with store.read() as connection:
        query = sa.select(schema.boards.c.unit_id, schema.boards.c.state, schema.boards.c.status)
        states = {row.unit_id: (row.state, row.status) for row in connection.execute(query)}
    store.close()
    assert states["greenhouse:sundrake"] == ("dead", 404)
    assert states["ashby:oakmeer"][0] == "empty"
    assert states["greenhouse:tarnwick"][0] == "ok"


def test_an_order_in_a_posting_changes_nothing_and_its_address_is_refused(finished: Stack) -> None:
    store = finished.store()
    with store.read() as connection:
        query = sa.select(schema.scores.c.card, schema.postings.c.facts).select_from(
            schema.scores.join(schema.jobs, schema.jobs.c.job_key == schema.scores.c.job_key).join(
                schema.postings, schema.postings.c.key == schema.jobs.c.posting_key
            )
        )
        rows = connection.execute(query).all()
    store.close()
    warned = [row for row in rows if row.card["warnings"]]
    assert len(warned) == 1, "the order is named in the warnings of its score"
    facts = warned[0].facts
    assert facts["apply_url"] is None
    assert "169.254.169.254" in facts["warnings"][0]
    assert warned[0].card["score"] < 10


def test_the_main_job_refuses_an_instance_of_another_store(
    make_stack: Callable[..., Stack], market: DemoMarket
) -> None:
    first = make_stack(market.origin, "first")
    first.run_job("discover")
    other = make_stack(market.origin, "other", extra={"DAGSTER_HOME": str(first.home.dagster)})
    process = other.start_job("discover")
    assert process.wait(60) != 0
    assert "belongs to the store" in other.log("job.log")
    assert other.count(schema.executions) == 0


def test_the_main_job_refuses_to_run_without_dagster_home(stack: Stack) -> None:
    object.__setattr__(stack, "extra", {"DAGSTER_HOME": ""})
    process = stack.start_job("discover")
    assert process.wait(60) != 0
    assert "DAGSTER_HOME is not set" in stack.log("job.log")
    assert stack.count(schema.executions) == 0


def test_dagster_and_the_store_run_on_postgresql(
    make_stack: Callable[..., Stack], market: DemoMarket, postgresql_url: str
) -> None:
    url = sa.engine.make_url(postgresql_url)
    extra = {
        "DAGSTER_PG_HOST": str(url.host),
        "DAGSTER_PG_PORT": str(url.port),
        "DAGSTER_PG_USERNAME": str(url.username),
        "DAGSTER_PG_PASSWORD": str(url.password),
        "DAGSTER_PG_DB": str(url.database),
    }
    stack = make_stack(
        market.origin,
        database_url=postgresql_url,
        threshold=10,
        dagster_yaml=PROJECT / "deploy" / "dagster.postgres.yaml",
        extra=extra,
    )
    stack.run_job()
    funnel = stack.funnel()
    assert funnel.closes
    assert funnel.discovered == 42
    assert not list(stack.root.rglob("*.db")), "nothing is left in SQLite files"
    engine = sa.create_engine(postgresql_url)
    with engine.connect() as connection:
        query = sa.text("SELECT count(DISTINCT partition) FROM event_logs WHERE asset_key = :key")
        scored = connection.scalar(query, {"key": '["scores"]'})
    engine.dispose()
    assert scored == funnel.scored


def test_one_stage_can_be_run_alone(stack: Stack) -> None:
    stack.run_job("discover")
    assert stack.outcomes("enrich") == 0
    stack.run_job("enrich")
    assert stack.outcomes("enrich") > 0
    assert stack.outcomes("score") == 0
    stack.run_job("score")
    assert stack.outcomes("score") == stack.funnel().enriched
