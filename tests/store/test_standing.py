"""Where a job stands when a stage before is done again: the funnel and the shortlist follow."""

import sqlalchemy as sa

from jobctrl_dagster.stages import BY_NAME, OutcomeName, StageName
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from jobctrl_dagster.store.keys import want_key
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.projection import refresh_status
from tests.conftest import HeldClock
from tests.store.rows import outcomes, raw, ready, record, take_in


def say(
    store: Store,
    key: str,
    stage: StageName,
    outcome: OutcomeName,
    code: str,
    *,
    run: str = "run",
    basis: str = "b",
) -> None:
    record(store, StageOutcome("me", key, stage, outcome, code, "Said."), run=run, basis=basis)


def shortlist(store: Store, key: str, *, wanted: bool = True) -> None:
    with store.unit_of_work() as unit:
        want_key(unit, store, "shortlist", "me", key, wanted=wanted)
        unit.commit()


def funnel(store: Store) -> Funnel:
    refresh_status(store)
    found = read_funnel(store)
    assert found.closes
    return found


def place(store: Store) -> str:
    """Where the one job of the store stands."""
    refresh_status(store)
    with store.read() as connection:
        return str(connection.execute(sa.select(schema.job_status.c.place)).scalar_one())


def test_a_low_score_stays_a_low_score_when_the_rules_are_applied_anew(
    store: Store, clock: HeldClock
) -> None:
    key = take_in(store, raw(1)).job_key
    say(store, key, "enrich", "succeeded", "enriched")
    say(store, key, "score", "succeeded", "below_threshold")
    assert funnel(store).below_threshold == 1
    clock.forward(60)
    say(store, key, "enrich", "succeeded", "enriched", run="run 2", basis="other rules")
    assert ready(store, "score") == [], "the score's own settings have not changed"
    assert funnel(store).below_threshold == 1


def test_a_rule_that_drops_a_shortlisted_job_takes_it_off_the_shortlist(store: Store) -> None:
    key = take_in(store, raw(1)).job_key
    say(store, key, "enrich", "succeeded", "enriched")
    say(store, key, "score", "succeeded", "shortlisted")
    shortlist(store, key)
    assert funnel(store).shortlisted == 1
    say(store, key, "enrich", "skipped", "dropped", run="run 2", basis="stricter rules")
    dropped = funnel(store)
    assert (dropped.shortlisted, dropped.scored, dropped.dropped) == (0, 0, 1)
    assert ready(store, "score") == []


def test_a_job_that_comes_back_is_scored_and_shortlisted_anew(store: Store) -> None:
    key = take_in(store, raw(1)).job_key
    say(store, key, "enrich", "succeeded", "enriched")
    say(store, key, "score", "succeeded", "shortlisted")
    say(store, key, "enrich", "skipped", "dropped", run="run 2", basis="stricter rules")
    say(store, key, "enrich", "succeeded", "enriched", run="run 3")
    assert ready(store, "score") == [key]


def test_the_status_follows_a_job_that_one_run_handled_twice(store: Store) -> None:
    """Its event of that type is written once; the status is what the outcomes say."""
    key = take_in(store, raw(1)).job_key
    say(store, key, "enrich", "skipped", "dropped", run="long run")
    say(store, key, "enrich", "stale", "content_changed", run="crawl")
    assert funnel(store).not_attempted == 1
    say(store, key, "enrich", "skipped", "dropped", run="long run")
    assert funnel(store).dropped == 1


def test_a_dropped_job_is_counted_once_however_many_stages_it_had_passed(store: Store) -> None:
    key = take_in(store, raw(1)).job_key
    say(store, key, "enrich", "succeeded", "enriched")
    say(store, key, "score", "failed", "crashed")
    assert funnel(store).failed == 1
    assert place(store) == "failed"


def test_a_later_success_takes_the_place_of_an_earlier_one(store: Store) -> None:
    key = take_in(store, raw(1)).job_key
    for stage, code in (("enrich", "enriched"), ("score", "shortlisted"), ("tailor", "tailored")):
        say(store, key, stage, "succeeded", code)  # type: ignore[arg-type]
    say(store, key, "cover", "succeeded", "waiting_approval")
    assert place(store) == "waiting_approval"
    say(store, key, "apply", "succeeded", "dry_run")
    assert place(store) == "applied_dry_run"
    say(store, key, "score", "succeeded", "below_threshold", run="run 2", basis="other threshold")
    assert place(store) == "below_threshold"


def test_a_changed_text_is_worked_through_anew_but_nothing_is_sent_again(store: Store) -> None:
    key = take_in(store, raw(1)).job_key
    for stage in ("enrich", "score", "tailor", "cover", "apply"):
        say(store, key, stage, "succeeded", "done")  # type: ignore[arg-type]
    take_in(store, raw(1, description="Another text."), run="second crawl")
    found = {stage: outcomes(store, stage)[key] for stage in BY_NAME}
    assert found == {
        "discover": "succeeded",
        "enrich": "stale",
        "score": "stale",
        "tailor": "stale",
        "cover": "stale",
        "apply": "succeeded",
    }
