import hashlib

import pytest
import sqlalchemy as sa

from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.documents import (
    ApprovalRefused,
    Decision,
    DocumentKind,
    StoredDocument,
    decide,
    documents_digest,
    read_approval,
    read_documents,
    save_document,
)
from jobctrl_dagster.store.keys import SetName, unsettled_keys, want_key
from jobctrl_dagster.store.outcomes import StageOutcome, record_outcome
from jobctrl_dagster.store.projection import refresh_status

KEY = "me.acme.engineer.12345678"


def made(kind: DocumentKind, text: str) -> StoredDocument:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return StoredDocument(kind, f"documents/{kind}.pdf", digest, 1, tailored=True)


def save(store: Store, kind: DocumentKind, text: str, run_id: str = "r") -> None:
    with store.unit_of_work() as unit:
        save_document(unit, store, "me", KEY, made(kind, text), run_id)
        unit.commit()


def shortlist(store: Store) -> None:
    with store.unit_of_work() as unit:
        want_key(unit, store, "shortlist", "me", KEY, wanted=True)
        unit.commit()


def pending(store: Store, set_name: SetName) -> set[tuple[str, bool]]:
    return {(item.key, item.wanted) for item in unsettled_keys(store, set_name)}


def digest(store: Store) -> str | None:
    with store.read() as connection:
        return documents_digest(read_documents(connection, "me", KEY))


def state(store: Store) -> str | None:
    with store.read() as connection:
        approval = read_approval(connection, "me", KEY)
    return None if approval is None else approval.state


def approve(store: Store, shown: str | None = None) -> None:
    decide(store, "me", KEY, "approved", approver="ann", run_id="cli", digest=shown)


@pytest.fixture
def prepared(store: Store) -> Store:
    shortlist(store)
    save(store, "resume", "one")
    save(store, "cover_letter", "one")
    return store


def test_an_approval_binds_to_the_exact_documents_and_queues_the_job(prepared: Store) -> None:
    approve(prepared, digest(prepared))
    assert state(prepared) == "approved"
    assert (KEY, True) in pending(prepared, "approved")


@pytest.mark.parametrize("kind", ["resume", "cover_letter"])
def test_any_change_of_a_document_voids_the_approval(prepared: Store, kind: DocumentKind) -> None:
    approve(prepared)
    save(prepared, kind, "two", run_id="later")
    assert state(prepared) == "void"
    assert (KEY, False) in pending(prepared, "approved")


def test_the_same_documents_made_again_keep_their_approval(prepared: Store) -> None:
    approve(prepared)
    save(prepared, "resume", "one", run_id="later")
    save(prepared, "cover_letter", "one", run_id="later")
    assert state(prepared) == "approved"


def test_documents_that_changed_since_they_were_shown_are_not_approved(prepared: Store) -> None:
    shown = digest(prepared)
    save(prepared, "resume", "two")
    with pytest.raises(ApprovalRefused, match="have changed since they were shown"):
        approve(prepared, shown)
    assert state(prepared) is None


def test_half_of_the_documents_cannot_be_approved(store: Store) -> None:
    shortlist(store)
    save(store, "resume", "one")
    with pytest.raises(ApprovalRefused, match="no resume and letter yet"):
        approve(store)


def test_a_job_outside_the_shortlist_cannot_be_approved(store: Store) -> None:
    save(store, "resume", "one")
    save(store, "cover_letter", "one")
    with pytest.raises(ApprovalRefused, match="not in the shortlist of me"):
        approve(store)


def test_a_rejection_takes_the_job_out_of_both_queues(prepared: Store) -> None:
    approve(prepared)
    decide(prepared, "me", KEY, "rejected", approver="ann", run_id="cli2", note="too far")
    assert state(prepared) == "rejected"
    assert (KEY, False) in pending(prepared, "approved")
    assert (KEY, True) not in pending(prepared, "shortlist")


@pytest.mark.parametrize(
    ("decision", "place"),
    [("approved", "open"), ("rejected", "dropped"), (None, "waiting_approval")],
)
def test_the_status_follows_the_persons_decision(
    prepared: Store, decision: Decision | None, place: str
) -> None:
    with prepared.unit_of_work() as unit:
        letter = StageOutcome("me", KEY, "cover", "succeeded", "waiting_approval", "Made.")
        record_outcome(unit, prepared, letter, run_id="r", basis="b")
        unit.commit()
    if decision is not None:
        decide(prepared, "me", KEY, decision, approver="ann", run_id="cli")
    refresh_status(prepared)
    with prepared.read() as connection:
        assert connection.scalar(sa.select(schema.job_status.c.place)) == place
