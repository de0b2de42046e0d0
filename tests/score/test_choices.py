"""Which named terms stand for each other."""

import pytest

from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.score.requirements import read_requirements


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("Python, Docker and Kubernetes", {("Python",), ("Docker",), ("Kubernetes",)}),
        ("Experience with React, Vue.js, or Angular", {("React", "Vue.js", "Angular")}),
        ("One of Python, Java, Scala", {("Python", "Java", "Scala")}),
        ("A cloud such as AWS, Azure", {("AWS", "Azure")}),
        ("Tableau or Power BI, SQL, Excel", {("Tableau", "Power BI"), ("SQL",), ("Excel",)}),
        ("Python and PostgreSQL or MySQL", {("Python",), ("PostgreSQL", "MySQL")}),
        ("Python and AWS/Azure", {("Python",), ("AWS", "Azure")}),
        ("Erfahrung mit Python oder Java", {("Python", "Java")}),
        ("Expérience avec Python ou Java", {("Python", "Java")}),
    ],
)
def test_terms_are_grouped_by_and_and_or(text: str, groups: set[tuple[str, ...]]) -> None:
    draft = read_requirements(f"Requirements\n\n- {text}", find_terms)[0]
    assert set(draft.groups) == groups
