"""Which slices and families have a run that is still on its way, by Dagster's own account."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import dagster as dg

from jobctrl_dagster.defs.discover import EXECUTION_TAG
from jobctrl_dagster.defs.slices import SLICE_TAG
from jobctrl_dagster.discover.executions import FamilyRun, family_lease
from jobctrl_dagster.store.leases import died_holding
from jobctrl_dagster.store.slices import Slice, slice_lease
from jobctrl_dagster.store.store import Store

UNDER_WAY = [dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING]
ON_THEIR_WAY = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.STARTING,
]


MOST_RUNS = 200
"""Runs that one look judges; the lanes hold far fewer."""

STARTING_SECONDS = 60
"""A run that started this recently may not hold its lease yet."""


@dataclass(frozen=True)
class RunsOnTheirWay:
    """Runs that were launched and have not begun."""

    slices: frozenset[str]
    families: frozenset[tuple[str, str]]

    def has_slice(self, work: Slice) -> bool:
        """Whether a run that will work on the slice is still to begin."""
        return work.id in self.slices

    def has_family(self, run: FamilyRun) -> bool:
        """Whether a run that will read the family is still to begin."""
        return (run.execution_id, run.family) in self.families


def runs_on_their_way(instance: dg.DagsterInstance) -> RunsOnTheirWay:
    """Read the queue, and what left it a moment ago, once."""
    recent = datetime.now(UTC) - timedelta(seconds=STARTING_SECONDS)
    started = dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED], updated_after=recent)
    runs = [
        *instance.get_runs(dg.RunsFilter(statuses=ON_THEIR_WAY)),
        *instance.get_runs(started),
    ]
    return RunsOnTheirWay(
        frozenset(run.tags[SLICE_TAG] for run in runs if SLICE_TAG in run.tags),
        frozenset(
            (run.tags[EXECUTION_TAG], run.tags["dagster/partition/family"])
            for run in runs
            if EXECUTION_TAG in run.tags
        ),
    )


def fail_dead_runs(instance: dg.DagsterInstance, store: Store) -> int:
    """Fail runs whose process died while it held its lease; returns how many.

    Dagster has no way to see that such a run is gone, so it would stay started for ever and use up
    its lane.
    """
    failed = 0
    for run in instance.get_runs(dg.RunsFilter(statuses=UNDER_WAY), limit=MOST_RUNS):
        lease = _lease_of(run)
        if lease is not None and died_holding(store, lease, run.run_id):
            message = "The run's process is gone; its work is handed out again."
            instance.report_run_failed(run, message)
            failed += 1
    return failed


def _lease_of(run: dg.DagsterRun) -> str | None:
    if slice_id := run.tags.get(SLICE_TAG):
        return slice_lease(slice_id)
    if execution_id := run.tags.get(EXECUTION_TAG):
        return family_lease(execution_id, run.tags["dagster/partition/family"])
    return None
