"""Bringing a JSON Resume of any age into the present shape, without losing anything of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from jobctrl_dagster.settings.document import Document, kind_of
from jobctrl_dagster.settings.faults import Fault, KeyPath, SettingsError, dotted
from jobctrl_dagster.settings.keys import group_of, is_slip, likeness, schema_keys
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.profile_dates import is_date, is_present

COMMENT = "//"
"""A key that begins so is a remark to the person and nothing else."""
_DATES = frozenset({"startDate", "endDate", "date", "releaseDate"})
_NUMBERS_AS_TEXT = _DATES | {"score", "postalCode", "phone", "version"}


@dataclass
class _Reshaped:
    """A copy of the document that grows into the present shape, and what was noted on the way."""

    document: Document
    data: dict[str, Any]
    lines: dict[KeyPath, int]
    faults: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)

    def note(self, path: KeyPath, problem: str, advice: str = "") -> None:
        """Say something that does not stop the profile from being used."""
        line = self.document.line(path)
        self.notes.append(Fault(problem, self.document.file, line, dotted(path), advice))

    def fault(self, path: KeyPath, problem: str, advice: str) -> None:
        """Say something that must be put right first."""
        line = self.document.line(path)
        self.faults.append(Fault(problem, self.document.file, line, dotted(path), advice))


def present_shape(document: Document) -> tuple[Document, tuple[Fault, ...]]:
    """Map old names to new ones and numbers to the text they stand for.

    Returns:
        The document in the shape of `Profile`, and notes on everything that was mapped, is kept
        although nothing quotes it, or cannot be counted with.

    Raises:
        SettingsError: no section of JSON Resume is there, or keys are misspelt.
    """
    sections = {key.name for key in schema_keys(Profile) if not key.group} - {"$schema", "meta"}
    if not sections & document.data.keys():
        problem = "the file is no JSON Resume: it has none of " + ", ".join(sorted(sections))
        advice = "export the profile as JSON Resume 1.0.0 and try again"
        raise SettingsError([Fault(problem, file=document.file, line=1, advice=advice)])
    copy: dict[str, Any] = json.loads(json.dumps(document.data))
    state = _Reshaped(document, copy, dict(document.lines))
    for path, group in list(_groups(copy, ())):
        _without_unsaid(group)
        _rename(state, path, group)
        _check_values(state, path, group)
        if path[:1] != ("meta",):
            _check_names(state, path, group)
    if state.faults:
        raise SettingsError(sorted(state.faults, key=lambda fault: fault.line or 0))
    return Document(document.file, copy, state.lines), tuple(state.notes)


def _groups(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Every group of keys that the schema knows, the outer before the inner."""
    if isinstance(value, dict):
        if _names(group_of((*path, ""))):
            yield path, value
        for key, inner in value.items():
            yield from _groups(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _groups(inner, (*path, index))


def _without_unsaid(group: dict[str, Any]) -> None:
    """Take out what states nothing: null, and remarks to the person."""
    for key in [key for key, value in group.items() if value is None or key.startswith(COMMENT)]:
        del group[key]


def _rename(state: _Reshaped, path: KeyPath, group: dict[str, Any]) -> None:
    """Give old keys their new names; one whose new name says something else stays as it is."""
    level = group_of((*path, "")).removesuffix("[]")
    for old, new in _old_names().get(level, {}).items():
        if old not in group:
            continue
        if not group.get(new):
            state.note((*path, old), f"is an old name and is read as `{new}`")
            group[new] = group.pop(old)
            state.lines[(*path, new)] = state.lines[(*path, old)]
        elif group[new] == group[old]:
            del group[old]


def _check_names(state: _Reshaped, path: KeyPath, group: dict[str, Any]) -> None:
    known = _names(group_of((*path, "")))
    absent = [name for name in known if name not in group]
    for key in group:
        if key in known:
            continue
        nearest = max(absent, key=lambda name: likeness(key, name), default="")
        here = (*path, key)
        if nearest and is_slip(key, nearest):
            state.fault(here, "is a key that nothing reads", f"write `{nearest}`")
        else:
            state.note(here, "is no key of JSON Resume 1.0.0; it is kept and never quoted")


def _check_values(state: _Reshaped, path: KeyPath, group: dict[str, Any]) -> None:
    """Read numbers where people write them for text, and look at dates."""
    known = _names(group_of((*path, "")))
    for key in _NUMBERS_AS_TEXT & known & group.keys():
        value = group[key]
        if isinstance(value, int | float) and not isinstance(value, bool):
            group[key] = str(value)
            state.note((*path, key), f"is {kind_of(value)} and is read as the text {str(value)!r}")
    for key in _DATES & known & group.keys():
        text = group[key]
        if not isinstance(text, str) or not text.strip() or is_date(text):
            continue
        if key == "endDate" and is_present(text):
            continue
        advice = "write 2014, 2014-05 or 2014-05-31"
        state.note((*path, key), f"is {kind_of(text)}, which counts for no time", advice)
    start, end = group.get("startDate"), group.get("endDate")
    both = isinstance(start, str) and isinstance(end, str) and is_date(start) and is_date(end)
    if both and str(end) < str(start)[: len(str(end))]:
        state.note((*path, "endDate"), f"is before startDate {start}, so it counts for no time")


@cache
def _names(level: str) -> frozenset[str]:
    """Keys of the schema in one group, such as ``work[]``."""
    return frozenset(key.name for key in schema_keys(Profile) if key.group == level)


@cache
def _old_names() -> Mapping[str, Mapping[str, str]]:
    from ruamel.yaml import YAML

    text = (resources.files("jobctrl_dagster.settings") / "old_names.yaml").read_text("utf-8")
    table: Mapping[str, Mapping[str, str]] = YAML(typ="safe", pure=True).load(text)
    return table
