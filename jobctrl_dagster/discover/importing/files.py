"""Reads an imported file as text and as rows."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jobctrl_dagster.discover.importing.fields import names_a_title
from jobctrl_dagster.discover.verdicts import SourceError

LARGEST_FILE = 64_000_000
LONGEST_CELL = 4_000_000
MOST_ROWS = 100_000
LIST_KEYS = (
    "jobs", "results", "data", "items", "postings", "positions", "content", "offers", "vacancies",
    "opportunities", "jobPostings", "result", "hits", "records", "topics", "SearchResultItems",
)  # fmt: skip
WRAPPERS = (
    "MatchedObjectDescriptor", "jobPostingInfo", "_source", "job", "node", "_jobposting",
)  # fmt: skip
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

Row = Mapping[str, Any] | Exception


def read_bytes(path: Path) -> bytes:
    """Read a file within the limit.

    Raises:
        SourceError: It is missing, too large, or cannot be read.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            sentence = f"{path} has {size:,} bytes; at most {LARGEST_FILE:,} are read: split it."
            raise SourceError("file_too_large", sentence)
        return path.read_bytes()
    except OSError as error:
        sentence = f"{path} cannot be read ({error.strerror}); correct the path in search.yaml."
        raise SourceError("no_file", sentence) from error


def decoded(content: bytes) -> str:
    """Text of a file: by its byte order mark, else UTF-8, else Windows-1252."""
    for mark, name in MARKS:
        if content.startswith(mark):
            return content.decode(name, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def csv_rows(text: str) -> Iterator[Row]:
    """Rows of a table with a header; a row that does not fit it is an exception in its place.

    Cells are text and stay text, whatever they begin with.

    Raises:
        SourceError: No column holds titles.
    """
    csv.field_size_limit(LONGEST_CELL)
    lines = io.StringIO(text.replace("\0", ""), newline="")
    reader = csv.reader(lines, delimiter=_delimiter(text))
    header = [name.strip() for name in next(reader, [])]
    if not names_a_title(header):
        shown = ", ".join(header)[:200] or "nothing"
        sentence = f"No column holds titles (there is {shown}); name one `title`."
        raise SourceError("no_title_column", sentence)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield error
            continue
        if cells is None:
            return
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(header):
            yield ValueError(f"the row has {len(cells)} cells for {len(header)} columns: {cells}")
            continue
        yield dict(zip(header, cells, strict=False))


def json_rows(text: str) -> Iterator[Row]:
    """Rows of a JSON document or of JSON lines.

    Raises:
        SourceError: It is neither, or holds no list of objects.
    """
    try:
        payload = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        lines = text.splitlines()
        if len(lines) < 2 or not lines[0].strip().endswith("}"):
            raise SourceError("unreadable_file", f"The file is no JSON: {error}.") from error
        yield from _line_rows(lines)
        return
    rows = _rows_in(payload)
    if rows is None:
        raise SourceError("unexpected_shape", "The file holds no list of postings.")
    for row in rows:
        yield _unwrapped(row) if isinstance(row, dict) else TypeError(f"no object: {row!r:.200}")


def _line_rows(lines: list[str]) -> Iterator[Row]:
    for line in lines:
        if not line.strip():
            continue
        try:
            row = json.loads(line, strict=False)
        except (ValueError, RecursionError) as error:
            yield ValueError(f"{error}: {line[:200]}")
            continue
        yield _unwrapped(row) if isinstance(row, dict) else TypeError(f"no object: {line[:200]}")


def _rows_in(payload: Any) -> list[Any] | None:
    """The list of postings in a document: itself, under a known key, or the values of an object."""
    if isinstance(payload, list):
        return payload
    if not isinstance(payload, dict):
        return None
    for key in LIST_KEYS:
        if isinstance(payload.get(key), list):
            found: list[Any] = payload[key]
            return found
    for key in WRAPPERS:
        if isinstance(payload.get(key), dict) and names_a_title(list(payload[key])):
            return [payload]
    inner = [value for value in payload.values() if isinstance(value, dict)]
    for value in inner:
        if any(isinstance(value.get(key), list) for key in LIST_KEYS):
            return _rows_in(value)
    if names_a_title(list(payload)):
        return [payload]
    if inner and all(names_a_title(list(value)) for value in inner):
        return list(inner)
    return None


def _unwrapped(row: dict[str, Any]) -> dict[str, Any]:
    for key in WRAPPERS:
        if isinstance(row.get(key), dict):
            return {**{k: v for k, v in row.items() if k != key}, **row[key]}
    return row


def _delimiter(text: str) -> str:
    first = text.lstrip("\ufeff").partition("\n")[0]
    return max((",", ";", "\t", "|"), key=first.count)
