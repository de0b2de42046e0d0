"""The ordered table of stages: what each is called, how it is sliced, how often it is tried.

Every place that walks the pipeline (handoff, jobs, tags, readiness) reads this table, so adding a
stage means adding a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StageName = Literal["discover", "enrich", "score", "tailor", "cover", "apply"]
Queue = Literal["jobs", "shortlist", "approved"]
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
        asset: Asset key that the stage materializes, its parts joined by slashes.
        group: Asset group in the web UI.
        lane: Run-queue lane; tag concurrency limits count by it.
        priority: 1 (first) to 5.
        slice_size: Most jobs that one run handles.
        attempts: Tries of a retryable failure before it is exhausted.
        backoff: Seconds before the second try; doubles with each further one.
        queue: Partition set whose keys wait for the stage; ``jobs`` holds every job.
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
    queue: Queue = "jobs"

    def tags(self, tenant: str) -> dict[str, str]:
        """Tags that every run of the stage carries, for limits and for the reader."""
        return {
            "jobctrl/lane": self.lane,
            "jobctrl/stage": self.name,
            "jobctrl/tenant": tenant,
            "dagster/priority": str(5 - self.priority),
        }


RESUME = "tailored_artifacts/resume"
COVER_LETTER = "tailored_artifacts/cover_letter"

STAGES: tuple[Stage, ...] = (
    Stage("discover", None, "discovered_jobs", "discover", "work", 3, 1, 3, 60.0),
    Stage("enrich", "discover", "enrichment", "enrich", "work", 3, 50, 3, 60.0),
    Stage("score", "enrich", "scores", "score", "work", 3, 100, 3, 60.0),
    Stage("tailor", "score", RESUME, "tailor", "work", 2, 1, 3, 60.0, "shortlist"),
    Stage("cover", "tailor", COVER_LETTER, "tailor", "work", 2, 1, 3, 60.0, "shortlist"),
    Stage("apply", "cover", "applications", "apply", "work", 1, 1, 1, 60.0, "approved"),
)
BY_NAME: dict[StageName, Stage] = {stage.name: stage for stage in STAGES}
SLICED: tuple[Stage, ...] = tuple(stage for stage in STAGES if stage.after is not None)
"""Stages whose runs handle slices of jobs."""
