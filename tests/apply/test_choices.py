"""Which option an answer means."""

import math
from itertools import pairwise

import pycountry
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.apply.choices import Answer, choose, in_range, range_of
from jobctrl_dagster.demo.form_fields import form_of

COUNTRIES = next(
    field.options
    for field in form_of("lever", "larkmoor", "Larkmoor").fields
    if field.label.startswith("Which country")
)


def country(code: str) -> Answer:
    from babel import Locale

    name = Locale("en").territories[code]
    return Answer(name, "basics.location.countryCode", (code,), country=code)


def test_every_country_finds_itself_in_a_list_of_all_of_them():
    labels = [option.label for option in COUNTRIES]
    assert len(labels) > 240
    found = {
        option.value: None if picked is None else COUNTRIES[picked].value
        for option in COUNTRIES
        if pycountry.countries.get(alpha_2=option.value)
        for picked in [choose(labels, country(option.value))]
    }
    wrong = {code: other for code, other in found.items() if other not in {code, None}}
    assert wrong == {}
    assert sum(other is None for other in found.values()) <= 3, found


@pytest.mark.parametrize("name", ["USA", "US", "Vereinigte Staaten", "United States of America"])
def test_a_country_is_found_under_its_other_names(name: str):
    assert choose(["Uganda", "United States Minor Outlying Islands", name], country("US")) == 2


def test_whole_names_come_before_likeness():
    options = ["United States Minor Outlying Islands", "United States"]
    assert choose(options, Answer("United States", "x")) == 1
    assert choose(["Job boards", "Job board"], Answer("Job board", "x")) == 1


def test_likeness_never_crosses_a_number_or_a_negation():
    assert choose(["Newsletter 2025", "Website"], Answer("Newsletter 2024", "x")) is None
    assert choose(["I will not relocate there"], Answer("I will now relocate there", "x")) is None
    assert choose(["Company web-site"], Answer("Company website", "x")) == 0


def test_yes_and_no_are_chosen_only_where_it_is_clear_which():
    assert choose(["Yes", "No"], Answer(False, "x")) == 1
    assert choose(["Ja, ich habe eine", "Nein"], Answer("Yes", "x")) == 0
    assert choose(["Yes, with help", "Yes, alone", "No"], Answer(True, "x")) is None
    assert choose(["Agree", "Disagree"], Answer(True, "x")) is None


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("Less than 1 year", (0, 0)),
        ("< 2", (0, 1)),
        ("1 to 3 years", (1, 3)),
        ("4-6", (4, 6)),
        ("10+", (10, math.inf)),
        ("10 years or more", (10, math.inf)),
        ("Mehr als 5 Jahre", (5, math.inf)),
        ("3 ans", (3, 3)),
        ("Never", None),
    ],
)
def test_ranges_of_years_are_read(option: str, expected: tuple[float, float] | None):
    assert range_of(option) == expected


def test_a_shared_bound_is_decided_by_the_exact_number():
    assert in_range(["1-3", "3-5", "5+"], 3.4) == 1
    assert in_range(["1-3", "3-5", "5+"], 8.3) == 2


@given(
    st.lists(st.integers(min_value=1, max_value=15), min_size=1, max_size=5, unique=True),
    st.floats(min_value=0, max_value=40),
)
def test_ranges_without_gaps_hold_every_number_once(bounds: list[int], years: float):
    bounds.sort()
    options = [f"Less than {bounds[0]} years"]
    options += [f"{low} to {high - 1} years" for low, high in pairwise(bounds)]
    options.append(f"{bounds[-1]} years or more")
    picked = in_range(options, years)
    assert picked is not None
    low, high = range_of(options[picked]) or (0, -1)
    assert low <= math.floor(years) <= high


@given(st.lists(st.text(min_size=1, max_size=30), max_size=8), st.text(min_size=1, max_size=30))
def test_what_is_chosen_is_one_of_the_options(options: list[str], text: str):
    picked = choose(options, Answer(text, "x"))
    assert picked is None or 0 <= picked < len(options)
