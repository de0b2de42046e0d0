"""The recorded boards of real companies, through every stage, with a real resume."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.starter import write_starter
from jobctrl_dagster.store import schema
from tests.integration.in_process import run_all

pytestmark = [pytest.mark.recorded, pytest.mark.xdist_group("recorded")]


@pytest.fixture(scope="module")
def opened(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    home = tmp_path_factory.mktemp("recorded")
    resume = recorded / "resumes" / "jsonresume" / "jane-fullstacker.json"
    write_starter(Home(home), "me", resume)
    opened = Installation.open(
        {"JOBCTRL_HOME": str(home), "JOBCTRL_REPLAY": str(recorded / "replay")}
    )
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def funnel(opened: Installation) -> Any:
    return run_all(opened)


def by_code(opened: Installation, stage: str) -> dict[tuple[str, str], int]:
    table = schema.outcomes
    query = (
        sa.select(table.c.outcome, table.c.code, sa.func.count())
        .where(table.c.stage == stage)
        .group_by(table.c.outcome, table.c.code)
    )
    with opened.store.read() as connection:
        return {(row[0], row[1]): row[2] for row in connection.execute(query)}


def test_every_recorded_posting_comes_through_or_says_why(funnel: Any, opened: Any) -> None:
    assert funnel.closes
    assert funnel.discovered == 742
    assert funnel.failed == 0
    assert by_code(opened, "enrich") == {
        ("succeeded", "enriched"): 704,
        ("skipped", "not_recorded"): 30,
    }
    assert funnel.duplicates == 742 - 704 - 30
    assert funnel.scored == funnel.enriched


def test_lists_recorded_without_details_say_so(funnel: Any, opened: Any) -> None:
    """Their rows have no text, and the pages that would have it were not recorded."""
    outcomes, jobs, postings = schema.outcomes, schema.jobs, schema.postings
    query = (
        sa.select(postings.c.raw, outcomes.c.sentence)
        .join(jobs, jobs.c.posting_key == postings.c.key)
        .join(outcomes, outcomes.c.job_key == jobs.c.job_key)
        .where(outcomes.c.code == "not_recorded")
    )
    with opened.store.read() as connection:
        rows = connection.execute(query).all()
    assert {row.raw["provider"] for row in rows} == {
        "greenhouse",
        "smartrecruiters",
        "workable",
        "workday",
    }
    assert all("The board gives no text" in row.sentence for row in rows)


def test_a_nurse_and_a_builder_of_software_do_not_fit_the_same_jobs(
    funnel: Any, opened: Any
) -> None:
    """The full-stack resume's best matches are software, its worst are not."""
    scores, jobs, postings = schema.scores, schema.jobs, schema.postings
    query = (
        sa.select(postings.c.title)
        .join(jobs, jobs.c.posting_key == postings.c.key)
        .join(scores, scores.c.job_key == jobs.c.job_key)
    )
    with opened.store.read() as connection:
        best = list(connection.scalars(query.order_by(scores.c.exact.desc()).limit(15)))
        worst = list(connection.scalars(query.order_by(scores.c.exact).limit(15)))
    software = ("engineer", "developer", "software")
    assert all(any(word in title.lower() for word in software) for title in best), best
    assert not any("software" in title.lower() for title in worst), worst


def test_every_fact_quotes_the_posting(funnel: Any, opened: Any) -> None:
    with opened.store.read() as connection:
        rows = connection.execute(sa.select(schema.postings.c.raw, schema.postings.c.facts)).all()
    checked = 0
    for raw, facts in rows:
        if not facts or not facts["pay"]:
            continue
        source = " ".join(f"{raw['description']} {facts['text']} {raw['pay_text']}".split()).lower()
        stated = " ".join(facts["pay"]["evidence"].split()).lower()
        amounts = [raw["pay_minimum"], raw["pay_maximum"]]
        assert stated in source or any(amounts), (raw["title"], stated)
        checked += 1
    assert checked > 100


def test_the_same_recording_again_changes_nothing(funnel: Any, opened: Any) -> None:
    with opened.store.read() as connection:
        before = connection.scalar(sa.select(sa.func.count()).select_from(schema.events))
    again = run_all(opened, run_id="again")
    with opened.store.read() as connection:
        after = connection.scalar(sa.select(sa.func.count()).select_from(schema.events))
    assert again == funnel
    assert after == before
