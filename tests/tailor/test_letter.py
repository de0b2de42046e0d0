import pytest

from jobctrl_dagster.tailor.documents import make_letter
from jobctrl_dagster.tailor.frames import FRAMES
from jobctrl_dagster.tailor.plan import plan_letter, plan_resume
from jobctrl_dagster.tailor.refusals import TailorRefused


def letter(profile, wanted):
    return make_letter(profile, wanted, plan_resume(profile, wanted))


def test_two_firms_with_one_title_get_two_letters(demo, posting):
    for company, other in (("Tarnwick", "Larkmoor & Söhne"), ("Larkmoor & Söhne", "Tarnwick")):
        _, document = letter(demo, posting(company=company))
        assert company in document.text
        assert other not in document.text
        assert document.kind == "cover_letter"


def test_what_is_quoted_is_what_the_posting_asks_for(demo, posting, asks):
    plan, document = letter(demo, posting(asks("Terraform", "Terraform")))
    points = [p for p in plan.paragraphs if p.frame == "point_asked"]
    assert [dict(point.words)["quote"] for point in points] == [demo.work[0].highlights[3]]
    assert points[0].items == ("work[0].highlights[3]", "work[0]")
    assert "what you ask for" in document.text


def test_a_technology_is_named_only_before_words_that_name_it(person, posting, asks):
    wanted = asks("Kafka and dbt", "Apache Kafka", "dbt")
    plan, _ = letter(person("Wrote dbt models"), posting(wanted))
    assert [dict(p.words).get("terms") for p in plan.paragraphs if p.frame.startswith("point")] == [
        "dbt"
    ]


def test_without_evidence_the_letter_does_not_say_that_anything_was_asked(demo, posting):
    _, document = letter(demo, posting())
    assert "These lines are from my resume" in document.text
    assert "ask for" not in document.text


def test_a_profile_without_bullets_still_has_a_letter(person, posting):
    plan, _ = letter(person(basics={"summary": "Writes software."}), posting())
    assert "enclosure" in [paragraph.frame for paragraph in plan.paragraphs]


def test_long_quotations_are_dropped_until_the_letter_has_one_page(person, posting):
    profile = person(*[f"{number} " + "and so on " * 180 for number in range(3)])
    plan, document = letter(profile, posting())
    assert document.pages == 1
    assert sum(p.frame == "point" for p in plan.paragraphs) == 2


def test_the_letter_has_no_section_of_the_resume(demo, posting, asks):
    _, document = letter(demo, posting(asks("Kafka", "Apache Kafka")))
    lines = document.text.splitlines()
    assert not {"Experience", "Education", "Skills", "Summary"} & set(lines)


@pytest.mark.parametrize(
    ("field", "code"), [("company", "company_unknown"), ("title", "title_unknown")]
)
def test_a_posting_without_company_or_title_is_refused(demo, posting, field, code):
    wanted = posting(**{field: " "})
    with pytest.raises(TailorRefused) as refused:
        plan_letter(demo, wanted, plan_resume(demo, wanted))
    assert refused.value.code == code


def test_frames_say_nothing_about_the_person():
    words = " ".join(FRAMES.values()).lower()
    assert not [claim for claim in ("i have", "i am a ", "experience", "years") if claim in words]
