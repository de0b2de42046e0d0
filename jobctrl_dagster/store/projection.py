"""`job_status`: where each job stands, for the funnel and the pages.

An event is committed with the change it tells of; the fold comes after. It looks at the outcomes
of every job that an event names, so a job stands where its outcomes say, in whatever order they
were written. A fold that fails loses nothing, since unfolded events wait for the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.stages import BY_NAME
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
"""Where the funnel counts a job by the outcome it stands at; codes below are more exact."""

PLACE_OF_DECISION = {"approved": "open", "rejected": "dropped"}
"""Where a job with documents stands once a person has decided."""

PLACE_OF_CODE = {
    "dropped": "dropped",
    "rejected": "dropped",
    "below_threshold": "below_threshold",
    "waiting_approval": "waiting_approval",
    "dry_run": "applied_dry_run",
}
FINAL_CODES = frozenset({"below_threshold"})
"""Successes that lead no further, whatever later stages recorded before."""


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
        sa.select(events.c.id, events.c.tenant, events.c.job_key)
        .where(events.c.folded == sa.false())
        .order_by(events.c.id)
        .limit(BATCH)
    )
    rows = unit.execute(query).all()
    if not rows:
        return 0
    for status in _statuses(unit, {(row.tenant, row.job_key) for row in rows}):
        upsert(unit, schema.job_status, status)
    ids = [row.id for row in rows]
    unit.execute(sa.update(events).where(events.c.id.in_(ids)).values(folded=True))
    return len(rows)


def _statuses(unit: UnitOfWork, jobs: Iterable[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    table, approvals = schema.outcomes, schema.approvals
    query = (
        sa.select(table, approvals.c.state.label("decision"))
        .outerjoin(
            approvals,
            sa.and_(approvals.c.tenant == table.c.tenant, approvals.c.job_key == table.c.job_key),
        )
        .where(sa.tuple_(table.c.tenant, table.c.job_key).in_(list(jobs)))
        .order_by(table.c.tenant, table.c.job_key)
    )
    rows = unit.execute(query).mappings().all()
    for _job, outcomes in groupby(rows, key=lambda row: (row["tenant"], row["job_key"])):
        yield _status(list(outcomes))


def _status(outcomes: Sequence[sa.RowMapping]) -> dict[str, Any]:
    """A job stands at the first stage that holds it up, else at the last that it has passed."""
    order = list(BY_NAME)
    for row in sorted(outcomes, key=lambda row: order.index(row["stage"])):
        standing = row
        if row["outcome"] != "succeeded" or row["code"] in FINAL_CODES:
            break
    place = PLACE_OF_CODE.get(standing["code"]) or PLACE_OF_OUTCOME[standing["outcome"]]
    if place == "waiting_approval":
        place = PLACE_OF_DECISION.get(standing["decision"], place)
    return {name: standing[name] for name in ("tenant", "job_key", "stage", "code", "at")} | {
        "place": place
    }
