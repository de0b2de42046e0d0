"""SQLite databases that others are writing to, copied as they stand at one moment."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.settings.home import PRIVATE_FILE

HEADER = b"SQLite format 3\x00"
BESIDE = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""
BUSY_SECONDS = 60


def is_sqlite(path: Path) -> bool:
    """Whether the file is a SQLite database."""
    with path.open("rb") as stream:
        return stream.read(len(HEADER)) == HEADER


def belongs_to_sqlite(path: Path) -> bool:
    """Whether SQLite keeps the file for a database beside it; a copy is whole without it."""
    for ending in BESIDE:
        if path.name.endswith(ending):
            return path.with_name(path.name.removesuffix(ending)).exists()
    return False


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a live database by the online backup interface into one private file, and check it.

    Raises:
        BackupError: the database is damaged or cannot be read.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))
    address = f"{source.absolute().as_uri()}?mode=rw"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as live,
            closing(sqlite3.connect(target)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            fault = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        msg = f"{source} cannot be copied ({error}); check the disk, and try again"
        raise BackupError(msg) from error
    if fault != "ok":
        msg = f"{source} is damaged ({fault}); restore an earlier backup, or mend it with sqlite3"
        raise BackupError(msg)
