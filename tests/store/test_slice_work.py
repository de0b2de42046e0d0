"""A slice under disturbance: content that changes, rows that cannot be read, runs that are late."""

import pytest
import sqlalchemy as sa

from jobctrl_dagster import slice_work
from jobctrl_dagster.slice_work import Job, work_named, work_off, work_slice
from jobctrl_dagster.store import LeaseLost, Store, schema
from jobctrl_dagster.store.leases import LEASE_SECONDS
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.slices import LAUNCH_SECONDS, form_slice, free_orphans, load_slice
from tests.conftest import HeldClock
from tests.store.rows import FakeBody, outcomes, raw, ready, record, take_in


def test_what_was_worked_out_of_a_text_that_changed_meanwhile_is_not_published(
    store: Store,
) -> None:
    key = take_in(store, raw(1)).job_key

    def change(_job: Job) -> None:
        take_in(store, raw(1, description="Another text."), run="second crawl")

    body = FakeBody(meanwhile=change)
    work = form_slice(store, "enrich", "me", "b", size=9, slice_id="s1", requested=True)
    assert work is not None
    [outcome] = work_slice(store, body, work, run_id="run")
    assert outcome.outcome == "stale"
    assert ready(store, "score") == [], "the next stage waits for the newer text"
    assert ready(store, "enrich") == [key]
    [again] = work_off(store, FakeBody(), size=9, run_id="next run")
    assert again.succeeded


def test_a_row_that_cannot_be_read_back_fails_alone(store: Store) -> None:
    keys = [take_in(store, raw(number)).job_key for number in (1, 2, 3)]
    with store.unit_of_work() as unit:
        first = sa.select(schema.jobs.c.posting_key).where(schema.jobs.c.job_key == keys[0])
        unit.execute(
            sa.update(schema.postings)
            .where(schema.postings.c.key == first.scalar_subquery())
            .values(raw={"title": "of another version"})
        )
        unit.commit()
    found = {
        outcome.job_key: outcome.outcome
        for outcome in work_off(store, FakeBody(), size=9, run_id="run")
    }
    assert found == {keys[0]: "failed", keys[1]: "succeeded", keys[2]: "succeeded"}


def test_a_job_whose_rows_the_database_refuses_fails_alone(store: Store) -> None:
    keys = [take_in(store, raw(number)).job_key for number in (1, 2)]

    class Refused(FakeBody):
        def handle(self, job: Job) -> slice_work.Handled:
            handled = super().handle(job)
            if job.key != keys[0]:
                return handled
            broken = sa.insert(schema.tenants).values(name=None)
            return slice_work.Handled(handled.outcome, lambda unit: unit.execute(broken) and None)

    found = {
        outcome.job_key: outcome.outcome
        for outcome in work_off(store, Refused(), size=9, run_id="run")
    }
    assert found == {keys[0]: "failed", keys[1]: "succeeded"}


def test_a_run_that_begins_after_its_slice_was_freed_does_nothing(
    store: Store, clock: HeldClock
) -> None:
    key = take_in(store, raw(1)).job_key
    late = form_slice(store, "enrich", "me", "b", size=9, slice_id="s1", requested=True)
    assert late is not None
    clock.forward(LAUNCH_SECONDS + 1)
    free_orphans(store, lambda _work: False)
    form_slice(store, "enrich", "me", "b", size=9, slice_id="s2", requested=True)
    body = FakeBody()
    assert list(work_slice(store, body, late, run_id="late run")) == []
    assert body.handled == [], "another slice holds the job now"
    assert load_slice(store, "s2") is not None
    assert outcomes(store, "enrich") == {}
    assert key


def test_a_slice_is_not_freed_under_a_run_that_has_just_taken_it(
    store: Store, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run takes its lease after the slice was looked at and before it is closed."""
    take_in(store, raw(1))
    work = form_slice(store, "enrich", "me", "b", size=9, slice_id="s1", requested=True)
    assert work is not None
    clock.forward(LAUNCH_SECONDS + 1)
    begun = []

    def waiting(_work: object) -> bool:
        running = work_slice(store, FakeBody(), work, run_id="run")
        begun.append((running, next(running)))
        return False

    assert free_orphans(store, waiting) == []
    assert load_slice(store, "s1") is not None
    assert list(begun[0][0]) == []
    assert load_slice(store, "s1") is None


def test_whoever_lost_the_lease_saves_nothing_and_the_next_run_does_the_job(
    store: Store, clock: HeldClock
) -> None:
    key = take_in(store, raw(1)).job_key
    late = FakeBody(meanwhile=lambda _job: clock.forward(LEASE_SECONDS + 1))
    with pytest.raises(LeaseLost):
        list(work_off(store, late, size=9, run_id="late run"))
    assert outcomes(store, "enrich") == {}
    assert len(free_orphans(store, lambda _work: False)) == 1
    assert [
        outcome.job_key for outcome in work_off(store, FakeBody(), size=9, run_id="next run")
    ] == [key]


def test_named_jobs_that_have_not_reached_the_stage_are_left_out(store: Store) -> None:
    dropped, passed = (take_in(store, raw(number)).job_key for number in (1, 2))
    record(store, StageOutcome("me", dropped, "enrich", "skipped", "dropped", "Dropped."))
    record(store, StageOutcome("me", passed, "enrich", "succeeded", "enriched", "Read."))
    body = FakeBody("score")
    done = list(work_named(store, body, [dropped, passed], run_id="by hand"))
    assert [outcome.job_key for outcome in done] == [passed]


def test_an_exhausted_job_is_tried_again_when_a_person_names_it(store: Store) -> None:
    key = take_in(store, raw(1)).job_key
    record(store, StageOutcome("me", key, "enrich", "exhausted", "timed_out", "Timed out."))
    assert ready(store, "enrich") == []
    [outcome] = work_named(store, FakeBody(), [key], run_id="by hand")
    assert outcome.succeeded
    assert list(work_named(store, FakeBody(), [key], run_id="again")) == []


def test_a_job_that_kills_every_run_does_not_hold_up_the_others(
    store: Store, clock: HeldClock
) -> None:
    keys = []
    for number in range(5):
        clock.forward(1)
        keys.append(take_in(store, raw(number)).job_key)

    def die(job: Job) -> None:
        if job.key == keys[0]:
            raise KeyboardInterrupt

    for run in ("first", "second"):
        clock.forward(1)
        with pytest.raises(KeyboardInterrupt):
            list(work_off(store, FakeBody(meanwhile=die), size=50, run_id=run))
        assert len(free_orphans(store, lambda _work: False)) == 1
    assert sorted(outcomes(store, "enrich")) == sorted(keys[1:])
    take_in(store, raw("new"))
    clock.forward(1)
    with pytest.raises(KeyboardInterrupt):
        list(work_off(store, FakeBody(meanwhile=die), size=50, run_id="third"))
    assert len(outcomes(store, "enrich")) == 5


def test_an_empty_slice_is_no_slice_and_reading_it_again_changes_nothing(store: Store) -> None:
    assert list(work_off(store, FakeBody(), size=9, run_id="run")) == []
    with store.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.slices)) == 0
