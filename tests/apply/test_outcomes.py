"""How a form stands once its fields are filled."""

from pathlib import Path

import pytest

from jobctrl_dagster.apply.controls import same, written
from jobctrl_dagster.apply.entries import Entry, Misfit, filled, left_open
from jobctrl_dagster.apply.fields import Kind, Question
from jobctrl_dagster.apply.filling import accepts
from jobctrl_dagster.apply.page_network import PageNetwork
from jobctrl_dagster.apply.person import Answer, Person
from jobctrl_dagster.apply.report import Cause
from jobctrl_dagster.apply.visit import Visit


def question(kind: Kind = "text", *, required: bool = False, **fields: object) -> Question:
    return Question.model_validate({"kind": kind, "label": "Q", "required": required} | fields)


def state(person: Person, *entries: Entry) -> str:
    network = PageNetwork(lambda _: False, deadline=0)
    visit = Visit("http://form.example", person, {}, Path(), network, entries=list(entries))
    return visit._outcome()[0]


GOOD = filled(question(), "basics.name", "x", matches=True)


@pytest.mark.parametrize(
    ("cause", "required", "expected"),
    [
        ("no_answer", False, "ready"),
        ("no_answer", True, "needs_answer"),
        ("declined", True, "needs_answer"),
        ("does_not_fit", True, "needs_answer"),
        ("look_up", True, "ready"),
        ("no_option", False, "ready"),
        ("no_option", True, "stuck"),
        ("not_kept", True, "stuck"),
    ],
)
def test_a_required_question_that_stays_open_decides(
    person: Person, cause: Cause, required: bool, expected: str
):
    open_one = left_open(question(required=required), cause, "why")
    assert state(person, GOOD, open_one) == expected


def test_a_field_that_holds_something_else_stops_the_form(person: Person):
    wrong = filled(question(), "basics.name", "x", matches=False)
    assert state(person, GOOD, wrong) == "stuck"


def test_a_number_is_typed_bare_and_never_guessed():
    number = question("number")
    assert written(number, Answer("175,000 USD a year", "x")) == "175000"
    assert written(number, Answer("8", "work", amount=8.4)) == "8"
    for text in ("60k", "60000-70000", "4 weeks", "Four", "20 an hour"):
        with pytest.raises(Misfit):
            written(number, Answer(text, "x"))


def test_a_day_is_iso_and_a_text_is_never_cut():
    assert written(question("date"), Answer("2027-01-18", "x")) == "2027-01-18"
    with pytest.raises(Misfit, match="YYYY-MM-DD"):
        written(question("date"), Answer("next month", "x"))
    with pytest.raises(Misfit, match="takes 5"):
        written(question(max_length=5), Answer("sixsix", "x"))


def test_what_is_read_back_may_be_formatted_but_not_changed():
    phone = question("phone")
    assert same(phone, "+1 206 555 0143", "+1 (206) 555-0143")
    assert not same(phone, "+1 206 555 0143", "+1 (206) 555-014")
    assert same(question("number"), "8", "8.0")
    assert same(question("textarea"), "a\n b", "a b")
    assert not same(question(), "Four weeks", "Four week")


def test_an_upload_takes_only_the_kinds_it_names():
    assert accepts("", Path("a.pdf"))
    assert accepts(".doc,.PDF", Path("a.pdf"))
    assert accepts("application/pdf", Path("a.pdf"))
    assert not accepts("image/*,.docx", Path("a.pdf"))
