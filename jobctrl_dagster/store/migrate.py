"""Bring a database to the newest schema, by one process at a time."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from jobctrl_dagster.store.engine import POSTGRESQL_SCHEMA
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.unit import UnitOfWork, unit_of_work

HEAD = "0001"
"""Newest revision in ``migrations/versions``; a test keeps the two equal."""

MIGRATIONS = Path(__file__).parent / "migrations"


def revision(connection: sa.Connection) -> str | None:
    """Revision of the database, or ``None`` for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one())


def migrate(engine: sa.Engine) -> None:
    """Upgrade to `HEAD`; costs one query when there is nothing to do.

    Raises:
        StoreError: the database was written by a newer version of the program.
    """
    with engine.connect() as connection:
        if revision(connection) == HEAD:
            return
    with unit_of_work(engine) as unit:
        unit.lock("jobctrl:migrate")
        if unit.connection.dialect.name == "postgresql":
            unit.execute(sa.schema.CreateSchema(POSTGRESQL_SCHEMA, if_not_exists=True))
        current = revision(unit.connection)
        if current != HEAD:
            _refuse_newer(current)
            upgrade(unit)
        unit.commit()


def known_revisions() -> list[str]:
    """Every revision of this version, oldest first."""
    return sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _refuse_newer(current: str | None) -> None:
    if current is not None and current not in known_revisions():
        msg = (
            f"the database is at revision {current}, which this version does not know; "
            "install the version that wrote it, or restore a backup"
        )
        raise StoreError(msg)


def upgrade(unit: UnitOfWork, to: str = HEAD) -> None:
    """Run the migrations up to a revision inside the unit of work."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = unit.connection
    command.upgrade(config, to)
