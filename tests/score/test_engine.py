"""What a score promises."""

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobctrl_dagster.facts.place import Place, PlaceWish
from jobctrl_dagster.score.engine import PreparedProfile, prepare_profile, score_posting
from jobctrl_dagster.score.records import ProfileFact, ScoreCard, ScoreInput

GOOD = """About us

We build software for shops. We use Haskell and Zig.

What you'll do

- Design and build REST APIs for our payments platform
- Mentor junior engineers
- Run services on Kubernetes

Requirements

- 5+ years of experience as a backend engineer
- Strong Python and PostgreSQL
- Experience with Docker and Kubernetes
- Bachelor's degree in Computer Science or equivalent experience
- Excellent communication skills

Nice to have

- Experience with Apache Kafka or RabbitMQ
- Terraform

Benefits

- Learn Elixir, Scala and Perl on paid training days

We are an equal opportunity employer and welcome applicants regardless of race or gender identity.
"""
NURSE = """Requirements

- Current registered nurse license
- 2+ years of experience in acute patient care
- Basic life support certification
- Able to lift patients and administer medication

Responsibilities

- Assess patients and write care plans
- Administer medication and monitor vital signs
- Work with physicians on the ward and inform families about treatment and discharge from hospital

We are looking for a nurse who cares. The ward has 30 beds and treats patients after surgery.
"""
TERMS = (
    "Python", "PostgreSQL", "Docker", "Kubernetes", "Terraform", "Ansible", "MongoDB", "GraphQL",
    "TypeScript", "Snowflake", "Elixir", "Haskell",
)  # fmt: skip
CARE = (
    "Wound care", "Medication", "Triage", "Phlebotomy", "Catheter care", "Palliative care",
    "Infection control", "Patient education", "Vital signs", "Ventilators", "Dialysis",
    "Discharge planning",
)  # fmt: skip
SENTENCES = (
    "Experience with payment systems",
    "Must have led a team of engineers",
    "5+ years of experience building distributed systems",
    "Fluent in German",
    "Knowledge of accounting standards",
    "Bachelor's degree in nursing",
    "Python, Docker and Terraform",
    "Experience with Elixir or Haskell",
    "A passion for great communication",
)
UNMET = (
    "Must have experience with COBOL on mainframes",
    "At least 12 years of experience with Elixir",
    "Scala and Haskell are required",
    "A valid truck driving licence is required",
    "Must have experience in underwater welding",
)


def score(
    profile: PreparedProfile, description: str, title: str = "Backend Engineer", years: float = 6
) -> ScoreCard:
    return score_posting(
        ScoreInput(title=title, description=description, years_of_work=years), profile
    )


def bullets(lines: tuple[str, ...] | list[str], heading: str = "Requirements") -> str:
    return f"{heading}\n\n" + "\n".join(f"- {line}" for line in lines)


def with_skills(skills: tuple[str, ...]) -> PreparedProfile:
    facts = [ProfileFact(id="work[0]", kind="work_title", text="Backend Engineer")]
    facts += [ProfileFact(id=f"skills[{s}]", kind="skill", text=s) for s in skills]
    return prepare_profile(facts)


def test_a_posting_made_for_the_person_scores_high(engineer: PreparedProfile) -> None:
    assert score(engineer, GOOD).score >= 8


def test_a_posting_of_another_trade_scores_low(engineer: PreparedProfile) -> None:
    assert score(engineer, NURSE, title="Registered Nurse (m/w/d)").score <= 3


def test_a_neighbouring_field_scores_in_between(engineer: PreparedProfile) -> None:
    posting = bullets(
        (
            "3+ years of experience as a data engineer",
            "Strong SQL and Python",
            "Experience with Airflow and dbt",
            "Experience with Snowflake or BigQuery",
            "Build data pipelines and data models for analysts",
        )
    )
    assert 4 <= score(engineer, posting, title="Data Engineer").score <= 6


