"""Tenants: whose search runs, with what weight, and whether it is paused."""

from __future__ import annotations

import re
from dataclasses import dataclass

import sqlalchemy as sa

from jobctrl_dagster.settings.schema import TENANT_PATTERN
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.keys import want_key
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.upserts import insert_missing


@dataclass(frozen=True)
class Tenant:
    """A person (or client) whose search runs.

    Attributes:
        weight: Share of the capacity against other tenants; 2.0 is served twice as often as 1.0.
        paused: Whether nothing new is started for the tenant.
    """

    name: str
    weight: float
    paused: bool


def add_tenant(store: Store, name: str, *, weight: float = 1.0) -> bool:
    """Add a tenant; returns whether it was new.

    Raises:
        StoreError: the name or the weight is not allowed.
    """
    if not re.fullmatch(TENANT_PATTERN, name):
        msg = f"{name!r} is no tenant name; use 1 to 32 of a-z, 0-9 and hyphen"
        raise StoreError(msg)
    _check_weight(weight)
    row = {"name": name, "weight": weight, "paused": False, "created_at": store.clock()}
    with store.unit_of_work() as unit:
        new = insert_missing(unit, schema.tenants, [row]) == 1
        want_key(unit, store, "tenants", name, name, wanted=True)
        unit.commit()
    return new


def list_tenants(store: Store) -> list[Tenant]:
    """All tenants by name."""
    table = schema.tenants
    query = sa.select(table.c.name, table.c.weight, table.c.paused).order_by(table.c.name)
    with store.read() as connection:
        return [Tenant(*row) for row in connection.execute(query)]


def set_weight(store: Store, name: str, weight: float) -> None:
    """Change a tenant's weight.

    Raises:
        StoreError: there is no such tenant, or the weight is not above 0.
    """
    _check_weight(weight)
    _update(store, name, weight=weight)


def set_paused(store: Store, name: str, *, paused: bool) -> None:
    """Pause a tenant or let it go on.

    Raises:
        StoreError: there is no such tenant.
    """
    _update(store, name, paused=paused)


def _check_weight(weight: float) -> None:
    if not 0 < weight <= 1000:
        msg = f"a weight of {weight} is not allowed; give a number above 0 and at most 1000"
        raise StoreError(msg)


def _update(store: Store, name: str, **values: float | bool) -> None:
    with store.unit_of_work() as unit:
        statement = sa.update(schema.tenants).where(schema.tenants.c.name == name)
        if unit.execute(statement.values(**values)).rowcount == 0:
            msg = f"there is no tenant {name!r}; `jobctrl tenant list` shows those there are"
            raise StoreError(msg)
        unit.commit()
