"""Take one row of a source in: a sighting, its canonical posting, and the tenant's job.

URLs are locators, never identities: a row seen before is known by its source and the source's own
id. A new row joins a canonical posting only where `same_job` is sure; what is uncertain stays a
job of its own, with the reasons written beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from jobctrl_dagster.discover.job_keys import make_job_key
from jobctrl_dagster.discover.records import RawPosting
from jobctrl_dagster.facts.identity import (
    Match,
    Sighting,
    canonical_url,
    company_key,
    same_job,
    title_key,
)
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.keys import want_key
from jobctrl_dagster.store.outcomes import StageOutcome, mark_stale, record_outcome
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.types import to_json
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import insert_missing

MOST_CANDIDATES = 20
LONGEST_INDEXED = 300
"""Characters of a name or address; PostgreSQL takes index rows of 2,704 bytes at most."""
NO_COMPANY = ""
"""Stands for a missing company key, so that such postings can be looked up."""


@dataclass(frozen=True)
class Intake:
    """What became of a row.

    Attributes:
        job_key: The tenant's job that it belongs to.
        kind: ``new`` job, ``duplicate`` of a known one, or ``seen`` before by this tenant.
    """

    job_key: str
    kind: Literal["new", "duplicate", "seen"]


@dataclass(frozen=True)
class Intaker:
    """Takes rows in for one tenant and one execution."""

    store: Store
    tenant: str
    execution_id: str
    run_id: str

    def take(self, unit: UnitOfWork, raw: RawPosting) -> Intake:
        """Store the row inside the unit of work."""
        sighting = _sighting(raw)
        sighting_id = _sighting_id(raw, sighting)
        own_company = _indexed(company_key(raw.company) or NO_COMPANY)
        for name in sorted(_locks(sighting_id, sighting, own_company)):
            unit.lock(name)
        posting_key = self._seen_before(unit, sighting_id, raw)
        if posting_key is None:
            posting_key = self._place(unit, sighting_id, sighting, raw, own_company)
        return self.link(unit, sighting_id, posting_key, raw)

    # --- the shared part ---------------------------------------------------------------------

    def _seen_before(self, unit: UnitOfWork, sighting_id: str, raw: RawPosting) -> str | None:
        table, postings = schema.sightings, schema.postings
        query = sa.select(table.c.posting_key, table.c.digest).where(table.c.id == sighting_id)
        known = unit.execute(query).one_or_none()
        if known is None:
            return None
        now, digest = self.store.clock(), _digest(raw)
        changes: dict[str, Any] = {"last_seen": now}
        if digest != known.digest:
            changes |= {"raw": raw.model_dump(mode="json"), "digest": digest}
            self._update_content(unit, known, raw, digest)
        unit.execute(sa.update(table).where(table.c.id == sighting_id).values(**changes))
        unit.execute(
            sa.update(postings).where(postings.c.key == known.posting_key).values(last_seen=now)
        )
        return str(known.posting_key)

    def _update_content(
        self, unit: UnitOfWork, known: sa.Row[Any], raw: RawPosting, digest: str
    ) -> None:
        """Let the posting follow the sighting that describes it."""
        table = schema.postings
        query = sa.select(table.c.content_digest).where(table.c.key == known.posting_key)
        if unit.execute(query).scalar_one() != known.digest:
            return
        unit.execute(
            sa.update(table)
            .where(table.c.key == known.posting_key)
            .values(raw=raw.model_dump(mode="json"), content_digest=digest, url=raw.url)
        )
        mark_stale(unit, self.store, known.posting_key, run_id=self.run_id)

    def _place(
        self,
        unit: UnitOfWork,
        sighting_id: str,
        sighting: Sighting,
        raw: RawPosting,
        own_company: str,
    ) -> str:
        """Find the posting that the new row is a sighting of, or make one."""
        now, match, repost_of = self.store.clock(), None, None
        posting_key = f"p{sighting_id[:15]}"
        for candidate_key, candidate in self._candidates(unit, sighting, own_company):
            found = same_job(candidate, sighting)
            if found.kind == "same":
                posting_key, match = candidate_key, found
                break
            if found.kind in {"repost", "uncertain"} and match is None:
                match = found
                repost_of = candidate_key if found.kind == "repost" else None
        if match is None or match.kind != "same":
            self._insert_posting(unit, posting_key, raw, own_company, repost_of)
        row = {
            "id": sighting_id,
            "posting_key": posting_key,
            "source": raw.source,
            "provider": raw.provider,
            "external_id": raw.external_id,
            "canonical_url": _indexed(sighting.url) if sighting.url else None,
            "raw": raw.model_dump(mode="json"),
            "digest": _digest(raw),
            "match": _match(match, posting_key),
            "first_seen": now,
            "last_seen": now,
        }
        insert_missing(unit, schema.sightings, [row])
        return posting_key

    def _candidates(
        self, unit: UnitOfWork, sighting: Sighting, own_company: str
    ) -> Iterator[tuple[str, Sighting]]:
        """Postings that may be the same: by address, or by company and title; newest first."""
        postings, sightings = schema.postings, schema.sightings
        by_name = sa.and_(
            postings.c.company_key == own_company,
            postings.c.title_key == _indexed(title_key(sighting.title)),
        )
        where = by_name
        if sighting.url:
            same_address = sa.select(sightings.c.posting_key).where(
                sightings.c.canonical_url == _indexed(sighting.url)
            )
            where = sa.or_(by_name, postings.c.key.in_(same_address))
        query = (
            sa.select(postings.c.key, postings.c.raw)
            .where(where)
            .order_by(postings.c.last_seen.desc(), postings.c.key)
            .limit(MOST_CANDIDATES)
        )
        for row in unit.execute(query).all():
            yield row.key, _sighting(RawPosting(**row.raw))

    def _insert_posting(
        self,
        unit: UnitOfWork,
        posting_key: str,
        raw: RawPosting,
        own_company: str,
        repost_of: str | None,
    ) -> None:
        now = self.store.clock()
        row = {
            "key": posting_key,
            "company": raw.company,
            "company_key": own_company,
            "title": raw.title,
            "title_key": _indexed(title_key(raw.title)),
            "url": raw.url,
            "raw": raw.model_dump(mode="json"),
            "content_digest": _digest(raw),
            "liveness": "listed",
            "repost_of": repost_of,
            "posted_at": raw.posted_at,
            "first_seen": now,
            "last_seen": now,
        }
        insert_missing(unit, schema.postings, [row])

    # --- the tenant's part -------------------------------------------------------------------

    def link(self, unit: UnitOfWork, sighting_id: str, posting_key: str, raw: RawPosting) -> Intake:
        """Give the tenant the posting's job and note the finding, both at most once."""
        job_key, is_new_job = self._job(unit, posting_key, raw)
        finding = {
            "tenant": self.tenant,
            "sighting_id": sighting_id,
            "job_key": job_key,
            "duplicate": not is_new_job,
            "execution_id": self.execution_id,
            "at": self.store.clock(),
        }
        is_new_finding = insert_missing(unit, schema.findings, [finding]) == 1
        if is_new_job:
            return Intake(job_key, "new")
        return Intake(job_key, "duplicate" if is_new_finding else "seen")

    def _job(self, unit: UnitOfWork, posting_key: str, raw: RawPosting) -> tuple[str, bool]:
        table = schema.jobs
        query = sa.select(table.c.job_key).where(
            table.c.tenant == self.tenant, table.c.posting_key == posting_key
        )
        known = unit.execute(query).scalar()
        if known is not None:
            return str(known), False
        job_key = make_job_key(self.tenant, raw.company, raw.title, posting_key)
        row = {
            "tenant": self.tenant,
            "job_key": job_key,
            "posting_key": posting_key,
            "execution_id": self.execution_id,
            "created_at": self.store.clock(),
        }
        if insert_missing(unit, table, [row]) == 0:
            return str(unit.execute(query).scalar_one()), False  # another family was faster
        want_key(unit, self.store, "jobs", self.tenant, job_key, wanted=True)
        outcome = StageOutcome(
            self.tenant, job_key, "discover", "succeeded", "discovered", f"Seen at {raw.source}."
        )
        record_outcome(unit, self.store, outcome, run_id=self.run_id, basis=None)
        return job_key, True


