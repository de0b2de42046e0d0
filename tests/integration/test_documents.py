"""From the shortlist to a decision: documents of the demo's jobs, and who may approve them."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from jobctrl_dagster.approvals import decide_job, waiting_jobs
from jobctrl_dagster.demo.approver import approve_in_demo, why_not_demo
from jobctrl_dagster.demo.home import write_demo_home
from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.funnel import read_funnel
from jobctrl_dagster.store.projection import refresh_status
from tests.integration.in_process import run_all, run_stages


@pytest.fixture
def opened(market: DemoMarket, tmp_path: Path) -> Iterator[Installation]:
    """The demo, run up to the letters."""
    home = Home(tmp_path / "home")
    write_demo_home(home, market.origin)
    opened = Installation.open({"JOBCTRL_HOME": str(home.root)})
    run_all(opened)
    run_stages(opened, "tailor", "cover")
    yield opened
    opened.close()


def test_every_job_of_the_shortlist_gets_documents_that_wait_for_a_person(
    opened: Installation,
) -> None:
    waiting = waiting_jobs(opened, "me")
    refresh_status(opened.store)
    funnel = read_funnel(opened.store)
    assert len(waiting) == funnel.shortlisted == funnel.covered == funnel.waiting_approval > 5
    assert funnel.closes
    for job in waiting:
        for path in (job.resume, job.letter):
            assert path.stat().st_mode & 0o777 == 0o600
            note = json.loads(path.with_name(f"{path.name}.json").read_text())
            assert note["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
            assert note["items"]


def test_two_jobs_with_one_title_get_letters_that_name_their_own_firm(
    opened: Installation,
) -> None:
    from pypdf import PdfReader

    waiting = waiting_jobs(opened, "me")
    companies = {job.company for job in waiting if job.company}
    for job in waiting:
        text = " ".join(page.extract_text() for page in PdfReader(job.letter).pages)
        assert job.company
        assert job.company in " ".join(text.split())
        own = {name for name in companies if name in job.company or job.company in name}
        assert not any(other in text for other in companies - own)


def test_a_job_marked_not_to_be_tailored_gets_the_base_resume_and_approval_shows_it(
    market: DemoMarket, tmp_path: Path
) -> None:
    home = Home(tmp_path / "marked")
    write_demo_home(home, market.origin)
    search = home.tenant("me").search
    marked = search.read_text().replace("scoring:", "documents: {untailored: [Tarnwick]}\nscoring:")
    write_private(search, marked.encode())
    opened = Installation.open({"JOBCTRL_HOME": str(home.root)})
    run_all(opened)
    run_stages(opened, "tailor", "cover")
    waiting = waiting_jobs(opened, "me")
    opened.close()
    base = {job.resume.read_bytes() for job in waiting if not job.tailored}
    assert {job.company for job in waiting if not job.tailored} == {"Tarnwick"}
    assert len(base) == 1, "the same base resume, unchanged, for each of them"


def test_a_changed_profile_makes_new_documents_and_voids_the_approval(
    opened: Installation,
) -> None:
    job = waiting_jobs(opened, "me")[0]
    decide_job(opened, job.job_key, "approved", approver="ann", run_id="cli", digest=job.digest)
    profile = opened.home.tenant("me").profile
    changed = json.loads(profile.read_text())
    changed["basics"]["summary"] += " Based in Seattle."
    write_private(profile, json.dumps(changed).encode())
    run_stages(opened, "score", "tailor", "cover")
    again = {item.job_key: item for item in waiting_jobs(opened, "me")}
    assert again[job.job_key].digest != job.digest
    with opened.store.read() as connection:
        query = sa.select(schema.approvals.c.state).where(schema.approvals.c.job_key == job.job_key)
        assert connection.scalar(query) == "void"


def test_the_demos_approver_acts_in_the_demo(opened: Installation) -> None:
    waiting = waiting_jobs(opened, "me")
    assert approve_in_demo(opened, "me", run_id="r").approved == len(waiting)
    assert waiting_jobs(opened, "me") == []
    with opened.store.read() as connection:
        approvers = set(connection.scalars(sa.select(schema.approvals.c.approver)))
    assert approvers == {"demo"}


SOURCES = {
    "a real board": "    - {provider: lever, board: example}\n",
    "another server": '    - {provider: lever, board: example, api: "http://127.0.0.1:1/lever"}\n',
}


@pytest.mark.parametrize("source", SOURCES)
def test_one_source_outside_the_market_and_the_demos_approver_refuses(
    opened: Installation, source: str
) -> None:
    search = opened.home.tenant("me").search
    write_private(search, (search.read_text() + SOURCES[source]).encode())
    assert why_not_demo(opened, "me") == "not every source is the demo market"
    assert approve_in_demo(opened, "me", run_id="r").approved == 0
    assert waiting_jobs(opened, "me")


def test_a_persons_own_home_and_a_replay_wait_for_the_person(
    opened: Installation, recorded: Path
) -> None:
    replay = Installation.open(
        {"JOBCTRL_HOME": str(opened.home.root), "JOBCTRL_REPLAY": str(recorded / "replay")}
    )
    assert why_not_demo(replay, "me") == "recorded boards belong to real companies"
    replay.close()
    (opened.home.root / "demo-market").unlink()
    assert why_not_demo(opened, "me") == "this is no demo"
    assert approve_in_demo(opened, "me", run_id="r").approved == 0
