"""The tailor and cover stages: a job's resume and letter, as files with digests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from jobctrl_dagster.facts.identity import company_key
from jobctrl_dagster.score.records import ScoreCard
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.schema import DocumentSettings
from jobctrl_dagster.slice_work import Handled, Job, digest
from jobctrl_dagster.stages import OutcomeName
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.documents import (
    StoredDocument,
    documents_digest,
    read_approval,
    read_documents,
    save_document,
)
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.tailor.documents import Limits, make_letter, make_resume
from jobctrl_dagster.tailor.files import write_document
from jobctrl_dagster.tailor.records import Document, TailorInput
from jobctrl_dagster.tailor.refusals import TailorRefused

VERSION = "tailor/1"
ENDS_AS: dict[str, OutcomeName] = {"company_unknown": "blocked", "title_unknown": "blocked"}
"""How a refused document ends; what is not listed is a fault to mend in the profile: failed."""


@dataclass(frozen=True)
class TailorBody:
    """Makes one tenant's resumes (stage ``tailor``) or letters (stage ``cover``).

    Attributes:
        files: The files folder of the home; documents go to ``documents/TENANT/JOB`` under it.
        run_id: Under which a voided approval is recorded.
    """

    store: Store
    tenant: str
    stage: Literal["tailor", "cover"]
    profile: Profile
    settings: DocumentSettings
    files: Path
    run_id: str = "documents"

    @cached_property
    def basis(self) -> str:
        """Profile and settings: when they change, documents are made anew."""
        profile = self.profile.as_json_resume()
        return digest(VERSION, profile, self.settings.model_dump(mode="json"))

    @property
    def _limits(self) -> Limits:
        return Limits(self.settings.page_limit, self.settings.min_bullets)

    def handle(self, job: Job) -> Handled:
        """Make the document of the stage; a refusal says what is wrong and where."""
        try:
            document = self._make(job)
        except TailorRefused as refused:
            outcome = ENDS_AS.get(refused.code, "failed")
            return Handled(
                StageOutcome(
                    self.tenant, job.key, self.stage, outcome, refused.code, refused.sentence
                )
            )
        folder = self.files / "documents" / self.tenant / job.key
        path = write_document(folder, job.key, document, self.profile.basics.name)
        stored = StoredDocument(
            kind=document.kind,
            path=str(path.relative_to(self.files)),
            digest=document.digest,
            pages=document.pages,
            tailored=document.tailored,
            items=document.items,
            warnings=document.warnings,
        )
        return Handled(self._outcome(job, stored), lambda unit: self._write(unit, job, stored))

    def _make(self, job: Job) -> Document:
        posting = TailorInput(
            job_key=job.key,
            company=job.raw.company or "",
            title=job.raw.title,
            requirements=self._card(job).requirements,
            tailor=not self._is_untailored(job),
        )
        plan, resume = make_resume(self.profile, posting, self._limits)
        if self.stage == "tailor":
            return resume
        others = self._other_companies(job)
        return make_letter(self.profile, posting, plan, other_companies=others)[1]

    def _is_untailored(self, job: Job) -> bool:
        own = company_key(job.raw.company)
        named = self.settings.untailored
        return job.key in named or (own is not None and own in {company_key(n) for n in named})

    def _card(self, job: Job) -> ScoreCard:
        scores = schema.scores
        query = sa.select(scores.c.card).where(
            scores.c.tenant == self.tenant, scores.c.job_key == job.key
        )
        with self.store.read() as connection:
            return ScoreCard(**connection.execute(query).scalar_one())

    def _other_companies(self, job: Job) -> tuple[str, ...]:
        """Companies of the shortlist that a letter to this one must not name."""
        jobs, postings, keys = schema.jobs, schema.postings, schema.partition_keys
        query = (
            sa.select(postings.c.company)
            .distinct()
            .join(jobs, jobs.c.posting_key == postings.c.key)
            .join(keys, keys.c.key == jobs.c.job_key)
            .where(
                jobs.c.tenant == self.tenant,
                keys.c.set_name == "shortlist",
                keys.c.wanted == sa.true(),
                postings.c.company.is_not(None),
            )
        )
        own = company_key(job.raw.company)
        with self.store.read() as connection:
            names = list(connection.scalars(query))
        return tuple(name for name in names if company_key(name) != own)

    def _outcome(self, job: Job, made: StoredDocument) -> StageOutcome:
        how = "made for the posting" if made.tailored else "the base resume, unchanged"
        sentence = f"{made.pages} page{'s' * (made.pages > 1)}, {how}; SHA-256 {made.digest[:12]}."
        code = "resume_made" if self.stage == "tailor" else self._letter_code(job, made)
        metadata = {"title": job.raw.title, "company": job.raw.company, "document": made}
        return StageOutcome(
            self.tenant, job.key, self.stage, "succeeded", code, sentence, metadata=metadata
        )

    def _letter_code(self, job: Job, made: StoredDocument) -> str:
        """Documents that were approved as they are need no new approval."""
        with self.store.read() as connection:
            documents = read_documents(connection, self.tenant, job.key)
            approval = read_approval(connection, self.tenant, job.key)
        standing = documents_digest(documents | {made.kind: made})
        approved = approval is not None and approval.state == "approved"
        same = approval is not None and approval.digest == standing
        return "approved" if approved and same else "waiting_approval"

    def _write(self, unit: UnitOfWork, job: Job, made: StoredDocument) -> None:
        save_document(unit, self.store, self.tenant, job.key, made, self.run_id)
