"""What counts as a requirement, and of which kind."""

import pytest

from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.score.requirements import Draft, read_requirements, requirement_id


def read(text: str) -> tuple[Draft, ...]:
    return read_requirements(text, find_terms)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(draft.kind, draft.text) for draft in read(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("You must have worked with Python.", "must"),
        ("Experience with Python is required.", "must"),
        ("At least two years of experience in sales.", "must"),
        ("Experience with Python is a plus.", "nice"),
        ("Ideally you have worked with Python.", "nice"),
        ("Erfahrung mit Python ist erforderlich.", "must"),
        ("Kenntnisse in Python sind von Vorteil.", "nice"),
        ("Expérience avec Python souhaitée.", "nice"),
        ("Experiencia con Python imprescindible.", "must"),
        ("Ervaring met Python is een pré.", "nice"),
        ("Doświadczenie w Python mile widziane.", "nice"),
    ],
)
def test_wording_decides_where_there_is_no_heading(text: str, kind: str) -> None:
    assert kinds(text) == [(kind, text)]


def test_wording_in_a_section_turns_single_bullets() -> None:
    text = "Requirements\n\n- Python\n- Docker is a plus\n\nResponsibilities\n\n- Run Kubernetes"
    assert [kind for kind, _ in kinds(text)] == ["must", "nice", "responsibility"]


@pytest.mark.parametrize(
    "text",
    [
        "We build payment software in Python and Rust.",
        "Our team has ten years of experience with Docker.",
        "At Acme, we require nothing but kindness.",
        "Benefits\n\n- Python courses are required for nobody",
        "Über uns\n\nWir haben Erfahrung mit Python.",
        "Qui sommes-nous\n\n- Expérience en Python depuis 1999",
        "We welcome applicants regardless of race; no experience with politics is required.",
        "Do you have what it takes?",
    ],
)
def test_what_the_employer_says_of_itself_is_no_requirement(text: str) -> None:
    assert read(text) == ()


def test_words_under_two_kinds_count_once_as_the_stricter() -> None:
    forward = "Nice to have\n\n- Python\n\nRequirements\n\n- Python!"
    backward = "Requirements\n\n- Python!\n\nNice to have\n\n- Python"
    assert [draft.kind for draft in read(forward)] == ["must"]
    assert [draft.kind for draft in read(backward)] == ["must"]


def test_an_id_depends_on_the_words_alone() -> None:
    first, second = (
        read(f"Requirements\n\n- {text}")[0] for text in ("SQL, Python", "sql  python.")
    )
    assert requirement_id(first.key) == requirement_id(second.key)
    assert first.text == "SQL, Python"


def test_filler_is_no_subject() -> None:
    draft = read("Requirements\n\n- Strong experience with distributed systems")[0]
    assert draft.core == "distributed systems"
