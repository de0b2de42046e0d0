from collections.abc import Sequence

import pytest
import sqlalchemy as sa

from jobctrl_dagster.stages import BY_NAME, OutcomeName, StageName
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.events import append_event
from jobctrl_dagster.store.funnel import read_funnel
from jobctrl_dagster.store.leases import release, take
from jobctrl_dagster.store.outcomes import StageOutcome, ready_jobs, record_outcome
from jobctrl_dagster.store.projection import refresh_status
from jobctrl_dagster.store.slices import (
    LAUNCH_SECONDS,
    end_slice,
    form_slice,
    free_orphans,
    load_slice,
    slice_lease,
    slice_of_keys,
)
from jobctrl_dagster.store.unit import UnitOfWork
from tests.conftest import HeldClock


def record(
    store: Store,
    key: str,
    stage: StageName = "discover",
    outcome: OutcomeName = "succeeded",
    *,
    code: str = "done",
    run_id: str = "run",
    basis: str | None = "b",
    retryable: bool = False,
) -> None:
    with store.unit_of_work() as unit:
        made = StageOutcome("me", key, stage, outcome, code, "Said.", retryable=retryable)
        record_outcome(unit, store, made, run_id=run_id, basis=basis)
        unit.commit()


def add_job(unit: UnitOfWork, store: Store, key: str) -> None:
    row = {"tenant": "me", "job_key": key, "posting_key": f"p-{key}", "created_at": store.clock()}
    unit.execute(sa.insert(schema.jobs).values(**row))
    finding = {"tenant": "me", "sighting_id": f"s-{key}", "job_key": key, "duplicate": False}
    unit.execute(sa.insert(schema.findings).values(**finding, at=store.clock()))


def ready(store: Store, stage: StageName = "enrich", basis: str = "b") -> list[str]:
    with store.read() as connection:
        return ready_jobs(connection, store, stage, "me", basis, 100)


def test_a_job_is_ready_for_the_stage_after_its_success_only(store: Store) -> None:
    record(store, "me.a")
    assert ready(store, "enrich") == ["me.a"]
    assert ready(store, "score") == []
    record(store, "me.a", "enrich")
    assert ready(store, "enrich") == []
    assert ready(store, "score") == ["me.a"]


@pytest.mark.parametrize("outcome", ["skipped", "blocked", "failed", "exhausted", "canceled"])
def test_what_did_not_succeed_goes_no_further(store: Store, outcome: OutcomeName) -> None:
    record(store, "me.a")
    record(store, "me.a", "enrich", outcome)
    assert ready(store, "enrich") == []
    assert ready(store, "score") == []


def test_other_settings_make_a_done_job_ready_again(store: Store) -> None:
    record(store, "me.a")
    record(store, "me.a", "enrich", "skipped", basis="old rules")
    assert ready(store, "enrich", basis="new rules") == ["me.a"]


def test_a_retryable_failure_waits_longer_each_time_and_is_then_exhausted(
    store: Store, clock: HeldClock
) -> None:
    stage = BY_NAME["enrich"]
    record(store, "me.a")
    for attempt in range(1, stage.attempts):
        record(store, "me.a", "enrich", "failed", retryable=True)
        clock.forward(stage.backoff * 2 ** (attempt - 1) - 1)
        assert ready(store) == []
        clock.forward(1)
        assert ready(store) == ["me.a"]
    record(store, "me.a", "enrich", "failed", retryable=True)
    clock.forward(10_000)
    assert ready(store) == []
    with store.read() as connection:
        row = connection.execute(
            sa.select(schema.outcomes).where(schema.outcomes.c.stage == "enrich")
        ).one()
    assert (row.outcome, row.attempt) == ("exhausted", stage.attempts)


def test_an_event_is_written_once_for_tenant_job_run_and_type(store: Store) -> None:
    def append(job: str, run: str, event: str) -> bool:
        with store.unit_of_work() as unit:
            new = append_event(
                unit,
                store.clock,
                tenant="me",
                job_key=job,
                run_id=run,
                event=event,
                data={"stage": "enrich", "outcome": "succeeded", "code": "x"},
            )
            unit.commit()
        return new

    assert append("me.a", "r1", "enrich.succeeded")
    assert not append("me.a", "r1", "enrich.succeeded"), "a retry after an unnoticed commit"
    assert append("me.b", "r1", "enrich.succeeded")
    assert append("me.a", "r2", "enrich.succeeded")
    assert append("me.a", "r1", "score.succeeded")


