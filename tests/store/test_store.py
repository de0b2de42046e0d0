import multiprocessing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from jobctrl_dagster.store import Store, StoreError, schema
from jobctrl_dagster.store.migrate import HEAD, MIGRATIONS


def test_migrations_and_tables_say_the_same(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, schema.metadata)
    assert differences == []


def test_head_is_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [HEAD]


def test_a_store_keeps_its_identity_when_it_is_opened_again(store: Store, store_url: str) -> None:
    again = Store.open(store_url)
    assert again.identity == store.identity
    again.close()


def _open(url: str, identities: "multiprocessing.Queue[str]") -> None:
    store = Store.open(url)
    identities.put(store.identity)
    store.close()


def test_processes_that_open_an_empty_database_at_once_agree(store_url: str) -> None:
    context = multiprocessing.get_context("spawn")
    identities = context.Queue()
    processes = [context.Process(target=_open, args=(store_url, identities)) for _ in range(3)]
    for process in processes:
        process.start()
    found = {identities.get(timeout=60) for _ in processes}
    for process in processes:
        process.join(60)
    assert len(found) == 1


def test_a_database_of_a_newer_version_is_refused(store: Store, store_url: str) -> None:
    with store.unit_of_work() as unit:
        unit.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        unit.commit()
    with pytest.raises(StoreError, match="revision 9999"):
        Store.open(store_url)


def test_other_databases_are_refused_by_name() -> None:
    with pytest.raises(StoreError, match="mysql"):
        Store.open("mysql://localhost/jobs")


def test_a_memory_database_is_refused_since_processes_share_the_store() -> None:
    with pytest.raises(StoreError, match="needs a file"):
        Store.open("sqlite://")


def test_the_sqlite_file_is_private(tmp_path: Path) -> None:
    Store.open(f"sqlite:///{tmp_path / 'jobctrl.db'}").close()
    assert (tmp_path / "jobctrl.db").stat().st_mode & 0o777 == 0o600


def test_the_check_hides_the_password(postgresql_url: str) -> None:
    url = sa.engine.make_url(postgresql_url).set(password="hush-hush")
    store = Store.open(url.render_as_string(hide_password=False))
    assert "hush-hush" not in store.check()
    assert "0 jobs" in store.check()
    store.close()
