"""Which slices and families have a run that is still on its way, by Dagster's own account."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import dagster as dg

from jobctrl_dagster.defs.discover import EXECUTION_TAG
from jobctrl_dagster.defs.slices import SLICE_TAG
from jobctrl_dagster.discover.executions import FamilyRun
from jobctrl_dagster.store.slices import Slice

ON_THEIR_WAY = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.STARTING,
]


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