def test_a_failed_fold_keeps_the_event_for_the_next_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.unit_of_work() as unit:
        add_job(unit, store, "me.a")
        unit.commit()
    record(store, "me.a", "enrich", "skipped", code="dropped")

    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("jobctrl_dagster.store.projection.upsert", broken)
        with pytest.raises(OSError, match="full"):
            refresh_status(store)
    assert read_funnel(store).dropped == 0
    assert refresh_status(store) == 1
    assert read_funnel(store).dropped == 1
    assert refresh_status(store) == 0


ENDINGS: Sequence[tuple[StageName, OutcomeName, str, str]] = (
    ("discover", "succeeded", "discovered", "not_attempted"),
    ("enrich", "succeeded", "enriched", "not_attempted"),
    ("enrich", "skipped", "dropped", "dropped"),
    ("enrich", "skipped", "not_recorded", "blocked"),
    ("enrich", "blocked", "robots_refused", "blocked"),
    ("enrich", "failed", "timed_out", "failed"),
    ("enrich", "exhausted", "timed_out", "failed"),
    ("score", "succeeded", "below_threshold", "below_threshold"),
    ("score", "succeeded", "shortlisted", "not_attempted"),
)


@pytest.mark.parametrize(("stage", "outcome", "code", "place"), ENDINGS)
def test_each_ending_has_one_place_in_the_funnel(
    store: Store, stage: StageName, outcome: OutcomeName, code: str, place: str
) -> None:
    with store.unit_of_work() as unit:
        add_job(unit, store, "me.a")
        unit.commit()
    record(store, "me.a", stage, outcome, code=code)
    refresh_status(store)
    funnel = read_funnel(store)
    assert getattr(funnel, place) == 1
    assert funnel.closes


def test_the_funnel_of_one_tenant_counts_that_tenant_alone(store: Store) -> None:
    with store.unit_of_work() as unit:
        add_job(unit, store, "me.a")
        unit.commit()
    assert read_funnel(store, "me").discovered == 1
    assert read_funnel(store, "you").discovered == 0
    assert read_funnel(store, "me").closes


# --- slices ---------------------------------------------------------------------------------


def form(store: Store, slice_id: str, *, requested: bool, size: int = 10) -> list[str]:
    made = form_slice(store, "enrich", "me", "b", size=size, slice_id=slice_id, requested=requested)
    return [] if made is None else list(made.keys)


def test_no_job_is_in_two_open_slices_of_a_stage(store: Store) -> None:
    for name in "abc":
        record(store, f"me.{name}")
    assert len(form(store, "s1", requested=True, size=2)) == 2
    assert len(form(store, "s2", requested=True, size=2)) == 1
    assert form(store, "s3", requested=True) == []
    record(store, "me.new")
    named = slice_of_keys(store, "enrich", "me", ["me.a", "me.new"], slice_id="s4")
    assert named is not None
    assert named.keys == ("me.new",)


def test_an_ended_slice_frees_what_it_left_undone(store: Store) -> None:
    record(store, "me.a")
    form(store, "s1", requested=True)
    end_slice(store, "s1")
    assert load_slice(store, "s1") is None
    assert form(store, "s2", requested=True) == ["me.a"]


def test_a_slice_whose_run_is_gone_is_freed(store: Store, clock: HeldClock) -> None:
    record(store, "me.a")
    form(store, "s1", requested=True)
    clock.forward(LAUNCH_SECONDS + 1)
    assert free_orphans(store, lambda _work: True) == [], "its run is still on its way"
    assert [work.id for work in free_orphans(store, lambda _work: False)] == ["s1"]
    assert form(store, "s2", requested=True) == ["me.a"]


def test_a_slice_that_was_requested_a_moment_ago_is_left_alone(store: Store) -> None:
    record(store, "me.a")
    form(store, "s1", requested=True)
    assert free_orphans(store, lambda _work: False) == []


def test_a_slice_worked_on_in_place_is_freed_as_soon_as_nobody_holds_it(store: Store) -> None:
    record(store, "me.a")
    form(store, "s1", requested=False)
    assert [work.id for work in free_orphans(store, lambda _work: False)] == ["s1"]


def test_a_slice_whose_run_held_it_and_is_gone_is_freed_at_once(store: Store) -> None:
    """Dagster may still show the run as started; that it held the lease says that it began."""
    record(store, "me.a")
    form(store, "s1", requested=True)
    release(store, take(store, slice_lease("s1")))
    assert [work.id for work in free_orphans(store, lambda _work: True)] == ["s1"]
