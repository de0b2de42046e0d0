"""One attempt at an application: claimed under a lease, launched, settled.

The claim checks everything again inside its transaction: the approval binds to the documents as
they lie on the disk, nobody else holds the job, and nothing was applied before. A dry run leaves
nothing behind but its own record.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.documents import (
    KINDS,
    DocumentKind,
    StoredDocument,
    documents_digest,
    read_approval,
    read_documents,
)
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.leases import Lease, release, take
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork


class ClaimRefused(StoreError):  # noqa: N818 - states what happened, as the codes do
    """An application may not be begun; nothing was opened.

    Attributes:
        reason: Short and stable, for the outcome.
    """

    code = "claim_refused"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


@dataclass(frozen=True)
class Attempt:
    """A claimed attempt.

    Attributes:
        url: Where the form is.
        folder: For screenshots and values, private to the owner.
        documents: Files that may be uploaded, as they were approved.
        lease: Held until the attempt is settled.
    """

    id: str
    tenant: str
    job_key: str
    url: str
    folder: Path
    documents: Mapping[DocumentKind, Path]
    lease: Lease


def claim(store: Store, files: Path, tenant: str, job_key: str, *, run_id: str) -> Attempt:
    """Claim a job's application.

    Args:
        store: The store.
        files: The files folder of the home.
        tenant: Whose job.
        job_key: The job.
        run_id: Run that claims it.

    Raises:
        ClaimRefused: it is not approved as it is, has closed, or has no form to go to.
        LeaseHeld: another live run has it.
    """
    lease = take(store, f"apply:{job_key}", run_id=run_id)
    try:
        with store.unit_of_work() as unit:
            documents = _approved_documents(unit, files, tenant, job_key)
            url = _form_address(unit, tenant, job_key)
            attempt = Attempt(
                id=f"{job_key}.{uuid.uuid4().hex[:8]}"[-64:],
                tenant=tenant,
                job_key=job_key,
                url=url,
                folder=files / "applications" / tenant / job_key / uuid.uuid4().hex[:8],
                documents={kind: files / made.path for kind, made in documents.items()},
                lease=lease,
            )
            _insert(unit, store, files, attempt, documents_digest(documents) or "", run_id)
            unit.commit()
    except BaseException:
        release(store, lease)
        raise
    return attempt


def _approved_documents(
    unit: UnitOfWork, files: Path, tenant: str, job_key: str
) -> dict[DocumentKind, StoredDocument]:
    approval = read_approval(unit.connection, tenant, job_key)
    documents = read_documents(unit.connection, tenant, job_key)
    standing = documents_digest(documents)
    if approval is None or approval.state != "approved":
        raise ClaimRefused("not_approved", f"{job_key} is not approved; `jobctrl approve` lists it")
    if standing is None or approval.digest != standing:
        sentence = f"the documents of {job_key} are not those that were approved; look again"
        raise ClaimRefused("approval_void", sentence)
    for kind in KINDS:
        path = files / documents[kind].path
        if not path.is_file() or _sha256(path) != documents[kind].digest:
            sentence = f"{path} is missing or is not the file that was approved; make it anew"
            raise ClaimRefused("document_changed", sentence)
    return documents


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _form_address(unit: UnitOfWork, tenant: str, job_key: str) -> str:
    jobs, postings = schema.jobs, schema.postings
    query = (
        sa.select(postings.c.facts)
        .join(jobs, jobs.c.posting_key == postings.c.key)
        .where(jobs.c.tenant == tenant, jobs.c.job_key == job_key)
    )
    facts = PostingFacts(**unit.execute(query).scalar_one())
    if facts.state == "closed":
        raise ClaimRefused("closed", f"the posting of {job_key} has closed since")
    if facts.apply_url is None:
        raise ClaimRefused("no_form", f"{job_key} gives no address of a form that may be opened")
    return facts.apply_url


def _insert(
    unit: UnitOfWork, store: Store, files: Path, attempt: Attempt, digest: str, run_id: str
) -> None:
    unit.execute(
        sa.insert(schema.attempts).values(
            id=attempt.id,
            tenant=attempt.tenant,
            job_key=attempt.job_key,
            run_id=run_id,
            mode="dry_run",
            state="claimed",
            digest=digest,
            url=attempt.url,
            folder=str(attempt.folder.relative_to(files)),
            claimed_at=store.clock(),
        )
    )


def settle(unit: UnitOfWork, store: Store, attempt_id: str, report: Mapping[str, Any]) -> None:
    """Write how the attempt ended; labels and sources, never values."""
    table = schema.attempts
    unit.execute(
        sa.update(table)
        .where(table.c.id == attempt_id)
        .values(state="settled", report=dict(report), settled_at=store.clock())
    )
