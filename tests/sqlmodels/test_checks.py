"""Tests of models count the rows that fail them, the same on both databases."""

import pytest
import sqlalchemy as sa

from jobctrl_dagster.sqlmodels.checks import failing_rows, failures_sql
from jobctrl_dagster.sqlmodels.load import load_project
from jobctrl_dagster.sqlmodels.records import ModelTest
from jobctrl_dagster.sqlmodels.run import ModelNotBuilt, materialize
from jobctrl_dagster.store import Store, schema
from tests.sqlmodels.conftest import WriteModels

EXPECTATIONS = """\
models:
  - name: stg_hosts
    columns:
      - name: host
        description: The host.
        tests:
          - not_null
          - unique
          - accepted_values: [a, b, c]
          - relationships: {to: stg_known, field: name}
      - {name: gap, description: Seconds.}
    tests:
      - unique: [host, gap]
      - expression: {name: gap_is_positive, sql: gap > 0, description: Gaps are positive.}
  - name: stg_known
    columns:
      - {name: name, description: A name.}
"""
HOSTS = """\
-- Hosts; the one called none has no name.
SELECT
  CASE
    WHEN host_pacing.host LIKE 'none%' THEN NULL
    ELSE SUBSTRING(host_pacing.host, 1, 1)
  END AS host,
  CASE WHEN host_pacing.gap < 0 THEN NULL ELSE host_pacing.gap END AS gap
FROM host_pacing
"""
KNOWN = "-- Known names.\nSELECT tenants.name FROM tenants\n"


@pytest.fixture
def tests(store: Store, write_models: WriteModels) -> dict[str, ModelTest]:
    hosts = {"a1": 1.0, "a2": 1.0, "b1": 0.0, "d1": -1.0, "none1": 2.0, "none2": 2.0}
    with store.unit_of_work() as unit:
        for host, gap in hosts.items():
            row = {"host": host, "gap": gap, "start_at": 0.0, "cool_until": 0.0}
            unit.execute(sa.insert(schema.host_pacing).values(**row))
        for name in "ab":
            row = {"name": name, "weight": 1.0, "paused": False, "created_at": store.clock()}
            unit.execute(sa.insert(schema.tenants).values(**row))
        unit.commit()
    project = load_project(write_models(EXPECTATIONS, stg_hosts=HOSTS, stg_known=KNOWN))
    materialize(store, project)
    return {test.name: test for test in project.models["stg_hosts"].tests}


@pytest.mark.parametrize(
    ("name", "failing"),
    [
        ("not_null_host", 2),
        ("unique_host", 1),
        ("accepted_values_host", 1),
        ("relationships_host", 1),
        ("unique_host_gap", 1),
        ("gap_is_positive", 2),
    ],
)
def test_the_rows_that_fail_are_counted(
    store: Store, tests: dict[str, ModelTest], name: str, failing: int
) -> None:
    """Empty values neither repeat nor refer; a condition that is unknown does not hold."""
    assert failing_rows(store, tests[name]) == failing


def test_the_query_that_shows_the_failing_rows_can_be_run_by_hand(
    store: Store, tests: dict[str, ModelTest]
) -> None:
    query = failures_sql(tests["gap_is_positive"], store.engine.dialect.name)
    with store.read() as connection:
        gaps = [row.gap for row in connection.execute(sa.text(query))]
    assert sorted(gaps, key=repr) == [0.0, None]


def test_a_test_of_a_model_that_was_never_built_says_so(store: Store) -> None:
    test = ModelTest("stg_nothing", "not_null_x", "not_null", "", columns=("x",))
    with pytest.raises(ModelNotBuilt, match="stg_nothing was never built"):
        failing_rows(store, test)
