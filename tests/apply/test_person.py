"""What is said to a question, and what is never said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.apply.fields import Kind, Question
from jobctrl_dagster.apply.known_facts import parted_name
from jobctrl_dagster.apply.person import Answer, NoAnswer, Person
from jobctrl_dagster.settings.profile import Profile
from tests.apply.conftest import TODAY

PERMIT = "Are you legally authorized to work in the United States?"
SPONSOR = "Will you now or in the future require sponsorship for a work visa?"


def ask(label: str, kind: Kind = "text", *options: str) -> Question:
    return Question(kind=kind, label=label, options=options)


def said(person: Person, label: str, kind: Kind = "text", *options: str) -> str | bool | None:
    answer = person.answer(ask(label, kind, *options))
    return answer.value if isinstance(answer, Answer) else None


def with_answers(profile: Profile, **answers: str | bool) -> Person:
    return Person.of(profile, answers, now=TODAY)


def test_facts_of_the_profile_come_with_their_item(person: Person):
    answer = person.answer(ask("Last name"))
    assert isinstance(answer, Answer)
    assert (answer.value, answer.source) == ("Hedegaard", "basics.name")
    assert said(person, "Current company") == "Caskwater Insights"
    assert said(person, "In which city and state are you based?") == "Seattle, Washington"
    assert said(person, "GitHub URL") is None


@pytest.mark.parametrize(
    "label",
    [
        PERMIT,
        SPONSOR,
        "What is your salary expectation?",
        "Notice period",
        "Earliest start date",
        "How did you hear about us?",
        "I have read the privacy policy and agree to the processing of my data",
    ],
)
def test_what_only_the_person_knows_is_never_made_up(profile: Profile, label: str):
    answer = Person.of(profile, {}, now=TODAY).answer(ask(label))
    assert isinstance(answer, NoAnswer)
    assert "answers.yaml" in answer.reason


def test_a_permit_for_one_country_says_nothing_of_another(person: Person):
    assert said(person, "Do you have the right to work in the United States?") is True
    assert said(person, "Do you have the right to work in the United Kingdom?") is None
    assert said(person, "Are you authorized to work in the country of this job?") is None


def test_a_question_turned_around_is_left_to_the_person(person: Person):
    assert said(person, "Do you need visa sponsorship, now or later?") is False
    assert said(person, "Can you work for us without visa sponsorship?") is None


def test_now_and_later_are_two_questions(profile: Profile):
    now = with_answers(profile, **{"Do you need visa sponsorship?": False})
    assert said(now, SPONSOR) is None
    needed = with_answers(profile, **{"Do you need visa sponsorship?": True})
    assert said(needed, SPONSOR) is True
    ever = with_answers(profile, **{SPONSOR: True})
    assert said(ever, "Do you need visa sponsorship?") is None


def test_any_employer_needs_a_permit_and_no_sponsor(profile: Profile):
    asked = "Are you authorized to work in the US for any employer?"
    assert said(with_answers(profile, **{PERMIT: True}), asked) is None
    assert said(with_answers(profile, **{PERMIT: True, SPONSOR: False}), asked) is True
    assert said(with_answers(profile, **{PERMIT: True, SPONSOR: True}), asked) is None


def test_pay_in_another_measure_is_left_to_the_person(person: Person):
    assert said(person, "What salary do you expect in USD?") == "175,000 USD a year"
    assert said(person, "What hourly rate do you require? Expected hourly rate") is None
    assert said(person, "What salary do you expect in EUR?") is None
    assert said(person, "What is your current salary?") is None


def test_years_are_those_of_the_posts_that_name_the_skill(person: Person):
    answer = person.answer(ask("How many years of experience do you have with Python?", "number"))
    assert isinstance(answer, Answer)
    assert (answer.value, answer.source) == ("8", "work[0], work[2], work[3]")
    assert said(person, "Years of experience with Rust") is None
    assert said(person, "Years of experience with Python and Java") is None
    assert said(person, "How many years have you led teams?") is None
    assert said(person, "How many years of professional experience do you have?") == "11"


def test_the_persons_own_count_of_years_is_used_again(profile: Profile):
    person = with_answers(profile, **{"Years of experience with Rust": "3"})
    assert said(person, "How many years have you worked with Rust?") == "3"
    assert said(person, "How many years have you worked with Scala?") is None


def test_who_one_is_is_declined_or_left_open_whatever_is_on_file(profile: Profile):
    person = with_answers(profile, Gender="Woman")
    options = ("Woman", "Man", "I do not wish to answer")
    assert said(person, "Gender", "select", *options) == "I do not wish to answer"
    assert said(person, "Gender", "select", "Woman", "Man") is None
    unlabelled = ("I identify as a protected veteran", "I choose not to self-identify")
    assert said(person, "Please check one", "radio", *unlabelled) == unlabelled[1]
    left = person.answer(ask("What are your pronouns?"))
    assert isinstance(left, NoAnswer)
    assert left.cause == "declined"


def test_stored_words_answer_the_question_that_holds_them(profile: Profile):
    person = with_answers(profile, **{"favourite paper": "On computable numbers"})
    assert said(person, "What was your favourite paper of last year?") == "On computable numbers"
    assert said(person, "If not, which was your favourite paper?") is None
    assert said(person, "Favourite") is None


def test_answers_that_contradict_each_other_are_none(profile: Profile):
    person = with_answers(
        profile, **{"Notice period": "4 weeks", "What notice must you give?": "3 months"}
    )
    assert said(person, "What is your notice period at present?") is None
    assert said(person, "Notice period") == "4 weeks"


def test_a_follow_up_question_is_answered_only_in_its_own_words(person: Person):
    assert said(person, "If other, how did you hear about this job?") is None


def test_a_consent_covers_only_what_was_consented_to(person: Person):
    agreed = "I agree that my data may be processed for my application"
    assert said(person, agreed, "checkbox") is True
    assert said(person, f"{agreed} and shared with third parties", "checkbox") is None
    assert said(person, "You may keep my data for future openings", "checkbox") is None


def test_a_person_is_never_shown_as_text(person: Person):
    assert "Hedegaard" not in repr(person)


def test_a_fact_never_fills_an_essay(person: Person):
    assert said(person, "Location", "textarea") is None


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Marisol Hedegaard", ("Marisol", "Hedegaard")),
        ("Ludwig van Beethoven", ("Ludwig", "van Beethoven")),
        ("Hedegaard, Marisol", ("Marisol", "Hedegaard")),
        ("Ana María López García", ("", "")),
        ("Björk", ("", "")),
    ],
)
def test_a_name_is_parted_only_where_it_is_clear(name: str, parts: tuple[str, str]):
    assert parted_name(name) == parts


_NOT_EMPTY = Person.of(Profile(), {}, now=TODAY)


@given(st.text(max_size=120), st.sampled_from(("text", "select", "radio", "number", "checkbox")))
def test_an_empty_profile_says_nothing_but_that_it_declines(label: str, kind: Kind):
    answer = _NOT_EMPTY.answer(Question(kind=kind, label=label, options=("A", "Prefer not to say")))
    assert isinstance(answer, NoAnswer) or answer.source == "declined"
