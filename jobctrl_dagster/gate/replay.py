"""Recorded responses in place of the network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from jobctrl_dagster.gate.addresses import shown
from jobctrl_dagster.gate.refusals import NotRecorded


class ReplayInvalidError(ValueError):
    """The recorded responses cannot be used; the message says which entry and why."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    method: str = Field(pattern=r"^[A-Za-z]+$")
    url: str
    status: int = Field(ge=100, le=599)
    headers: dict[str, str] = Field(default_factory=dict)
    file: str


_ENTRIES = TypeAdapter(tuple[_Entry, ...])


@dataclass(frozen=True)
class Recorded:
    """One recorded response, its body as it was before any compression."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class _Response:
    status: int
    headers: dict[str, str]
    file: Path


class Replay:
    """Answers requests from an index of recorded responses, and nothing else."""

    def __init__(self, responses: dict[tuple[str, str], _Response], source: Path) -> None:
        self._responses = responses
        self._source = source

    @classmethod
    def load(cls, folder: Path, index: str = "index.json", overrides: Sequence[str] = ()) -> Replay:
        """Read an index; its file paths start at the folder above the index.

        Args:
            folder: The folder of the index, or the one above it where the index is `replay/INDEX`.
            index: The name of the index: a JSON array of method, url, status, headers, file.
            overrides: Names of further indexes beside it; their entries win, the last one most.

        Raises:
            ReplayInvalidError: An index or a file is missing, malformed, or outside the data.
        """
        home = _index_folder(folder, index)
        root = home.resolve().parent
        responses: dict[tuple[str, str], _Response] = {}
        for name in (index, *overrides):
            for entry in _entries(home, name):
                key = entry.method.upper(), _normal(entry.url)
                file = _inside(root, entry, home / name)
                responses[key] = _Response(entry.status, entry.headers, file)
        return cls(responses, home / index)

    def answer(self, method: str, url: str) -> Recorded:
        """The response recorded for a URL, or for the URL without its query.

        Raises:
            NotRecorded: There is neither.
        """
        exact = _normal(url)
        for candidate in (exact, exact.partition("?")[0]):
            found = self._responses.get((method.upper(), candidate))
            if found is not None:
                return Recorded(found.status, dict(found.headers), found.file.read_bytes())
        raise NotRecorded(
            f"No response to {method.upper()} {shown(url)} is recorded in {self._source}; "
            "add one there, or run without replay."
        )


def _index_folder(folder: Path, index: str) -> Path:
    for candidate in (folder, folder / "replay"):
        if (candidate / index).is_file():
            return candidate
    raise ReplayInvalidError(
        f"{folder} holds neither {index} nor replay/{index}; "
        "point JOBCTRL_REPLAY at a folder of recorded responses."
    )


def _entries(home: Path, name: str) -> tuple[_Entry, ...]:
    path = home / name
    if Path(name).name != name:
        raise ReplayInvalidError(
            f"{name!r} is not the name of an index in {home}; give a plain name."
        )
    try:
        return _ENTRIES.validate_json(path.read_bytes())
    except OSError as error:
        raise ReplayInvalidError(
            f"{path} cannot be read ({error.strerror}); correct it."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ReplayInvalidError(f"{path}: {place}: {first['msg']}; correct the index.") from error


def _inside(root: Path, entry: _Entry, index: Path) -> Path:
    file = (root / entry.file).resolve()
    if not file.is_relative_to(root):
        raise ReplayInvalidError(
            f"{index} names {entry.file!r}, which lies outside {root}; "
            "recorded responses are files inside that folder."
        )
    if not file.is_file():
        raise ReplayInvalidError(f"{index} names {entry.file!r}, which is not a file in {root}.")
    return file


def _normal(url: str) -> str:
    """One spelling per URL: lower-case scheme and host, no default port, no fragment."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return url
    return str(parsed.copy_with(fragment=None))