def test_every_requirement_names_what_bears_it_out(engineer: PreparedProfile) -> None:
    card = score(engineer, GOOD)
    python = next(r for r in card.requirements if "Python" in r.terms)
    assert python.verdict == "met"
    assert {evidence.item for evidence in python.evidence} == {"skills[0]", "skills[1]"} or (
        python.evidence[0].how == "term"
    )
    assert all(r.evidence for r in card.requirements if r.verdict in {"met", "partly"})
    assert all(r.text in GOOD for r in card.requirements)


def test_benefits_and_the_employer_are_no_requirements(engineer: PreparedProfile) -> None:
    named = {term for r in score(engineer, GOOD).requirements for term in r.terms}
    assert not named & {"Elixir", "Scala", "Perl", "Haskell", "Zig"}


def test_a_soft_skill_is_unknown_and_counts_nothing(engineer: PreparedProfile) -> None:
    base = bullets(["Python", "Elixir"])
    card = score(engineer, base + "\n- Excellent communication skills")
    assert card.requirements[-1].verdict == "unknown"
    assert card.exact == score(engineer, base).exact


def test_likeness_alone_never_meets_a_named_technology(engineer: PreparedProfile) -> None:
    card = score(engineer, bullets(["Built a distributed payment ledger in Elixir for requests"]))
    assert card.requirements[0].verdict in {"partly", "unmet"}


def test_too_few_years_are_partly_met(engineer: PreparedProfile) -> None:
    posting = bullets(["8+ years of experience with Python"])
    few, enough = (score(engineer, posting, years=years).requirements[0] for years in (4, 9))
    assert (few.years, few.verdict, enough.verdict) == (8, "partly", "met")
    assert few.evidence[-1].detail == "4 of 8 years"


def test_place_stands_beside_the_number(engineer: PreparedProfile) -> None:
    place = Place(
        work_model="onsite",
        cities=("Oslo",),
        regions=(),
        countries=("NO",),
        restrictions=(),
        evidence=(),
    )
    posting = ScoreInput(title="Backend Engineer", description=GOOD, place=place)
    near = score_posting(posting, engineer, place_wish=PlaceWish(countries=("NO",)))
    far = score_posting(posting, engineer, place_wish=PlaceWish(countries=("PT",)))
    none = score_posting(posting, engineer)
    assert near.exact == far.exact == none.exact
    assert near.eligibility is not None
    assert far.eligibility is not None
    assert (near.eligibility.accepted, far.eligibility.accepted) == (True, False)
    assert none.eligibility is None


def test_a_short_text_is_provisional(engineer: PreparedProfile) -> None:
    assert score(engineer, bullets(["Python"])).provisional
    assert not score(engineer, GOOD).provisional


@pytest.mark.parametrize("nothing", ["", "  \n \n", "\x00"])
def test_without_a_description_the_title_decides_and_the_card_says_so(
    engineer: PreparedProfile, nothing: str
) -> None:
    near, far = (score(engineer, nothing, title) for title in ("Backend Engineer", "Chef"))
    assert near.score >= 7
    assert far.score <= 3
    assert near.provisional
    assert near.requirements == ()
    assert "No description" in near.summary


def test_a_profile_without_items_is_scored_too() -> None:
    card = score(prepare_profile([]), GOOD)
    assert card.score <= 3
    assert all(r.verdict in {"unmet", "unknown"} for r in card.requirements)


def test_the_same_input_gives_the_same_card(engineer: PreparedProfile) -> None:
    assert score(engineer, GOOD) == score(engineer, GOOD)


@given(st.permutations(SENTENCES))
@settings(max_examples=25, deadline=None)
def test_the_order_of_requirements_changes_nothing(
    engineer: PreparedProfile, lines: list[str]
) -> None:
    assert score(engineer, bullets(lines)).exact == score(engineer, bullets(SENTENCES)).exact


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=20))
@settings(max_examples=25, deadline=None)
def test_a_repeated_bullet_counts_once(engineer: PreparedProfile, lines: list[str]) -> None:
    once = list(dict.fromkeys(lines))
    assert score(engineer, bullets(lines)).exact == score(engineer, bullets(once)).exact


