from io import BytesIO

import pytest
from pypdf import PdfReader

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.documents import make_letter, make_resume
from jobctrl_dagster.tailor.plan import plan_resume
from jobctrl_dagster.tailor.refusals import TailorRefused
from jobctrl_dagster.tailor.render import render_resume


def links(pdf):
    pages = PdfReader(BytesIO(pdf)).pages
    found = [each.get_object() for page in pages for each in page.get("/Annots", [])]
    return [annotation["/A"]["/URI"] for annotation in found]


@pytest.mark.parametrize(
    "text",
    [
        "Saved $120k, not $$120k, with $& and 100 %",
        "<b> & </b> | #let x = 1 @ref _a_ *b* `raw` ~",
        "= heading - list + enum // comment /* other */",
        r"C:\new\table and \n and \u{41}",
        "dashes -- --- … quotes 'q' \"d\" “t”",
        "liked 👍 and 🔥, ✅ done",
        "Łódź, Đặng Thị, Ελλάδα, Москва",
        "中文简历，工程师",
        "履歴書を書いた",
        "한국어 이력서",
        "हिन्दी में पाठ",
        "שלום עולם developer",
        "efficient office, fluffy affine flow",
        "x" * 400,
        "https://example.org/" + "a" * 200,
        "kept\u200b soft\u00adhyphen, no‑break and non\u00a0break",
        "line one\nline two\t tabbed",
        "int[] arrays, [1], […] and <T>",
    ],
)
def test_odd_signs_survive(person, posting, text):
    _, document = make_resume(person(text), posting())
    assert document.pages == 1


def test_ligatures_are_whole_letters(person, posting):
    _, document = make_resume(person("Efficient office flow"), posting())
    assert "• Efficient office flow" in document.text


def test_names_in_other_scripts_head_the_document(posting):
    for name in ("王小明", "Иван Петров", "Ελένη", "김철수"):
        profile = Profile.model_validate({"basics": {"name": name, "label": "x"}})
        _, document = make_resume(profile, posting())
        assert document.text.startswith(name)


@pytest.mark.parametrize(("text", "point"), [("\U00013000", "U+13000"), ("bell\x07", "U+0007")])
def test_a_character_without_a_glyph_is_named_with_its_item(person, posting, text, point):
    with pytest.raises(TailorRefused) as refused:
        make_resume(person("fine", text), posting())
    assert refused.value.code == "glyph_missing"
    assert point in refused.value.sentence
    assert "work[0].highlights[1]" in refused.value.sentence


def test_the_same_input_gives_the_same_bytes(demo, posting, asks):
    wanted = posting(asks("Kafka", "Apache Kafka"))
    first, second = (make_resume(demo, wanted) for _ in range(2))
    letters = [make_letter(demo, wanted, plan)[1].pdf for plan, _ in (first, second)]
    assert first[1].pdf == second[1].pdf
    assert letters[0] == letters[1]
    assert b"CreationDate" not in first[1].pdf


def test_mail_is_linked_once_and_only_web_addresses_are_links(person, posting):
    basics = {"email": "mailto:jm@example.org", "url": "javascript:alert(1)"}
    profile = person("Built", basics=basics, projects=[{"name": "p", "url": "www.p.example/x_y"}])
    _, document = make_resume(profile, posting())
    assert links(document.pdf) == ["mailto:jm@example.org", "https://www.p.example/x_y"]
    assert "mailto" not in document.text


def test_an_empty_section_has_no_heading(posting):
    profile = Profile.model_validate(
        {
            "basics": {"name": "A"},
            "work": [{}],
            "skills": [{"name": ""}],
            "awards": [{"title": "B"}],
        }
    )
    _, document = make_resume(profile, posting())
    assert document.text.splitlines() == ["A", "Awards", "B"]


def test_every_filled_section_is_printed(demo, posting):
    _, document = make_resume(demo, posting())
    for item in demo.items():
        words = item.text.split(", ")[0]
        assert "".join(words.split()) in "".join(document.text.split()), item.id
        assert item.id in document.items or item.id.rpartition(".")[0] in document.items


def test_the_reader_meets_name_mail_and_employers_in_order(demo, posting):
    _, document = make_resume(demo, posting())
    wanted = [demo.basics.name, demo.basics.email, *(post.name for post in demo.work)]
    at = [document.text.index(word) for word in wanted]
    assert at == sorted(at)


def test_the_paper_is_that_of_the_country(person, posting):
    for country, width in (("US", 612), ("DE", 595)):
        profile = person("a", basics={"location": {"countryCode": country}})
        _, document = make_resume(profile, posting())
        assert int(PdfReader(BytesIO(document.pdf)).pages[0].mediabox.width) == width


def test_a_plan_of_another_profile_is_not_printed(demo, person, posting):
    plan = plan_resume(person("Won the Nobel prize"), posting())
    with pytest.raises(TailorRefused) as refused:
        render_resume(demo, plan)
    assert refused.value.code == "not_in_profile"


def test_what_is_left_out_is_a_warning(demo, long, posting):
    assert make_resume(demo, posting())[1].warnings == ()
    plan, document = make_resume(long, posting())
    assert document.pages == 2
    assert all(item in document.warnings[0] for item in plan.left_out)
