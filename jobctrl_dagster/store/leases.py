"""Leases with fencing tokens: who may work on a thing, and the proof at every write.

A lease lasts 30 s and is renewed every 10 s by a thread of its own. Each taking gets a higher
token. A writer checks its token inside the transaction of the write, so whoever lost the lease
publishes nothing. A dead owner on this host is recognised by its pid and start time at once;
elsewhere its lease runs out.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.errors import LeaseHeld, LeaseLost
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import insert_missing

LEASE_SECONDS = 30.0
RENEW_SECONDS = 10.0


@dataclass(frozen=True)
class Lease:
    """A lease that was taken; `assert_held` tells whether it still is."""

    name: str
    token: int


def process_start(pid: int) -> float | None:
    """Start time of a process in Unix seconds, or ``None`` when there is none."""
    import psutil

    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else float(process.create_time())
    except psutil.Error:
        return None


@cache
def _own_start(pid: int) -> float:
    return process_start(pid) or 0.0


def take(store: Store, name: str, *, run_id: str | None = None) -> Lease:
    """Take a lease that is free, expired, or held by a process that is gone.

    Raises:
        LeaseHeld: a live owner holds it.
    """
    pid = os.getpid()
    with store.unit_of_work() as unit:
        row = _row(unit, store, name)
        if row["held"] and _alive(row, store):
            msg = f"{name} is held by process {row['pid']} on {row['host']}; wait for it to end"
            raise LeaseHeld(msg)
        token = row["token"] + 1
        values = {
            "token": token,
            "held": True,
            "host": socket.gethostname(),
            "pid": pid,
            "process_started": _own_start(pid),
            "run_id": run_id,
            "expires_at": store.clock() + timedelta(seconds=LEASE_SECONDS),
        }
        _update(unit, name, values)
        unit.commit()
    return Lease(name, token)


def _row(unit: UnitOfWork, store: Store, name: str) -> sa.RowMapping:
    blank: dict[str, Any] = {
        "name": name,
        "token": 0,
        "held": False,
        "host": "",
        "pid": 0,
        "process_started": 0.0,
        "run_id": None,
        "expires_at": store.clock(),
    }
    insert_missing(unit, schema.leases, [blank])
    query = sa.select(schema.leases).where(schema.leases.c.name == name).with_for_update()
    return unit.execute(query).mappings().one()


def _update(unit: UnitOfWork, name: str, values: dict[str, Any]) -> None:
    unit.execute(sa.update(schema.leases).where(schema.leases.c.name == name).values(**values))


def _alive(row: sa.RowMapping, store: Store) -> bool:
    """Whether the owner may still act: time left and, on this host, its process there."""
    if row["expires_at"] <= store.clock():
        return False
    if row["host"] != socket.gethostname():
        return True
    started = process_start(row["pid"])
    return started is not None and abs(started - row["process_started"]) < 1.0


def is_held(store: Store, name: str) -> bool:
    """Whether a live owner holds the lease."""
    with store.read() as connection:
        query = sa.select(schema.leases).where(schema.leases.c.name == name)
        row = connection.execute(query).mappings().one_or_none()
    return row is not None and row["held"] and _alive(row, store)


def was_taken(store: Store, name: str) -> bool:
    """Whether anybody ever held the lease."""
    with store.read() as connection:
        query = sa.select(schema.leases.c.token).where(schema.leases.c.name == name)
        return (connection.scalar(query) or 0) > 0


def died_holding(store: Store, name: str, run_id: str) -> bool:
    """Whether this run held the lease last and its process is gone without giving it back."""
    with store.read() as connection:
        query = sa.select(schema.leases).where(
            schema.leases.c.name == name, schema.leases.c.run_id == run_id
        )
        row = connection.execute(query).mappings().one_or_none()
    return row is not None and row["held"] and not _alive(row, store)


def is_free(unit: UnitOfWork, store: Store, name: str) -> bool:
    """Whether nobody alive holds the lease; nobody can take it before the unit has ended."""
    row = _row(unit, store, name)
    return not (row["held"] and _alive(row, store))


def assert_held(unit: UnitOfWork, store: Store, lease: Lease) -> None:
    """Check the fence inside the transaction of a write.

    Raises:
        LeaseLost: the lease ran out or has another owner; nothing may be written.
    """
    query = sa.select(schema.leases).where(schema.leases.c.name == lease.name)
    if unit.connection.dialect.name == "postgresql":
        query = query.with_for_update(read=True)
    row = unit.execute(query).mappings().one()
    if not row["held"] or row["token"] != lease.token or row["expires_at"] <= store.clock():
        msg = f"the lease {lease.name} was lost; what was worked out under it is not saved"
        raise LeaseLost(msg)


def renew(store: Store, lease: Lease) -> None:
    """Extend the lease by its full time.

    Raises:
        LeaseLost: it is not ours any more.
    """
    with store.unit_of_work() as unit:
        row = _row(unit, store, lease.name)
        if not row["held"] or row["token"] != lease.token or row["expires_at"] <= store.clock():
            msg = f"the lease {lease.name} cannot be renewed: it ran out or was taken over"
            raise LeaseLost(msg)
        _update(
            unit,
            lease.name,
            {"expires_at": store.clock() + timedelta(seconds=LEASE_SECONDS)},
        )
        unit.commit()


def release(store: Store, lease: Lease) -> None:
    """Give the lease back, if it is still ours."""
    with store.unit_of_work() as unit:
        unit.execute(
            sa.update(schema.leases)
            .where(schema.leases.c.name == lease.name, schema.leases.c.token == lease.token)
            .values(held=False)
        )
        unit.commit()


@contextmanager
def keep(store: Store, *leases: Lease) -> Iterator[None]:
    """Renew leases in the background for a block; a lost one is noticed at the next write."""
    ended = threading.Event()

    def renew_all() -> None:
        lost: set[str] = set()
        while not ended.wait(RENEW_SECONDS) and len(lost) < len(leases):
            for lease in leases:
                if lease.name not in lost and not _renewed(store, lease):
                    lost.add(lease.name)

    thread = threading.Thread(target=renew_all, name="leases", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _renewed(store: Store, lease: Lease) -> bool:
    """Whether the lease is still ours; a database that is away for a moment is no loss."""
    try:
        renew(store, lease)
    except LeaseLost:
        return False
    except (sa.exc.DBAPIError, sa.exc.TimeoutError):
        return True
    return True


@contextmanager
def hold(store: Store, name: str, *, run_id: str | None = None) -> Iterator[Lease]:
    """Hold a lease for a block, renewed in the background and released on every way out.

    Raises:
        LeaseHeld: a live owner holds it.
    """
    lease = take(store, name, run_id=run_id)
    try:
        with keep(store, lease):
            yield lease
    finally:
        release(store, lease)
