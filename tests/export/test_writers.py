"""Three formats of the same rows; a gap is a gap in each, and no cell is a formula."""

import csv
import io
import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.export import Format
from jobctrl_dagster.export.columns import COLUMNS, Row
from jobctrl_dagster.export.writers import cell, write_csv, write_json, write_parquet, writer

MOMENT = datetime(2026, 11, 20, 8, 30, tzinfo=UTC)
GAPS: Row = {column.name: () if column.kind == "texts" else None for column in COLUMNS}
FULL: Row = GAPS | {
    "job_key": "me.acme.engineer.1a2b3c4d",
    "title": 'Engineer, "Platform"\nBerlin',
    "cities": ("Zürich", "東京"),
    "pay_minimum": Decimal("18.50"),
    "pay_maximum": Decimal("1.2E+5"),
    "posted_at": MOMENT,
    "score": 8,
    "exact": 7.75,
    "eligible": False,
}


def as_csv(*rows: Row, **options: bool) -> str:
    out = io.BytesIO()
    assert write_csv(rows, out, **options) == len(rows)
    return out.getvalue().decode("utf-8")


def test_csv_reads_back_as_it_was() -> None:
    (row,) = csv.DictReader(io.StringIO(as_csv(FULL), newline=""))
    assert list(row) == [column.name for column in COLUMNS]
    assert row["title"] == FULL["title"]
    assert row["cities"] == "Zürich | 東京"
    assert (row["pay_minimum"], row["pay_maximum"]) == ("18.50", "120000")
    assert row["posted_at"] == "2026-11-20T08:30:00+00:00"
    assert (row["score"], row["exact"], row["eligible"]) == ("8", "7.75", "false")


def test_the_byte_order_mark_is_there_on_request() -> None:
    assert as_csv(byte_order_mark=True).startswith("\ufeffjob_key,")
    assert as_csv().startswith("job_key,")


def test_gaps_are_empty_and_never_words() -> None:
    lines = as_csv(GAPS).splitlines()
    assert set(lines[1]) == {","}
    out = io.BytesIO()
    write_json([GAPS], out)
    assert set(map(str, json.loads(out.getvalue())[0].values())) == {"None", "[]"}
    assert not {b"nan", b"NaN", b"None"} & set(out.getvalue().replace(b",", b" ").split())


@pytest.mark.parametrize(
    "text",
    [
        "=HYPERLINK(A1)",
        "+1 234",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1+1",
        "＝1+1",
        "- a bullet",
    ],
)
def test_a_cell_that_could_be_a_formula_is_defused(text: str) -> None:
    assert cell(text) == f"'{text}"
    assert cell((text, "b")).startswith("'")


@pytest.mark.parametrize("text", ["Engineer", "C++", "a=b", "'quoted", "1 - 2", ""])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert cell(text) == text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_no_text_begins_like_a_formula(text: str) -> None:
    assert not cell(text).lstrip().startswith(("=", "+", "-", "@"))
    assert cell(text).removeprefix("'") in {text, text.removeprefix("'")}


def test_json_is_an_array_with_numbers_as_numbers() -> None:
    out = io.BytesIO()
    assert write_json(iter([FULL, GAPS]), out) == 2
    first, second = json.loads(out.getvalue())
    assert (first["pay_minimum"], first["pay_maximum"], first["eligible"]) == (18.5, 120000, False)
    assert first["cities"] == ["Zürich", "東京"]
    assert second["posted_at"] is None


@pytest.mark.parametrize("kind", list(Format))
def test_no_rows_are_an_empty_table(kind: Format) -> None:
    out = io.BytesIO()
    assert writer(kind)([], out) == 0
    assert len(out.getvalue()) > 2
    if kind is Format.JSON:
        assert json.loads(out.getvalue()) == []


def test_parquet_has_types_and_nulls() -> None:
    import pyarrow as pa
    from pyarrow import parquet

    out = io.BytesIO()
    assert write_parquet([FULL, GAPS], out) == 2
    table = parquet.read_table(pa.BufferReader(out.getvalue()))
    types = {name: str(table.schema.field(name).type) for name in table.column_names}
    assert types["posted_at"] == types["first_seen"] == "timestamp[us, tz=UTC]"
    assert (types["score"], types["pay_minimum"], types["eligible"]) == ("int64", "double", "bool")
    assert types["cities"].startswith("list<")
    first, second = table.to_pylist()
    assert (first["posted_at"], first["pay_minimum"], first["score"]) == (MOMENT, 18.5, 8)
    assert second == {column.name: [] if column.kind == "texts" else None for column in COLUMNS}
