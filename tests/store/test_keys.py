"""The partition sets: what the store wants and what Dagster was told agree in the end."""

from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.defs import promotion
from jobctrl_dagster.defs.promotion import settle_partition_sets
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.keys import settle_keys, unsettled_keys, want_key
from tests.conftest import HeldClock


class FakeInstance:
    """Dagster's partition sets, and what happens while it is told."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.meanwhile: Any = lambda: None

    def add_dynamic_partitions(self, _name: str, keys: list[str]) -> None:
        self.meanwhile()
        self.keys |= set(keys)

    def delete_dynamic_partition(self, _name: str, key: str) -> None:
        self.meanwhile()
        self.keys -= {key}


def want(store: Store, *, wanted: bool) -> None:
    with store.unit_of_work() as unit:
        want_key(unit, store, "shortlist", "me", "me.a", wanted=wanted)
        unit.commit()


def once(call: Any) -> Any:
    """Something that happens the first time only."""
    calls = [call]
    return lambda: calls.pop()() if calls else None


def test_a_key_is_told_once(store: Store) -> None:
    instance = FakeInstance()
    want(store, wanted=True)
    assert settle_partition_sets(instance, store) == {"shortlist": 1}  # type: ignore[arg-type]
    assert settle_partition_sets(instance, store) == {}  # type: ignore[arg-type]
    assert instance.keys == {"me.a"}


def test_losing_the_process_between_telling_and_noting_is_made_good(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = FakeInstance()
    want(store, wanted=True)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(promotion, "settle_keys", killed)
        settle_partition_sets(instance, store)  # type: ignore[arg-type]
    assert settle_partition_sets(instance, store) == {"shortlist": 1}  # type: ignore[arg-type]
    assert instance.keys == {"me.a"}


@pytest.mark.parametrize("changes", [(False,), (False, True)])
def test_two_processes_that_settle_a_changing_key_leave_the_sets_equal(
    store: Store, clock: HeldClock, changes: tuple[bool, ...]
) -> None:
    """The slower one was told to add the key, before the faster one saw it changed."""
    slow, fast = FakeInstance(), FakeInstance()
    fast.keys = slow.keys
    want(store, wanted=True)

    def change() -> None:
        for wanted in changes:
            clock.forward(0.001)
            want(store, wanted=wanted)
            with store.read() as connection:
                assert connection.scalar(sa.select(schema.partition_keys.c.wanted)) is wanted
            for key in unsettled_keys(store, "shortlist"):
                if key.wanted:
                    slow.keys.add(key.key)
                else:
                    slow.keys.discard(key.key)
                settle_keys(store, "shortlist", [key])

    slow.meanwhile = once(change)
    settle_partition_sets(slow, store)  # type: ignore[arg-type]
    assert ("me.a" in slow.keys) is changes[-1]
    assert unsettled_keys(store, "shortlist") == []


def test_a_key_that_another_process_adds_at_the_same_moment_is_no_fault(store: Store) -> None:
    """Dagster's own table refuses the second of two equal rows."""
    instance = FakeInstance()
    want(store, wanted=True)

    def refuse() -> None:
        raise sa.exc.IntegrityError("INSERT", {}, Exception("UNIQUE constraint failed"))

    instance.meanwhile = once(refuse)
    assert settle_partition_sets(instance, store) == {"shortlist": 1}  # type: ignore[arg-type]
    assert instance.keys == {"me.a"}