def _sighting(raw: RawPosting) -> Sighting:
    return Sighting(
        url=canonical_url(raw.url),
        company=raw.company or "",
        title=raw.title,
        location=raw.location or "",
        description=raw.description or "",
        posted_at=raw.posted_at,
        requisition_id=raw.requisition_id,
        source=raw.source,
    )


def _sighting_id(raw: RawPosting, sighting: Sighting) -> str:
    """Known by the source and its own id, else by its address, else by its content."""
    if raw.external_id:
        identity = f"id:{raw.external_id}"
    elif sighting.url:
        identity = f"url:{sighting.url}"
    else:
        identity = f"text:{_digest(raw)}"
    return hashlib.sha256(to_json([raw.source, identity]).encode()).hexdigest()[:32]


def _locks(sighting_id: str, sighting: Sighting, own_company: str) -> set[str]:
    """Whatever may lead two rows to one posting, so that the second finds what the first made."""
    name = f"posting:{own_company}:{_indexed(title_key(sighting.title))}"
    return {f"sighting:{sighting_id}", name, f"address:{sighting.url or sighting_id}"}


def _indexed(text: str) -> str:
    """The text as an index can hold it: an endless one is known by its digest."""
    if len(text) <= LONGEST_INDEXED:
        return text
    return f"sha256:{hashlib.sha256(text.encode(errors='ignore')).hexdigest()}"


def _digest(raw: RawPosting) -> str:
    """Digest of what the source says of the job, without what changes at every reading."""
    content = raw.model_dump(mode="json", exclude={"extra", "source"})
    return hashlib.sha256(to_json(content).encode()).hexdigest()


def _match(match: Match | None, posting_key: str) -> dict[str, Any] | None:
    if match is None:
        return None
    return {"posting": posting_key, **match.model_dump(mode="json")}
