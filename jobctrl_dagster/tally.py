"""What a stage did with the jobs that were ready, in one sentence that adds up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store.outcomes import StageOutcome

FAILED = {"failed", "exhausted"}


@dataclass
class Tally:
    """Counts outcomes of one stage.

    Attributes:
        done: Jobs that succeeded.
        skipped: Jobs that ended without failing, by code.
        failed: Jobs that failed, by code.
    """

    stage: StageName
    done: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: StageOutcome) -> None:
        """Count one job."""
        if outcome.succeeded:
            self.done += 1
        elif outcome.outcome in FAILED:
            self.failed[outcome.code] += 1
        else:
            self.skipped[outcome.code] += 1

    @property
    def ready(self) -> int:
        """Jobs that were worked on: done, skipped and failed."""
        return self.done + self.skipped.total() + self.failed.total()

    @property
    def successful(self) -> bool:
        """Whether the stage did anything; one in which every ready job failed did not."""
        return self.ready == 0 or self.done + self.skipped.total() > 0

    def sentence(self) -> str:
        """For the log and the summary of a run."""
        return (
            f"{self.stage}: {self.ready} ready, {self.done} done, "
            f"{self.skipped.total()} skipped{_reasons(self.skipped)}, "
            f"{self.failed.total()} failed{_reasons(self.failed)}."
        )


def _reasons(codes: Counter[str]) -> str:
    if not codes:
        return ""
    return " (" + ", ".join(f"{code} {count}" for code, count in codes.most_common()) + ")"
