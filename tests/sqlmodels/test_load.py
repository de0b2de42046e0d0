"""What is known of a model without running it, and what is said of one that is not sound."""

from typing import get_args

import pytest
from sqlglot import exp

from jobctrl_dagster.sqlmodels.load import load_project
from jobctrl_dagster.sqlmodels.records import ColumnSource, ColumnType, ModelError, Project
from jobctrl_dagster.stages import OutcomeName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.projection import PLACE_OF_CODE, PLACE_OF_OUTCOME
from tests.sqlmodels.conftest import WriteModels

ONE = """\
models:
  - name: stg_one
    columns:
      - {name: tenant, description: Whose.}
"""
TENANTS = "-- Tenants.\nSELECT jobs.tenant FROM jobs\n"


def faults(folder) -> list[str]:
    with pytest.raises(ModelError) as caught:
        load_project(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


# --- the project's own models -----------------------------------------------------------------


def test_every_model_stands_after_those_it_reads(project: Project) -> None:
    seen: set[str] = set()
    for model in project.models.values():
        assert set(project.upstream(model)) <= seen
        seen.add(model.name)
    assert {name for name in seen if name.startswith("mart_")} == {
        "mart_drops",
        "mart_funnel",
        "mart_scores",
        "mart_sources",
    }


def test_staging_reads_the_store_alone(project: Project) -> None:
    for model in project.models.values():
        assert set(project.tables(model)) <= set(schema.metadata.tables)
        if model.layer == "staging":
            assert project.upstream(model) == ()


def test_types_and_sources_are_followed_through_with_and_union(project: Project) -> None:
    columns = {column.name: column for column in project.models["mart_funnel"].columns}
    assert columns["discovered"].type is ColumnType.INTEGER
    assert columns["dropped"].sources == (ColumnSource("stg_jobs", "place"),)
    assert set(columns["tenant"].sources) == {
        ColumnSource("tenants", "name"),
        ColumnSource("stg_findings", "tenant"),
        ColumnSource("stg_jobs", "tenant"),
    }
    jobs = {column.name: column.type for column in project.models["stg_jobs"].columns}
    assert jobs["shortlisted"] is ColumnType.BOOLEAN
    assert jobs["posted_at"] is ColumnType.MOMENT
    assert jobs["location"] is ColumnType.TEXT


def test_the_accepted_values_are_those_that_the_code_writes(project: Project) -> None:
    def accepted(model: str, column: str) -> set[str]:
        [test] = [
            test
            for test in project.models[model].tests
            if (test.kind, test.columns) == ("accepted_values", (column,))
        ]
        return set(test.values)

    assert accepted("stg_outcomes", "outcome") == set(get_args(OutcomeName))
    assert accepted("stg_jobs", "place") >= {*PLACE_OF_OUTCOME.values(), *PLACE_OF_CODE.values()}


def test_models_are_found_beside_the_package() -> None:
    assert set(load_project().models) >= {"stg_jobs", "mart_funnel"}


# --- broken SQL -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "line", "words"),
    [
        ("-- X.\nSELECT jobs.tenant\nFROM jbos\n", 3, "jbos is neither a table of the store nor"),
        ("-- X.\nSELECT\n  jobs.tennant\nFROM jobs\n", 3, "The nearest column is tenant"),
        ("-- X.\nSELECT\n  tennant AS tenant\nFROM jobs\n", 3, "tennant is in none of jobs"),
        ("-- X.\nSELECT j.tenant\nFROM jobs\n", 2, "Write it as jobs.tenant"),
        ("-- X.\nSELECT tenant\nFROM jobs JOIN scores USING (job_key)\n", 2, "tenant"),
        ("-- X.\nSELECT jobs.tenant FROM jobs;\nSELECT 1\n", 3, "holds 2 statements"),
        ("-- X.\nDELETE FROM jobs\n", 2, "holds no SELECT (it holds DELETE)"),
        ("-- X.\nVALUES (1)\n", 2, "holds no SELECT"),
        ("-- X.\n", 1, "holds no SELECT (it holds nothing)"),
        ("-- X.\nSELECT jobs.tenant\nFROM jobs WHERE\n", 3, "cannot be read"),
        ("-- X.\nSELECT 'x' AS tenant\n", 2, "reads no table"),
        ("-- X.\nSELECT 'a\n", 3, "cannot be read"),
        ("SELECT jobs.tenant FROM jobs\n", 1, "no header comment"),
        ("-- X.\nSELECT COUNT(*)\nFROM jobs\n", 2, "a column has no name"),
        ("-- X.\nSELECT jobs.tenant,\n  jobs.job_key AS tenant\nFROM jobs\n", 3, "two columns"),
        ("-- X.\nSELECT\n  postings.raw ->> 'x' AS tenant\nFROM postings\n", 3, "cannot be told"),
        ("-- X.\nSELECT p.tenant\nFROM other.jobs AS p\n", 3, "no plain table name"),
        ("-- X.\nSELECT PG_SLEEP(9) AS tenant\nFROM jobs\n", 2, "PG_SLEEP is not known to both"),
        ("-- X.\nSELECT jobs.tenant\nINTO copy FROM jobs\n", 3, "does more than read"),
        ("-- X.\nSELECT jobs.tenant FROM jobs FOR UPDATE\n", None, "does more than read"),
        (
            "-- X.\nWITH gone AS (DELETE FROM jobs RETURNING tenant)\nSELECT tenant FROM gone\n",
            2,
            "DELETE does more than read",
        ),
        (
            "-- X.\nWITH jobs AS (SELECT 'x' AS tenant)\nSELECT jobs.tenant FROM jobs\n",
            2,
            "which a table or model has",
        ),
    ],
)
def test_broken_sql_is_said_with_its_line(
    write_models: WriteModels, sql: str, line: int | None, words: str
) -> None:
    found = faults(write_models(ONE, stg_one=sql))
    where = "models/staging/stg_one.sql" + (f", line {line}:" if line else "")
    assert any(fault.startswith(where) and words in fault for fault in found), found


