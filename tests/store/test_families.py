"""Executions and their families: planning, isolation, and runs that are gone or late."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from jobctrl_dagster.discover import run as discover_run
from jobctrl_dagster.discover.executions import (
    FamilyRun,
    execution_result,
    families_to_start,
    family_runs,
    request_family,
    set_family_state,
)
from jobctrl_dagster.discover.run import (
    FamilyFailed,
    free_orphaned_families,
    run_family,
    unfinished_execution,
)
from jobctrl_dagster.store import LeaseLost, Store, schema
from jobctrl_dagster.store.leases import LEASE_SECONDS, take
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.slices import LAUNCH_SECONDS
from tests.conftest import HeldClock
from tests.store.boards import GONE, FakeBoards, fake_boards, installation, planned
from tests.store.rows import raw, record, take_in


def states(store: Store, table: sa.Table = schema.family_runs) -> list[str]:
    key = table.c.family if "family" in table.c else table.c.id
    with store.read() as connection:
        return list(connection.scalars(sa.select(table.c.state).order_by(key)))


def crawl(store: Store, folder: Path, runs: list[FamilyRun]) -> list[str]:
    """Run the families in order; the names of those that failed."""
    failed = []
    for family in runs:
        try:
            run_family(installation(store, folder), family, run_id=f"run {family.family}")
        except FamilyFailed:
            failed.append(family.family)
    return failed


# --- planning -------------------------------------------------------------------------------


def history(store: Store, jobs: int) -> None:
    for number in range(jobs):
        key = take_in(store, raw(number)).job_key
        record(store, StageOutcome("me", key, "enrich", "succeeded", "enriched", "Read."))


def statements_of_planning(store: Store) -> list[str]:
    seen: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    sa.event.listen(store.engine, "before_cursor_execute", note)
    planned(store, "board:{family}", families=4)
    sa.event.remove(store.engine, "before_cursor_execute", note)
    return seen


def rows(store: Store) -> dict[str, int]:
    with store.read() as connection:
        return {
            name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for name, table in schema.metadata.tables.items()
        }


def test_planning_writes_the_plan_alone_and_reads_none_of_the_history(store: Store) -> None:
    of_an_empty_store = statements_of_planning(store)
    history(store, 60)
    before = rows(store)
    assert statements_of_planning(store) == of_an_empty_store
    after = rows(store)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "executions": 1,
        "family_runs": 4,
        "units": 4,
    }


# --- how many at once -----------------------------------------------------------------------


def family_run(ordinal: int, state: str = "planned", execution: str = "e1") -> FamilyRun:
    names = ("company_boards", "broad_boards", "public_feeds", "community")
    return FamilyRun(execution, "me", names[ordinal], ordinal, state, 1)  # type: ignore[arg-type]


def test_one_family_of_an_execution_runs_at_a_time_unless_its_plan_says_otherwise() -> None:
    runs = [family_run(number) for number in range(4)]
    assert families_to_start(runs, {}) == runs[:1]
    assert families_to_start(runs, {"e1": 3}) == runs[:3]
    busy = [family_run(0, "running"), family_run(1, "requested"), *runs[2:]]
    assert families_to_start(busy, {"e1": 1}) == []
    assert families_to_start(busy, {"e1": 2}) == []
    assert families_to_start(busy, {"e1": 3}) == [busy[2]]


def test_two_executions_may_crawl_at_the_same_time() -> None:
    runs = [family_run(0, "running"), family_run(1), family_run(0, execution="e2")]
    assert families_to_start(runs, {"e1": 1, "e2": 1}) == [runs[2]]


def test_ended_families_make_room_in_the_order_of_the_plan() -> None:
    runs = [family_run(3), family_run(2), family_run(0, "failed"), family_run(1, "succeeded")]
    assert families_to_start(runs, {"e1": 1}) == [runs[1]]


# --- isolation ------------------------------------------------------------------------------


def test_one_failed_family_of_four_leaves_the_others_to_finish(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = planned(store, "board:{family}", families=4)
    answers = {f"board:{item.family}": [raw(item.family)] for item in runs}
    fake_boards(monkeypatch, answers | {f"board:{runs[1].family}": GONE})
    assert crawl(store, tmp_path, runs) == [runs[1].family]
    assert sorted(states(store)) == ["failed", "succeeded", "succeeded", "succeeded"]
    assert states(store, schema.executions) == ["completed_with_issues"]
    assert rows(store)["jobs"] == 3


def test_an_execution_fails_when_every_family_has(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = planned(store, "board:{family}", families=4)
    fake_boards(monkeypatch, {f"board:{item.family}": GONE for item in runs})
    assert len(crawl(store, tmp_path, runs)) == 4
    assert states(store, schema.executions) == ["failed"]
    assert unfinished_execution(store, "me") is None


def test_a_canceled_family_cancels_the_execution() -> None:
    assert execution_result(["succeeded", "canceled", "failed"]) == "canceled"


# --- a dead board ---------------------------------------------------------------------------


def test_a_board_that_is_gone_keeps_its_last_good_count_and_closes_no_job(
    store: Store, clock: HeldClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_boards(monkeypatch, {"board:a": [raw(n, source="board:a") for n in range(40)]})
    assert crawl(store, tmp_path, planned(store, "board:a")) == []
    good_at = clock.now
    clock.forward(86_400)
    fake_boards(monkeypatch, {"board:a": GONE, "board:b": [raw("other", source="board:b")]})
    assert crawl(store, tmp_path, planned(store, "board:a", "board:b")) == []
    boards, postings = schema.boards, schema.postings
    with store.read() as connection:
        board = connection.execute(sa.select(boards).where(boards.c.unit_id == "board:a")).one()
        alive = connection.scalars(sa.select(postings.c.liveness)).all()
    assert (board.state, board.status, board.postings) == ("dead", 404, 40)
    assert (board.good_at, board.read_at) == (good_at, clock.now)
    assert alive == ["listed"] * 41
    assert rows(store)["jobs"] == 41


# --- runs that are gone or late -------------------------------------------------------------


def test_a_family_whose_run_is_gone_goes_on_from_where_it_was(
    store: Store, clock: HeldClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [run] = planned(store, "board:a", "board:b")
    fake_boards(monkeypatch, {"board:a": [raw(1)], "board:b": [raw(2)]})

    def killed() -> None:
        if "board:b" in FakeBoards.asked:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(FakeBoards, "meanwhile", killed)
        run_family(installation(store, tmp_path), run, run_id="killed run")
    assert states(store) == ["running"]
    assert free_orphaned_families(store, lambda _run: False) == family_like(run, "running")
    [again] = family_runs(store)
    assert (again.state, again.attempt) == ("planned", 2)
    crawl(store, tmp_path, [again])
    assert FakeBoards.asked == ["board:a", "board:b", "board:b"]
    assert states(store, schema.executions) == ["completed"]


def family_like(run: FamilyRun, state: str) -> list[FamilyRun]:
    return [FamilyRun(run.execution_id, run.tenant, run.family, run.ordinal, state, run.attempt)]


def test_a_family_that_ends_while_orphans_are_looked_for_is_left_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its run gives the lease back after its state was read."""
    [run] = planned(store, "board:a")
    set_family_state(store, run, "running")

    def ends_now(_store: Store, _name: str) -> bool:
        set_family_state(store, run, "succeeded")
        return False

    monkeypatch.setattr(discover_run, "is_held", ends_now)
    assert free_orphaned_families(store, lambda _run: False) == []
    assert states(store) == ["succeeded"]
    assert states(store, schema.executions) == ["completed"]


