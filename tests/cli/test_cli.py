import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from jobctrl_dagster.cli import app
from jobctrl_dagster.doctor.checks import CheckLine


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command in an empty home."""
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path / "home"))
    for name in ("JOBCTRL_REPLAY", "JOBCTRL_DATABASE_URL", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    return lambda *words: CliRunner().invoke(app, words)


@pytest.fixture
def findings(monkeypatch):
    """Lets a test say what the doctor finds."""

    def find(*lines):
        monkeypatch.setattr("jobctrl_dagster.doctor.checks.run_checks", lambda *_: lines)

    return find


def test_init_writes_the_files_and_says_what_comes_next(run, tmp_path):
    result = run("init")
    assert result.exit_code == 0
    assert result.stdout.count("written: ") == 5
    assert "jobctrl doctor" in result.stdout
    assert (tmp_path / "home/dagster/dagster.yaml").is_file()
    assert (tmp_path / "home/tenants/me/search.yaml").is_file()


def test_init_again_keeps_what_is_there(run):
    run("init")
    result = run("init")
    assert (result.exit_code, result.stdout.count("kept: ")) == (0, 4)


def test_init_takes_a_resume_over_and_tells_its_notes(run, tmp_path):
    resume = tmp_path / "ana.json"
    resume.write_text('{"work": [{"company": "Acme"}]}')
    result = run("init", "--tenant", "ana", "--resume", str(resume))
    assert result.exit_code == 0
    assert "`work[0].company` is an old name" in result.stdout
    assert (tmp_path / "home/tenants/ana/profile.json").read_bytes() == resume.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("init", "--tenant", "No Name"), "'No Name' is no tenant name"),
        (("init", "--resume", "/no/such.json"), "/no/such.json: the file does not exist"),
        (("doctor", "--tenant", "Ä"), "'Ä' is no tenant name"),
    ],
)
def test_a_fault_in_settings_ends_a_verb_with_two_and_no_traceback(run, words, told):
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_a_scanned_pdf_is_no_resume(run, tmp_path):
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.4\n1 0 obj << /Type /XObject >>")
    result = run("init", "--resume", str(tmp_path / "scan.pdf"))
    assert (result.exit_code, "no text layer" in result.stderr) == (2, True)
    assert not (tmp_path / "home").exists()


def test_the_doctor_ends_with_one_when_something_stops_a_run(run, findings):
    findings(
        CheckLine("ok", "python", "Python 3.11.7"),
        CheckLine("fault", "sources", "no source is named", "name one"),
    )
    result = run("doctor")
    assert result.exit_code == 1
    for word in ("fault", "sources", "no source is named", "name one", "1 faults, 0 warnings."):
        assert word in result.stdout


def test_warnings_do_not_stop_a_run(run, findings):
    findings(CheckLine("warning", "browser", "none [is] found", "install one"))
    result = run("doctor")
    assert result.exit_code == 0
    assert "none [is] found" in result.stdout


def test_the_doctor_speaks_json(run, findings):
    line = CheckLine("fault", "config", "`größe` is a key that nothing reads", "delete it")
    findings(line)
    result = run("doctor", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {
            "state": "fault",
            "name": "config",
            "sentence": "`größe` is a key that nothing reads",
            "advice": "delete it",
        }
    ]


@pytest.mark.parametrize("verb", ["init", "doctor"])
def test_every_verb_has_help_and_a_tenant(run, verb):
    result = run(verb, "--help")
    assert (result.exit_code, "--tenant" in result.stdout) == (0, True)


def python(*words, home):
    environ = {**os.environ, "JOBCTRL_HOME": str(home), "NO_COLOR": "1"}
    environ.pop("DAGSTER_HOME", None)
    command = [sys.executable, *words]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


def test_a_key_that_nothing_reads_stops_the_real_command(run, tmp_path):
    run("init")
    home = tmp_path / "home"
    (home / "tenants/me/search.yaml").write_text("rules:\nlocation: {accept_patterns: [Leeds]}\n")
    result = python("-m", "jobctrl_dagster.cli", "doctor", "--json", home=home)
    assert result.returncode == 1
    found = [line for line in json.loads(result.stdout) if line["name"] == "search"]
    assert [line["state"] for line in found] == ["fault"]
    assert "search.yaml, line 2: `location`" in found[0]["sentence"]
    assert "`rules.cities`" in found[0]["advice"]


def test_starting_up_loads_no_heavy_library(tmp_path):
    heavy = ["dagster", "sqlalchemy", "pandas", "wordllama", "lxml", "httpx", "ruamel", "pydantic"]
    code = f"import jobctrl_dagster.cli, sys; print([m for m in {heavy} if m in sys.modules])"
    assert python("-c", code, home=tmp_path).stdout.strip() == "[]"
