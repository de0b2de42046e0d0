"""Where a restore goes: an empty home and an empty database, or old ones that are set aside."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.sqlite_files import BESIDE
from jobctrl_dagster.backup.unfinished import advice, mark, mark_of
from jobctrl_dagster.settings.home import Home, make_private_folder
from jobctrl_dagster.store.engine import POSTGRESQL_SCHEMA, make_engine

OWN_TABLES = {"alembic_version", "store_identity"}
"""Tables that have rows in an empty store, too."""


@dataclass(frozen=True)
class Target:
    """A home and the database that belongs to it.

    Attributes:
        url: SQLAlchemy URL of the database.
    """

    home: Home
    url: str

    @property
    def database(self) -> Path | None:
        """The SQLite file, if that is what the URL names."""
        parsed = sa.engine.make_url(self.url)
        is_file = parsed.get_backend_name() == "sqlite" and parsed.database
        return Path(str(parsed.database)).absolute() if is_file else None

    def occupants(self) -> list[str]:
        """What stands in the way, a clause each; an empty store is nothing.

        Raises:
            BackupError: the home is no folder, or the database cannot be reached.
        """
        found = []
        if mark_of(self.home).exists():
            found.append(f"{self.home.root} holds a restore that was interrupted")
        elif self.home.root.exists() and not self.home.root.is_dir():
            msg = f"{self.home.root} is a file; give a folder with --into"
            raise BackupError(msg)
        elif any(not path.is_dir() for path in self.home.root.rglob("*")):
            found.append(f"{self.home.root} is not empty")
        if self._has_rows():
            shown = sa.engine.make_url(self.url).render_as_string(hide_password=True)
            found.append(f"the database {shown} holds a store")
        return found

    def _has_rows(self) -> bool:
        if self.database is not None and not self.database.exists():
            return False
        engine = make_engine(self.url)
        try:
            with engine.connect() as connection:
                names = sa.inspect(connection).get_table_names(schema=_schema(connection))
                return any(
                    connection.execute(sa.select(1).select_from(sa.table(name)).limit(1)).first()
                    for name in set(names) - OWN_TABLES
                )
        except sa.exc.SQLAlchemyError as error:
            shown = engine.url.render_as_string(hide_password=True)
            msg = f"the database {shown} cannot be read ({error}); check JOBCTRL_DATABASE_URL"
            raise BackupError(msg) from error
        finally:
            engine.dispose()

    def begin(self, archive: Path, at: datetime) -> list[str]:
        """Leave an empty home that says it is not whole; returns what was set aside where.

        A PostgreSQL database is set aside later, in the transaction that fills it.

        Raises:
            BackupError: the old home cannot be moved.
            SettingsError: the new one cannot be made.
        """
        moved = []
        root = self.home.root
        make_private_folder(root.parent)
        fresh = Home(Path(tempfile.mkdtemp(".part", f".{root.name}.", root.parent)))
        mark(fresh, advice(self.home, archive))
        try:
            if root.exists():
                aside = _aside(root, at)
                root.rename(aside)
                moved.append(f"{root} is {aside} now")
            fresh.root.rename(root)
        except OSError as error:
            msg = (
                f"{root} cannot be moved aside ({error.strerror}); "
                "move its content away yourself, or give another folder with --into"
            )
            raise BackupError(msg) from error
        return moved + self._move_database(at)

    def _move_database(self, at: datetime) -> list[str]:
        """Set a SQLite file outside the home aside, with what SQLite keeps beside it."""
        database = self.database
        if database is None or not database.exists():
            return []
        aside = _aside(database, at)
        for ending in ("", *BESIDE):
            part = database.with_name(database.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        return [f"{database} is {aside} now"]


def _schema(connection: sa.Connection) -> str | None:
    return POSTGRESQL_SCHEMA if connection.dialect.name == "postgresql" else None


def _aside(path: Path, at: datetime) -> Path:
    """A free name beside the path."""
    name, number = f"{path.name}.before-restore-{at:%Y%m%dT%H%M%S}", 1
    while (aside := path.with_name(name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return aside
