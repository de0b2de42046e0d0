"""Headings, bullets and sentences of postings in several languages."""

import pytest

from jobctrl_dagster.score.sections import heading_section, split_units


def units(text: str) -> list[tuple[str, str]]:
    return [(unit.section, unit.text) for unit in split_units(text)]


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Requirements", "must"),
        ("What you'll need:", "must"),
        ("WHAT YOU’LL NEED", "must"),
        ("**Must haves**", "must"),
        ("🔍 Minimum requirements", "must"),
        ("Required qualifications & experience:", "must"),
        ("Nice to have", "nice"),
        ("Preferred qualifications:", "nice"),
        ("Key Responsibilities", "responsibility"),
        ("What you'll do at Acme", "responsibility"),
        ("Perks & Benefits", "skip"),
        ("About Acme", "skip"),
        ("Why join Acme?", "skip"),
        ("Equal Employment Opportunity", "skip"),
        ("Dein Profil", "must"),
        ("Das bringst du mit:", "must"),
        ("Deine Aufgaben", "responsibility"),
        ("Wir bieten", "skip"),
        ("Profil recherché", "must"),
        ("Vos missions", "responsibility"),
        ("Avantages", "skip"),
        ("Requisitos", "must"),
        ("Se valora", "nice"),
        ("Ofrecemos", "skip"),
        ("Functie-eisen", "must"),
        ("Wat ga je doen?", "responsibility"),
        ("Wij bieden", "skip"),
        ("Wymagania", "must"),
        ("Mile widziane", "nice"),
        ("Zakres obowiązków", "responsibility"),
        ("Oferujemy", "skip"),
        ("Diferenciais", "nice"),
        ("Payments Platform", "open"),
    ],
)
def test_a_heading_opens_its_section(line: str, section: str) -> None:
    assert heading_section(line) == section


@pytest.mark.parametrize(
    "line",
    [
        "- Requirements engineering",
        "We ask for few requirements.",
        "You will write requirements for teams of ours, in many countries, and talk to everyone",
        "",
        "***",
    ],
)
def test_a_sentence_or_bullet_is_no_heading(line: str) -> None:
    assert heading_section(line) is None


def test_bullets_and_sentences_stand_in_the_section_above_them() -> None:
    text = "Requirements\n\n- Python\n- SQL. Docker too.\n\nBenefits\n\nFree tea. Free cake."
    assert units(text) == [
        ("must", "Python"),
        ("must", "SQL."),
        ("must", "Docker too."),
        ("skip", "Free tea."),
        ("skip", "Free cake."),
    ]


def test_an_unknown_heading_in_a_list_is_a_sub_heading() -> None:
    text = "Responsibilities\n\nPayments\n\n- Build APIs\n\nTeam Growth\n\n- Mentor people"
    assert units(text) == [("responsibility", "Build APIs"), ("responsibility", "Mentor people")]


def test_an_unknown_heading_before_prose_ends_the_section() -> None:
    text = f"Requirements\n\n- Python\n\nPayments In Numbers\n\nWe have {'many ' * 20}offices."
    assert [section for section, _ in units(text)] == ["must", "open"]


def test_a_line_before_a_list_may_say_what_the_list_is() -> None:
    text = "About us\n\nWe sell tea.\n\nFor this we would ideally see:\n\n- Python"
    assert units(text)[-1] == ("nice", "Python")


def test_sections_are_found_in_one_running_sentence_each() -> None:
    text = "Join us. Required: Python, Docker. Preferred: Kubernetes. Benefits: free tea."
    assert units(text) == [
        ("open", "Join us."),
        ("must", "Python, Docker."),
        ("nice", "Kubernetes."),
        ("skip", "free tea."),
    ]


def test_headings_are_found_in_text_that_lost_its_markup() -> None:
    text = (
        "Acme sells tea in forty countries and has done so since it was founded by two brothers. "
        "Key Responsibilities Design the tea service Build the cake service with people who care "
        "Requirements 5+ years of experience with Python Strong knowledge of SQL and of databases "
        "Nice to have Experience with Docker About Acme Acme was founded by two brothers who care."
    )
    found = units(text)
    assert ("responsibility", "Build the cake service with people who care") in found or (
        "responsibility",
        "Design the tea service Build the cake service with people who care",
    ) in found
    assert ("nice", "Experience with Docker") in found
    assert [section for section, text in found if "Python" in text] == ["must"]
    assert found[-1] == ("skip", "Acme was founded by two brothers who care.")


def test_bold_lead_ins_of_markdown_are_headings() -> None:
    text = "We sell tea.**Primary Skills:** Python, SQL **Benefits:** Free tea"
    assert units(text) == [
        ("open", "We sell tea."),
        ("must", "Python, SQL"),
        ("skip", "Free tea"),
    ]
