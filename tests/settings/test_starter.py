import json
import re
from importlib import resources

import pytest

from jobctrl_dagster.settings import load, starter
from jobctrl_dagster.settings.build import build
from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.keys import FILES, group_of, schema_keys
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.resume import parse_resume
from jobctrl_dagster.settings.schema import Answers, SearchSettings, SystemSettings
from jobctrl_dagster.settings.yaml_document import parse_yaml

RESUME = b'{"basics": {"name": "Ana Lopez", "nickname": "A"}, "work": [{"company": "Acme"}]}'


def text_of(name):
    return starter.starter_content(name).decode()


def with_examples(name):
    """A starter file as it is after a person took every # before a key away."""
    return re.sub(r"^( *)#(?=\S)", r"\1", text_of(name), flags=re.MULTILINE)


def paths(lines):
    """Schema paths of all keys that a document holds."""
    keyed = [path for path in lines if path and isinstance(path[-1], str)]
    return {f"{group_of(path)}.{path[-1]}" if len(path) > 1 else path[-1] for path in keyed}


@pytest.mark.parametrize("name", FILES)
def test_every_key_of_the_schema_stands_in_the_starter_file(name, tmp_path):
    document = parse_yaml(with_examples(name), tmp_path / name)
    known = {key.path for key in schema_keys(FILES[name])}
    assert known <= paths(document.lines)
    build(FILES[name], document)


@pytest.mark.parametrize("name", FILES)
def test_every_key_of_the_starter_file_is_explained(name):
    rows = text_of(name).splitlines()
    for number, row in enumerate(rows):
        if not re.match(r"^ *#?[\w\"]", row):
            continue
        above = next(r for r in reversed(rows[:number]) if not re.match(r"^ *#?[-\w\"]", r))
        assert re.match(r"^ *# \S", above), f"line {number + 1}: {row}"


def test_the_values_of_the_starter_files_are_the_defaults(tmp_path):
    home = Home(tmp_path / "home")
    starter.write_starter(home, "me")
    assert load.load_system(home) == SystemSettings()
    assert load.load_search(home, "me") == SearchSettings()
    assert load.load_answers(home, "me") == Answers()


@pytest.mark.parametrize("name", ["config.yaml", "search.yaml"])
def test_values_that_stand_in_a_starter_file_are_written_out(name, tmp_path):
    """What a person can read there is what happens without it."""
    document = parse_yaml(text_of(name), tmp_path / name)
    defaults = FILES[name]().model_dump(mode="json")
    for path in document.lines:
        value = document.value(path)
        if not isinstance(value, dict) and value is not None:
            expected = defaults
            for part in path:
                expected = expected[part]
            assert value == expected, path


def test_the_starter_profile_has_every_key_and_says_nothing(tmp_path):
    data = json.loads(text_of("profile.json"))
    known = {key.path for key in schema_keys(Profile)}

    def walk(value, group):
        if isinstance(value, list):
            return {path for entry in value for path in walk(entry, f"{group}[]")}
        if not isinstance(value, dict):
            return set()
        here = {f"{group}.{key}" if group else key for key in value if key != "//"}
        return here.union(*(walk(v, f"{group}.{k}" if group else k) for k, v in value.items()))

    assert walk(data, "") == known
    resume = parse_resume(starter.starter_content("profile.json"), tmp_path / "profile.json")
    assert resume.notes == ()
    assert resume.profile.items() == ()
    assert resume.profile.basics.name == ""


def test_the_starter_files_are_part_of_the_package():
    folder = resources.files("jobctrl_dagster.settings") / "starter"
    assert sorted(entry.name for entry in folder.iterdir()) == sorted(starter.STARTER_FILES)


def test_what_is_there_is_kept(tmp_path):
    home = Home(tmp_path)
    first = starter.write_starter(home, "me")
    home.config.write_text("slots: 8\n")
    second = starter.write_starter(home, "me")
    assert {entry.state for entry in first} == {"written"}
    assert {entry.state for entry in second} == {"kept"}
    assert load.load_system(home).slots == 8


def test_forced_files_are_replaced_and_the_old_ones_stay_beside(tmp_path):
    home = Home(tmp_path)
    starter.write_starter(home, "me")
    for slots in (8, 9):
        home.config.write_text(f"slots: {slots}\n")
        replaced = starter.write_starter(home, "me", force=True)[0]
        assert replaced.state == "replaced"
    assert home.config.with_name("config.yaml.old").read_text() == "slots: 8\n"
    assert home.config.with_name("config.yaml.old2").read_text() == "slots: 9\n"
    assert replaced.old.stat().st_mode & 0o777 == 0o600
    assert load.load_system(home) == SystemSettings()


def test_force_alone_leaves_the_profile_alone(tmp_path):
    home = Home(tmp_path)
    starter.write_starter(home, "me")
    home.tenant("me").profile.write_bytes(RESUME)
    starter.write_starter(home, "me", force=True)
    assert home.tenant("me").profile.read_bytes() == RESUME


def test_a_resume_is_taken_over_byte_for_byte(tmp_path):
    home, resume = Home(tmp_path / "home"), tmp_path / "ana.json"
    resume.write_bytes(RESUME)
    profile = starter.write_starter(home, "me", resume)[-1]
    assert profile.file.read_bytes() == RESUME
    assert profile.file.stat().st_mode & 0o777 == 0o600
    assert [note.key for note in profile.notes] == ["basics.nickname", "work[0].company"]
    assert load.load_profile(home, "me").work[0].name == "Acme"


def test_a_resume_takes_the_place_of_an_untouched_starter_profile(tmp_path):
    home, resume = Home(tmp_path / "home"), tmp_path / "ana.json"
    resume.write_bytes(RESUME)
    starter.write_starter(home, "me")
    assert starter.write_starter(home, "me", resume)[-1].old is None
    assert load.load_profile(home, "me").basics.name == "Ana Lopez"
    assert starter.write_starter(home, "me", resume)[-1].state == "kept"


def test_a_profile_that_was_written_gives_way_only_by_force(tmp_path):
    home, resume = Home(tmp_path / "home"), tmp_path / "ana.json"
    resume.write_bytes(RESUME)
    home.create("me")
    home.tenant("me").profile.write_text('{"basics": {"name": "Bo"}}')
    with pytest.raises(SettingsError, match=r"a profile is there already.*--force"):
        starter.write_starter(home, "me", resume)
    assert not home.config.exists()
    profile = starter.write_starter(home, "me", resume, force=True)[-1]
    assert "Bo" in profile.old.read_text()
    assert load.load_profile(home, "me").basics.name == "Ana Lopez"


def test_nothing_is_written_when_the_resume_cannot_be_a_profile(tmp_path):
    home, resume = Home(tmp_path / "home"), tmp_path / "cv.pdf"
    resume.write_bytes(b"%PDF-1.4 scanned")
    with pytest.raises(SettingsError, match="no text layer"):
        starter.write_starter(home, "me", resume)
    assert not home.root.exists()
