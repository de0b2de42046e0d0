"""The append-only history: what happened to each job, once per run and type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.clock import Clock
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import insert_missing


def newest_event(store: Store) -> int:
    """Id of the newest event, 0 without any; it grows with everything that is recorded."""
    with store.read() as connection:
        return connection.scalar(sa.select(sa.func.max(schema.events.c.id))) or 0


def append_event(
    unit: UnitOfWork,
    clock: Clock,
    *,
    tenant: str,
    job_key: str,
    run_id: str,
    event: str,
    data: Mapping[str, Any],
) -> bool:
    """Write an event in the same transaction as the change it tells of.

    The key is (tenant, job, run, type): a retry after a commit that went unnoticed adds nothing,
    but the job's status is folded once more.

    Returns:
        Whether the event was new.
    """
    row = {
        "tenant": tenant,
        "job_key": job_key,
        "run_id": run_id,
        "type": event,
        "data": dict(data),
        "at": clock(),
        "folded": False,
    }
    if insert_missing(unit, schema.events, [row]) == 1:
        return True
    events = schema.events
    known = (
        events.c.tenant == tenant,
        events.c.job_key == job_key,
        events.c.run_id == run_id,
        events.c.type == event,
    )
    unit.execute(sa.update(events).where(*known).values(folded=False))
    return False
