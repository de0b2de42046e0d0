import json
import sys
import types

import pytest

from jobctrl_dagster.doctor import machine_checks, search_checks
from jobctrl_dagster.doctor.checks import check_database, check_home, run_checks
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.load import load_search
from jobctrl_dagster.settings.resume import parse_resume
from jobctrl_dagster.settings.starter import write_starter


@pytest.fixture
def started(tmp_path):
    """A home with all starter files."""
    home = Home(tmp_path / "home")
    write_starter(home, "me")
    return home


def search(home, text):
    home.tenant("me").search.write_text(text)
    return load_search(home, "me")


def profile(home, **sections):
    return parse_resume(json.dumps(sections).encode(), home.tenant("me").profile)


def states(lines):
    return [(line.state, line.name) for line in lines]


def test_everything_is_looked_at_and_every_finding_says_what_to_do(started):
    lines = run_checks(started, "me", {})
    assert {line.name for line in lines} == {
        "python",
        "home",
        "config",
        "search",
        "answers",
        "profile",
        "sources",
        "stored answers",
        "time zone",
        "replay",
        "dagster home",
        "database",
        "disk",
        "word vectors",
        "browser",
    }
    assert all(line.sentence for line in lines)
    assert all(line.advice for line in lines if line.state != "ok")


def test_without_a_home_every_missing_file_is_told(tmp_path):
    lines = run_checks(Home(tmp_path / "nowhere"), "me", {})
    faults = {line.name: line for line in lines if line.state == "fault"}
    assert {"home", "config", "search", "answers", "profile", "database"} <= faults.keys()
    assert all("jobctrl init" in faults[name].advice for name in ("home", "config", "search"))
    assert not (tmp_path / "nowhere").exists()


def test_each_fault_of_a_file_is_a_line_of_its_own(started):
    started.tenant("me").search.write_text("rulse: {}\nscoring: {threshold: 11}\n")
    lines = [line for line in run_checks(started, "me", {}) if line.name == "search"]
    assert [line.state for line in lines] == ["fault", "fault"]
    assert "line 1: `rulse`" in lines[0].sentence
    assert "`rules`" in lines[0].advice


def test_a_home_that_others_can_read_is_a_warning(started):
    assert check_home(started).state == "ok"
    started.tenant("me").profile.chmod(0o644)
    line = check_home(started)
    assert (line.state, "profile.json" in line.sentence) == ("warning", True)
    assert line.advice == f"run `chmod -R go= {started.root}`"


def test_a_file_in_place_of_the_home_is_a_fault(tmp_path):
    (tmp_path / "home").write_text("")
    assert check_home(Home(tmp_path / "home")).state == "fault"


def test_a_profile_without_work_skills_or_projects_is_a_warning(started):
    lines = search_checks.check_profile(profile(started, basics={"name": "Ana"}))
    assert states(lines) == [("warning", "profile")]
    assert "no work, skills or projects" in lines[0].sentence


def test_a_profile_without_a_name_is_a_warning(started):
    read = profile(started, work=[{"name": "A"}], skills=[{"name": "B"}], projects=[{"name": "C"}])
    (line,) = search_checks.check_profile(read)
    assert "no name" in line.sentence


def test_old_names_need_nothing_and_uncountable_dates_do(started):
    read = profile(
        started,
        basics={"name": "Ana"},
        work=[{"company": "A", "startDate": "May 2014"}],
        skills=[{"name": "B"}],
        projects=[{"name": "C"}],
    )
    assert states(search_checks.check_profile(read)) == [
        ("warning", "profile"),
        ("ok", "profile keys"),
    ]


def test_a_search_without_sources_is_a_fault_unless_a_replay_brings_them(started):
    settings = search(started, "rules: {}\n")
    assert states(search_checks.check_sources(settings, {})) == [("fault", "sources")]
    replayed = search_checks.check_sources(settings, {"JOBCTRL_REPLAY": "/recorded"})
    assert states(replayed) == [("ok", "sources")]


def test_broad_boards_without_accepted_terms_are_a_warning_and_no_source(started):
    broad = "sources: {{broad_boards: {{sites: [a], searches: [{{query: x}}]{}}}}}\n"
    refused = search_checks.check_sources(search(started, broad.format("")), {})
    assert states(refused) == [("fault", "sources"), ("warning", "broad boards")]
    accepted = search_checks.check_sources(
        search(started, broad.format(", accept_terms: true")), {}
    )
    assert states(accepted) == [("ok", "sources")]


@pytest.mark.parametrize("half", ["sites: [a]", "searches: [{query: x}]"])
def test_half_a_broad_search_is_a_warning(started, half):
    text = f"sources: {{broad_boards: {{accept_terms: true, {half}}}, public_feeds: [a]}}\n"
    lines = search_checks.check_sources(search(started, text), {})
    assert states(lines) == [("ok", "sources"), ("warning", "broad boards")]


