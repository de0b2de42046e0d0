"""The Dagster web UI in real Chromium: what a person sees of the graph, a job and the sensors."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.store import schema
from tests.chromium import chromium
from tests.integration.stack import Stack

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("web ui")]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stack, str]]:
    with DemoMarket() as market:
        stack = Stack(tmp_path_factory.mktemp("ui") / "home", market.origin, threshold=10)
        stack.run_job()
        yield stack, stack.start_webserver()
        stack.stop()


@pytest.fixture(scope="module")
def page(served: tuple[Stack, str]) -> Iterator[Any]:
    with chromium() as browser:
        opened = browser.new_page(viewport={"width": 1500, "height": 950})
        opened.set_default_timeout(30_000)
        yield opened


def picture(page: Any, name: str, folder: Path) -> None:
    page.screenshot(path=str(folder / f"{name}.png"))


def test_the_asset_graph_shows_the_stages_in_order(
    served: tuple[Stack, str], page: Any, tmp_path: Path
) -> None:
    _, address = served
    page.goto(f"{address}/asset-groups")
    places = {}
    for group in ("discover", "enrich", "score"):
        node = page.get_by_text(group, exact=True).last
        node.wait_for()
        places[group] = node.bounding_box()["x"]
    picture(page, "graph", tmp_path)
    assert places["discover"] < places["enrich"] < places["score"]


def test_a_partition_shows_the_score_and_the_evidence_for_each_requirement(
    served: tuple[Stack, str], page: Any, tmp_path: Path
) -> None:
    stack, address = served
    store = stack.store()
    with store.read() as connection:
        query = sa.select(schema.scores.c.job_key, schema.scores.c.card)
        row = connection.execute(query.order_by(schema.scores.c.exact.desc()).limit(1)).one()
    store.close()
    page.goto(f"{address}/assets/scores?view=partitions&partition={row.job_key}")
    page.get_by_text("Materialized", exact=True).first.wait_for()
    page.get_by_text(row.card["summary"]).first.wait_for()
    page.get_by_text("[Show Markdown]").click()
    requirement = next(item for item in row.card["requirements"] if item["evidence"])
    page.get_by_text(requirement["evidence"][0]["item"]).first.wait_for()
    picture(page, "partition", tmp_path)
    shown = page.locator("body").inner_text()
    assert requirement["verdict"] in shown
    assert requirement["text"][:30] in shown


def test_sensors_run_and_the_schedule_waits_to_be_switched_on(
    served: tuple[Stack, str], page: Any, tmp_path: Path
) -> None:
    _, address = served
    page.goto(f"{address}/automation")
    for name in ("daily_discovery", "handoff_families", "handoff_enrich", "handoff_score"):
        page.get_by_text(name, exact=True).first.wait_for()
    switches = page.locator('input[type="checkbox"][role="switch"], label input[type="checkbox"]')
    picture(page, "automation", tmp_path)
    assert switches.count() >= 5
    assert "jobctrl" in page.locator("body").inner_text()
