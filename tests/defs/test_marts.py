"""The SQL models as assets: built together, shown with preview and picture, tested by checks."""

from pathlib import Path

import dagster as dg
import pytest

from jobctrl_dagster.definitions import defs
from jobctrl_dagster.defs.marts import _asset
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.demo.home import write_demo_home
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.sqlmodels.load import load_project
from jobctrl_dagster.store import Store
from tests.sqlmodels.filled_store import fill

FUNNEL = dg.AssetKey(["marts", "mart_funnel"])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An installation whose store the stages filled."""
    home = Home(tmp_path / "home")
    write_demo_home(home, "http://127.0.0.1:1")
    monkeypatch.setenv("JOBCTRL_HOME", str(home.root))
    monkeypatch.delenv("JOBCTRL_DATABASE_URL", raising=False)
    store = Store.open(home.database_url({}))
    fill(store)
    store.close()
    return home


def build(selection: dg.AssetSelection | None = None) -> dg.ExecuteInProcessResult:
    with dg.DagsterInstance.ephemeral() as instance:
        return dg.materialize(
            [_asset(load_project())],
            instance=instance,
            selection=selection,
            resources={"installation": InstallationResource(allow_ephemeral=True)},
            raise_on_error=False,
        )


def test_all_models_are_built_and_all_checks_pass(home: Home) -> None:
    result = build()
    shown = {
        event.materialization.asset_key: event.materialization.metadata
        for event in result.get_asset_materialization_events()
    }
    assert len(shown) == len(load_project().models)
    assert shown[FUNNEL]["dagster/row_count"].value == 3
    assert "| me | 10 |" in str(shown[FUNNEL]["preview"].value)
    drawn = {key.path[-1] for key, metadata in shown.items() if "picture" in metadata}
    assert drawn == {"mart_funnel", "mart_scores"}
    assert str(shown[FUNNEL]["picture"].value).startswith("![mart_funnel](data:image/png;base64,")
    checks = result.get_asset_check_evaluations()
    assert len(checks) == sum(len(model.tests) for model in load_project().models.values())
    assert [check.check_name for check in checks if not check.passed] == []


def test_checks_alone_build_nothing(home: Home) -> None:
    build()
    result = build(dg.AssetSelection.checks_for_assets(FUNNEL))
    assert result.success
    assert result.get_asset_materialization_events() == []
    names = {check.check_name for check in result.get_asset_check_evaluations()}
    assert "funnel_closes" in names


def test_one_mart_is_built_from_the_staging_that_is_there(home: Home) -> None:
    missing = build(dg.AssetSelection.assets(FUNNEL).without_checks())
    assert not missing.success
    [failed] = missing.get_step_failure_events()
    assert "was never built" in str(failed.step_failure_data.user_failure_data.description)
    build()
    result = build(dg.AssetSelection.assets(FUNNEL).without_checks())
    keys = [e.materialization.asset_key for e in result.get_asset_materialization_events()]
    assert keys == [FUNNEL]


def test_columns_are_described_and_followed_to_the_assets_that_fill_them() -> None:
    graph = defs().resolve_asset_graph()
    metadata = graph.get(dg.AssetKey(["staging", "stg_jobs"])).metadata
    columns = {column.name: column for column in metadata["dagster/column_schema"].columns}
    assert columns["place"].description == "Where the funnel counts it."
    assert not columns["place"].constraints.nullable
    lineage = metadata["dagster/column_lineage"].deps_by_column
    assert {(dep.asset_key.to_user_string(), dep.column_name) for dep in lineage["title"]} == {
        ("discovered_jobs", "postings.title"),
        ("enrichment", "postings.title"),
    }
    funnel = graph.get(FUNNEL).metadata["dagster/column_lineage"].deps_by_column
    [dropped] = funnel["dropped"]
    assert (dropped.asset_key.path, dropped.column_name) == (["staging", "stg_jobs"], "place")


def test_the_description_begins_with_the_comment_of_the_file() -> None:
    node = defs().resolve_asset_graph().get(FUNNEL)
    assert (node.description or "").startswith("How many jobs came how far: one row a tenant")
    assert node.kinds == {"sql"}
