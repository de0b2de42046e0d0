import threading

import pytest
import sqlalchemy as sa

from jobctrl_dagster.store import Store, TransactionUnfinished, schema
from jobctrl_dagster.store.tenants import add_tenant, list_tenants
from jobctrl_dagster.store.unit import UnitOfWork


def insert_tenant(unit: UnitOfWork, store: Store, name: str) -> None:
    row = {"name": name, "weight": 1.0, "paused": False, "created_at": store.clock()}
    unit.execute(sa.insert(schema.tenants).values(**row))


def names(store: Store) -> list[str]:
    return [tenant.name for tenant in list_tenants(store)]


def test_committed_work_stays_and_unfinished_work_rolls_back(store: Store) -> None:
    with store.unit_of_work() as unit:
        insert_tenant(unit, store, "first")
        unit.commit()
    with pytest.raises(ZeroDivisionError), store.unit_of_work() as unit:
        insert_tenant(unit, store, "second")
        raise ZeroDivisionError
    assert names(store) == ["first"]


def test_success_with_an_open_transaction_fails_by_name_and_claims_nothing(store: Store) -> None:
    with pytest.raises(TransactionUnfinished) as caught, store.unit_of_work() as unit:
        insert_tenant(unit, store, "half")
    assert caught.value.code == "activity_transaction_unfinished"
    assert names(store) == []


def test_a_rollback_on_purpose_is_a_finished_unit(store: Store) -> None:
    with store.unit_of_work() as unit:
        insert_tenant(unit, store, "never")
        unit.rollback()
    assert names(store) == []


@pytest.mark.parametrize("ending", ["success", "failure", "cancel"])
def test_a_reused_thread_gets_a_connection_of_its_own_each_time(store: Store, ending: str) -> None:
    """No unit of work leaves its connection open or in a transaction, however it ends."""
    seen: list[object] = []

    def work() -> None:
        for _ in range(3):
            try:
                with store.unit_of_work() as unit:
                    seen.append(unit.connection.connection.dbapi_connection)
                    insert_tenant(unit, store, f"t{len(seen)}")
                    if ending == "failure":
                        raise ValueError
                    if ending == "cancel":
                        raise KeyboardInterrupt
                    unit.commit()
            except (ValueError, KeyboardInterrupt):
                pass

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(seen) == 3
    if store.engine.dialect.name == "sqlite":
        assert len({id(connection) for connection in seen}) == 3
    else:
        assert store.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    assert len(names(store)) == (3 if ending == "success" else 0)


def test_a_reader_sees_nothing_of_an_open_unit(store: Store) -> None:
    with store.unit_of_work() as unit:
        insert_tenant(unit, store, "open")
        assert names(store) == []
        unit.commit()
    assert names(store) == ["open"]


def test_writers_in_many_threads_lose_nothing(store: Store) -> None:
    threads = [
        threading.Thread(target=lambda n=n: [add_tenant(store, f"t{n}-{i}") for i in range(10)])
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names(store)) == 60


def test_all_queries_of_one_read_see_the_same_moment(store: Store) -> None:
    """Counts that must add up are not taken from two moments."""
    query = sa.select(sa.func.count()).select_from(schema.tenants)
    with store.read() as connection:
        before = connection.scalar(query)
        add_tenant(store, "meanwhile")
        assert connection.scalar(query) == before
    assert names(store) == ["meanwhile"]
