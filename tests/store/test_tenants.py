import pytest

from jobctrl_dagster.store import Store, StoreError
from jobctrl_dagster.store.keys import settle_keys, unsettled_keys, want_key
from jobctrl_dagster.store.tenants import Tenant, add_tenant, list_tenants, set_paused, set_weight


def test_a_tenant_is_added_once_with_the_weight_one(store: Store) -> None:
    assert add_tenant(store, "me")
    assert not add_tenant(store, "me")
    assert list_tenants(store) == [Tenant("me", 1.0, paused=False)]


def test_weights_and_pauses_are_kept(store: Store) -> None:
    add_tenant(store, "me", weight=2.0)
    set_weight(store, "me", 0.5)
    set_paused(store, "me", paused=True)
    assert list_tenants(store) == [Tenant("me", 0.5, paused=True)]


@pytest.mark.parametrize("name", ["", "Me", "a_b", "a.b", "x" * 33, "é", "me\n"])
def test_names_that_keys_could_not_carry_are_refused(store: Store, name: str) -> None:
    with pytest.raises(StoreError, match="no tenant name"):
        add_tenant(store, name)


@pytest.mark.parametrize("weight", [0, -1, float("nan"), float("inf"), 1e9])
def test_weights_that_mean_nothing_are_refused(store: Store, weight: float) -> None:
    with pytest.raises(StoreError, match="weight"):
        add_tenant(store, "me", weight=weight)


def test_an_unknown_tenant_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="no tenant 'nobody'"):
        set_weight(store, "nobody", 2.0)


def test_a_wanted_key_waits_until_it_is_settled(store: Store) -> None:
    def want(*, wanted: bool) -> None:
        with store.unit_of_work() as unit:
            want_key(unit, store, "shortlist", "me", "me.a", wanted=wanted)
            unit.commit()

    want(wanted=False)
    assert unsettled_keys(store, "shortlist") == [], "what never stood need not be taken out"
    want(wanted=True)
    added = unsettled_keys(store, "shortlist")
    assert [(key.key, key.wanted) for key in added] == [("me.a", True)]
    settle_keys(store, "shortlist", added)
    want(wanted=True)
    assert unsettled_keys(store, "shortlist") == []
    want(wanted=False)
    settle_keys(store, "shortlist", added)
    [key] = unsettled_keys(store, "shortlist")
    assert not key.wanted, "a late settling is no proof"
