"""The apply stage: a claimed form filled in a dry run, and what came of it.

Nothing is sent: the launcher lets only GET and HEAD through, and its record is all that a dry run
leaves behind.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jobctrl_dagster.apply.attempts import Attempt, ClaimRefused, claim, settle
from jobctrl_dagster.apply.browser import BrowserFailed, BrowserMissing
from jobctrl_dagster.apply.launcher import dry_run
from jobctrl_dagster.apply.person import Person
from jobctrl_dagster.apply.report import FormReport
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.gate.refusals import AddressRefused
from jobctrl_dagster.slice_work import Handled, Job
from jobctrl_dagster.stages import OutcomeName, StageName
from jobctrl_dagster.store.leases import assert_held, keep, release
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.store import Store

if TYPE_CHECKING:
    from jobctrl_dagster.installation import Installation

OUTCOME_OF_STATE: Mapping[str, tuple[OutcomeName, str]] = {
    "ready": ("succeeded", "dry_run"),
    "needs_answer": ("needs_answer", "needs_answer"),
    "layout_changed": ("failed", "layout_changed"),
    "stuck": ("failed", "stuck"),
    "refused": ("blocked", "refused"),
}
"""How a filled form ends; a dry run succeeds when nothing that is required is left open."""


@dataclass(frozen=True)
class ApplyBody:
    """Fills the forms of one tenant's approved jobs.

    Attributes:
        files: The files folder of the home.
        environ: Names the browser.
    """

    store: Store
    tenant: str
    files: Path
    person: Person
    door: Door
    environ: Mapping[str, str]
    stage: StageName = "apply"
    run_id: str = "apply"

    @property
    def basis(self) -> str:
        """One dry run for each job; other answers need a new approval first."""
        return "dry_run/1"

    def handle(self, job: Job) -> Handled:
        """Claim, launch and settle one application."""
        try:
            attempt = self.claim(job.key)
        except ClaimRefused as refused:
            return Handled(self.refusal(job.key, refused))
        try:
            report = self.launch(attempt)
            self.settle(attempt, report)
        except (BrowserMissing, BrowserFailed) as fault:
            return Handled(self.no_browser(job.key, fault))
        finally:
            release(self.store, attempt.lease)
        return Handled(self.outcome(job, attempt, report))

    def claim(self, job_key: str) -> Attempt:
        """Claim the job's application; see `jobctrl_dagster.apply.attempts.claim`."""
        return claim(self.store, self.files, self.tenant, job_key, run_id=self.run_id)

    def refusal(self, job_key: str, refused: ClaimRefused) -> StageOutcome:
        """The outcome of an application that may not be begun."""
        return StageOutcome(
            self.tenant, job_key, "apply", "blocked", refused.reason, refused.sentence
        )

    def no_browser(self, job_key: str, fault: Exception) -> StageOutcome:
        """The outcome where there is no browser to fill the form with; it may be tried again."""
        return StageOutcome(self.tenant, job_key, "apply", "blocked", "no_browser", str(fault))

    def launch(self, attempt: Attempt) -> FormReport:
        """Fill the form in a browser of its own, while the claim is renewed."""
        with keep(self.store, attempt.lease):
            return dry_run(
                attempt.url,
                self.person,
                attempt.documents,
                attempt.folder,
                allowed=self._allowed,
                environ=self.environ,
            )

    def _allowed(self, url: str) -> bool:
        try:
            self.door.check_address(url)
        except AddressRefused:
            return False
        return True

    def outcome(self, job: Job, attempt: Attempt, report: FormReport) -> StageOutcome:
        """What the report means for the job."""
        name, code = OUTCOME_OF_STATE[report.state]
        metadata: dict[str, Any] = {
            "title": job.raw.title,
            "company": job.raw.company,
            "report": report,
            "folder": str(attempt.folder.relative_to(self.files)),
        }
        return StageOutcome(
            self.tenant, job.key, "apply", name, code, report.sentence, metadata=metadata
        )

    def settle(self, attempt: Attempt, report: FormReport) -> None:
        """Write the attempt's end, under its own fence."""
        with self.store.unit_of_work() as unit:
            assert_held(unit, self.store, attempt.lease)
            settle(unit, self.store, attempt.id, for_store(report))
            unit.commit()


def for_store(report: FormReport) -> dict[str, Any]:
    """The report as it is kept: labels and sources, never values."""
    return report.model_dump(mode="json", exclude={"values_file", "screenshots"})


def apply_body(opened: Installation, tenant: str) -> ApplyBody:
    """Applying for a tenant, with the profile and answers as they stand now."""
    from jobctrl_dagster.settings.load import load_answers, load_profile

    profile, answers = load_profile(opened.home, tenant), load_answers(opened.home, tenant)
    person = Person.of(profile, answers.answers, now=opened.store.clock())
    return ApplyBody(opened.store, tenant, opened.home.files, person, opened.door, os.environ)
