import math
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.gate.pacing import MAX_COOLDOWN, MemoryPacer, retry_after

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


intervals = st.sampled_from([0.1, 0.5, 2.0, 5.0])
steps = st.lists(st.tuples(st.floats(0, 10), intervals), min_size=2, max_size=30)


@given(steps)
def test_two_starts_of_a_host_keep_the_larger_of_their_intervals(plan):
    clock = Seconds()
    pacer = MemoryPacer(clock)
    starts = []
    for passed, interval in plan:
        clock.now += passed
        wait = pacer.reserve("jobs.example.com", interval)
        assert wait >= 0
        starts.append((clock.now + wait, interval))
    for (before, one), (after, other) in pairwise(starts):
        assert after - before >= max(one, other) - 1e-9


@given(steps)
def test_no_start_waits_longer_than_the_one_before_it_demands(plan):
    clock = Seconds()
    pacer = MemoryPacer(clock)
    free, last = -math.inf, 0.0
    for passed, interval in plan:
        clock.now += passed
        start = clock.now + pacer.reserve("jobs.example.com", interval)
        assert start == pytest.approx(max(clock.now, free + max(last, interval)))
        free, last = start, interval


@given(st.floats(-10, 1_000, allow_nan=False), st.floats(0, 400))
def test_no_start_falls_into_a_cooldown_and_none_lasts_over_five_minutes(pause, passed):
    clock = Seconds()
    pacer = MemoryPacer(clock)
    pacer.cool_down("jobs.example.com", pause)
    clock.now = passed
    counted = min(max(pause, 0.0), MAX_COOLDOWN)
    assert pacer.reserve("jobs.example.com", 0.0) == pytest.approx(max(counted - passed, 0.0))


def test_hosts_are_paced_apart():
    pacer = MemoryPacer(Seconds())
    assert pacer.reserve("a.example.com", 2.0) == 0
    assert pacer.reserve("b.example.com", 2.0) == 0
    assert pacer.reserve("a.example.com", 2.0) == 2.0


def test_an_interval_of_zero_never_waits():
    pacer = MemoryPacer(Seconds())
    assert [pacer.reserve("127.0.0.1:8765", 0.0) for _ in range(5)] == [0.0] * 5


def test_a_shorter_cooldown_does_not_end_a_longer_one():
    pacer = MemoryPacer(Seconds())
    pacer.cool_down("jobs.example.com", 100)
    pacer.cool_down("jobs.example.com", 5)
    assert pacer.reserve("jobs.example.com", 2.0) == 100


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 7 ", 7.0),
        ("0", 0.0),
        ("99999999999999999999999", 300.0),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 13:00:00 GMT", 300.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("", None),
        (None, None),
    ],
)
def test_a_retry_after_is_seconds_or_a_date_and_at_most_five_minutes(header, seconds):
    assert retry_after(header, NOW) == seconds
