import hashlib
from functools import partial

import pytest

from jobctrl_dagster.tailor.check import check_document
from jobctrl_dagster.tailor.documents import make_letter, make_resume
from jobctrl_dagster.tailor.records import Bullet
from jobctrl_dagster.tailor.refusals import TailorRefused


def code_of(call):
    with pytest.raises(TailorRefused) as refused:
        call()
    return refused.value.code


def with_post(plan, **fields):
    posts = (plan.posts[0].model_copy(update=fields), *plan.posts[1:])
    return plan.model_copy(update={"posts": posts})


@pytest.fixture
def made(demo, posting):
    plan, document = make_resume(demo, posting())
    return plan, document


@pytest.mark.parametrize("text", ["has [ ] gaps", "Hello {{name}}", "Saved TBD", "Cut cost by XX%"])
def test_what_is_unfinished_stops_the_document_with_its_place(person, posting, text):
    with pytest.raises(TailorRefused) as refused:
        make_resume(person("fine", text), posting())
    assert refused.value.code == "placeholder"
    assert "work[0].highlights[1]" in refused.value.sentence


def test_an_invented_bullet_is_refused(demo, posting, made):
    plan, document = made
    bullet = Bullet(text="Led a team of forty", item="work[0].highlights[0]")
    lie = with_post(plan, bullets=(bullet, *plan.posts[0].bullets[1:]))
    assert code_of(lambda: check_document(document, lie, demo, posting())) == "not_in_profile"


def test_a_true_bullet_at_a_wrong_place_is_refused(demo, posting, made):
    plan, document = made
    moved = plan.posts[1].bullets[0].model_copy(update={"item": "work[0].highlights[0]"})
    lie = with_post(plan, bullets=(moved, *plan.posts[0].bullets[1:]))
    assert code_of(lambda: check_document(document, lie, demo, posting())) == "not_in_profile"


def test_a_lost_post_is_refused(demo, posting, made):
    plan, document = made
    less = plan.model_copy(update={"posts": plan.posts[1:]})
    assert code_of(lambda: check_document(document, less, demo, posting())) == "post_lost"


def test_a_post_without_its_dates_is_refused(demo, posting, made):
    plan, document = made
    undated = with_post(plan, start=None)
    assert code_of(lambda: check_document(document, undated, demo, posting())) == "post_lost"


def test_a_bullet_may_not_vanish_in_silence(demo, posting, made):
    plan, document = made
    fewer = with_post(plan, bullets=plan.posts[0].bullets[:3])
    assert code_of(lambda: check_document(document, fewer, demo, posting())) == "post_lost"


def test_a_lost_section_is_refused(demo, posting, made):
    plan, document = made
    less = plan.model_copy(update={"languages": ()})
    assert code_of(lambda: check_document(document, less, demo, posting())) == "section_lost"


def test_the_base_resume_may_not_be_reordered(demo, posting):
    wanted = posting(tailor=False)
    plan, document = make_resume(demo, wanted)
    turned = with_post(plan, bullets=plan.posts[0].bullets[::-1])
    assert code_of(lambda: check_document(document, turned, demo, wanted)) == "base_changed"


def test_a_pdf_that_reads_otherwise_is_refused(demo, posting, asks, made):
    plan, _ = made
    _, other = make_resume(demo, posting(asks("Terraform", "Terraform")))
    assert code_of(lambda: check_document(other, plan, demo, posting())) == "text_differs"


def test_a_pdf_that_was_exchanged_is_refused(demo, posting, made):
    plan, document = made
    changed = document.model_copy(update={"digest": hashlib.sha256(b"").hexdigest()})
    assert code_of(lambda: check_document(changed, plan, demo, posting())) == "digest_differs"


def test_too_many_pages_are_refused(demo, posting, made):
    plan, document = made
    assert document.pages == 2
    check = partial(check_document, document, plan, demo, posting(), page_limit=1)
    assert code_of(check) == "page_overflow"


def test_a_letter_for_another_firm_is_refused(demo, posting, made):
    letter, document = make_letter(demo, posting(), made[0])
    other = posting(company="Larkmoor")
    assert code_of(lambda: check_document(document, letter, demo, other)) == "frame_changed"


def test_an_altered_sentence_is_refused(demo, posting, made):
    letter, document = make_letter(demo, posting(), made[0])
    first = letter.paragraphs[3]
    lie = first.model_copy(update={"text": f"{first.text} I have a doctorate."})
    changed = letter.model_copy(update={"paragraphs": (lie, *letter.paragraphs[4:])})
    assert code_of(lambda: check_document(document, changed, demo, posting())) == "frame_changed"


def test_another_company_may_stand_only_in_words_of_the_profile(demo, posting, made):
    letter, document = make_letter(
        demo, posting(), made[0], other_companies=["Snowflake", "Resume"]
    )
    assert "Snowflake" in document.text
    check_document(document, letter, demo, posting(), other_companies=["Tarnwick GmbH"])
