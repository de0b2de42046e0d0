"""Restore an archive: check all of it, then write, marked as unfinished until the last step."""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from jobctrl_dagster.backup.archive import members, verify
from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.load_store import load_store
from jobctrl_dagster.backup.manifest import DAGSTER, HOME, Manifest
from jobctrl_dagster.backup.target import Target
from jobctrl_dagster.backup.unfinished import advice, mark_of
from jobctrl_dagster.clock import Clock, utc_now
from jobctrl_dagster.settings.home import PRIVATE_FILE, PRIVATE_FOLDER, Home
from jobctrl_dagster.store.engine import make_engine
from jobctrl_dagster.store.migrate import known_revisions

Told = Callable[[str], None]


@dataclass(frozen=True)
class Restored:
    """A finished restore.

    Attributes:
        moved: What was there before and where it is now, a clause each.
    """

    home: Home
    manifest: Manifest
    moved: tuple[str, ...]


def restore_backup(
    archive: Path,
    home: Home,
    *,
    environ: Mapping[str, str] = os.environ,
    force: bool = False,
    clock: Clock = utc_now,
    told: Told = lambda _words: None,
) -> Restored:
    """Put an installation back, into a home and the database that the environment names.

    Args:
        archive: What `make_backup` wrote.
        home: Where the files go.
        environ: JOBCTRL_DATABASE_URL, else the home's SQLite file, gets the tables.
        force: Whether an installation that is there is moved aside.
        clock: Time in the names of what is moved aside.
        told: Hears how far it is.

    Raises:
        BackupError: before anything is written, where the archive is not whole or safe or the
            target is taken; later, where the database refuses the rows.
        SettingsError: the home cannot be written.
        StoreError: the URL names no database that the store can use.
    """
    try:
        stream = archive.open("rb")
    except OSError as error:
        msg = f"{archive} cannot be read ({error.strerror}); check the path"
        raise BackupError(msg) from error
    with stream:
        manifest = verify(stream, told)
        _refuse_newer(manifest)
        target = Target(home, home.database_url(environ))
        _refuse_occupied(target, archive, force=force)
        at = clock()
        moved = target.begin(archive.absolute(), at)
        _extract(stream, home, told)
        engine = make_engine(target.url)
        try:
            moved += load_store(engine, manifest, members(stream), at=at, told=told)
        finally:
            engine.dispose()
    mark_of(home).unlink()
    return Restored(home, manifest, tuple(moved))


def _refuse_newer(manifest: Manifest) -> None:
    known = known_revisions()
    if manifest.revision not in known:
        msg = (
            f"the archive's tables are at revision {manifest.revision}, and this version knows "
            f"{known[-1]} as the newest; install {manifest.program} or later"
        )
        raise BackupError(msg)


def _refuse_occupied(target: Target, archive: Path, *, force: bool) -> None:
    found = target.occupants()
    if found and not force:
        msg = (
            f"{' and '.join(found)}; {advice(target.home, archive.absolute())} to move what is "
            "there aside (nothing is deleted), or choose another home and database"
        )
        raise BackupError(msg)


def _extract(stream: IO[bytes], home: Home, told: Told) -> None:
    """Write the files, private and with the times they had."""
    home.create()
    for info, content in members(stream):
        path = PurePosixPath(info.name)
        if path.parts[0] in {HOME, DAGSTER}:
            told(f"writing {info.name}")
            root = home.root if path.parts[0] == HOME else home.dagster
            _write(root, PurePosixPath(*path.parts[1:]), info, content)


def _write(root: Path, path: PurePosixPath, info: tarfile.TarInfo, content: IO[bytes]) -> None:
    folder = root
    for part in path.parts[:-1]:
        folder /= part
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    target = folder / path.name
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    with os.fdopen(handle, "wb") as out:
        shutil.copyfileobj(content, out)
    os.utime(target, (info.mtime, info.mtime))
