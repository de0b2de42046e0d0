"""The score stage: one card per job, and promotion into the shortlist."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from jobctrl_dagster.enrich.screen import place_wish
from jobctrl_dagster.score.engine import (
    ENGINE,
    PreparedProfile,
    prepare_profile,
    score_posting,
)
from jobctrl_dagster.score.records import ProfileFact, ScoreCard, ScoreInput
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.schema import SearchSettings
from jobctrl_dagster.slice_work import Handled, Job, digest
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.keys import want_key
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert


@dataclass(frozen=True)
class ScoreBody:
    """Scores one tenant's jobs, offline.

    Attributes:
        years_of_work: From the dates of the profile, or ``None`` without any.
    """

    store: Store
    tenant: str
    search: SearchSettings
    profile: tuple[ProfileFact, ...]
    years_of_work: float | None
    stage: StageName = "score"

    @cached_property
    def prepared(self) -> PreparedProfile:
        """The profile, embedded once, when the first job is scored."""
        return prepare_profile(self.profile)

    @cached_property
    def basis(self) -> str:
        """Profile, place and threshold: when one changes, scores are made anew."""
        wish = place_wish(self.search.rules)
        threshold = self.search.scoring.threshold
        facts = [fact.model_dump() for fact in self.profile]
        return digest(ENGINE, facts, wish.model_dump(mode="json"), threshold)

    def handle(self, job: Job) -> Handled:
        """Score one job; eligibility stands beside the number and never changes it."""
        facts = job.facts
        if facts is None:
            sentence = "The posting's content changed; it is enriched again first."
            return Handled(
                StageOutcome(self.tenant, job.key, "score", "stale", "content_changed", sentence)
            )
        posting = ScoreInput(
            title=job.raw.title,
            description=facts.text,
            company=job.raw.company,
            place=facts.place,
            years_of_work=self.years_of_work,
        )
        card = score_posting(posting, self.prepared, place_wish=place_wish(self.search.rules))
        promoted = card.score >= self.search.scoring.threshold
        return Handled(
            self._outcome(job, card, promoted=promoted),
            lambda unit: self._write(unit, job, card, promoted=promoted),
        )

    def _outcome(self, job: Job, card: ScoreCard, *, promoted: bool) -> StageOutcome:
        return StageOutcome(
            self.tenant,
            job.key,
            "score",
            "succeeded",
            "shortlisted" if promoted else "below_threshold",
            card.summary,
            metadata={"title": job.raw.title, "company": job.raw.company, "card": card},
        )

    def _write(self, unit: UnitOfWork, job: Job, card: ScoreCard, *, promoted: bool) -> None:
        row = {
            "tenant": self.tenant,
            "job_key": job.key,
            "score": card.score,
            "exact": card.exact,
            "eligible": None if card.eligibility is None else card.eligibility.accepted,
            "provisional": card.provisional,
            "engine": card.engine,
            "card": card.model_dump(mode="json"),
            "at": self.store.clock(),
        }
        upsert(unit, schema.scores, row)
        want_key(unit, self.store, "shortlist", self.tenant, job.key, wanted=promoted)


def score_body(store: Store, tenant: str, search: SearchSettings, profile: Profile) -> ScoreBody:
    """Scoring for a tenant with the profile as it stands now."""
    months = profile.months_of_work(store.clock().date())
    return ScoreBody(
        store=store,
        tenant=tenant,
        search=search,
        profile=profile_facts(profile),
        years_of_work=months / 12 if profile.work else None,
    )


def profile_facts(profile: Profile) -> tuple[ProfileFact, ...]:
    """The items of the profile, each with the kind that its place in the file gives it."""
    untitled = {f"work[{n}]" for n, post in enumerate(profile.work) if not post.position.strip()}
    return tuple(
        ProfileFact(id=item.id, kind=_kind(item.id, item.kind.value), text=item.text)
        for item in profile.items()
        if item.id not in untitled
    )


def _kind(place: str, section: str) -> str:
    """``work[0]`` is a title, ``work[0].highlights[1]`` a highlight, ``basics.label`` a title."""
    field = place.rpartition("].")[2] if "]." in place else place.partition(".")[2]
    field = field.partition("[")[0]
    if field in {"position", "label"} or (section == "work" and field in {"", place}):
        return "work_title"
    return {"highlights": "highlight", "summary": "summary", "description": "summary"}.get(
        field, section
    )
