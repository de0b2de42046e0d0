"""Which files of an installation belong into a backup."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jobctrl_dagster.backup.manifest import DAGSTER, HOME
from jobctrl_dagster.backup.sqlite_files import BESIDE, belongs_to_sqlite
from jobctrl_dagster.drafts import DRAFT_NAME
from jobctrl_dagster.settings.home import Home

BACKUP_NAME = "jobctrl-backup-{:%Y%m%dT%H%M%SZ}.tar.gz"
BACKUP_GLOB = "jobctrl-backup-*.tar.gz"
DAGSTER_SETTINGS = "dagster.yaml"


@dataclass(frozen=True)
class Source:
    """A file to put into the archive.

    Attributes:
        name: Its member name.
        path: Where it is.
    """

    name: str
    path: Path


def dagster_folder(home: Home, environ: Mapping[str, str]) -> Path | None:
    """DAGSTER_HOME, else the folder meant for it; ``None`` where it holds the whole home."""
    named = environ.get("DAGSTER_HOME", "").strip()
    folder = Path(named).expanduser().absolute() if named else home.dagster
    return None if home.root.is_relative_to(folder) else folder


def home_files(home: Home, database: Path | None, dagster: Path | None) -> Iterator[Source]:
    """Settings, profiles, answers and files; not the databases, Dagster's home, other backups.

    Args:
        home: The installation.
        database: The store's SQLite file, if it has one.
        dagster: Dagster's home, if it is apart.
    """
    left_out = {home.dagster, *_with_companions(home.database)}
    left_out |= set() if dagster is None else {dagster}
    left_out |= set() if database is None else set(_with_companions(database))
    for path in _walk(home.root, left_out):
        if not path.match(BACKUP_GLOB):
            yield Source(f"{HOME}/{path.relative_to(home.root).as_posix()}", path)


def dagster_files(dagster: Path, *, everything: bool) -> Iterator[Source]:
    """Dagster's settings, or all of its home."""
    for path in _walk(dagster, set()):
        name = path.relative_to(dagster).as_posix()
        if everything or name == DAGSTER_SETTINGS:
            yield Source(f"{DAGSTER}/{name}", path)


def _with_companions(database: Path) -> Iterator[Path]:
    yield database
    for ending in BESIDE:
        yield database.with_name(database.name + ending)


def _walk(root: Path, left_out: set[Path]) -> Iterator[Path]:
    """Every regular file, links followed, each folder once; drafts and left-out paths are not."""
    entered: set[Path] = set()
    for name, folders, files in os.walk(root, followlinks=True):
        folder = Path(name)
        if folder.resolve() in entered:
            folders.clear()
            continue
        entered.add(folder.resolve())
        folders[:] = sorted(entry for entry in folders if _belongs(folder / entry, left_out))
        for entry in sorted(files):
            path = folder / entry
            if _belongs(path, left_out) and path.is_file() and not belongs_to_sqlite(path):
                yield path


def _belongs(path: Path, left_out: set[Path]) -> bool:
    return path not in left_out and not DRAFT_NAME.fullmatch(path.name)
