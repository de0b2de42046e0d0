import multiprocessing
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jobctrl_dagster.store import Store
from jobctrl_dagster.store.pacing import StorePacer
from tests.conftest import HeldClock


def test_starts_at_a_host_keep_the_larger_interval_apart(store: Store) -> None:
    pacer = StorePacer(store)
    waits = [pacer.reserve("a", 2.0), pacer.reserve("a", 0.5), pacer.reserve("a", 3.0)]
    assert waits == pytest.approx([0.0, 2.0, 5.0], abs=0.5)


def test_hosts_do_not_wait_for_each_other(store: Store) -> None:
    pacer = StorePacer(store)
    pacer.reserve("a", 10.0)
    assert pacer.reserve("b", 10.0) == 0.0


def test_a_cooldown_holds_for_all_and_never_longer_than_five_minutes(store: Store) -> None:
    pacer = StorePacer(store)
    pacer.cool_down("a", 9999.0)
    assert StorePacer(store).reserve("a", 0.0) == pytest.approx(300.0, abs=0.5)


def test_a_shorter_cooldown_does_not_shorten_a_longer_one(store: Store) -> None:
    pacer = StorePacer(store)
    pacer.cool_down("a", 100.0)
    pacer.cool_down("a", 1.0)
    assert pacer.reserve("a", 0.0) == pytest.approx(100.0, abs=0.5)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=st.lists(st.tuples(st.floats(0.1, 5), st.floats(0, 5)), min_size=2, max_size=12))
def test_no_two_starts_are_closer_than_either_asks(
    tmp_path_factory: object, steps: list[tuple[float, float]]
) -> None:
    folder = tmp_path_factory.mktemp("pacing")  # type: ignore[attr-defined]
    clock = HeldClock()
    store = Store.open(f"sqlite:///{folder / 'jobctrl.db'}", clock=clock)
    pacer, starts = StorePacer(store), []
    for interval, passes in steps:
        starts.append((clock().timestamp() + pacer.reserve("a", interval), interval))
        clock.forward(passes)
    store.close()
    for (first, gap), (second, wanted) in pairwise(starts):
        assert second - first >= max(gap, wanted) - 1e-3


def _reserve(url: str, booked: "multiprocessing.Queue[float]") -> None:
    store = Store.open(url)
    pacer = StorePacer(store)
    for _ in range(5):
        wait = pacer.reserve("a", 7.0)
        booked.put(store.clock().timestamp() + wait)
    store.close()


def test_processes_share_one_pace(store_url: str) -> None:
    Store.open(store_url).close()
    context = multiprocessing.get_context("spawn")
    booked = context.Queue()
    processes = [context.Process(target=_reserve, args=(store_url, booked)) for _ in range(2)]
    for process in processes:
        process.start()
    starts = sorted(booked.get(timeout=60) for _ in range(10))
    for process in processes:
        process.join(60)
    assert all(second - first >= 6.9 for first, second in pairwise(starts))
