"""What a restore refuses, before it writes anything."""

import gzip
import io
import shutil
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import sqlalchemy as sa

from jobctrl_dagster.backup.archive import verify, writing
from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.make import make_backup
from jobctrl_dagster.backup.manifest import Manifest, table_member
from jobctrl_dagster.backup.restore import restore_backup
from jobctrl_dagster.backup.table_rows import dump_table
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.engine import make_engine
from jobctrl_dagster.store.migrate import known_revisions, upgrade
from jobctrl_dagster.store.tenants import list_tenants
from jobctrl_dagster.store.unit import unit_of_work
from tests.backup.conftest import all_rows

Change = Callable[[list[tuple[tarfile.TarInfo, bytes]]], None]


def rewrite(archive: Path, change: Change) -> None:
    with tarfile.open(archive) as tar:
        content = [(info, tar.extractfile(info).read()) for info in tar]  # type: ignore[union-attr]
    change(content)
    with tarfile.open(archive, "w:gz") as tar:
        for info, data in content:
            if info.isreg():
                info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def refused(archive: Path, tmp_path: Path, match: str) -> None:
    with pytest.raises(BackupError, match=match):
        restore_backup(archive, Home(tmp_path / "new"), environ={})
    assert not (tmp_path / "new").exists()
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/etc/evil",
        "home/../../evil",
        "home\\..\\evil",
        "other/evil",
        "home",
        "home//evil",
        "home/./evil",
    ],
)
def test_a_path_outside_the_home_is_refused(archive: Path, tmp_path: Path, name: str) -> None:
    rewrite(archive, lambda members: members.insert(0, (tarfile.TarInfo(name), b"evil")))
    refused(archive, tmp_path, "no plain file of an installation")


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE]
)
def test_links_and_devices_are_refused(archive: Path, tmp_path: Path, kind: bytes) -> None:
    info = tarfile.TarInfo("home/files/link")
    info.type, info.linkname = kind, "/etc/passwd"
    rewrite(archive, lambda members: members.insert(0, (info, b"")))
    refused(archive, tmp_path, "no plain file of an installation")


def _change(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    at = next(n for n, (info, _) in enumerate(members) if info.name == "home/config.yaml")
    members[at] = (members[at][0], b"#" * len(members[at][1]))


def _add(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members.insert(0, (tarfile.TarInfo("home/more"), b"more"))


def _double(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members.insert(0, members[0])


def _after_the_end(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members.append((tarfile.TarInfo("home/more"), b"more"))


def _no_manifest(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members.pop()


def _other_format(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info, data = members[-1]
    members[-1] = (info, data.replace(b'"format": 1', b'"format": 9'))


def _newer_tables(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info, data = members[-1]
    here = known_revisions()[-1].encode()
    members[-1] = (info, data.replace(b'"revision": "' + here, b'"revision": "9999'))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_change, "home/config.yaml .* differ from its manifest"),
        (_add, "home/more .* differ from its manifest"),
        (_double, "twice or after its end"),
        (_after_the_end, "twice or after its end"),
        (_no_manifest, "cut short: it has no manifest"),
        (_other_format, "newer version of the program"),
        (_newer_tables, "at revision 9999"),
        (lambda members: members.pop(0), "differ from its manifest"),
    ],
)
def test_an_archive_that_was_changed_is_refused(
    archive: Path, tmp_path: Path, change: Change, told: str
) -> None:
    rewrite(archive, change)
    refused(archive, tmp_path, told)


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.99])
def test_an_archive_that_is_cut_is_refused(archive: Path, tmp_path: Path, part: float) -> None:
    whole = archive.read_bytes()
    archive.write_bytes(whole[: int(len(whole) * part)])
    refused(archive, tmp_path, "take another one")


def test_a_flipped_bit_is_found_anywhere(archive: Path) -> None:
    whole = archive.read_bytes()
    for at in range(20, len(whole) * 9 // 10, len(whole) // 12):
        changed = whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]
        with pytest.raises(BackupError):
            verify(io.BytesIO(changed), lambda _: None)


@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", gzip.compress(b"no tar", mtime=0)],
    ids=["empty", "text", "gzip"],
)
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "b.tar.gz"
    path.write_bytes(content)
    refused(path, tmp_path, "take another one")


def test_a_missing_archive_is_said(tmp_path: Path) -> None:
    refused(tmp_path / "none.tar.gz", tmp_path, "cannot be read")


def test_a_home_with_files_is_kept_unless_forced(home: Home, archive: Path, tmp_path: Path) -> None:
    home.config.write_text("# changed since\n")
    with pytest.raises(BackupError, match=r"is not empty and the database .* --force"):
        restore_backup(archive, home, environ={})
    assert home.config.read_text() == "# changed since\n"
    done = restore_backup(archive, home, environ={}, force=True)
    (aside,) = tmp_path.glob("home.before-restore-*")
    assert str(aside) in done.moved[0]
    assert (aside / "config.yaml").read_text() == "# changed since\n"
    assert (aside / "jobctrl.db").is_file()
    assert home.config.read_text() != "# changed since\n"


def test_empty_folders_are_an_empty_home(archive: Path, tmp_path: Path) -> None:
    Home(tmp_path / "new").create("me")
    restore_backup(archive, Home(tmp_path / "new"), environ={})
    assert Home(tmp_path / "new").config.is_file()


def test_a_database_with_a_store_is_kept_unless_forced(
    archive: Path, store_url: str, tmp_path: Path
) -> None:
    environ = {"JOBCTRL_DATABASE_URL": store_url}
    old = Store.open(store_url)
    old.close()
    restore_backup(archive, Home(tmp_path / "first"), environ=environ)
    with pytest.raises(BackupError, match=r"the database .* holds a store"):
        restore_backup(archive, Home(tmp_path / "second"), environ=environ)
    assert not (tmp_path / "second").exists()
    kept = all_rows(store_url)
    done = restore_backup(archive, Home(tmp_path / "second"), environ=environ, force=True)
    assert "before" in done.moved[0]
    assert all_rows(store_url)["scores"] == kept["scores"]
    assert _scores_set_aside(store_url, tmp_path) == len(kept["scores"])


def _scores_set_aside(url: str, folder: Path) -> int:
    """Rows of the store that was there, where it is now."""
    engine = make_engine(url)
    if engine.dialect.name == "postgresql":
        schemas = sa.inspect(engine).get_schema_names()
        names = sorted(name for name in schemas if name.startswith("jobctrl_before"))
    else:
        names = sorted(str(path) for path in folder.glob("jobctrl.db.before-restore-*[0-9]"))
    counts = []
    for name in names:
        scores = sa.table("scores", schema=name)
        if engine.dialect.name == "sqlite":
            engine, scores = make_engine(f"sqlite:///{name}"), sa.table("scores")
        with engine.connect() as connection:
            counts.append(connection.scalar(sa.select(sa.func.count()).select_from(scores)))
    engine.dispose()
    return max(counts)


def test_a_backup_without_an_installation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="set JOBCTRL_HOME"):
        make_backup(Home(tmp_path / "none"), tmp_path / "b.tar.gz", environ={})


