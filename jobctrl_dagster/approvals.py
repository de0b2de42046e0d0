"""What waits for a person's decision, and the decision itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from jobctrl_dagster.installation import Installation
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.documents import (
    Decision,
    decide,
    documents_digest,
    read_approval,
    read_documents,
)


@dataclass(frozen=True)
class Waiting:
    """A job whose documents wait for a person.

    Attributes:
        digest: Of the documents as they are now; an approval binds to it.
        resume: Path of the resume.
        letter: Path of the cover letter.
        tailored: Whether the resume was made for the posting; otherwise it is the base resume.
        warnings: What the documents or the posting warn of.
    """

    job_key: str
    title: str
    company: str | None
    score: int
    digest: str
    resume: Path
    letter: Path
    tailored: bool
    warnings: tuple[str, ...]
    url: str | None


def waiting_jobs(opened: Installation, tenant: str) -> list[Waiting]:
    """Jobs of the shortlist with both documents and no standing decision, best first."""
    scores, jobs, postings, keys = (
        schema.scores,
        schema.jobs,
        schema.postings,
        schema.partition_keys,
    )
    query = (
        sa.select(scores.c.job_key, scores.c.score, postings)
        .join(jobs, sa.and_(jobs.c.tenant == scores.c.tenant, jobs.c.job_key == scores.c.job_key))
        .join(postings, postings.c.key == jobs.c.posting_key)
        .join(keys, sa.and_(keys.c.set_name == "shortlist", keys.c.key == scores.c.job_key))
        .where(scores.c.tenant == tenant, keys.c.wanted == sa.true())
        .order_by(scores.c.exact.desc(), scores.c.job_key)
    )
    with opened.store.read() as connection:
        rows = connection.execute(query).mappings().all()
        found = [_waiting(opened, connection, tenant, row) for row in rows]
    return [item for item in found if item is not None]


def _waiting(
    opened: Installation, connection: sa.Connection, tenant: str, row: sa.RowMapping
) -> Waiting | None:
    documents = read_documents(connection, tenant, row["job_key"])
    digest = documents_digest(documents)
    approval = read_approval(connection, tenant, row["job_key"])
    decided = approval is not None and approval.digest == digest and approval.state != "void"
    if digest is None or decided:
        return None
    facts = row["facts"] or {}
    warnings = [w for document in documents.values() for w in document.warnings]
    return Waiting(
        job_key=row["job_key"],
        title=row["title"],
        company=row["company"],
        score=row["score"],
        digest=digest,
        resume=opened.home.files / documents["resume"].path,
        letter=opened.home.files / documents["cover_letter"].path,
        tailored=documents["resume"].tailored,
        warnings=(*warnings, *facts.get("warnings", ())),
        url=row["url"],
    )


def decide_job(
    opened: Installation,
    job_key: str,
    decision: Decision,
    *,
    approver: str,
    run_id: str,
    digest: str | None = None,
    note: str | None = None,
) -> None:
    """Take a decision about the documents that were shown.

    Raises:
        ApprovalRefused: they are missing, have changed, or the job is not in the shortlist.
    """
    tenant = job_key.partition(".")[0]
    decide(
        opened.store,
        tenant,
        job_key,
        decision,
        approver=approver,
        run_id=run_id,
        digest=digest,
        note=note,
    )
