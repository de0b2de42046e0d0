import json
import stat

import pytest
from typer.testing import CliRunner

from jobctrl_dagster.cli import app


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command in a home that `jobctrl init` made."""
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path / "home"))
    for name in ("JOBCTRL_REPLAY", "JOBCTRL_DATABASE_URL", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def invoke(*words):
        return CliRunner().invoke(app, words)

    invoke("init")
    invoke("tenant", "add", "ana", "--weight", "2")
    return invoke


def test_a_backup_goes_into_another_home(run, tmp_path, monkeypatch):
    made = run("backup", "b.tar.gz")
    assert made.exit_code == 0
    assert "files and" in made.stdout
    assert stat.S_IMODE((tmp_path / "b.tar.gz").stat().st_mode) == 0o600
    before = run("status", "--json").stdout
    done = run("restore", "b.tar.gz", "--into", "other")
    assert done.exit_code == 0
    assert f"export JOBCTRL_HOME={tmp_path / 'other'}" in done.stdout
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path / "other"))
    assert run("status", "--json").stdout == before
    assert json.loads(run("tenant", "list", "--json").stdout)[0]["weight"] == 2.0


def test_without_a_name_the_file_is_here_and_dated(run, tmp_path):
    assert run("backup").exit_code == 0
    assert len(list(tmp_path.glob("jobctrl-backup-*Z.tar.gz"))) == 1


def test_a_home_that_is_there_is_refused_and_moved_aside_when_forced(run, tmp_path):
    run("backup", "b.tar.gz")
    result = run("restore", "b.tar.gz")
    assert (result.exit_code, "--force" in result.stderr) == (2, True)
    forced = run("restore", "b.tar.gz", "--force")
    assert forced.exit_code == 0
    assert "moved aside: " in forced.stdout
    assert len(list(tmp_path.glob("home.before-restore-*"))) == 1


def test_faults_are_said_without_a_traceback(run, tmp_path, monkeypatch):
    (tmp_path / "b.tar.gz").write_bytes(b"no archive")
    for words in (("restore", "b.tar.gz", "--into", "x"), ("backup", "no/such/folder/b.tar.gz")):
        result = run(*words)
        assert result.exit_code == 2
        assert result.stderr.strip()
        assert "Traceback" not in result.output
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path / "none"))
    assert "set JOBCTRL_HOME" in run("backup").stderr


def test_an_unfinished_restore_stops_every_verb(run, tmp_path):
    (tmp_path / "home" / "restore-unfinished").write_text("run `jobctrl restore b.tar.gz --force`")
    for verb in ("status", "backup", "export"):
        result = run(verb)
        assert result.exit_code == 2
        assert "jobctrl restore b.tar.gz --force" in result.stderr
