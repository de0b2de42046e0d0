"""Imports: one unit is one file, page address or pasted text that a person brings."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jobctrl_dagster.discover.cleaning import RowRejectedError, build_fault, build_posting, cleaned
from jobctrl_dagster.discover.importing.fields import content_id, posting_from_row
from jobctrl_dagster.discover.importing.files import (
    MOST_ROWS,
    Row,
    csv_rows,
    decoded,
    json_rows,
    read_bytes,
)
from jobctrl_dagster.discover.importing.job_data import posting_of
from jobctrl_dagster.discover.importing.pages import postings_in_page
from jobctrl_dagster.discover.port import Cursor, Item
from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit
from jobctrl_dagster.discover.verdicts import SourceError, check_status, completed, stopped
from jobctrl_dagster.gate.door import Door

ROWS_BETWEEN_CURSORS = 200
LONGEST_TITLE = 200
LABELS = {"title": "title", "job title": "title", "company": "company", "location": "location",
          "url": "url", "link": "url", "salary": "pay_text"}  # fmt: skip


class Imports:
    """Reads what a person brings.

    Settings of a unit: one of ``url``, ``path`` (.csv, .tsv, .json, .jsonl, .html, or any other
    file of text) and ``text``.
    """

    kind = "import"

    def read(self, unit: Unit, door: Door, *, cursor: Mapping[str, Any] | None) -> Iterator[Item]:
        """Stream an import; see `jobctrl_dagster.discover.port.Adapter`."""
        postings = faults = 0
        status = None
        try:
            if unit.config.get("url"):
                reply = door.get(str(unit.config["url"]), kind="page")
                status = reply.status
                check_status(reply.status, reply.requested_url)
                items: Iterator[Item] = postings_in_page(reply.text, reply.url, source=unit.id)
            else:
                items = _local_items(unit, cursor or {})
            for item in items:
                postings += isinstance(item, RawPosting)
                faults += isinstance(item, RowFault)
                yield item
        except Exception as error:  # noqa: BLE001 - the report says what the import provoked
            yield stopped(unit, error, postings=postings)
            return
        yield completed(unit, postings=postings, faults=faults, status=status)


def posting_from_text(text: str, *, source: str) -> RawPosting:
    """Read a pasted posting: labelled lines (``Company: …``); the first line is the title.

    Raises:
        RowRejectedError: The text has no line for a title.
    """
    lines = [line.strip() for line in str(cleaned(text)).splitlines()]
    fields: dict[str, Any] = {}
    for line in lines[:12]:
        label, colon, value = line.partition(":")
        field = LABELS.get(label.strip().lower())
        if colon and field and value.strip():
            fields.setdefault(field, value.strip())
    first = next((line for line in lines if line), None)
    fields.setdefault("title", first.lstrip("# ")[:LONGEST_TITLE] if first else None)
    posting = build_posting(source=source, provider="text", description=text, **fields)
    return posting.model_copy(update={"external_id": content_id(posting)})


def _local_items(unit: Unit, cursor: Mapping[str, Any]) -> Iterator[Item]:
    if unit.config.get("text"):
        yield posting_from_text(str(unit.config["text"]), source=unit.id)
        return
    path = Path(str(unit.config["path"])).expanduser()
    content = read_bytes(path)
    text, suffix = decoded(content), path.suffix.lower()
    if suffix in {".html", ".htm"}:
        yield from postings_in_page(text, None, source=unit.id)
    elif suffix in {".csv", ".tsv"}:
        yield from _row_items(unit, csv_rows(text), "csv", _Place(content, cursor))
    elif suffix in {".json", ".jsonl", ".ndjson"}:
        yield from _row_items(unit, json_rows(text), "json", _Place(content, cursor))
    else:
        yield posting_from_text(text, source=unit.id)


class _Place:
    """Where in a file an earlier reading got to, if the file is still the same."""

    def __init__(self, content: bytes, cursor: Mapping[str, Any]) -> None:
        self.digest = hashlib.sha256(content).hexdigest()
        self.row = int(cursor.get("row", 0)) if cursor.get("digest") == self.digest else 0

    def cursor(self, row: int) -> Cursor:
        """The place before a row."""
        return Cursor({"digest": self.digest, "row": row})


def _row_items(unit: Unit, rows: Iterator[Row], provider: str, place: _Place) -> Iterator[Item]:
    for number, row in enumerate(itertools.islice(rows, MOST_ROWS)):
        if number < place.row:
            continue
        yield _item(unit, number, row, provider)
        if (number + 1) % ROWS_BETWEEN_CURSORS == 0:
            yield place.cursor(number + 1)
    if next(rows, None) is not None:
        sentence = f"Only the first {MOST_ROWS:,} rows were read; split the file."
        raise SourceError("too_many_rows", sentence)


def _item(unit: Unit, number: int, row: Row, provider: str) -> RawPosting | RowFault:
    if isinstance(row, Exception):
        return build_fault(unit.id, number, str(row), row=str(row))
    cells: dict[str, Any] = cleaned(dict(row))
    try:
        if cells.get("@type") == "JobPosting":
            return posting_of(cells, None, source=unit.id, alone=True)
        return posting_from_row(cells, source=unit.id, provider=provider)
    except (RowRejectedError, AttributeError, TypeError, ValueError) as error:
        return build_fault(unit.id, number, str(error), row=cells)
