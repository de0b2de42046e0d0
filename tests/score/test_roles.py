"""The field and level of titles."""

import pytest

from jobctrl_dagster.score.roles import field_likeness, level_factor, read_role


def likeness(posting: str, held: str) -> float | None:
    return field_likeness(read_role(posting), [read_role(held)])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Senior Software Engineer", "Backend Developer"),
        ("Softwareentwickler (m/w/d)", "Développeur"),
        ("Registered Nurse", "Krankenpfleger"),
        ("Account Executive, Developer Tools", "Sales Manager"),
        ("Enfermera", "Pielęgniarka"),
        ("Marketing Data Analyst", "Data Scientist"),
    ],
)
def test_titles_of_one_field_are_alike_in_any_language(one: str, other: str) -> None:
    assert likeness(one, other) == 1.0


def test_neighbouring_fields_are_half_alike_and_strangers_not_at_all() -> None:
    assert 0.2 <= (likeness("Data Engineer", "Software Developer") or 0) <= 0.8
    assert likeness("Registered Nurse", "Software Engineer") == 0.0
    assert likeness("Sales Engineer", "Software Engineer") != 1.0


def test_an_unknown_field_is_no_judgement() -> None:
    assert likeness("Flumpet Wrangler", "Software Engineer") is None


@pytest.mark.parametrize(
    ("posting", "held", "years", "factor"),
    [
        ("Software Engineer", "Software Engineer", 3.0, 1.0),
        ("Senior Software Engineer", "Software Engineer", 6.0, 1.0),
        ("Director of Engineering", "Junior Developer", 1.0, 0.4),
        ("Software Engineering Intern", "Principal Engineer", 15.0, 0.6),
        ("Software Engineer", "Software Engineer", None, 1.0),
    ],
)
def test_a_level_far_away_lowers_the_likeness(
    posting: str, held: str, years: float | None, factor: float
) -> None:
    found = level_factor(read_role(posting), [read_role(held)], years)
    assert found == pytest.approx(factor, abs=0.2)
    assert (found == 1.0) == (factor == 1.0)


def test_an_employer_after_the_title_is_no_part_of_it() -> None:
    assert read_role("Senior Accountant, Acme Software") == read_role("Senior Accountant")
    assert read_role("Manager, Software Engineering").fields == {"software": 1.0}
