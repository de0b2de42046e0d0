import json
from pathlib import Path

import pytest

from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.settings.resume import parse_resume, read_resume

FILE = Path("resume.json")


def read(text):
    return parse_resume(text if isinstance(text, bytes) else text.encode(), FILE)


def told(faults):
    return [(fault.line, fault.key, fault.problem) for fault in faults]


def leaves(value):
    """Every text and number inside a JSON value, as text."""
    if isinstance(value, dict):
        return [leaf for inner in value.values() for leaf in leaves(inner)]
    if isinstance(value, list):
        return [leaf for inner in value for leaf in leaves(inner)]
    return [] if value in (None, "") or isinstance(value, bool) else [str(value)]


def resumes(recorded):
    files = sorted((recorded / "resumes").glob("jsonresume*/*.json"))
    assert len(files) > 8
    return files


@pytest.mark.recorded
def test_real_resumes_of_every_age_are_read_and_nothing_of_them_is_lost(recorded):
    for file in resumes(recorded):
        original = json.loads(file.read_text("utf-8"))
        kept = leaves(read_resume(file).profile.as_json_resume())
        assert sorted(leaves(original)) == sorted(kept), file.name


@pytest.mark.recorded
def test_a_resume_that_was_written_out_reads_without_old_names(recorded):
    for file in resumes(recorded):
        once = read_resume(file).profile
        again = read(json.dumps(once.as_json_resume()))
        assert again.profile == once
        assert not any("old name" in note.problem for note in again.notes)


@pytest.mark.recorded
def test_the_resume_that_is_broken_on_purpose_is_refused_with_its_line(recorded):
    with pytest.raises(SettingsError, match="line 251: the JSON is broken"):
        read_resume(recorded / "resumes/fresh_format/johnny-trouble.broken.json")


def test_old_names_are_mapped_and_noted():
    resume = read(
        '{"basics": {"name": "Ana", "picture": "a.png",\n"website": "https://a"},\n'
        '"work": [{"company": "Acme", "website": "https://b"}],\n'
        '"education": [{"gpa": 3.5}],\n'
        '"languages": [{"language": "English", "level": "Native"}]}'
    )
    profile = resume.profile
    assert profile.basics.image == "a.png"
    assert (profile.work[0].name, profile.work[0].url) == ("Acme", "https://b")
    assert profile.education[0].score == "3.5"
    assert profile.languages[0].fluency == "Native"
    assert (2, "basics.website", "is an old name and is read as `url`") in told(resume.notes)
    assert (3, "work[0].company", "is an old name and is read as `name`") in told(resume.notes)


def test_an_old_name_beside_a_new_one_that_says_something_else_is_kept():
    resume = read('{"work": [{"name": "Acme Ltd", "company": "Acme Holding"}]}')
    assert resume.profile.work[0].name == "Acme Ltd"
    assert resume.profile.work[0].model_extra == {"company": "Acme Holding"}
    assert [key for _, key, _ in told(resume.notes)] == ["work[0].company"]


@pytest.mark.parametrize(
    "text",
    [
        '{"work": [{"name": "", "company": "Acme"}]}',
        '{"work": [{"name": null, "company": "Acme"}]}',
        '{"work": [{"name": "Acme", "company": "Acme"}]}',
    ],
)
def test_an_old_name_fills_a_new_one_that_is_blank(text):
    profile = read(text).profile
    assert profile.work[0].name == "Acme"
    assert profile.work[0].model_extra == {}


def test_a_year_as_a_number_is_read_as_text_and_noted():
    resume = read('{"work": [{"startDate": 2012}], "basics": {"location": {"postalCode": 8001}}}')
    assert resume.profile.work[0].start_date == "2012"
    assert resume.profile.basics.location.postal_code == "8001"
    assert "is read as the text '2012'" in str(resume.notes)


def test_null_and_absent_sections_state_nothing():
    resume = read('{"basics": null, "work": [{"summary": null, "highlights": null}]}')
    assert resume.profile.items() == ()
    assert resume.notes == ()


def test_a_date_that_cannot_be_counted_is_noted():
    resume = read(
        '{"work": [{"startDate": "May 2014"},\n{"startDate": "2014", "endDate": "present"},\n'
        '{"startDate": "2015-01", "endDate": "2014"}]}'
    )
    assert [(line, key) for line, key, _ in told(resume.notes)] == [
        (1, "work[0].startDate"),
        (3, "work[2].endDate"),
    ]
    assert resume.profile.work[0].start_date == "May 2014"


def test_remarks_are_no_part_of_the_profile():
    resume = read('{"//": "Say little.", "work": [{"//": "employer", "name": "Acme"}]}')
    assert resume.notes == ()
    assert resume.profile.as_json_resume() == {"work": [{"name": "Acme"}]}


