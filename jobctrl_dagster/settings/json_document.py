"""Strict reading of JSON: like YAML here, every fault and every value has its line."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from pathlib import Path
from typing import Any

from jobctrl_dagster.settings.document import Document
from jobctrl_dagster.settings.faults import Fault, KeyPath, SettingsError, dotted

_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+')
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def parse_json(text: str, file: Path) -> Document:
    """Read JSON text whose top is an object; `file` only names it in messages.

    Raises:
        SettingsError: the text is no JSON, holds a key twice, or is no object at its top.
    """
    try:
        data = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        problem = f"the JSON is broken: {error.msg} (column {error.colno})"
        advice = "check commas, quotes and brackets there and just before"
        fault = Fault(problem, file=file, line=error.lineno, advice=advice)
        raise SettingsError([fault]) from error
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise SettingsError([Fault(f"the JSON is broken: {reason}", file=file)]) from error
    if not isinstance(data, dict):
        kind = "a list" if isinstance(data, list) else "a single value"
        advice = "write an object: { ... }"
        raise SettingsError([Fault(f"the file holds {kind}", file=file, line=1, advice=advice)])
    walk = _Walk(text, file)
    try:
        walk.value(())
        walk.unreadable(data, ())
    except RecursionError as error:
        fault = Fault("the JSON is broken: it is nested too deeply", file=file)
        raise SettingsError([fault]) from error
    if walk.faults:
        raise SettingsError(walk.faults)
    return Document(file, data, walk.lines)


def _no_number(name: str) -> None:
    msg = f"{name} is no JSON number"
    raise ValueError(msg)


class _Walk:
    """Goes once more over text that is known to be JSON, and notes where everything stands."""

    def __init__(self, text: str, file: Path) -> None:
        self.file = file
        self.pieces = [(match.group(), match.start()) for match in _PIECE.finditer(text)]
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.faults: list[Fault] = []

    def value(self, path: KeyPath) -> None:
        """Pass over one value."""
        piece, line = self._take()
        self.lines.setdefault(path, line)
        if piece == "{":
            self._members(path)
        elif piece == "[":
            index = 0
            while self._peek() != "]":
                self.value((*path, index))
                index += 1
                self._skip(",")
            self._take()

    def unreadable(self, value: Any, path: KeyPath) -> None:
        """Note text that holds half a character, which no document can show."""
        if isinstance(value, str) and _LONE_SURROGATE.search(value):
            self._fault(path, "holds half a character (a lone surrogate)", "write it again")
        elif isinstance(value, dict):
            for key, inner in value.items():
                self.unreadable(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                self.unreadable(inner, (*path, index))

    def _members(self, path: KeyPath) -> None:
        seen: dict[str, int] = {}
        while self._peek() != "}":
            piece, line = self._take()
            key: str = json.loads(piece)
            here = (*path, key)
            if key in seen:
                problem = f"stands twice, first on line {seen[key]}"
                key_text = dotted(here)
                advice = "keep one of them"
                self.faults.append(Fault(problem, self.file, line, key_text, advice))
            seen[key] = line
            self.lines[here] = line
            self._take()
            self.value(here)
            self._skip(",")
        self._take()

    def _fault(self, path: KeyPath, problem: str, advice: str) -> None:
        self.faults.append(Fault(problem, self.file, self.lines[path], dotted(path), advice))

    def _peek(self) -> str:
        return self.pieces[self.at][0]

    def _skip(self, piece: str) -> None:
        if self._peek() == piece:
            self.at += 1

    def _take(self) -> tuple[str, int]:
        piece, offset = self.pieces[self.at]
        self.at += 1
        return piece, bisect_right(self.breaks, offset) + 1