def test_a_file_to_import_is_sought_beside_the_search(started):
    folder = started.tenant("me").folder
    settings = search(started, "sources: {imports: [{path: a.csv}, {path: b.csv}, {url: x}]}\n")
    (folder / "a.csv").write_text("")
    (line,) = search_checks.check_import_files(settings, folder)
    assert (line.state, line.advice) == ("fault", "correct `sources.imports[1].path`")


def test_recorded_responses_are_read_before_a_run(tmp_path):
    assert search_checks.check_replay({}).state == "ok"
    assert search_checks.check_replay({"JOBCTRL_REPLAY": str(tmp_path)}).state == "fault"
    folder = tmp_path / "replay"
    folder.mkdir()
    (tmp_path / "a.json").write_text("{}")
    entry = {"method": "GET", "url": "https://a.example/", "status": 200, "file": "a.json"}
    (folder / "index.json").write_text(json.dumps([entry]))
    assert search_checks.check_replay({"JOBCTRL_REPLAY": str(folder)}).state == "ok"


def test_dagster_home_is_an_absolute_folder_with_its_settings(started):
    def state(environ):
        return machine_checks.check_dagster_home(started, environ).state

    assert state({}) == "fault"
    assert state({"DAGSTER_HOME": "relative"}) == "fault"
    assert state({"DAGSTER_HOME": str(started.root / "none")}) == "fault"
    assert state({"DAGSTER_HOME": str(started.dagster)}) == "fault"
    (started.dagster / "dagster.yaml").write_text("{}")
    assert state({"DAGSTER_HOME": str(started.dagster)}) == "ok"


def test_an_old_python_is_a_fault():
    assert machine_checks.check_python((3, 10, 4)).state == "fault"
    assert machine_checks.check_python((3, 11, 0)).state == "ok"


@pytest.mark.parametrize(("free", "state"), [(10**6, "fault"), (10**9, "warning"), (10**10, "ok")])
def test_a_full_disk_is_a_fault(tmp_path, free, state):
    assert machine_checks.check_disk(tmp_path / "not" / "yet", free).state == state


def test_the_word_vectors_load_without_a_network():
    line = machine_checks.check_word_vectors()
    assert (line.state, "256 dimensions" in line.sentence) == ("ok", True)


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_browser_that_is_named_comes_before_those_on_the_path(tmp_path):
    named, found = program(tmp_path / "mine"), program(tmp_path / "bin" / "chromium")
    path = {"PATH": str(found.parent), "HOME": str(tmp_path)}
    assert (
        str(named) in machine_checks.check_browser({**path, "JOBCTRL_BROWSER": str(named)}).sentence
    )
    assert machine_checks.check_browser(path).sentence == str(found)
    wrong = machine_checks.check_browser({**path, "JOBCTRL_BROWSER": str(tmp_path / "no")})
    assert wrong.state == "warning"


def test_the_newest_browser_of_playwright_is_the_last_resort(tmp_path):
    for number in (999, 1200):
        newest = program(tmp_path / f".cache/ms-playwright/chromium-{number}/chrome-linux/chrome")
    environ = {"PATH": "", "HOME": str(tmp_path)}
    assert machine_checks.check_browser(environ).sentence == str(newest)


def test_no_browser_is_only_a_warning(tmp_path):
    line = machine_checks.check_browser({"PATH": "", "HOME": str(tmp_path)})
    assert (line.state, "only applying" in line.advice) == ("warning", True)


def test_an_unknown_time_zone_is_a_fault():
    assert machine_checks.check_timezone("Europe/Nowhere").state == "fault"
    assert machine_checks.check_timezone("Europe/Berlin").state == "ok"


@pytest.fixture
def store(monkeypatch):
    """A store module whose one class does what a test says."""
    fake = types.ModuleType("jobctrl_dagster.store")

    class Store:
        answer = "the database answers"
        closed = 0

        @classmethod
        def open(cls, url):
            if isinstance(cls.answer, Exception):
                raise cls.answer
            return cls()

        def check(self):
            return self.answer

        def close(self):
            type(self).closed += 1

    fake.Store = Store
    monkeypatch.setitem(sys.modules, "jobctrl_dagster.store", fake)
    return Store


def test_a_store_that_answers_is_closed_again(started, store):
    line = check_database(started, {})
    assert (line.state, line.sentence, store.closed) == ("ok", "the database answers", 1)


def test_a_store_that_fails_is_told_without_its_password(started, store):
    store.answer = RuntimeError("cannot reach postgresql+psycopg2://me:s3cret@host/db\nmore")
    line = check_database(started, {"JOBCTRL_DATABASE_URL": "postgresql://me:s3cret@host/db"})
    assert line.state == "fault"
    assert "s3cret" not in line.sentence
    assert "more" not in line.sentence
    assert "JOBCTRL_DATABASE_URL" in line.advice


def test_a_missing_folder_is_told_before_the_store_is_opened(tmp_path, store):
    line = check_database(Home(tmp_path / "none"), {})
    assert (line.state, line.advice) == ("fault", "run `jobctrl init`")
    assert not (tmp_path / "none").exists()
