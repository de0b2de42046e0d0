"""Real postings keep the promises too."""

import json
from pathlib import Path

import pytest

from jobctrl_dagster.facts.text import clean_html
from jobctrl_dagster.score.engine import PreparedProfile, score_posting
from jobctrl_dagster.score.records import ScoreCard, ScoreInput

pytestmark = pytest.mark.recorded
UNMET = "A valid truck driving licence is required"


@pytest.fixture(scope="module")
def postings(recorded: Path) -> list[ScoreInput]:
    path = recorded / "boards" / "greenhouse" / "stripe_jobs_content_120of547.json"
    jobs = json.loads(path.read_text(encoding="utf-8"))["jobs"]
    return [
        ScoreInput(title=job["title"], description=clean_html(job["content"]), years_of_work=6)
        for job in jobs
    ]


@pytest.fixture(scope="module")
def cards(postings: list[ScoreInput], engineer: PreparedProfile) -> list[ScoreCard]:
    return [score_posting(posting, engineer) for posting in postings]


def test_every_posting_has_requirements_quoted_from_it(
    postings: list[ScoreInput], cards: list[ScoreCard]
) -> None:
    for posting, card in zip(postings, cards, strict=True):
        assert len(card.requirements) >= 5
        assert all(requirement.text in posting.description for requirement in card.requirements)
        assert not card.provisional
        assert card.warnings == ()


def test_an_engineer_sees_engineering_first_and_sales_last(
    postings: list[ScoreInput], cards: list[ScoreCard]
) -> None:
    pairs = zip(postings, cards, strict=True)
    ranked = sorted(pairs, key=lambda pair: -pair[1].exact)
    assert all("Engineer" in posting.title for posting, _ in ranked[:8])
    assert not any("Engineer" in posting.title for posting, _ in ranked[-40:])
    sales = [card.score for posting, card in ranked if posting.title.startswith("Account Exec")]
    assert max(sales) <= 3


def test_an_unmet_must_never_raises_a_real_score(
    postings: list[ScoreInput], cards: list[ScoreCard], engineer: PreparedProfile
) -> None:
    for posting, card in zip(postings, cards, strict=True):
        longer = f"{posting.description}\n\nRequirements\n\n- {UNMET}"
        changed = posting.model_copy(update={"description": longer})
        assert score_posting(changed, engineer).exact <= card.exact
