"""The append-only history: what happened to each job, once per run and type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jobctrl_dagster.clock import Clock
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import insert_missing


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

    The key is (tenant, job, run, type): a retry after a commit that went unnoticed adds nothing.

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
    return insert_missing(unit, schema.events, [row]) == 1