def test_models_that_read_each_other_are_a_circle(write_models: WriteModels) -> None:
    folder = write_models(
        ONE,
        mart_a="-- A.\nSELECT mart_b.tenant\nFROM mart_b\n",
        mart_b="-- B.\nSELECT mart_a.tenant FROM mart_a\n",
    )
    [fault] = faults(folder)
    assert "in a circle: mart_" in fault
    assert ".sql, line" in fault


def test_a_model_can_not_take_the_name_of_a_table_of_the_store(write_models: WriteModels) -> None:
    [fault] = faults(write_models(ONE, jobs=TENANTS))
    assert "'jobs' is no name for a model" in fault


def test_all_faults_are_told_at_once(write_models: WriteModels) -> None:
    folder = write_models(
        ONE,
        stg_one="-- One.\nSELECT jobs.nope FROM jobs\n",
        stg_two="-- Two.\nSELECT scores.never FROM scores\n",
    )
    assert len(faults(folder)) == 2


def test_an_empty_folder_says_how_it_may_be_filled(write_models: WriteModels) -> None:
    [fault] = faults(write_models(ONE))
    assert "holds no models" in fault


# --- broken expectations ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tail", "line", "words"),
    [
        ("      - {name: tennant, description: Typo.}\n", 5, "speaks of tennant"),
        ("    tests:\n      - unique: [tenant, nope]\n", 6, "tests nope, which stg_one"),
        ("    tests:\n      - relationships: {columns: [tenant], to: stg_no}\n", 6, "no model"),
        (
            "    tests:\n      - relationships: {columns: [tenant], to: stg_one, fields: [no]}\n",
            6,
            "refers to no, which",
        ),
        (
            "    tests:\n      - expression: {name: x, sql: 'nope > 1', description: X.}\n",
            6,
            "tests nope",
        ),
        (
            "    tests:\n      - expression: {name: x, sql: 'tenant >', description: X.}\n",
            6,
            "cannot be read",
        ),
        (
            "    tests:\n      - expression: {name: x, sql: 'EXISTS (SELECT 1)', description: X}\n",
            6,
            "asks for more than",
        ),
        ("    tests:\n      - unique: [tenant]\n      - unique: [tenant]\n", 7, "second test"),
        ("    tests:\n      - uniqe: [tenant]\n", 6, "is a key that nothing reads"),
        ("  - name: stg_other\n    columns: []\n", 5, "speaks of stg_other"),
    ],
)
def test_a_broken_test_is_said_with_its_line(
    write_models: WriteModels, tail: str, line: int, words: str
) -> None:
    found = faults(write_models(ONE + tail, stg_one=TENANTS))
    assert any(f"schema.yml, line {line}:" in fault and words in fault for fault in found), found


def test_every_column_must_be_described(write_models: WriteModels) -> None:
    sql = "-- One.\nSELECT jobs.tenant, jobs.job_key FROM jobs\n"
    [fault] = faults(write_models(ONE, stg_one=sql))
    assert "leaves out job_key of stg_one" in fault


def test_a_model_without_a_description_is_a_fault(write_models: WriteModels) -> None:
    [fault] = faults(write_models(ONE, stg_one=TENANTS, mart_two=TENANTS))
    assert "the model mart_two is not described" in fault


def test_loading_leaves_the_parsed_queries_as_written(project: Project) -> None:
    quoted = [
        identifier
        for model in project.models.values()
        for identifier in model.select.find_all(exp.Identifier)
        if identifier.args.get("quoted")
    ]
    assert quoted == []
