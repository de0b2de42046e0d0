"""A person's file as plain data that knows on which line each key stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jobctrl_dagster.settings.faults import Fault, KeyPath, SettingsError


@dataclass(frozen=True)
class Document:
    """The content of one YAML or JSON file.

    Attributes:
        file: where it was read.
        data: the mapping at its top, made of dict, list, str, int, float, bool and None.
        lines: line (from 1) of every key and list entry; the empty path is the top.
    """

    file: Path
    data: dict[str, Any]
    lines: Mapping[KeyPath, int] = field(default_factory=dict)

    def line(self, path: KeyPath) -> int | None:
        """Line of a key, or of the nearest group above it that the file has."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def within(self, path: KeyPath) -> KeyPath:
        """The longest beginning of a path that the file really has."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return path[:length]
        return ()

    def value(self, path: KeyPath) -> Any:
        """The value at a path that the file has."""
        found: Any = self.data
        for part in path:
            found = found[part]
        return found


def read_bytes(file: Path, *, missing: str) -> bytes:
    """Read a person's file.

    Args:
        file: the file.
        missing: what to do when it is not there.

    Raises:
        SettingsError: it is absent, is a folder, may not be read or is empty.
    """
    try:
        content = file.read_bytes()
    except FileNotFoundError as error:
        fault = Fault("the file does not exist", file=file, advice=missing)
        raise SettingsError([fault]) from error
    except OSError as error:
        reason = error.strerror or str(error)
        fault = Fault(f"the file cannot be read ({reason})", file=file, advice="check the path")
        raise SettingsError([fault]) from error
    if not content.strip(b" \t\r\n\xef\xbb\xbf"):
        advice = "fill it in; `jobctrl init --force` writes a fresh one and keeps the old beside it"
        raise SettingsError([Fault("the file is empty", file=file, line=1, advice=advice)])
    return content


def decode(content: bytes, file: Path) -> str:
    """Read bytes as UTF-8, with or without a byte order mark.

    Raises:
        SettingsError: the bytes are in another encoding; names the first line that shows it.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = f"the file is not UTF-8 text (byte {content[error.start]:#04x})"
        fault = Fault(problem, file=file, line=line, advice="save it again with encoding UTF-8")
        raise SettingsError([fault]) from error


def kind_of(value: object) -> str:
    """Name what a person wrote: ``the number 4``, ``a list``."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the yes/no value {str(value).lower()}"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        shown = value if len(value) <= 40 else value[:39] + "…"
        return f"the text {shown!r}"
    return "a list" if isinstance(value, list) else "a group of keys"
