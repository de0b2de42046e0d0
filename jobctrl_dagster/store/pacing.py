"""Host pacing that holds over processes and hosts: one row per host in the store."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.gate.pacing import clamp_cooldown
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import insert_missing


class StorePacer:
    """Books request starts per host, for every process that uses the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def reserve(self, host: str, interval: float) -> float:
        """Book the next start at a host; see `jobctrl_dagster.gate.pacing.Pacer.reserve`."""
        with self._store.unit_of_work() as unit:
            row, now = self._row(unit, host), self._now(unit)
            start = max(now, row["cool_until"])
            if interval > 0:
                start = max(start, row["start_at"] + max(row["gap"], interval))
                self._update(unit, host, start_at=start, gap=interval)
            unit.commit()
        return float(start - now)

    def cool_down(self, host: str, seconds: float) -> None:
        """Pause a host; see `jobctrl_dagster.gate.pacing.Pacer.cool_down`."""
        with self._store.unit_of_work() as unit:
            row, now = self._row(unit, host), self._now(unit)
            until = max(row["cool_until"], now + clamp_cooldown(seconds))
            self._update(unit, host, cool_until=until)
            unit.commit()

    def _row(self, unit: UnitOfWork, host: str) -> sa.RowMapping:
        table = schema.host_pacing
        blank: dict[str, Any] = {"host": host, "start_at": 0.0, "gap": 0.0, "cool_until": 0.0}
        insert_missing(unit, table, [blank])
        query = sa.select(table).where(table.c.host == host).with_for_update()
        return unit.execute(query).mappings().one()

    def _now(self, unit: UnitOfWork) -> float:
        """The database's clock where hosts share one, else this machine's."""
        if unit.connection.dialect.name == "postgresql":
            query = sa.text("SELECT extract(epoch FROM clock_timestamp())::float8")
            return float(unit.execute(query).scalar_one())
        return self._store.clock().timestamp()

    @staticmethod
    def _update(unit: UnitOfWork, host: str, **values: float) -> None:
        table = schema.host_pacing
        unit.execute(sa.update(table).where(table.c.host == host).values(**values))
