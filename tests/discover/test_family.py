"""Each unit is read for itself, and stored before its source is asked for more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from jobctrl_dagster.discover.cleaning import build_fault, build_posting
from jobctrl_dagster.discover.family import read_family
from jobctrl_dagster.discover.port import ADAPTERS, Cursor, Waiting, adapter_for
from jobctrl_dagster.discover.records import Unit
from jobctrl_dagster.discover.verdicts import completed


def unit(name: str) -> Unit:
    return Unit(id=name, family="imports", kind="scripted")


def posting(number: int):
    return build_posting(source="s", provider="p", external_id=number, title=f"Job {number}")


class Scripted:
    """Yields a script; an exception in it is raised, a function is called."""

    kind = "scripted"

    def __init__(self, **scripts) -> None:
        self.scripts = scripts
        self.closed: list[str] = []
        self.asked: list[object] = []
        self.cursors: list[object] = []

    def __call__(self, kind: str):
        assert kind == "scripted"
        return self

    def read(self, unit, door, *, cursor):
        self.cursors.append(cursor)
        try:
            for item in self.scripts[unit.id]:
                self.asked.append(item)
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            self.closed.append(unit.id)


@pytest.fixture
def run(door_to, read):
    sink_type = type(read(door_to({})))

    def call(adapter, *names, sink=None, cancelled=lambda: False, deadline=None, **more):
        now = more.pop("now")
        sink = sink or sink_type()
        reports = read_family(
            [(unit(name), None) for name in names],
            door_to({}),
            sink,
            deadline=deadline or now() + timedelta(hours=1),
            clock=now,
            cancelled=cancelled,
            adapters=adapter,
            **more,
        )
        return sink, reports

    return call


@pytest.fixture
def now():
    from datetime import UTC, datetime

    moment = datetime(2026, 11, 30, tzinfo=UTC)
    return lambda: moment


def test_one_unit_that_fails_leaves_the_others_as_they_are(run, now):
    adapter = Scripted(
        a=[posting(1), RuntimeError("odd page")],
        b=[posting(2), completed(unit("b"), postings=1, faults=0)],
        c=[ValueError("at once")],
    )

    sink, reports = run(adapter, "a", "b", "c", now=now)

    assert [(r.unit, r.state, r.code, r.postings) for r in reports] == [
        ("a", "cut_short", "unexpected", 1),
        ("b", "ok", "ok", 1),
        ("c", "failed", "unexpected", 0),
    ]
    assert "ValueError: at once" in reports[2].sentence
    assert sink.reports == reports
    assert adapter.closed == ["a", "b", "c"]


def test_an_item_is_stored_before_the_next_is_asked_for(run, now, read, door_to):
    adapter = Scripted(a=[posting(1), Cursor({"n": 1}), posting(2)])
    log = []

    class Sink(type(read(door_to({})))):
        def accept(self, item):
            log.append((item.external_id, len(adapter.asked)))
            super().accept(item)

        def save_cursor(self, unit, cursor):
            log.append((cursor["n"], len(adapter.asked)))

    run(adapter, "a", sink=Sink(), now=now)

    assert log == [("1", 1), (1, 2), ("2", 3)]


def test_a_fault_of_the_store_ends_the_family(run, now, read, door_to):
    adapter = Scripted(a=[posting(1), posting(2)], b=[posting(3)])

    class Sink(type(read(door_to({})))):
        def accept(self, item):
            raise LookupError("the lease is lost")

    with pytest.raises(LookupError, match="lease"):
        run(adapter, "a", "b", sink=Sink(), now=now)

    assert adapter.asked == [posting(1)]
    assert adapter.closed == ["a"]


def test_a_cancellation_stops_at_the_next_item_and_every_unit_is_reported(run, now):
    adapter = Scripted(a=[posting(1), posting(2), posting(3)], b=[posting(4)])

    sink, reports = run(adapter, "a", "b", cancelled=lambda: len(adapter.asked) >= 2, now=now)

    assert sink.titles() == ["Job 1", "Job 2"]
    assert [(r.state, r.code, r.postings) for r in reports] == [
        ("cut_short", "canceled", 2),
        ("cut_short", "canceled", 0),
    ]
    assert adapter.closed == ["a"]


def test_the_time_of_a_family_is_kept(run):
    from datetime import UTC, datetime

    start = datetime(2026, 11, 30, tzinfo=UTC)
    adapter = Scripted(a=[posting(1), posting(2), posting(3)], b=[posting(4)])

    sink, reports = run(
        adapter, "a", "b",
        now=lambda: start + timedelta(minutes=len(adapter.asked)),
        deadline=start + timedelta(minutes=2),
    )  # fmt: skip

    assert sink.titles() == ["Job 1", "Job 2"]
    assert [r.code for r in reports] == ["deadline", "deadline"]


def test_a_sign_of_life_is_given_between_items(run, now):
    adapter = Scripted(
        a=[Waiting(), Waiting(), posting(1), completed(unit("a"), postings=1, faults=0)]
    )
    beats = []

    run(adapter, "a", heartbeat=lambda: beats.append(1), now=now)

    assert len(beats) == 3


def test_the_report_counts_what_was_stored(run, now):
    fault = build_fault("a", 0, "no title")
    adapter = Scripted(a=[posting(1), fault, completed(unit("a"), postings=99, faults=0)])

    _, (report,) = run(adapter, "a", now=now)

    assert (report.postings, report.faults) == (1, (fault,))


def test_a_unit_that_ends_without_a_report_is_a_failure(run, now):
    _, (report,) = run(Scripted(a=[]), "a", now=now)

    assert (report.state, report.code) == ("failed", "no_report")


def test_a_unit_of_an_unknown_kind_is_a_failure_of_its_own(door_to, read):
    (report,) = read(door_to({}), unit("a")).reports

    assert report.state == "failed"
    assert "no adapter reads units of kind 'scripted'" in report.sentence


@pytest.mark.parametrize("kind", sorted(ADAPTERS))
def test_every_kind_has_an_adapter_of_that_kind(kind):
    assert adapter_for(kind).kind == kind
