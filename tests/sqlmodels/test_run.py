"""Models as tables: equal on both databases, swapped whole, and never the store's own."""

import sqlite3
from contextlib import closing
from dataclasses import asdict, replace

import pytest
import sqlalchemy as sa

from jobctrl_dagster.sqlmodels.checks import failing_rows
from jobctrl_dagster.sqlmodels.frames import read_frame
from jobctrl_dagster.sqlmodels.load import load_project
from jobctrl_dagster.sqlmodels.records import Project
from jobctrl_dagster.sqlmodels.run import ModelNotBuilt, materialize
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from tests.sqlmodels.conftest import WriteModels
from tests.sqlmodels.filled_store import BOARD, DEAD, FEED


def rows(store: Store, project: Project, name: str) -> list[dict[str, object]]:
    return read_frame(store, project.models[name]).to_dict("records")


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything that the store's own tables hold."""
    with store.read() as connection:
        names = set(sa.inspect(connection).get_table_names())
        return {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in schema.metadata.tables.values()
            if table.name in names
        }


def test_the_funnel_by_sql_models_is_the_funnel_of_the_store(
    filled: Store, project: Project
) -> None:
    materialize(filled, project)
    names = list(asdict(Funnel()))
    found = rows(filled, project, "mart_funnel")
    assert [row["tenant"] for row in found] == ["anna", "ben", "me"]
    for row in found:
        funnel = Funnel(**{name: int(row[name]) for name in names})  # type: ignore[call-overload]
        assert funnel == read_funnel(filled, str(row["tenant"]))
        assert funnel.closes
    sums = {name: sum(int(row[name]) for row in found) for name in names}  # type: ignore[call-overload]
    assert Funnel(**sums) == read_funnel(filled)
    mine = read_funnel(filled, "me")
    places = (mine.duplicates, mine.dropped, mine.failed, mine.blocked, mine.below_threshold)
    assert all(count > 0 for count in (*places, mine.shortlisted, mine.not_attempted))


def test_the_funnel_of_an_empty_store_has_a_row_for_its_tenants_alone(
    store: Store, project: Project
) -> None:
    assert materialize(store, project)["mart_funnel"] == 0


def test_the_other_marts_say_what_the_stages_did(filled: Store, project: Project) -> None:
    materialize(filled, project)
    sources = {row["source"]: row for row in rows(filled, project, "mart_sources")}
    assert {name: row["state"] for name, row in sources.items()} == {
        BOARD: "ok",
        FEED: "ok",
        DEAD: "dead",
    }
    assert (sources[FEED]["new_jobs"], sources[FEED]["duplicates"]) == (0, 1)
    assert sources[FEED]["shortlisted"] == 1
    drops = {row["rule"]: row for row in rows(filled, project, "mart_drops")}
    assert drops["excluded_titles"]["example"] == "Data Engineering Intern"
    assert "$40,000" in str(drops["pay_floor"]["example"])
    scores = [row for row in rows(filled, project, "mart_scores") if row["tenant"] == "me"]
    assert sum(int(row["jobs"]) for row in scores) == read_funnel(filled, "me").scored  # type: ignore[call-overload]


def test_every_test_of_every_model_holds(filled: Store, project: Project) -> None:
    materialize(filled, project)
    tests = [test for model in project.models.values() for test in model.tests]
    assert [test for test in tests if failing_rows(filled, test)] == []


def test_nothing_of_the_store_is_changed(filled: Store, project: Project) -> None:
    before = contents(filled)
    materialize(filled, project)
    materialize(filled, project)
    assert contents(filled) == before


def test_building_again_takes_new_rows_in_and_leaves_no_drafts(
    filled: Store, project: Project
) -> None:
    before = materialize(filled, project)
    with filled.unit_of_work() as unit:
        unit.execute(sa.delete(schema.drops))
        unit.commit()
    after = materialize(filled, project)
    assert (before["stg_drops"], after["stg_drops"]) == (2, 0)
    with filled.read() as connection:
        names = sa.inspect(connection).get_table_names()
    assert [name for name in names if name.endswith("__new")] == []


