"""The store: one database, opened by URL, with reads and units of work."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Self

import sqlalchemy as sa

from jobctrl_dagster.clock import Clock, utc_now
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.engine import make_engine, reading_engine
from jobctrl_dagster.store.migrate import migrate
from jobctrl_dagster.store.unit import UnitOfWork, unit_of_work


class Store:
    """A database at the newest schema.

    Attributes:
        engine: For the store's own modules.
        clock: Time of everything that is written.
        identity: Id that the database was given when it was made.
    """

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self.engine = engine
        self.clock = clock
        self._reading = reading_engine(engine)
        self.identity = self._identity()

    @classmethod
    def open(cls, url: str, *, clock: Clock = utc_now) -> Self:
        """Open the database, creating and migrating it where needed.

        Raises:
            StoreError: the URL names no usable database, or one of a newer version.
        """
        engine = make_engine(url)
        migrate(engine)
        return cls(engine, clock)

    def _identity(self) -> str:
        query = sa.select(schema.store_identity.c.id)
        with self.read() as connection:
            known = connection.scalar(query)
        if known is not None:
            return str(known)
        with self.unit_of_work() as unit:
            unit.lock("jobctrl:identity")
            known = unit.connection.scalar(query)
            if known is None:
                known = uuid.uuid4().hex
                row = {"id": known, "created_at": self.clock()}
                unit.execute(sa.insert(schema.store_identity).values(**row))
            unit.commit()
        return str(known)

    def unit_of_work(self) -> AbstractContextManager[UnitOfWork]:
        """One write; see `jobctrl_dagster.store.unit.unit_of_work`."""
        return unit_of_work(self.engine)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection for queries, rolled back and closed on every way out.

        All of them see the database as it stands at the first.
        """
        with self._reading.connect() as connection:
            try:
                yield connection
            finally:
                connection.rollback()

    def check(self) -> str:
        """One sentence that says which database answers."""
        with self.read() as connection:
            jobs = connection.scalar(sa.select(sa.func.count()).select_from(schema.jobs))
        url = self.engine.url.render_as_string(hide_password=True)
        return f"{url} answers and holds {jobs} jobs"

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()
