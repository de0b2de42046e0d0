import csv
import io
import json
import stat

import pytest
from typer.testing import CliRunner

from jobctrl_dagster.cli import app
from jobctrl_dagster.discover.records import RawPosting


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command in a home that has two jobs."""
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path / "home"))
    for name in ("JOBCTRL_REPLAY", "JOBCTRL_DATABASE_URL", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def invoke(*words):
        return CliRunner().invoke(app, words)

    invoke("init")
    _take_in("Data Engineer", "=cmd()")
    return invoke


def _take_in(*titles):
    from jobctrl_dagster.discover.intake import Intaker
    from jobctrl_dagster.installation import Installation

    opened = Installation.open()
    for number, title in enumerate(titles):
        posting = RawPosting(source="csv", provider="csv", external_id=str(number), title=title)
        with opened.store.unit_of_work() as unit:
            Intaker(opened.store, "me", "execution", "run").take(unit, posting)
            unit.commit()
    opened.close()


def test_standard_output_gets_csv(run):
    result = run("export")
    assert result.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(result.stdout, newline="")))
    assert sorted(row["title"] for row in rows) == ["'=cmd()", "Data Engineer"]
    assert {row["posted_at"] for row in rows} == {""}
    assert "nan" not in result.stdout
    assert "None" not in result.stdout


@pytest.mark.parametrize("name", ["jobs.csv", "jobs.json", "jobs.parquet"])
def test_a_file_is_private_and_its_ending_is_its_format(run, tmp_path, name):
    path = tmp_path / name
    path.write_text("an older one")
    assert run("export", "--out", name).exit_code == 0
    start = {"csv": b"job_key,", "json": b"[\n{", "parquet": b"PAR1"}[name.partition(".")[2]]
    assert path.read_bytes().startswith(start)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["home", name]


def test_the_format_wins_over_the_ending(run, tmp_path):
    run("export", "--out", "jobs.txt", "--format", "json", "--shortlist")
    assert json.loads((tmp_path / "jobs.txt").read_text()) == []


def test_spreadsheets_get_their_mark(run):
    assert run("export", "--bom").stdout_bytes.startswith(b"\xef\xbb\xbfjob_key")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--tenant", "nobody"), "there is no tenant 'nobody'"),
        (("--format", "parquet"), "give a file with --out"),
        (("--out", "no/such/folder/jobs.csv"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(run, words, told):
    result = run("export", *words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_a_failing_export_keeps_the_older_file(run, tmp_path, monkeypatch):
    path = tmp_path / "jobs.csv"
    path.write_text("an older one")

    def broken(*_, **__):
        yield from ()
        raise RuntimeError("the database went away")

    monkeypatch.setattr("jobctrl_dagster.export.rows.read_rows", broken)
    assert run("export", "--out", "jobs.csv").exit_code == 1
    assert path.read_text() == "an older one"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["home", "jobs.csv"]
