"""`job_status`, folded from the events: where each job stands, for the funnel and the pages.

An event is committed with the change it tells of; the fold comes after. A fold that fails loses
nothing, since unfolded events wait for the next one.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert

BATCH = 500

PLACE_OF_OUTCOME = {
    "succeeded": "open",
    "stale": "open",
    "skipped": "blocked",
    "blocked": "blocked",
    "needs_answer": "blocked",
    "needs_verification": "blocked",
    "canceled": "blocked",
    "failed": "failed",
    "exhausted": "failed",
}
"""Where the funnel counts a job by its latest outcome; codes below are more exact."""

PLACE_OF_CODE = {"dropped": "dropped", "below_threshold": "below_threshold"}


def refresh_status(store: Store) -> int:
    """Fold every event that is not folded yet; returns how many there were."""
    folded = 0
    while True:
        with store.unit_of_work() as unit:
            unit.lock("jobctrl:status")
            count = _fold_batch(unit)
            unit.commit()
        folded += count
        if count < BATCH:
            return folded


def _fold_batch(unit: UnitOfWork) -> int:
    events = schema.events
    query = (
        sa.select(events).where(events.c.folded == sa.false()).order_by(events.c.id).limit(BATCH)
    )
    rows = unit.execute(query).mappings().all()
    latest: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        latest[row["tenant"], row["job_key"]] = _status(row)
    for status in latest.values():
        upsert(unit, schema.job_status, status)
    if rows:
        ids = [row["id"] for row in rows]
        unit.execute(sa.update(events).where(events.c.id.in_(ids)).values(folded=True))
    return len(rows)


def _status(event: sa.RowMapping) -> dict[str, Any]:
    data = event["data"]
    place = PLACE_OF_CODE.get(data["code"]) or PLACE_OF_OUTCOME[data["outcome"]]
    return {
        "tenant": event["tenant"],
        "job_key": event["job_key"],
        "place": place,
        "stage": data["stage"],
        "code": data["code"],
        "at": event["at"],
    }
