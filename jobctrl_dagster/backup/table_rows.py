"""Rows of a table as lines of JSON that either kind of database can give and take."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.store.types import UtcDateTime

BATCH = 1000
Told = Callable[[int], None]
"""Hears how many rows are done."""


def dump_table(connection: sa.Connection, table: sa.Table, path: Path, told: Told) -> int:
    """Write every row as a JSON object in a line, by primary key; returns how many."""
    query = sa.select(table).order_by(*table.primary_key.columns)
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as lines:
        result = connection.execution_options(yield_per=BATCH).execute(query)
        for batch in result.mappings().partitions():
            for row in batch:
                lines.write(json.dumps(dict(row), ensure_ascii=False, default=_encode) + "\n")
            count += len(batch)
            told(count)
    return count


def _encode(value: object) -> str:
    """A value that JSON lacks; the column's type brings it back."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, Decimal):
        return str(value)
    msg = f"a {type(value).__name__} has no portable form"
    raise TypeError(msg)


def load_table(
    connection: sa.Connection, table: sa.Table, lines: Iterable[bytes], told: Told
) -> int:
    """Insert the rows of lines that `dump_table` wrote; returns how many."""
    decoders = {c.name: decode for c in table.columns if (decode := _decoder(c.type))}
    count = 0
    for batch in _batches(lines):
        rows = [_decoded(json.loads(line), decoders) for line in batch]
        connection.execute(sa.insert(table), rows)
        count += len(rows)
        told(count)
    return count


def _decoded(row: dict[str, Any], decoders: dict[str, Callable[[str], Any]]) -> dict[str, Any]:
    for name, decode in decoders.items():
        if row.get(name) is not None:
            row[name] = decode(row[name])
    return row


def _decoder(kind: sa.types.TypeEngine[Any]) -> Callable[[str], Any] | None:
    """What turns the JSON value into the column's, or ``None`` where they are the same."""
    if isinstance(kind, UtcDateTime | sa.DateTime):
        return datetime.fromisoformat
    if isinstance(kind, sa.Date):
        return date.fromisoformat
    if isinstance(kind, sa.LargeBinary):
        return base64.b64decode
    if isinstance(kind, sa.Numeric) and kind.asdecimal:
        return Decimal
    return None


def _batches(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    source = iter(lines)
    while batch := list(islice(source, BATCH)):
        yield batch
