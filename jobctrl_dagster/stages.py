"""The ordered table of stages: what each is called, how it is sliced, how often it is tried.

Every place that walks the pipeline (handoff, jobs, tags, readiness) reads this table, so adding a
stage means adding a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StageName = Literal["discover", "enrich", "score"]
OutcomeName = Literal[
    "succeeded",
    "skipped",
    "blocked",
    "failed",
    "exhausted",
    "needs_answer",
    "needs_verification",
    "canceled",
    "stale",
]
Lane = Literal["work", "control"]


@dataclass(frozen=True)
class Stage:
    """One step that a job passes.

    Attributes:
        name: The stage.
        after: The stage whose success makes a job ready for this one.
        asset: Asset key that the stage materializes.
        group: Asset group in the web UI.
        lane: Run-queue lane; tag concurrency limits count by it.
        priority: 1 (first) to 5.
        slice_size: Most jobs that one run handles.
        attempts: Tries of a retryable failure before it is exhausted.
        backoff: Seconds before the second try; doubles with each further one.
    """

    name: StageName
    after: StageName | None
    asset: str
    group: str
    lane: Lane
    priority: int
    slice_size: int
    attempts: int
    backoff: float

    def tags(self, tenant: str) -> dict[str, str]:
        """Tags that every run of the stage carries, for limits and for the reader."""
        return {
            "jobctrl/lane": self.lane,
            "jobctrl/stage": self.name,
            "jobctrl/tenant": tenant,
            "dagster/priority": str(5 - self.priority),
        }


STAGES: tuple[Stage, ...] = (
    Stage("discover", None, "discovered_jobs", "discover", "work", 3, 1, 3, 60.0),
    Stage("enrich", "discover", "enrichment", "enrich", "work", 3, 50, 3, 60.0),
    Stage("score", "enrich", "scores", "score", "work", 3, 100, 3, 60.0),
)
BY_NAME: dict[StageName, Stage] = {stage.name: stage for stage in STAGES}
SLICED: tuple[Stage, ...] = tuple(stage for stage in STAGES if stage.after is not None)
"""Stages whose runs handle slices of jobs."""
