import hashlib
import json

import pytest

from jobctrl_dagster.tailor.documents import make_letter, make_resume
from jobctrl_dagster.tailor.files import file_name, note_path, write_document

JOB = "me.tarnwick.senior-data-engineer.1a2b3c4d"


def test_a_document_is_private_and_named_for_person_and_job(tmp_path, person, posting):
    plan, resume = make_resume(person("Built"), posting())
    _, letter = make_letter(person("Built"), posting(), plan)
    folder = tmp_path / "new" / "documents"
    paths = [write_document(folder, JOB, each, "José Müller") for each in (resume, letter)]
    assert [path.name for path in paths] == [
        "Jose-Muller_resume_tarnwick-senior-data-engineer-1a2b3c4d.pdf",
        "Jose-Muller_cover_letter_tarnwick-senior-data-engineer-1a2b3c4d.pdf",
    ]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    note = json.loads(note_path(paths[0]).read_text())
    assert note["sha256"] == hashlib.sha256(paths[0].read_bytes()).hexdigest() == resume.digest
    assert (note["kind"], note["job_key"], note["tailored"]) == ("resume", JOB, True)
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize("name", ["王小明", "a/../b", "", "x" * 300])
def test_a_file_name_is_plain_whatever_the_person_is_called(person, posting, name):
    _, resume = make_resume(person("Built"), posting())
    named = file_name("me.../etc.x.1", resume, name)
    assert named.isascii()
    assert not set(named) & set("/\\ \0")
    assert len(named) < 255
    assert named.endswith(".pdf")
