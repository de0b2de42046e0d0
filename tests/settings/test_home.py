from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.settings.home import Home, write_private


def test_the_home_is_the_folder_that_the_environment_names(tmp_path):
    assert Home.from_env({"JOBCTRL_HOME": str(tmp_path)}).root == tmp_path


@pytest.mark.parametrize("environ", [{}, {"JOBCTRL_HOME": ""}, {"JOBCTRL_HOME": " "}])
def test_without_a_name_the_home_is_hidden_in_the_persons_folder(environ):
    assert Home.from_env(environ).root == Path("~/.jobctrl").expanduser()


def test_a_relative_home_becomes_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Home.from_env({"JOBCTRL_HOME": "here"}).root == tmp_path / "here"


def test_folders_are_private_whatever_the_umask(tmp_path):
    home = Home(tmp_path / "deep" / "home")
    home.create("me")
    folders = [home.root, home.files, home.dagster, home.tenant("me").folder]
    assert [folder.stat().st_mode & 0o777 for folder in folders] == [0o700] * 4


def test_files_are_private_and_written_whole(tmp_path):
    file = tmp_path / "profile.json"
    file.write_bytes(b"old")
    file.chmod(0o644)
    write_private(file, b"new")
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["profile.json"]


def test_a_file_in_the_way_of_the_home_is_named(tmp_path):
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(SettingsError, match=r"home: the folder cannot be made .* JOBCTRL_HOME"):
        Home(tmp_path / "home").create()


@pytest.mark.parametrize("name", ["", "Me", "a_b", "a/b", "..", "me\n", "é", "a" * 33])
def test_a_name_that_is_no_tenant_name_is_refused(tmp_path, name):
    with pytest.raises(SettingsError, match=r"is no tenant name.*lower-case"):
        Home(tmp_path).tenant(name)


@given(st.from_regex(r"[a-z0-9-]{1,32}", fullmatch=True))
def test_every_tenant_has_a_folder_of_its_own_inside_the_home(name):
    folder = Home(Path("/home/of/all")).tenant(name).folder
    assert folder.parent == Path("/home/of/all/tenants")
    assert folder.name == name


def test_tenants_are_the_folders_with_a_tenants_name(home):
    home.create("anna")
    (home.root / "tenants" / "Not A Tenant").mkdir()
    (home.root / "tenants" / "file").write_text("")
    assert home.tenants() == ("anna", "me")
    assert Home(home.root / "nowhere").tenants() == ()


def test_the_store_is_a_file_in_the_home_unless_a_url_is_given():
    home = Home(Path("/data"))
    assert home.database_url({}) == "sqlite:////data/jobctrl.db"
    assert home.database_url({"JOBCTRL_DATABASE_URL": "sqlite:///x.db"}) == "sqlite:///x.db"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg2"])
def test_postgresql_is_reached_by_the_driver_that_is_installed(scheme):
    url = Home(Path("/data")).database_url({"JOBCTRL_DATABASE_URL": f"{scheme}://u:p@host/db"})
    assert url == "postgresql+psycopg2://u:p@host/db"
