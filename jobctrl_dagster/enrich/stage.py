"""The enrich stage: the page where the board says too little, typed facts, and the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sqlalchemy as sa

from jobctrl_dagster.enrich.board_facts import SHORTEST_TEXT, read_facts
from jobctrl_dagster.enrich.page_facts import read_page_facts
from jobctrl_dagster.enrich.screen import Drop, screen
from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.gate.refusals import AddressRefused, Refusal
from jobctrl_dagster.settings.schema import Rules
from jobctrl_dagster.slice_work import Handled, Job, digest
from jobctrl_dagster.stages import OutcomeName, StageName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert

VERSION = "enrich/1"

OUTCOME_OF_REFUSAL: dict[str, OutcomeName] = {
    "not_recorded": "skipped",
    "address_refused": "blocked",
    "robots_refused": "blocked",
    "redirect_budget": "failed",
    "response_body_budget": "failed",
}
"""How a page that could not be read ends; what is not listed failed and may be tried again."""


@dataclass(frozen=True)
class EnrichBody:
    """Enriches one tenant's jobs; the facts are shared, the rules are the tenant's own."""

    store: Store
    tenant: str
    rules: Rules
    door: Door
    stage: StageName = "enrich"

    @cached_property
    def basis(self) -> str:
        """The rules: when they change, jobs are screened again."""
        return digest(VERSION, self.rules.model_dump(mode="json"))

    def handle(self, job: Job) -> Handled:
        """Read the facts, unless another tenant's run has, and apply the rules."""
        facts = job.facts or read_facts(job.raw)
        if job.facts is None and len(facts.text) < SHORTEST_TEXT:
            reading = read_page_facts(job.raw, facts, self.door)
            if reading.refusal is not None and not facts.text:
                return self._unread(job, reading.refusal)
            facts = reading.facts
        facts = self._checked_apply_address(facts)
        drops = screen(
            facts,
            self.rules,
            company=job.raw.company,
            title=job.raw.title,
            location=job.raw.location,
            now=self.store.clock(),
        )
        return Handled(
            self._outcome(job, facts, drops), lambda unit: self._write(unit, job, facts, drops)
        )

    def _checked_apply_address(self, facts: PostingFacts) -> PostingFacts:
        """A posting never leads to an address that is not public; nothing is connected here."""
        if facts.apply_url is None:
            return facts
        try:
            self.door.check_address(facts.apply_url)
        except AddressRefused as refusal:
            warning = f"The posting's apply address is refused: {refusal}"
            changes = {"apply_url": None, "warnings": (*facts.warnings, warning)}
            return facts.model_copy(update=changes)
        return facts

    def _unread(self, job: Job, refusal: Refusal) -> Handled:
        """Nothing is said of a posting whose page could not be read."""
        outcome = OUTCOME_OF_REFUSAL.get(refusal.code, "failed")
        return Handled(
            StageOutcome(
                self.tenant,
                job.key,
                "enrich",
                outcome,
                refusal.code,
                f"The board gives no text, and the page could not be read: {refusal}",
                retryable=outcome == "failed" and refusal.retryable,
            )
        )

    def _outcome(self, job: Job, facts: PostingFacts, drops: tuple[Drop, ...]) -> StageOutcome:
        if drops:
            reasons = "; ".join(
                f'{drop.rule} ({drop.value}): "{drop.quote[:120]}"' for drop in drops
            )
            return StageOutcome(
                self.tenant, job.key, "enrich", "skipped", "dropped", f"Dropped by {reasons}"
            )
        if not facts.text:
            sentence = "Neither the board nor the page has a text to read."
            return StageOutcome(self.tenant, job.key, "enrich", "blocked", "no_text", sentence)
        metadata = {"title": job.raw.title, "company": job.raw.company, "facts": facts}
        sentence = f"{len(facts.text)} characters of text, {len(facts.terms)} terms."
        return StageOutcome(
            self.tenant, job.key, "enrich", "succeeded", "enriched", sentence, metadata=metadata
        )

    def _write(
        self, unit: UnitOfWork, job: Job, facts: PostingFacts, drops: tuple[Drop, ...]
    ) -> None:
        """Save the facts unless the content changed meanwhile, and the ledger of drops."""
        postings, ledger = schema.postings, schema.drops
        unit.execute(
            sa.update(postings)
            .where(
                postings.c.key == job.posting_key,
                postings.c.content_digest == job.content_digest,
            )
            .values(
                facts=facts.model_dump(mode="json"),
                facts_digest=job.content_digest,
                liveness=facts.state,
                posted_at=facts.posted_at,
            )
        )
        unit.execute(
            sa.delete(ledger).where(ledger.c.tenant == self.tenant, ledger.c.job_key == job.key)
        )
        for drop in drops:
            row = {"tenant": self.tenant, "job_key": job.key, "at": self.store.clock()}
            upsert(
                unit, ledger, row | {"rule": drop.rule, "value": drop.value, "quote": drop.quote}
            )
