"""Documents of a job, and a person's decision about exactly these.

An approval names the digest of the documents that were shown. Whatever makes another document
voids it, in the same transaction, and takes the job out of the approved queue.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.events import append_event
from jobctrl_dagster.store.keys import want_key
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.unit import UnitOfWork
from jobctrl_dagster.store.upserts import upsert

DocumentKind = Literal["resume", "cover_letter"]
Decision = Literal["approved", "rejected"]
KINDS: tuple[DocumentKind, ...] = ("resume", "cover_letter")


class ApprovalRefused(StoreError):  # noqa: N818 - states what happened, as the codes do
    """A decision that cannot be taken as things stand; nothing was changed."""

    code = "approval_refused"


@dataclass(frozen=True)
class StoredDocument:
    """A document as it lies in the files folder.

    Attributes:
        path: Relative to the files folder of the home.
        digest: SHA-256 of the file, in hex.
        tailored: Whether it was made for the posting; otherwise it is the base resume, unchanged.
    """

    kind: DocumentKind
    path: str
    digest: str
    pages: int
    tailored: bool
    items: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Approval:
    """The latest decision about a job."""

    state: str
    digest: str
    approver: str


def save_document(
    unit: UnitOfWork, store: Store, tenant: str, job_key: str, document: StoredDocument, run_id: str
) -> None:
    """Keep a document; one with another digest voids the approval of the old one."""
    table = schema.documents
    row = {
        "tenant": tenant,
        "job_key": job_key,
        "kind": document.kind,
        "path": document.path,
        "digest": document.digest,
        "pages": document.pages,
        "tailored": document.tailored,
        "items": list(document.items),
        "warnings": list(document.warnings),
        "at": store.clock(),
    }
    upsert(unit, table, row)
    approval = read_approval(unit.connection, tenant, job_key)
    standing = documents_digest(read_documents(unit.connection, tenant, job_key))
    if approval is None or approval.state != "approved" or approval.digest == standing:
        return
    void = {"state": "void", "at": store.clock()}
    unit.execute(
        sa.update(schema.approvals).where(*_is(schema.approvals, tenant, job_key)).values(**void)
    )
    want_key(unit, store, "approved", tenant, job_key, wanted=False)
    _event(unit, store, tenant, job_key, run_id, "void", "waiting_approval")


def read_documents(
    connection: sa.Connection, tenant: str, job_key: str
) -> dict[DocumentKind, StoredDocument]:
    """The documents of a job by kind."""
    table = schema.documents
    rows = connection.execute(sa.select(table).where(*_is(table, tenant, job_key))).mappings()
    return {
        row["kind"]: StoredDocument(
            kind=row["kind"],
            path=row["path"],
            digest=row["digest"],
            pages=row["pages"],
            tailored=row["tailored"],
            items=tuple(row["items"]),
            warnings=tuple(row["warnings"]),
        )
        for row in rows
    }


def documents_digest(documents: dict[DocumentKind, StoredDocument]) -> str | None:
    """One digest of the whole set, or ``None`` as long as one is missing."""
    if set(documents) != set(KINDS):
        return None
    joined = "\n".join(f"{kind} {documents[kind].digest}" for kind in KINDS)
    return hashlib.sha256(joined.encode()).hexdigest()


def read_approval(connection: sa.Connection, tenant: str, job_key: str) -> Approval | None:
    """The latest decision, if there was one."""
    table = schema.approvals
    query = sa.select(table.c.state, table.c.digest, table.c.approver)
    row = connection.execute(query.where(*_is(table, tenant, job_key))).one_or_none()
    return None if row is None else Approval(row.state, row.digest, row.approver)


def decide(
    store: Store,
    tenant: str,
    job_key: str,
    decision: Decision,
    *,
    approver: str,
    run_id: str,
    digest: str | None = None,
    note: str | None = None,
) -> Approval:
    """Record a person's decision about the documents as they are now.

    Args:
        store: The store.
        tenant: Whose job.
        job_key: The job.
        decision: An approval puts the job into the approved queue; a rejection ends it.
        approver: Who decides.
        run_id: Under which the event is kept.
        digest: The documents that were shown; the present ones where it is left out.
        note: Why, in the person's words.

    Raises:
        ApprovalRefused: the documents are missing or are not those that were shown, or there is
            no such job in the shortlist.
    """
    with store.unit_of_work() as unit:
        unit.lock(f"approval:{job_key}")
        standing = documents_digest(read_documents(unit.connection, tenant, job_key))
        _check_open(unit, tenant, job_key, standing, digest)
        row = {
            "tenant": tenant,
            "job_key": job_key,
            "state": decision,
            "digest": standing or "",
            "approver": approver,
            "note": note,
            "at": store.clock(),
        }
        upsert(unit, schema.approvals, row)
        want_key(unit, store, "approved", tenant, job_key, wanted=decision == "approved")
        if decision == "rejected":
            want_key(unit, store, "shortlist", tenant, job_key, wanted=False)
        _event(unit, store, tenant, job_key, run_id, decision, decision)
        unit.commit()
    return Approval(decision, standing or "", approver)


def _check_open(
    unit: UnitOfWork, tenant: str, job_key: str, standing: str | None, shown: str | None
) -> None:
    keys = schema.partition_keys
    query = sa.select(keys.c.wanted).where(
        keys.c.set_name == "shortlist", keys.c.key == job_key, keys.c.tenant == tenant
    )
    if unit.execute(query).scalar() is not True:
        msg = f"{job_key} is not in the shortlist of {tenant}; `jobctrl approve` lists what waits"
        raise ApprovalRefused(msg)
    if standing is None:
        msg = f"{job_key} has no resume and letter yet; they are made by the tailor stage"
        raise ApprovalRefused(msg)
    if shown is not None and shown != standing:
        msg = f"the documents of {job_key} have changed since they were shown; look at them again"
        raise ApprovalRefused(msg)


def _event(
    unit: UnitOfWork, store: Store, tenant: str, job_key: str, run_id: str, name: str, code: str
) -> None:
    append_event(
        unit,
        store.clock,
        tenant=tenant,
        job_key=job_key,
        run_id=run_id,
        event=f"approval.{name}",
        data={"stage": "approve", "outcome": "succeeded", "code": code},
    )


def _is(table: sa.Table, tenant: str, job_key: str) -> tuple[sa.ColumnElement[bool], ...]:
    return table.c.tenant == tenant, table.c.job_key == job_key
