import pytest

from jobctrl_dagster.settings.resume import read_resume
from jobctrl_dagster.tailor.documents import make_letter, make_resume
from jobctrl_dagster.tailor.refusals import TailorRefused


@pytest.mark.recorded
def test_recorded_resumes_become_documents(recorded, posting, asks):
    wanted = posting(asks("JavaScript", "JavaScript"), asks("Go", "Go", kind="nice"))
    files = sorted((recorded / "resumes").glob("jsonresume*/*.json"))
    made = []
    for file in files:
        profile = read_resume(file).profile
        if not profile.basics.name:
            with pytest.raises(TailorRefused):
                make_resume(profile, wanted)
            continue
        plan, resume = make_resume(profile, wanted)
        _, letter = make_letter(profile, wanted, plan)
        assert (resume.pages <= 2, letter.pages) == (True, 1)
        made.append(file.stem)
    assert len(made) == len(files) - 1
