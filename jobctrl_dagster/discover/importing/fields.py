"""Reads a row with known column names into the fields of a posting."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from jobctrl_dagster.discover.cleaning import (
    build_posting,
    country_or_none,
    moment_or_none,
    text_or_none,
)
from jobctrl_dagster.discover.records import RawPosting

LONGEST_EXTRA = 500
SHORTEST_NUMBER = 6
NAME_KEYS = ("display_name", "name", "label", "title", "LocalizedName", "LocationName")
PLACE_KEYS = (
    "city",
    "addressLocality",
    "state",
    "region",
    "addressRegion",
    "country",
    "addressCountry",
)
TRUE_WORDS = frozenset({"true", "yes", "1", "remote"})


@functools.cache
def columns() -> Mapping[str, tuple[str, ...]]:
    """Accepted column names by field, folded, the best first."""
    from ruamel.yaml import YAML  # needed when a file is imported, not at import

    text = files("jobctrl_dagster.discover.importing").joinpath("columns.yaml").read_text("utf-8")
    table: dict[str, list[str]] = YAML(typ="safe").load(text)
    return {field: tuple(folded(name) for name in names) for field, names in table.items()}


def folded(name: object) -> str:
    """A column name without case, blanks and signs."""
    return re.sub(r"[^a-z0-9]", "", str(name).lower())


def names_a_title(names: Sequence[object]) -> bool:
    """Whether one of the columns holds titles; `name` alone may be anything's name."""
    return bool({folded(name) for name in names} & set(columns()["title"]) - {"name"})


def posting_from_row(row: Mapping[str, Any], *, source: str, provider: str) -> RawPosting:
    """Read a row; columns that no field uses go to `extra`.

    A row without an id, or with a mere running number, is known by its address, else by an id made
    of its content, so that reading it again gives the same.

    Raises:
        RowRejectedError: The row has no title.
    """
    cells = {folded(name): value for name, value in row.items() if isinstance(name, str)}
    used: set[str] = set()
    fields = {field: _first(field, cells, used) for field in columns()}
    if not str(fields["country_hint"] or "").strip() or not country_or_none(fields["country_hint"]):
        place = text_or_none(fields["country_hint"])
        location = text_or_none(fields["location"])
        if place and location and place.lower() not in location.lower():
            fields["location"] = f"{location}, {place}"
        fields["location"] = fields["location"] or place
    if str(fields.pop("remote") or "").lower() in TRUE_WORDS:
        fields["workplace_type"] = fields["workplace_type"] or "remote"
    if fields["title"] is None and fields["company"] is not None:
        fields["title"] = words(cells.get("name"))
    if str(fields["workplace_type"] or "").isdigit():
        fields["workplace_type"] = None
    fields["extra"] = {
        str(name): _shortened(value)
        for name, value in row.items()
        if name is not None and folded(name) not in used
    }
    posting = build_posting(source=source, provider=provider, **fields)
    if posting.external_id is None or _is_running_number(posting.external_id):
        named = posting.url or content_id(posting)
        return posting.model_copy(update={"external_id": named})
    return posting


def content_id(posting: RawPosting) -> str:
    """An id made of what a posting says, the same whenever it is read."""
    parts = (
        posting.title, posting.company, posting.location, posting.url, posting.description,
        posting.requisition_id, str(posting.posted_at or ""),
    )  # fmt: skip
    text = "\x1f".join(part or "" for part in parts)
    return f"content-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _is_running_number(text: str) -> bool:
    return text.isdigit() and len(text) < SHORTEST_NUMBER


def _first(field: str, cells: Mapping[str, Any], used: set[str]) -> Any:
    """The first column of a field that has something fitting in it."""
    for name in columns()[field]:
        value = words(cells.get(name))
        if value is None:
            continue
        if field in {"url", "apply_url"} and not value.lower().startswith(("http://", "https://")):
            continue
        if field == "posted_at" and moment_or_none(value) is None:
            continue
        used.add(name)
        return value
    return None


def words(value: Any) -> str | None:
    """A cell as text: a list is joined, of an object its name or its place is taken."""
    if isinstance(value, Mapping):
        for key in NAME_KEYS:
            named = text_or_none(value.get(key))
            if named:
                return named
        parts = [text_or_none(value.get(key)) for key in PLACE_KEYS]
        return ", ".join(part for part in parts if part) or None
    if isinstance(value, list | tuple):
        return "; ".join(text for item in value if (text := words(item))) or None
    if isinstance(value, bool):
        return str(value)
    return text_or_none(value)


def _shortened(value: Any) -> Any:
    if isinstance(value, str | int | float | bool) or value is None:
        return value[:LONGEST_EXTRA] if isinstance(value, str) else value
    return str(value)[:LONGEST_EXTRA]
