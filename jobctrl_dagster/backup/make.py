"""Make a backup: files, settings and every table, as they stand at one moment each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from jobctrl_dagster.backup.archive import ArchiveWriter, writing
from jobctrl_dagster.backup.contents import Source, dagster_files, dagster_folder, home_files
from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.manifest import FORMAT, Manifest, table_member
from jobctrl_dagster.backup.sqlite_files import copy_sqlite, is_sqlite
from jobctrl_dagster.backup.table_rows import dump_table
from jobctrl_dagster.backup.unfinished import refuse_unfinished
from jobctrl_dagster.clock import Clock, utc_now
from jobctrl_dagster.drafts import draft_folder, publish
from jobctrl_dagster.settings.home import PRIVATE_FILE, Home
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.migrate import HEAD
from jobctrl_dagster.store.store import Store

Told = Callable[[str], None]
"""Hears what is being done, in a few words."""


@dataclass(frozen=True)
class Backup:
    """A finished backup.

    Attributes:
        path: The archive.
        notes: What a person should know of it.
    """

    path: Path
    manifest: Manifest
    notes: tuple[str, ...] = ()


@dataclass
class _Work:
    """One backup under way."""

    folder: Path
    archive: ArchiveWriter
    told: Told

    def add(self, source: Source) -> bool:
        """Add a file as it is now; returns whether it was a SQLite database.

        A file that is gone meanwhile is left out.
        """
        self.told(f"copying {source.name}")
        copy = self.folder / "copy"
        copy.unlink(missing_ok=True)
        try:
            modified = source.path.stat().st_mtime
            database = is_sqlite(source.path)
        except FileNotFoundError:
            return False
        except OSError as error:
            msg = f"{source.path} cannot be read ({error.strerror}); check its permissions"
            raise BackupError(msg) from error
        if database:
            copy_sqlite(source.path, copy)
        else:
            copy.touch(PRIVATE_FILE)
            shutil.copyfile(source.path, copy)
        self.archive.add(source.name, copy, modified=modified)
        return database

    def tell_rows(self, table: str, rows: int) -> None:
        """Say how much of a table is copied."""
        self.told(f"table {table}: {rows} rows")


def make_backup(
    home: Home,
    target: Path,
    *,
    environ: Mapping[str, str] = os.environ,
    with_dagster: bool = False,
    clock: Clock = utc_now,
    told: Told = lambda _words: None,
) -> Backup:
    """Write an archive of the installation; one that is there is replaced when it is whole.

    The tables come before Dagster's databases, so that Dagster knows every key that the store
    takes for settled.

    Args:
        home: The installation.
        target: The archive.
        environ: Names the database and Dagster's home.
        with_dagster: Whether Dagster's runs and events are in it, too.
        clock: Time of the backup.
        told: Hears how far it is.

    Raises:
        BackupError: there is nothing to back up, or a database is damaged.
        SettingsError: the archive cannot be written, or a restore was not finished here.
        StoreError: the database cannot be used.
    """
    if not home.root.is_dir():
        msg = f"{home.root} is no folder; set JOBCTRL_HOME to the installation to back up"
        raise BackupError(msg)
    refuse_unfinished(home)
    store = _open(home.database_url(environ), clock)
    try:
        with draft_folder(target) as folder:
            draft = folder / "archive"
            with writing(draft) as archive:
                work = _Work(folder, archive, told)
                rows = _add_tables(work, store)
                notes = _add_files(work, home, environ, store.engine, with_dagster=with_dagster)
                manifest = _manifest(store, archive, rows, with_dagster=with_dagster)
                archive.finish(manifest)
            told("finishing")
            publish(draft, target)
    finally:
        store.close()
    return Backup(target, manifest, notes)


def _manifest(
    store: Store, archive: ArchiveWriter, rows: dict[str, int], *, with_dagster: bool
) -> Manifest:
    return Manifest(
        format=FORMAT,
        program=version("jobctrl-dagster"),
        made_at=store.clock(),
        identity=store.identity,
        revision=HEAD,
        database=_kind(store.engine),
        dagster=with_dagster,
        rows=rows,
        members=archive.members,
    )


def _open(url: str, clock: Clock) -> Store:
    try:
        return Store.open(url, clock=clock)
    except sa.exc.DatabaseError as error:
        shown = sa.engine.make_url(url).render_as_string(hide_password=True)
        msg = f"the database {shown} cannot be read ({error.orig}); check that it runs and is whole"
        raise BackupError(msg) from error


def _kind(engine: sa.Engine) -> Literal["sqlite", "postgresql"]:
    return "postgresql" if engine.dialect.name == "postgresql" else "sqlite"


def _add_tables(work: _Work, store: Store) -> dict[str, int]:
    rows: dict[str, int] = {}
    made_at = store.clock().timestamp()
    with _still(store, work.folder) as connection:
        for table in schema.metadata.sorted_tables:
            lines = work.folder / "lines"
            lines.unlink(missing_ok=True)
            name = table.name
            rows[name] = dump_table(connection, table, lines, partial(work.tell_rows, name))
            work.archive.add(table_member(name), lines, modified=made_at)
    return rows


@contextmanager
def _still(store: Store, folder: Path) -> Iterator[sa.Connection]:
    """The tables as they are at one moment, all while others write."""
    if _kind(store.engine) == "postgresql":
        with store.read() as connection:
            yield connection
        return
    copy = folder / "store.db"
    copy_sqlite(Path(str(store.engine.url.database)), copy)
    copied = Store.open(f"sqlite:///{copy}", clock=store.clock)
    try:
        with copied.read() as connection:
            yield connection
    finally:
        copied.close()
        copy.unlink()


def _add_files(
    work: _Work,
    home: Home,
    environ: Mapping[str, str],
    engine: sa.Engine,
    *,
    with_dagster: bool,
) -> tuple[str, ...]:
    database = None if _kind(engine) == "postgresql" else Path(str(engine.url.database)).absolute()
    dagster = dagster_folder(home, environ)
    for source in home_files(home, database, dagster):
        work.add(source)
    if dagster is None:
        return ()
    databases = [work.add(source) for source in dagster_files(dagster, everything=with_dagster)]
    if with_dagster and not any(databases):
        note = f"{dagster} holds no database; if Dagster's are elsewhere, save them by other means"
        return (note,)
    return ()
