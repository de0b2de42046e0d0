"""When a tick looks for ready jobs, and how often."""

from pathlib import Path

import pytest

from jobctrl_dagster import handoff
from jobctrl_dagster.handoff import Waiting, await_slices, is_due
from jobctrl_dagster.store import Store
from tests.conftest import HeldClock
from tests.store.boards import installation
from tests.store.rows import raw, take_in


class Seconds:
    """A monotonic clock that sleeping moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_an_idle_tick_goes_through_the_history_once_a_second(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []
    seconds = Seconds()
    monkeypatch.setattr(handoff, "due_slices", lambda *_: looks.append(seconds.now) or [])
    opened = installation(store, tmp_path)
    assert await_slices(opened, "enrich", seconds=4.0, now=seconds, sleep=seconds.sleep) == []
    assert looks == [100.0, 101.0, 102.0, 103.0, 104.0]


def test_what_is_recorded_during_a_tick_is_looked_at_within_a_quarter_second(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = Seconds()
    found = object()

    def due(*_: object) -> list[object]:
        return [found] if seconds.now > 100.2 else []

    def sleep(duration: float) -> None:
        seconds.sleep(duration)
        if seconds.now == 100.5:
            take_in(store, raw(1))

    monkeypatch.setattr(handoff, "due_slices", due)
    opened = installation(store, tmp_path)
    assert await_slices(opened, "enrich", seconds=4.0, now=seconds, sleep=sleep) == [found]
    assert seconds.now == 100.5


@pytest.mark.parametrize(
    ("count", "age", "first", "due"),
    [
        (0, 9.0, True, False),
        (1, 0.0, True, True),
        (1, 1.9, False, False),
        (1, 2.0, False, True),
        (50, 0.0, False, True),
    ],
)
def test_a_full_or_first_slice_goes_at_once_and_any_other_within_two_seconds(
    clock: HeldClock, count: int, age: float, first: bool, due: bool
) -> None:
    oldest = clock.now
    clock.forward(age)
    assert is_due(Waiting(count, oldest, first), 50, clock.now) is due
