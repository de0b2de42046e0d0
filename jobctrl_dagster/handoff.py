"""When ready jobs become a slice: a full one or the first at once, any other within seconds."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.events import newest_event
from jobctrl_dagster.store.outcomes import ready_jobs
from jobctrl_dagster.store.slices import Slice, form_slice, new_slice_id, oldest_ready_at

logger = logging.getLogger(__name__)

GATHER_SECONDS = 2.0
LOOK_SECONDS = 0.25
FULL_LOOK_SECONDS = 1.0
MOST_SLICES = 10
"""Slices that one tick forms for a tenant; the rest is there at the next tick."""


@dataclass(frozen=True)
class Waiting:
    """Jobs that are ready for a stage.

    Attributes:
        count: How many, counted up to one full slice.
        oldest: When the first of them became ready.
        first: Whether the stage has no slice open for the tenant.
    """

    count: int
    oldest: datetime
    first: bool


def is_due(waiting: Waiting, size: int, now: datetime) -> bool:
    """Whether to form a slice now rather than wait for more jobs to fill it."""
    gathered = now - waiting.oldest >= timedelta(seconds=GATHER_SECONDS)
    return waiting.count > 0 and (waiting.count >= size or waiting.first or gathered)


def await_slices(
    installation: Installation,
    stage: StageName,
    *,
    seconds: float,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> list[Slice]:
    """The slices that are due, as soon as there are any; none when the time is over.

    A look goes through all jobs of the stage, so it is taken when something was recorded, and
    once a second for what only time makes due.
    """
    until = now() + seconds
    looked_at, newest = now() - FULL_LOOK_SECONDS, 0
    while True:
        event = newest_event(installation.store)
        if event != newest or now() - looked_at >= FULL_LOOK_SECONDS:
            looked_at, newest = now(), event
            if slices := due_slices(installation, stage):
                return slices
        if now() >= until:
            return []
        sleep(LOOK_SECONDS)


def due_slices(installation: Installation, stage: StageName) -> list[Slice]:
    """Form every slice that is due for the stage, over all tenants that are not paused.

    A tenant whose settings are faulty waits; the others go on.
    """
    made: list[Slice] = []
    for tenant in installation.active_tenants():
        if not _has_work(installation, stage, tenant.name):
            continue
        try:
            basis = installation.body(stage, tenant.name).basis
        except SettingsError:
            logger.error("%s waits until its settings are mended", tenant.name)  # noqa: TRY400 - a trace quotes the settings
            continue
        for _ in range(MOST_SLICES):
            work = _form_if_due(installation, stage, tenant.name, basis)
            if work is None:
                break
            made.append(work)
    return made


def _has_work(installation: Installation, stage: StageName, tenant: str) -> bool:
    """A cheap look before the tenant's settings are read: has anything reached the stage?"""
    table = schema.outcomes
    query = (
        sa.select(table.c.job_key)
        .where(
            table.c.stage == BY_NAME[stage].after,
            table.c.tenant == tenant,
            table.c.outcome == "succeeded",
        )
        .limit(1)
    )
    with installation.store.read() as connection:
        return connection.scalar(query) is not None


def _form_if_due(
    installation: Installation, stage: StageName, tenant: str, basis: str
) -> Slice | None:
    store, definition = installation.store, BY_NAME[stage]
    size = definition.slice_size
    with store.read() as connection:
        keys = ready_jobs(connection, store, stage, tenant, basis, size)
        if not keys or definition.after is None:
            return None
        oldest = oldest_ready_at(connection, tenant, definition.after, keys)
        open_slices = sa.select(sa.func.count()).where(
            schema.slices.c.state == "open",
            schema.slices.c.stage == stage,
            schema.slices.c.tenant == tenant,
        )
        first = connection.scalar(open_slices) == 0
    waiting = Waiting(len(keys), oldest or store.clock(), first)
    if not is_due(waiting, size, store.clock()):
        return None
    return form_slice(
        store, stage, tenant, basis, size=size, slice_id=new_slice_id(), requested=True
    )
