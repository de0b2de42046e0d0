"""How single requirements are compared with a profile."""

import pytest

from jobctrl_dagster.score.engine import PreparedProfile, prepare_profile, score_posting
from jobctrl_dagster.score.records import ProfileFact, Requirement, ScoreInput


def ask(profile: PreparedProfile, text: str) -> Requirement:
    posting = ScoreInput(title="Engineer", description=f"Requirements\n\n- {text}", years_of_work=6)
    return score_posting(posting, profile).requirements[0]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Experience with Python and Docker", "met"),
        ("Experience with k8s and Postgres", "met"),
        ("Experience with Python, Terraform and Ansible", "partly"),
        ("Experience with Python or Elixir", "met"),
        ("Strong SQL", "partly"),
        ("Experience with Salesforce and Tableau", "unmet"),
        ("5+ years of experience", "met"),
        ("9+ years of experience", "partly"),
        ("Bachelor's degree in Computer Science", "met"),
        ("Bachelor's degree in nursing", "unmet"),
        ("Master's degree in Computer Science", "partly"),
        ("Fluent English", "met"),
        ("Fluent English and German", "partly"),
        ("Fluent in German or English", "met"),
        ("Fluent in German", "unmet"),
        ("Great teamwork", "unknown"),
        ("Design REST APIs and database schemas", "met"),
        ("Operate a forklift in the warehouse", "unmet"),
    ],
)
def test_a_verdict_says_what_the_profile_says(
    engineer: PreparedProfile, text: str, verdict: str
) -> None:
    assert ask(engineer, text).verdict == verdict


def test_a_term_that_comes_with_a_held_one_names_it(engineer: PreparedProfile) -> None:
    evidence = ask(engineer, "Strong SQL").evidence[0]
    assert (evidence.item, evidence.how) == ("skills[1]", "term")
    assert evidence.detail == "SQL, which comes with PostgreSQL"


def test_a_skill_no_vocabulary_knows_is_found_by_its_words() -> None:
    profile = prepare_profile([ProfileFact(id="s", kind="skill", text="Patient triage")])
    found = ask(profile, "Experience in patient triage")
    assert found.verdict == "met"
    assert (found.evidence[0].item, found.evidence[0].how) == ("s", "term")


def test_an_everyday_word_counts_where_it_is_listed_as_a_skill() -> None:
    profile = prepare_profile([ProfileFact(id="s", kind="skill", text="Go")])
    assert ask(profile, "Experience with Golang").verdict == "met"


def test_a_profile_that_lists_no_education_or_language_leaves_them_unknown() -> None:
    profile = prepare_profile([ProfileFact(id="s", kind="skill", text="Python")])
    assert ask(profile, "Bachelor's degree in physics").verdict == "unknown"
    assert ask(profile, "Fluent in German").verdict == "unknown"