def test_a_family_that_a_run_takes_while_orphans_are_looked_for_is_left_alone(
    store: Store, clock: HeldClock
) -> None:
    [run] = planned(store, "board:a")
    assert request_family(store, run)
    clock.forward(LAUNCH_SECONDS + 1)

    def begins_now(_run: FamilyRun) -> bool:
        take(store, run.lease)
        return False

    assert free_orphaned_families(store, begins_now) == []
    assert states(store) == ["requested"]


def test_a_family_is_asked_for_once(store: Store) -> None:
    [run] = planned(store, "board:a")
    assert request_family(store, run)
    assert not request_family(store, run), "another process was faster"
    set_family_state(store, run, "succeeded")
    assert not request_family(store, run)
    assert states(store) == ["succeeded"]


def test_a_run_that_comes_after_its_family_has_ended_reads_nothing(
    store: Store, clock: HeldClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [run] = planned(store, "board:a")
    fake_boards(monkeypatch, {"board:a": [raw(1)]})
    crawl(store, tmp_path, [run])
    with store.read() as connection:
        first = connection.execute(sa.select(schema.executions)).one()
    clock.forward(60)
    result = run_family(installation(store, tmp_path), run, run_id="late run")
    assert [report.unit for report in result.reports] == ["board:a"]
    with store.read() as connection:
        assert connection.execute(sa.select(schema.executions)).one() == first
    assert FakeBoards.asked == ["board:a"]


# --- boards that another tenant has just read -----------------------------------------------


def test_a_board_read_a_moment_ago_is_taken_from_the_store_row_by_row(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that cannot be read back is left out, and the others are linked."""
    fake_boards(monkeypatch, {"board:a": [raw(n, source="board:a") for n in range(3)]})
    crawl(store, tmp_path, planned(store, "board:a", tenant="you"))
    with store.unit_of_work() as unit:
        one = sa.select(sa.func.min(schema.sightings.c.id)).scalar_subquery()
        unit.execute(
            sa.update(schema.sightings)
            .where(schema.sightings.c.id == one)
            .values(raw={"title": "of another version"})
        )
        unit.commit()
    [run] = planned(store, "board:a", tenant="me")
    result = run_family(installation(store, tmp_path), run, run_id="mine")
    assert FakeBoards.asked == ["board:a"], "the board itself is asked once"
    assert (result.counts["new"], result.counts["faults"]) == (2, 1)


def test_whoever_lost_the_family_links_nothing_from_the_store(
    store: Store, clock: HeldClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_boards(monkeypatch, {"board:a": [raw(1, source="board:a")]})
    crawl(store, tmp_path, planned(store, "board:a", tenant="you"))
    [run] = planned(store, "board:a", tenant="me")
    open_units = discover_run.units.open_units

    def late(*arguments: object) -> object:
        clock.forward(LEASE_SECONDS + 1)
        return open_units(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(discover_run.units, "open_units", late)
    with pytest.raises(LeaseLost):
        run_family(installation(store, tmp_path), run, run_id="late run")
    with store.read() as connection:
        mine = sa.select(sa.func.count()).where(schema.jobs.c.tenant == "me")
        assert connection.scalar(mine) == 0


def test_whoever_lost_the_family_does_not_end_it(
    store: Store, clock: HeldClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_boards(monkeypatch, {"board:a": [raw(1)]})
    reports = discover_run.units.family_reports

    def late(*arguments: object) -> object:
        clock.forward(LEASE_SECONDS + 1)
        return reports(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(discover_run.units, "family_reports", late)
    [run] = planned(store, "board:a")
    with pytest.raises(LeaseLost):
        run_family(installation(store, tmp_path), run, run_id="late run")
    assert states(store) == ["running"], "the next run ends it"
