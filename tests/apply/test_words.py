"""What labels and buttons mean, in four languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.apply.words import (
    countries_in,
    document_for,
    is_decline,
    means,
    plain_label,
    qualifiers,
    yes_or_no,
)


@pytest.mark.parametrize(
    ("label", "meaning"),
    [
        ("First Name *", "first_name"),
        ("Vorname", "first_name"),
        ("Prénom", "first_name"),
        ("Nombre", "first_name"),
        ("Nachname", "last_name"),
        ("Apellidos", "last_name"),
        ("Your e-mail (optional)", "email"),
        ("Correo electrónico", "email"),
        ("Numéro de téléphone", "phone"),
        ("Phone (Optional) +44", "phone"),
        ("In which city and state are you based?", "location"),
        ("Which country do you live in?", "country"),
        ("Haben Sie eine Arbeitserlaubnis für Deutschland?", "work_permit"),
        ("Êtes-vous autorisé à travailler en France ?", "work_permit"),
        ("¿Tiene permiso de trabajo en España?", "work_permit"),
        ("Do you need visa sponsorship?", "sponsorship"),
        ("Gehaltsvorstellung", "salary"),
        ("Prétentions salariales", "salary"),
        ("¿Cuál es tu expectativa salarial?", "salary"),
        ("Kündigungsfrist", "notice_period"),
        ("Wie sind Sie auf uns aufmerksam geworden?", "hear_about"),
        ("Comment avez-vous entendu parler de nous ?", "hear_about"),
        ("¿Cómo nos has conocido?", "hear_about"),
        ("Ich habe die Datenschutzerklärung gelesen und stimme zu", "consent_processing"),
        ("You may contact me about other openings for two years", "consent_future"),
        ("Schwerbehinderung", "who_one_is"),
        ("Gender identity", "who_one_is"),
        ("What is your current salary?", "current_salary"),
    ],
)
def test_a_label_asks_for_one_thing(label: str, meaning: str):
    assert means(label) == {meaning}


@pytest.mark.parametrize(
    "label",
    [
        "Describe how you improved phone support",
        "Manager's e-mail",
        "Referral name",
        "Name of your school",
        "Project start date",
        "Work in open source",
        "Company name",
        "Emergency contact's phone number",
        "By applying you agree that the selection process is recorded",
        "Are you currently located in Canada?",
        "Let us know more",
    ],
)
def test_words_that_only_resemble_a_question_ask_for_nothing_known(label: str):
    assert means(label) == frozenset()


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ("Submit application", "submit"),
        ("SUBMIT APPLICATION", "submit"),
        ("Bewerbung absenden", "submit"),
        ("Envoyer ma candidature", "submit"),
        ("Enviar solicitud", "submit"),
        ("Save and continue", "next"),
        ("Weiter", "next"),
        ("Étape suivante", "next"),
        ("Siguiente", "next"),
        ("Apply for this job", "open_form"),
        ("Jetzt bewerben", "open_form"),
        ("Postuler à cette offre", "open_form"),
        ("Inscribirme en esta oferta", "open_form"),
    ],
)
def test_a_button_is_known_by_its_words(words: str, meaning: str):
    assert meaning in means(words, buttons=True)


@pytest.mark.parametrize(
    "words", ["Subscribe", "Apply with LinkedIn", "Attach", "Send code", "Back"]
)
def test_other_buttons_do_none_of_these(words: str):
    assert means(words, buttons=True) == frozenset()


def test_countries_are_found_in_running_text_and_pronouns_are_none():
    assert countries_in("authorized to work in the US or the U.K., tell us") == {"US", "GB"}
    assert countries_in("Let us know it in May") == frozenset()
    assert countries_in("Recht auf Arbeit in der EU, in Österreich") == {"EU", "AT"}


def test_qualifiers_tell_questions_of_one_meaning_apart():
    assert qualifiers("Can you work without sponsorship?") == {"negated"}
    assert qualifiers("What hourly rate in EUR do you expect?") == {"hourly", "money:EUR"}
    assert "conditional" in qualifiers("If yes, please explain")


def test_an_upload_that_fills_other_fields_takes_no_document():
    assert document_for("Resume/CV ✱") == "resume"
    assert document_for("Lebenslauf hochladen") == "resume"
    assert document_for("Lettre de motivation") == "cover_letter"
    assert document_for("Autofill from resume") == ""
    assert document_for("Additional files") == ""


def test_declining_is_known_and_a_disability_is_no_decline():
    for option in (
        "I do not wish to answer",
        "Prefer not to say",
        "Keine Angabe",
        "Prefiero no decirlo",
    ):
        assert is_decline(option), option
    for option in ("No, I do not have a disability", "I am not a veteran", "Other"):
        assert not is_decline(option), option


@given(st.text(max_size=80))
def test_plain_labels_are_stable_and_nothing_breaks_their_reading(text: str):
    plain = plain_label(text)
    assert plain_label(plain).split() == plain_label(plain_label(plain)).split()
    assert means(text) == means(text)
    assert yes_or_no(text) in {True, False, None}
    qualifiers(text)