@pytest.mark.parametrize(
    ("text", "line", "key", "meant"),
    [
        ('{"basics": {},\n"wrok": []}', 2, "wrok", "work"),
        ('{"work": [\n{"higlights": []}]}', 2, "work[0].higlights", "highlights"),
        ('{"work": [{"start_date": "2012"}]}', 1, "work[0].start_date", "startDate"),
        ('{"skills": [{"Keywords": ["a"]}]}', 1, "skills[0].Keywords", "keywords"),
        (
            '{"basics": {"location": {"countrycode": "GB"}}}',
            1,
            "basics.location.countrycode",
            "countryCode",
        ),
    ],
)
def test_a_misspelt_key_is_a_fault_with_the_nearest_key(faults_of, text, line, key, meant):
    (fault,) = faults_of(lambda: read(text))
    assert (fault.line, fault.key, fault.advice) == (line, key, f"write `{meant}`")


def test_a_key_of_ones_own_is_kept_and_noted():
    resume = read('{"work": [{"name": "Acme", "pinned": true}]}')
    assert resume.profile.work[0].model_extra == {"pinned": True}
    assert "never quoted" in resume.notes[0].problem


def test_about_the_file_itself_anything_may_be_said():
    assert read('{"work": [], "meta": {"theme": "x", "versions": 1, "version": 1}}').notes[
        0
    ].key == ("meta.version")


@pytest.mark.parametrize(
    ("text", "line", "key", "problem"),
    [
        ('{"work": {}}', 1, "work", "must be a list, not a group of keys"),
        ('{"basics":\n"Ana"}', 1, "basics", "must be a group of keys, not the text 'Ana'"),
        ('{"basics": {"name": 4}}', 1, "basics.name", "must be text, not the number 4"),
        ('{"skills": ["Go"]}', 1, "skills[0]", "must be a group of keys, not the text 'Go'"),
        (
            '{"work": [{"highlights": ["a",\n2]}]}',
            2,
            "work[0].highlights[1]",
            "must be text, not the number 2",
        ),
        (
            '{"work": [{"startDate": true}]}',
            1,
            "work[0].startDate",
            "must be text, not the yes/no value true",
        ),
        ('{"work": [],\n"work": []}', 2, "work", "stands twice, first on line 1"),
        (
            '{"basics": {"name": "\\ud800"}}',
            1,
            "basics.name",
            "holds half a character (a lone surrogate)",
        ),
    ],
)
def test_values_of_a_wrong_kind_are_faults_with_their_line(faults_of, text, line, key, problem):
    assert told(faults_of(lambda: read(text))) == [(line, key, problem)]


def test_emoji_and_other_scripts_come_through():
    text = json.dumps({"basics": {"name": "Łukasz 🚀 山田"}})
    assert read(text).profile.basics.name == "Łukasz 🚀 山田"
    assert read(b"\xef\xbb\xbf" + text.encode()).profile.basics.name == "Łukasz 🚀 山田"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "is a PDF.*no text layer"),
        (b"PK\x03\x04\x14\x00", "DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1", "old Word document"),
        (b"{\\rtf1\\ansi Ana}", "rich text"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"<html><body>Ana</body></html>", "HTML"),
        (b"Ana Lopez, Engineer", "no JSON"),
        (b'{"basics": {"name": "Ana"}', "line 1: the JSON is broken"),
        (b'{"basics": {"name": NaN}}', "NaN is no JSON number"),
        (b'["basics"]', "holds a list"),
        (b'{"basics": "M\xfcller"}', "not UTF-8"),
        ('{"basics": {}}'.encode("utf-16"), "not UTF-8"),
        (b'{"info": {"brief": "x"}, "employment": {"history": []}}', "is no JSON Resume"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"work":' * 600 + b"1" + b"}" * 600, "nested too deeply"),
    ],
)
def test_what_cannot_be_a_profile_is_refused_with_its_reason(tmp_path, content, why):
    file = tmp_path / "resume.json"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match=f"resume.json.*{why}"):
        read_resume(file)


def test_a_file_that_calls_itself_a_pdf_is_treated_as_one(tmp_path):
    (tmp_path / "cv.PDF").write_bytes(b"\x00\x01")
    with pytest.raises(SettingsError, match=r"cv\.PDF: the file is a PDF.*JSON Resume"):
        read_resume(tmp_path / "cv.PDF")


def test_an_empty_pdf_has_no_text(tmp_path):
    (tmp_path / "cv.pdf").write_bytes(b"")
    with pytest.raises(SettingsError, match="empty: it has no text"):
        read_resume(tmp_path / "cv.pdf")


def test_a_yaml_resume_is_told_to_become_json(tmp_path):
    (tmp_path / "cv.yaml").write_text("basics:\n  name: Ana\n")
    with pytest.raises(SettingsError, match="is a YAML file"):
        read_resume(tmp_path / "cv.yaml")
