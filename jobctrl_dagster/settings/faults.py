"""What is wrong in a person's files, said with file, line, key and the way out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

KeyPath = tuple[str | int, ...]
_PLAIN_KEY = re.compile(r"[\w$-]+")


def dotted(path: KeyPath) -> str:
    """Write a key path the way a person reads it: ``work[0].highlights[2]``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            text += f".{part}" if text else part
        else:
            text += f"[{json.dumps(part, ensure_ascii=False)}]"
    return text


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        problem: what is wrong, as a clause that can follow the key.
        file: the file it stands in, if it stands in one.
        line: line of the key or value, counted from 1.
        key: dotted key, empty when the fault concerns the whole file.
        advice: what to do next, as an imperative sentence without its full stop.
    """

    problem: str
    file: Path | None = None
    line: int | None = None
    key: str = ""
    advice: str = ""

    def __str__(self) -> str:
        """Say the fault in one line."""
        where = str(self.file) if self.file else ""
        if self.file and self.line:
            where += f", line {self.line}"
        subject = f"`{self.key}` {self.problem}" if self.key else self.problem
        advice = f" {self.advice[0].upper()}{self.advice[1:]}." if self.advice else ""
        return f"{where + ': ' if where else ''}{subject}.{advice}"


class SettingsError(Exception):
    """A person's file or setting cannot be used; lists every fault found in it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults: tuple[Fault, ...] = tuple(faults)

    def __str__(self) -> str:
        """Say every fault, one a line."""
        return "\n".join(str(fault) for fault in self.faults)