def test_a_damaged_database_is_not_backed_up(home: Home, tmp_path: Path) -> None:
    content = bytearray(home.database.read_bytes())
    content[200_000:260_000] = b"\xaa" * 60_000
    home.database.write_bytes(content)
    with pytest.raises(BackupError, match=r"damaged|cannot be copied"):
        make_backup(home, tmp_path / "b.tar.gz", environ={})
    assert not (tmp_path / "b.tar.gz").exists()


def test_a_backup_of_the_first_schema_is_brought_up_to_date(
    archive: Path, other: Mapping[str, str], tmp_path: Path
) -> None:
    """Its tables are made as they were, filled, and then migrated."""
    first, path = known_revisions()[0], tmp_path / "first.tar.gz"
    with archive.open("rb") as stream:
        manifest = verify(stream, lambda _: None)
    rows = _write_tables_at(first, path, tmp_path, manifest)
    done = restore_backup(path, Home(tmp_path / "new"), environ=other)
    assert done.manifest.revision == first
    store = Store.open(Home(tmp_path / "new").database_url(other))
    assert [tenant.name for tenant in list_tenants(store)] == ["ana"]
    assert rows["tenants"] == 1
    store.close()


def _write_tables_at(revision: str, path: Path, folder: Path, manifest: Manifest) -> dict[str, int]:
    engine = make_engine(f"sqlite:///{folder / 'first.db'}")
    with unit_of_work(engine) as unit:
        upgrade(unit, revision)
        unit.execute(
            sa.text("INSERT INTO tenants VALUES ('ana', 1.0, 0, '2026-01-01 00:00:00.000000')")
        )
        unit.commit()
    names = [name for name in sa.inspect(engine).get_table_names() if name != "alembic_version"]
    rows: dict[str, int] = {}
    with writing(path) as archive, engine.connect() as connection:
        for name in names:
            table = schema.metadata.tables[name]
            rows[name] = dump_table(connection, table, folder / name, lambda _: None)
            archive.add(table_member(name), folder / name, modified=0)
        changes = {"revision": revision, "rows": rows, "members": archive.members}
        archive.finish(manifest.model_copy(update=changes))
    engine.dispose()
    return rows


def test_a_home_that_is_a_file_is_refused(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "new").write_text("a file")
    with pytest.raises(BackupError, match="is a file"):
        restore_backup(archive, Home(tmp_path / "new"), environ={}, force=True)


def test_a_full_disk_leaves_no_half_archive(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", no_room)
    with pytest.raises(Exception, match="No space left on device"):
        make_backup(home, tmp_path / "b.tar.gz", environ={})
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["home"]
