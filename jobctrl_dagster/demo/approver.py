"""The demo's approver: stands in for the person, and only where nothing real can be reached."""

from __future__ import annotations

from dataclasses import dataclass

from jobctrl_dagster.approvals import decide_job, waiting_jobs
from jobctrl_dagster.demo.home import is_demo_home, marker
from jobctrl_dagster.installation import Installation

APPROVER = "demo"


@dataclass(frozen=True)
class DemoApproval:
    """What the demo's approver did.

    Attributes:
        sentence: Why, for the log.
    """

    approved: int
    sentence: str


def approve_in_demo(opened: Installation, tenant: str, *, run_id: str) -> DemoApproval:
    """Approve every waiting job of the demo's person; for anyone else a person decides.

    Args:
        opened: The installation.
        tenant: Whose jobs.
        run_id: Under which the decisions are kept.
    """
    reason = why_not_demo(opened, tenant)
    waiting = waiting_jobs(opened, tenant)
    if reason is not None:
        sentence = f"{len(waiting)} wait for a person's approval: {reason}."
        return DemoApproval(0, sentence)
    for job in waiting:
        decide_job(
            opened, job.job_key, "approved", approver=APPROVER, run_id=run_id, digest=job.digest
        )
    return DemoApproval(
        len(waiting), f"{len(waiting)} approved by {APPROVER}, as in the demo only."
    )


def why_not_demo(opened: Installation, tenant: str) -> str | None:
    """Why the demo's approver may not act, or ``None`` where every source is the demo market."""
    if not is_demo_home(opened.home):
        return "this is no demo"
    if opened.replay_folder is not None:
        return "recorded boards belong to real companies"
    origin = marker(opened.home).read_text(encoding="utf-8").strip()
    sources = opened.search(tenant).sources
    boards = sources.company_boards
    elsewhere = (
        sources.public_feeds,
        sources.community,
        sources.imports,
        sources.broad_boards.sites,
    )
    if any(elsewhere) or not all((board.api or "").startswith(f"{origin}/") for board in boards):
        return "not every source is the demo market"
    host = origin.partition("://")[2]
    if opened.system.hosts.allow != (host,):
        return "more hosts are allowed than the demo market"
    return None
