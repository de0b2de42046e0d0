"""The partition sets as the store wants them, and what Dagster has still to be told.

A stage writes a key in the same transaction as the outcome that promotes the job. Whoever knows
Dagster settles the difference; losing that step loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert

SetName = Literal["tenants", "jobs", "shortlist", "approved"]


def want_key(
    unit: UnitOfWork, store: Store, set_name: SetName, tenant: str, key: str, *, wanted: bool
) -> None:
    """Say whether the set should hold the key; a key that already stands so is left alone."""
    table = schema.partition_keys
    query = sa.select(table.c.wanted).where(table.c.set_name == set_name, table.c.key == key)
    standing = unit.execute(query).scalar()
    if standing is wanted or (standing is None and not wanted):
        return
    row = {
        "set_name": set_name,
        "key": key,
        "tenant": tenant,
        "wanted": wanted,
        "settled": False,
        "at": store.clock(),
    }
    upsert(unit, table, row)


@dataclass(frozen=True)
class WantedKey:
    """A key that Dagster has still to be told of.

    Attributes:
        wanted: Whether the set should hold it.
        at: When that was said last.
    """

    key: str
    wanted: bool
    at: datetime


def unsettled_keys(store: Store, set_name: SetName, limit: int = 1000) -> list[WantedKey]:
    """Keys to add or to take out, oldest first."""
    table = schema.partition_keys
    query = (
        sa.select(table.c.key, table.c.wanted, table.c.at)
        .where(table.c.set_name == set_name, table.c.settled == sa.false())
        .order_by(table.c.at, table.c.key)
        .limit(limit)
    )
    with store.read() as connection:
        return [WantedKey(*row) for row in connection.execute(query)]


def settle_keys(store: Store, set_name: SetName, keys: Sequence[WantedKey]) -> None:
    """Note that Dagster's set agrees with what was wanted for these keys.

    One that is wanted otherwise by now is open again, even if another process has settled it:
    Dagster may have been told in the wrong order.
    """
    table = schema.partition_keys
    with store.unit_of_work() as unit:
        for told in keys:
            own = (table.c.set_name == set_name, table.c.key == told.key)
            agrees = sa.and_(table.c.wanted == sa.literal(told.wanted), table.c.at == told.at)
            unit.execute(sa.update(table).where(*own).values(settled=agrees))
        unit.commit()
