"""One write: a transaction that is committed in so many words, or rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.store.errors import TransactionUnfinished


class UnitOfWork:
    """A writer's transaction.

    Attributes:
        connection: For statements of the store's own modules.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self._transaction = connection.begin()

    @property
    def finished(self) -> bool:
        """Whether the transaction was committed or rolled back."""
        return not self._transaction.is_active

    def execute(self, statement: sa.Executable, parameters: Any = None) -> sa.CursorResult[Any]:
        """Run a statement inside the transaction."""
        return self.connection.execute(statement, parameters)

    def lock(self, name: str) -> None:
        """Wait until no other unit of work holds the name; held until the end of this one.

        SQLite has one writer at a time anyway.
        """
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(
                sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(name, 0)))
            )

    def commit(self) -> None:
        """Make the writes last."""
        self._transaction.commit()

    def rollback(self) -> None:
        """Give the writes up, on purpose."""
        self._transaction.rollback()


@contextmanager
def unit_of_work(engine: sa.Engine) -> Iterator[UnitOfWork]:
    """A write that ends with `UnitOfWork.commit` or `UnitOfWork.rollback`.

    The connection is closed on every way out.

    Raises:
        TransactionUnfinished: the body came to its end with neither; nothing was written.
    """
    with engine.connect().execution_options(jobctrl_writes=True) as connection:
        unit = UnitOfWork(connection)
        try:
            yield unit
        except BaseException:
            if not unit.finished:
                unit.rollback()
            raise
        if not unit.finished:
            unit.rollback()
            msg = (
                "a unit of work ended without commit() or rollback(), so nothing of it was saved; "
                "call unit.commit() as its last statement"
            )
            raise TransactionUnfinished(msg)
