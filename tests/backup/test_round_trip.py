"""What a backup holds comes back the same, onto the same or the other kind of database."""

import sqlite3
import stat
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from jobctrl_dagster.backup.make import make_backup
from jobctrl_dagster.backup.restore import restore_backup
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.status import read_status
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.events import append_event
from jobctrl_dagster.store.tenants import add_tenant, list_tenants
from tests.backup.conftest import all_rows

Opener = Callable[..., Store]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith("jobctrl.db")
    }


def test_an_empty_machine_shows_the_same_status(
    home: Home, archive: Path, other: Mapping[str, str], tmp_path: Path, opened: Opener
) -> None:
    target = Home(tmp_path / "elsewhere" / "home")
    done = restore_backup(archive, target, environ=other)
    assert done.moved == ()
    before, after = opened(home), opened(target, other)
    assert before.identity == after.identity == done.manifest.identity
    assert read_status(after, None) == read_status(before, None)
    assert read_status(after, "me").funnel.shortlisted > 0
    assert files(target.root) == files(home.root)
    environ = {**other, "JOBCTRL_HOME": str(target.root)}
    Installation.open(environ).close()


def test_every_row_comes_back_and_dagster_is_told_every_key_anew(
    home: Home, archive: Path, other: Mapping[str, str], tmp_path: Path
) -> None:
    target = Home(tmp_path / "new")
    restore_backup(archive, target, environ=other)
    before, after = all_rows(home.database_url({})), all_rows(target.database_url(other))
    for row in before["partition_keys"]:
        row["settled"] = False
    assert before["partition_keys"]
    assert before == after


def test_postgresql_goes_back_to_sqlite(
    home: Home, archive: Path, postgresql_url: str, tmp_path: Path
) -> None:
    environ = {"JOBCTRL_DATABASE_URL": postgresql_url}
    middle, last = Home(tmp_path / "middle"), Home(tmp_path / "last")
    restore_backup(archive, middle, environ=environ)
    made = make_backup(middle, tmp_path / "again.tar.gz", environ=environ)
    assert made.manifest.database == "postgresql"
    restore_backup(made.path, last, environ={})
    assert all_rows(last.database_url({})) == all_rows(middle.database_url(environ))
    assert files(last.root) == files(home.root)


def test_new_events_are_numbered_after_the_restored_ones(
    archive: Path, other: Mapping[str, str], tmp_path: Path, opened: Opener
) -> None:
    target = Home(tmp_path / "new")
    restore_backup(archive, target, environ=other)
    store = opened(target, other)
    highest = sa.select(sa.func.max(schema.events.c.id))
    with store.unit_of_work() as unit:
        before = unit.execute(highest).scalar_one()
        append_event(
            unit, store.clock, tenant="me", job_key="k", run_id="r", event="score.stale", data={}
        )
        assert unit.execute(highest).scalar_one() == before + 1
        unit.commit()


def test_everything_is_private(archive: Path, tmp_path: Path) -> None:
    restore_backup(archive, Home(tmp_path / "new"), environ={})
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    modes = {
        (path.is_dir(), stat.S_IMODE(path.stat().st_mode))
        for path in [tmp_path / "new", *(tmp_path / "new").rglob("*")]
    }
    assert modes == {(True, 0o700), (False, 0o600)}


def test_a_backup_is_consistent_while_others_write(
    home: Home, tmp_path: Path, opened: Opener
) -> None:
    """A tenant and its partition key are written together, so a copy has both or neither."""
    store = opened(home)
    begun, ended = threading.Event(), threading.Event()

    def write() -> None:
        number = 0
        while not ended.is_set():
            add_tenant(store, f"t{number}")
            number += 1
            begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert begun.wait(60)
    made = make_backup(home, tmp_path / "b.tar.gz", environ={})
    ended.set()
    writer.join()
    restore_backup(made.path, Home(tmp_path / "new"), environ={})
    rows = all_rows(Home(tmp_path / "new").database_url({}))
    keys = {row["key"] for row in rows["partition_keys"] if row["set_name"] == "tenants"}
    assert {row["name"] for row in rows["tenants"]} == keys
    assert 2 <= len(keys) <= len(list_tenants(store))


def test_a_backup_of_a_backup_holds_no_backup(home: Home) -> None:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    inside = home.root / "jobctrl-backup-20261130T000000Z.tar.gz"
    make_backup(home, inside, environ={}, clock=lambda: at)
    again = make_backup(home, inside, environ={}, clock=lambda: at)
    assert not [name for name in again.manifest.members if name.endswith(".gz")]
    assert [entry.name for entry in home.root.iterdir() if entry.name.endswith(".part")] == []


@pytest.mark.parametrize("with_dagster", [True, False])
def test_dagsters_databases_come_along_on_request(
    home: Home, tmp_path: Path, with_dagster: bool
) -> None:
    history = home.dagster / "history" / "runs.db"
    history.parent.mkdir()
    (home.dagster / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    with closing(sqlite3.connect(history)) as live:
        live.execute("PRAGMA journal_mode=WAL")
        live.execute("CREATE TABLE runs AS SELECT 7 AS id")
        live.commit()
        made = make_backup(home, tmp_path / "b.tar.gz", environ={}, with_dagster=with_dagster)
    assert made.notes == ()
    target = Home(tmp_path / "new")
    restore_backup(made.path, target, environ={})
    assert (target.dagster / "dagster.yaml").is_file()
    copied = target.dagster / "history" / "runs.db"
    assert copied.exists() is with_dagster
    if with_dagster:
        with closing(sqlite3.connect(copied)) as restored:
            assert restored.execute("SELECT id FROM runs").fetchall() == [(7,)]


def test_a_dagster_home_without_databases_is_noted(home: Home, tmp_path: Path) -> None:
    made = make_backup(home, tmp_path / "b.tar.gz", environ={}, with_dagster=True)
    assert "holds no database" in made.notes[0]


def test_linked_files_come_as_files_and_circles_end(home: Home, tmp_path: Path) -> None:
    real = tmp_path / "mine.json"
    real.write_text("{}")
    (home.files / "linked.json").symlink_to(real)
    (home.files / "circle").symlink_to(home.files)
    made = make_backup(home, tmp_path / "b.tar.gz", environ={})
    restore_backup(made.path, Home(tmp_path / "new"), environ={})
    restored = tmp_path / "new" / "files" / "linked.json"
    assert (restored.is_symlink(), restored.read_text()) == (False, "{}")
    assert not (tmp_path / "new" / "files" / "circle").exists()


def test_no_password_of_the_database_is_in_it(
    archive: Path, postgresql_url: str, tmp_path: Path
) -> None:
    import tarfile

    url = sa.engine.make_url(postgresql_url).set(password="hunter-two-secret")
    environ = {"JOBCTRL_DATABASE_URL": url.render_as_string(hide_password=False)}
    restore_backup(archive, Home(tmp_path / "new"), environ=environ)
    made = make_backup(Home(tmp_path / "new"), tmp_path / "c.tar.gz", environ=environ)
    with tarfile.open(made.path) as tar:
        content = b"".join(tar.extractfile(info).read() for info in tar)  # type: ignore[union-attr]
    assert b"tenant" in content
    assert b"hunter-two-secret" not in content
