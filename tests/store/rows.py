"""Postings, jobs and stage bodies for tests of what the store remembers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.discover.intake import Intake, Intaker
from jobctrl_dagster.discover.records import RawPosting
from jobctrl_dagster.slice_work import Handled, Job
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.outcomes import StageOutcome, ready_jobs, record_outcome


def raw(number: int | str = 1, **changes: Any) -> RawPosting:
    """A row of a board; another number is another job."""
    row: dict[str, Any] = {
        "source": "greenhouse:acme",
        "provider": "greenhouse",
        "external_id": str(number),
        "url": f"https://example.com/jobs/{number}",
        "company": "Acme",
        "title": f"Engineer {number}",
        "description": f"Text of number {number}.",
    }
    return RawPosting(**row | changes)


def take_in(store: Store, posting: RawPosting, *, tenant: str = "me", run: str = "crawl") -> Intake:
    with store.unit_of_work() as unit:
        intake = Intaker(store, tenant, "execution", run).take(unit, posting)
        unit.commit()
    return intake


def record(store: Store, outcome: StageOutcome, *, run: str = "run", basis: str = "b") -> None:
    with store.unit_of_work() as unit:
        record_outcome(unit, store, outcome, run_id=run, basis=basis)
        unit.commit()


def ready(store: Store, stage: StageName, *, tenant: str = "me", basis: str = "b") -> list[str]:
    with store.read() as connection:
        return ready_jobs(connection, store, stage, tenant, basis, 100)


def outcomes(store: Store, stage: StageName) -> dict[str, str]:
    """The outcome of each job at a stage."""
    table = schema.outcomes
    query = sa.select(table.c.job_key, table.c.outcome).where(table.c.stage == stage)
    with store.read() as connection:
        return {row.job_key: row.outcome for row in connection.execute(query)}


@dataclass
class FakeBody:
    """A stage that succeeds with every job, after doing what the test wants done meanwhile."""

    stage: StageName = "enrich"
    tenant: str = "me"
    basis: str = "b"
    meanwhile: Callable[[Job], None] = lambda _job: None
    handled: list[str] = field(default_factory=list)

    def handle(self, job: Job) -> Handled:
        self.handled.append(job.key)
        self.meanwhile(job)
        return Handled(StageOutcome(self.tenant, job.key, self.stage, "succeeded", "done", "Done."))
