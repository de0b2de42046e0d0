"""Write rows as CSV, JSON or Parquet, without holding them all.

CSV cells that a spreadsheet would take for a formula are defused: a text that begins with
``=``, ``+``, ``-``, ``@``, a tab or a line break (after blanks, or full-width) gets an apostrophe
before it, which spreadsheets hide. Several texts in one cell are joined by `` | ``. Gaps are empty
cells in CSV and null in JSON and Parquet. Amounts are exact in CSV, numbers elsewhere.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from functools import partial
from itertools import islice
from typing import IO, Any

from jobctrl_dagster.export import Format
from jobctrl_dagster.export.columns import COLUMNS, Kind, Row, Value

BETWEEN_TEXTS = " | "
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ROW_GROUP = 5000
_FORMULA_STARTS = tuple("=+-@＝＋－＠")
_CELL_BREAKS = ("\t", "\r", "\n")

Writer = Callable[[Iterable[Row], IO[bytes]], int]
"""Writes rows into a binary stream that it leaves open; returns how many there were."""


def writer(kind: Format, *, byte_order_mark: bool = False) -> Writer:
    """The writer of a format; only CSV knows a byte order mark."""
    if kind is Format.CSV:
        return partial(write_csv, byte_order_mark=byte_order_mark)
    return write_json if kind is Format.JSON else write_parquet


def write_csv(rows: Iterable[Row], out: IO[bytes], *, byte_order_mark: bool = False) -> int:
    """Write UTF-8 with a heading; the mark at its start helps older spreadsheets."""
    if byte_order_mark:
        out.write(BYTE_ORDER_MARK)
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    try:
        table = csv.writer(text)
        table.writerow(column.name for column in COLUMNS)
        count = 0
        for row in rows:
            table.writerow(cell(row[column.name]) for column in COLUMNS)
            count += 1
    finally:
        text.detach()
    return count


def cell(value: Value) -> str:
    """A value as the text of a CSV cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _defused(value)
    if isinstance(value, tuple):
        return _defused(BETWEEN_TEXTS.join(value))
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return str(value)


def _defused(text: str) -> str:
    formula = text.lstrip().startswith(_FORMULA_STARTS) or text.startswith(_CELL_BREAKS)
    return f"'{text}" if formula else text


def write_json(rows: Iterable[Row], out: IO[bytes]) -> int:
    """Write an array with an object in each line."""
    count = 0
    for row in rows:
        plain = {column.name: _plain(row[column.name]) for column in COLUMNS}
        line = json.dumps(plain, ensure_ascii=False, allow_nan=False)
        out.write((("[\n" if count == 0 else ",\n") + line).encode())
        count += 1
    out.write(b"\n]\n" if count else b"[]\n")
    return count


def _plain(value: Value) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value


def write_parquet(rows: Iterable[Row], out: IO[bytes]) -> int:
    """Write typed columns: lists of texts, 64-bit numbers, moments in UTC."""
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(column.name, _arrow_types()[column.kind]) for column in COLUMNS])
    count = 0
    with parquet.ParquetWriter(out, schema) as table:
        for batch in _batches(rows, ROW_GROUP):
            columns = {
                column.name: [_typed(row[column.name]) for row in batch] for column in COLUMNS
            }
            table.write_table(pa.table(columns, schema=schema))
            count += len(batch)
    return count


def _arrow_types() -> dict[Kind, Any]:
    import pyarrow as pa

    return {
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "integer": pa.int64(),
        "number": pa.float64(),
        "flag": pa.bool_(),
        "moment": pa.timestamp("us", tz="UTC"),
    }


def _typed(value: Value) -> Any:
    return float(value) if isinstance(value, Decimal) else value


def _batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    source = iter(rows)
    while batch := list(islice(source, size)):
        yield batch
