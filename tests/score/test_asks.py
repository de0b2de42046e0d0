"""Years, degrees and languages that a requirement asks for."""

import pytest

from jobctrl_dagster.score.asks import degree_levels, named_languages, read_years
from jobctrl_dagster.score.tables import plain, words_of


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("5+ years of experience with Python", 5),
        ("3-5 years of professional experience", 3),
        ("at least two (2) years' experience in sales", 2),
        ("Minimum of 10 years experience", 10),
        ("mindestens drei Jahre Berufserfahrung", 3),
        ("5 ans d’expérience minimum", 5),
        ("al menos 4 años de experiencia", 4),
        ("minimaal 3 jaar ervaring", 3),
        ("co najmniej 2 lata doświadczenia", 2),
        ("3 years of Python and 6 years of experience in all", 6),
        ("You must be 18 years old to work with us", None),
        ("Over the past 10 years we have worked hard", None),
        ("A contract of 2 years with experience as its wage", None),
        ("more than 100 years of experience", None),
        ("experience with 5 databases", None),
    ],
)
def test_years_of_experience(text: str, years: int | None) -> None:
    assert read_years(plain(text)) == years


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("Bachelor’s or Master's degree in physics", {2, 3}),
        ("PhD in machine learning", {4}),
        ("abgeschlossenes Studium der Informatik", {2}),
        ("a driving licence", set()),
        ("certified Scrum Master", set()),
    ],
)
def test_degrees(text: str, levels: set[int]) -> None:
    assert degree_levels(words_of(plain(text))) == levels


def test_languages_are_known_by_their_names_elsewhere() -> None:
    words = words_of(plain("Fließendes Deutsch, anglais courant y español"))
    assert named_languages(words) == {"German", "English", "Spanish"}
