import os
import signal
import subprocess
import sys
import threading

import pytest
import sqlalchemy as sa

from jobctrl_dagster.store import LeaseHeld, LeaseLost, Store, leases, schema
from jobctrl_dagster.store.leases import (
    LEASE_SECONDS,
    Lease,
    assert_held,
    died_holding,
    hold,
    is_held,
    release,
    renew,
    take,
)
from tests.conftest import HeldClock


def test_a_held_lease_is_refused_to_others(store: Store) -> None:
    take(store, "thing")
    with pytest.raises(LeaseHeld, match="thing is held by process"):
        take(store, "thing")


def test_a_released_lease_is_free_and_its_next_token_is_higher(store: Store) -> None:
    first = take(store, "thing")
    release(store, first)
    assert not is_held(store, "thing")
    assert take(store, "thing").token > first.token


def test_an_expired_lease_is_taken_over_and_its_former_owner_publishes_nothing(
    store: Store, clock: HeldClock
) -> None:
    former = take(store, "thing")
    clock.forward(LEASE_SECONDS + 1)
    successor = take(store, "thing")
    with store.unit_of_work() as unit:
        with pytest.raises(LeaseLost):
            assert_held(unit, store, former)
        assert_held(unit, store, successor)
        unit.rollback()
    with pytest.raises(LeaseLost):
        renew(store, former)


def test_an_owner_that_is_late_publishes_nothing_even_without_a_successor(
    store: Store, clock: HeldClock
) -> None:
    lease = take(store, "thing")
    clock.forward(LEASE_SECONDS + 1)
    with store.unit_of_work() as unit:
        with pytest.raises(LeaseLost):
            assert_held(unit, store, lease)
        unit.rollback()


def test_renewing_extends_a_lease_by_its_full_time(store: Store, clock: HeldClock) -> None:
    lease = take(store, "thing")
    clock.forward(LEASE_SECONDS - 1)
    renew(store, lease)
    clock.forward(LEASE_SECONDS - 1)
    assert is_held(store, "thing")


def test_a_former_owner_cannot_release_its_successors_lease(store: Store, clock: HeldClock) -> None:
    former = take(store, "thing")
    clock.forward(LEASE_SECONDS + 1)
    take(store, "thing")
    release(store, former)
    assert is_held(store, "thing")


def test_a_block_gives_its_lease_back_when_it_fails(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), hold(store, "thing"):
        raise ZeroDivisionError
    assert not is_held(store, "thing")


HOLDER = """
import sys, time
from jobctrl_dagster.store import Store
from jobctrl_dagster.store.leases import take
store = Store.open(sys.argv[1])
take(store, "thing")
print("held", flush=True)
time.sleep(60)
"""


def test_the_lease_of_a_killed_process_is_free_at_once(store_url: str) -> None:
    store = Store.open(store_url)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, store_url], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert is_held(store, "thing")
    finally:
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
        if holder.stdout is not None:
            holder.stdout.close()
    assert not is_held(store, "thing")
    take(store, "thing")
    store.close()


def test_a_reused_pid_is_not_taken_for_the_owner(store: Store) -> None:
    take(store, "thing")
    with store.unit_of_work() as unit:
        unit.execute(sa.update(schema.leases).values(process_started=1.0))
        unit.commit()
    assert not is_held(store, "thing")


@pytest.mark.parametrize("fault", [sa.exc.OperationalError, sa.exc.InterfaceError])
def test_a_renewal_that_finds_no_database_is_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: type[sa.exc.DBAPIError]
) -> None:
    renewed = threading.Event()
    calls: list[Lease] = []

    def fails_at_first(_store: Store, lease: Lease) -> None:
        calls.append(lease)
        if len(calls) == 1:
            raise fault("UPDATE leases", {}, Exception("the connection is closed"))
        renewed.set()

    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.01)
    monkeypatch.setattr(leases, "renew", fails_at_first)
    with hold(store, "thing") as lease:
        assert renewed.wait(10)
    assert set(calls) == {lease}


def test_a_run_that_died_with_its_lease_is_told_from_one_that_gave_it_back(store: Store) -> None:
    gave_back = take(store, "slice:a", run_id="r1")
    release(store, gave_back)
    take(store, "slice:b", run_id="r2")
    assert not died_holding(store, "slice:a", "r1")
    assert not died_holding(store, "slice:b", "r2"), "this process is alive"
    with store.unit_of_work() as unit:
        unit.execute(sa.update(schema.leases).values(process_started=1.0))
        unit.commit()
    assert not died_holding(store, "slice:a", "r1")
    assert died_holding(store, "slice:b", "r2")
    assert not died_holding(store, "slice:b", "another run")
    assert not died_holding(store, "slice:unknown", "r2")