@given(st.sets(st.sampled_from(TERMS)), st.sampled_from(TERMS), st.data())
@settings(max_examples=40, deadline=None)
def test_one_more_matching_skill_never_lowers_a_score(
    held: set[str], added: str, data: st.DataObject
) -> None:
    lines = data.draw(st.lists(st.sampled_from((*SENTENCES, *TERMS)), min_size=1, max_size=8))
    posting = bullets(lines)
    before, after = (
        score(with_skills(tuple(sorted(skills))), posting) for skills in (held, held | {added})
    )
    assert after.exact >= before.exact


@given(st.lists(st.sampled_from((*SENTENCES, *TERMS)), max_size=8), st.sampled_from(UNMET))
@settings(max_examples=40, deadline=None)
def test_one_more_unmet_must_never_raises_a_score(
    engineer: PreparedProfile, lines: list[str], unmet: str
) -> None:
    after = score(engineer, bullets([*lines, unmet]))
    assert after.requirements[-1].verdict == "unmet"
    assert after.exact <= score(engineer, bullets(lines)).exact


@pytest.mark.parametrize("heading", ["Requirements", "Nice to have"])
@pytest.mark.parametrize("skills", [TERMS, CARE], ids=["technology", "care"])
@pytest.mark.parametrize("missing", range(12))
def test_one_of_twelve_skills_weighs_one_twelfth_at_most(
    heading: str, skills: tuple[str, ...], missing: int
) -> None:
    listed = bullets(skills, heading)
    in_a_row = f"{heading}\n\n- {', '.join(skills[:-1])} and {skills[-1]}"
    rest = skills[:missing] + skills[missing + 1 :]
    for posting in (listed, in_a_row):
        all_held, one_short = (score(with_skills(held), posting) for held in (skills, rest))
        assert 0 <= all_held.exact - one_short.exact <= 9 / 12
        assert all_held.score - one_short.score <= 1
    assert score(with_skills(rest), listed).exact < score(with_skills(skills), listed).exact
    shorter = score(with_skills(skills), bullets(rest, heading))
    assert abs(shorter.exact - score(with_skills(skills), listed).exact) <= 9 / 12


def test_a_must_have_weighs_more_than_a_wish(engineer: PreparedProfile) -> None:
    met = [f"Experience with {term}" for term in ("Python", "Docker", "Kubernetes")]
    must = score(engineer, bullets([*met, "Experience with Elixir"]))
    wish = score(engineer, bullets(met) + "\n\nNice to have\n\n- Experience with Elixir")
    assert must.exact < wish.exact


@pytest.mark.parametrize(
    "odd", ["\ud800 Python \udfff", "a\x00b", "٣ years", "＋５ years of Ｐython"]
)
def test_odd_text_is_scored(engineer: PreparedProfile, odd: str) -> None:
    card = score(engineer, bullets([odd, "Python"]), title=odd)
    assert 1 <= card.score <= 10
    assert not card.model_dump_json().count("\\ud800")


def test_years_that_are_no_number_are_left_out(engineer: PreparedProfile) -> None:
    posting = bullets(["8+ years of experience with Python"])
    assert score(engineer, posting, years=math.nan).requirements[0].verdict == "met"


@pytest.mark.parametrize(
    "text",
    [
        "word " * 40_000,
        "- Experience with Python and 5+ years of work\n" * 4_500,
        "a, b or c and d / e (f) " * 8_000,
        "(" * 200_000,
        "Requirements: " * 14_000,
        "".join(f"- Must have number {n} experience with tool{n}\n" for n in range(4_000)),
    ],
    ids=["words", "bullets", "choices", "brackets", "headings", "requirements"],
)
def test_long_text_is_scored_in_good_time(engineer: PreparedProfile, text: str) -> None:
    started = time.process_time()
    assert 1 <= score(engineer, text).score <= 10
    assert time.process_time() - started < 5
