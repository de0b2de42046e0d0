"""The funnel: how many jobs came how far, every one counted in exactly one place."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store


@dataclass(frozen=True)
class Funnel:
    """Counts of one tenant, or of all.

    ``discovered`` counts sightings: each is a duplicate, or the first of a job. The first group
    tells how far jobs came, the second where each of them stands now; the second adds up.
    """

    discovered: int = 0
    enriched: int = 0
    scored: int = 0
    shortlisted: int = 0
    tailored: int = 0
    covered: int = 0
    waiting_approval: int = 0
    applied_dry_run: int = 0
    duplicates: int = 0
    dropped: int = 0
    failed: int = 0
    blocked: int = 0
    below_threshold: int = 0
    not_attempted: int = 0

    @property
    def closes(self) -> bool:
        """Whether every discovered sighting is in exactly one final place."""
        return self.discovered == (
            self.duplicates
            + self.dropped
            + self.failed
            + self.blocked
            + self.below_threshold
            + self.waiting_approval
            + self.applied_dry_run
            + self.not_attempted
        )

    def line(self) -> str:
        """The funnel in one line, for programs."""
        return "funnel: " + " ".join(f"{name}={count}" for name, count in asdict(self).items())


def read_funnel(store: Store, tenant: str | None = None) -> Funnel:
    """Count by SQL; a job without a status yet is one that was not attempted."""
    findings, outcomes, keys = schema.findings, schema.outcomes, schema.partition_keys
    with store.read() as connection:
        seen = _counts(connection, tenant, findings, findings.c.duplicate)
        places = _places(connection, tenant)
        passed = _counts(
            connection, tenant, outcomes, outcomes.c.stage, outcomes.c.outcome == "succeeded"
        )
        sets = _counts(connection, tenant, keys, keys.c.set_name, keys.c.wanted == sa.true())
    return Funnel(
        discovered=sum(seen.values()),
        enriched=passed.get("enrich", 0),
        scored=passed.get("score", 0),
        shortlisted=sets.get("shortlist", 0),
        tailored=passed.get("tailor", 0),
        covered=passed.get("cover", 0),
        waiting_approval=places.get("waiting_approval", 0),
        applied_dry_run=places.get("applied_dry_run", 0),
        duplicates=seen.get("True", 0),
        dropped=places.get("dropped", 0),
        failed=places.get("failed", 0),
        blocked=places.get("blocked", 0),
        below_threshold=places.get("below_threshold", 0),
        not_attempted=places.get("open", 0),
    )


def _places(connection: sa.Connection, tenant: str | None) -> dict[str, int]:
    jobs, status = schema.jobs, schema.job_status
    joined = jobs.outerjoin(
        status, sa.and_(status.c.tenant == jobs.c.tenant, status.c.job_key == jobs.c.job_key)
    )
    place = sa.func.coalesce(status.c.place, "open")
    return _counts(connection, tenant, joined, place, owner=jobs.c.tenant)


def _counts(
    connection: sa.Connection,
    tenant: str | None,
    source: sa.FromClause,
    by: sa.ColumnElement[Any],
    *where: sa.ColumnElement[bool],
    owner: sa.ColumnElement[str] | None = None,
) -> dict[str, int]:
    """Rows of one tenant, or of all, counted by the values of a column."""
    query = sa.select(by, sa.func.count()).select_from(source).where(*where).group_by(by)
    if tenant is not None:
        query = query.where((source.c.tenant if owner is None else owner) == tenant)
    return {str(row[0]): int(row[1]) for row in connection.execute(query)}