def test_a_build_that_fails_leaves_the_old_tables(
    filled: Store, project: Project, write_models: WriteModels
) -> None:
    materialize(filled, project)
    broken = load_project(
        write_models(
            "models:\n"
            "  - {name: stg_drops, columns: [{name: tenant, description: Whose.}]}\n"
            "  - {name: stg_huge, columns: [{name: total, description: Too much.}]}\n",
            stg_drops="-- D.\nSELECT drops.tenant FROM drops\n",
            stg_huge="-- H.\n"
            "SELECT SUM(CAST(9223372036854775807 AS BIGINT)) AS total FROM tenants\n",
        )
    )
    with pytest.raises(sa.exc.DBAPIError):
        materialize(filled, broken)
    assert len(rows(filled, project, "stg_drops")) == 2


def test_readers_see_the_old_tables_until_the_new_ones_are_whole(
    filled: Store, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jobctrl_dagster.sqlmodels import run

    materialize(filled, project)
    with filled.unit_of_work() as unit:
        unit.execute(sa.delete(schema.drops))
        unit.commit()
    seen = []
    build = run._build

    def watched(connection, model, drafts):
        seen.append(len(rows(filled, project, "stg_drops")))
        return build(connection, model, drafts)

    monkeypatch.setattr(run, "_build", watched)
    materialize(filled, project)
    assert set(seen) == {2}
    assert rows(filled, project, "stg_drops") == []


def test_all_models_of_a_build_are_of_one_moment(
    filled: Store, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite a writer waits for the build; on PostgreSQL the build keeps to its snapshot."""
    from jobctrl_dagster.sqlmodels import run

    build = run._build

    def interrupted(connection, model, drafts):
        if model.name == "stg_jobs":
            _try_to_write(filled)
        return build(connection, model, drafts)

    monkeypatch.setattr(run, "_build", interrupted)
    assert materialize(filled, project)["stg_jobs"] == 11


def _try_to_write(store: Store) -> None:
    if store.engine.dialect.name == "postgresql":
        with store.unit_of_work() as unit:
            unit.execute(sa.delete(schema.jobs))
            unit.commit()
        return
    with (
        closing(sqlite3.connect(str(store.engine.url.database), timeout=0)) as writer,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        writer.execute("DELETE FROM jobs")


def test_a_mart_alone_reads_the_staging_that_is_there(filled: Store, project: Project) -> None:
    with pytest.raises(ModelNotBuilt, match="stg_jobs, stg_scores was never built"):
        materialize(filled, project, ["mart_scores"])
    materialize(filled, project)
    assert set(materialize(filled, project, ["mart_scores"])) == {"mart_scores"}


def test_a_model_that_does_not_exist_is_named(store: Store, project: Project) -> None:
    with pytest.raises(KeyError, match="there is no model mart_nothing"):
        materialize(store, project, ["mart_nothing"])


def test_frames_have_the_types_of_the_model(filled: Store, project: Project) -> None:
    materialize(filled, project)
    frame = read_frame(filled, project.models["stg_jobs"])
    types = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert types["shortlisted"] == "boolean"
    assert types["discovered_at"] == "datetime64[ns, UTC]"
    assert types["title"] == "string"
    assert frame["discovered_at"].iloc[0] == filled.clock()
    outcomes = read_frame(filled, project.models["stg_outcomes"], limit=3)
    assert str(outcomes["attempt"].dtype) == "Int64"
    assert len(outcomes) == 3


def test_percent_signs_and_colons_in_sql_are_themselves(
    filled: Store, write_models: WriteModels
) -> None:
    sql = (
        "-- Odd.\nSELECT jobs.tenant, ':x 100%' AS sign FROM jobs "
        "WHERE jobs.job_key LIKE 'me.%' AND jobs.tenant <> ':tenant'\n"
    )
    expectations = (
        "models:\n  - name: stg_odd\n    columns:\n"
        "      - {name: tenant, description: Whose.}\n"
        "      - {name: sign, description: Odd., tests: [accepted_values: [':x 100%']]}\n"
    )
    odd = load_project(write_models(expectations, stg_odd=sql))
    assert materialize(filled, odd)["stg_odd"] == 9
    [test] = odd.models["stg_odd"].tests
    assert failing_rows(filled, test) == 0
    assert failing_rows(filled, replace(test, values=("other",))) == 9
