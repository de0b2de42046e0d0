"""The funnel: how many jobs came how far, every one counted in exactly one place."""

from __future__ import annotations

from dataclasses import asdict, dataclass

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
    findings, outcomes = schema.findings, schema.outcomes
    with store.read() as connection:
        discovered, duplicates = connection.execute(
            _of(
                tenant,
                findings,
                sa.select(
                    sa.func.count(),
                    sa.func.coalesce(sa.func.sum(sa.cast(findings.c.duplicate, sa.Integer)), 0),
                ).select_from(findings),
            )
        ).one()
        places = _places(connection, tenant)
        passed = sa.select(outcomes.c.stage, sa.func.count()).where(
            outcomes.c.outcome == "succeeded"
        )
        by_stage = _pairs(connection, _of(tenant, outcomes, passed.group_by(outcomes.c.stage)))
        shortlisted = _shortlisted(connection, tenant)
    return Funnel(
        discovered=discovered,
        enriched=by_stage.get("enrich", 0),
        scored=by_stage.get("score", 0),
        shortlisted=shortlisted,
        duplicates=duplicates,
        dropped=places.get("dropped", 0),
        failed=places.get("failed", 0),
        blocked=places.get("blocked", 0),
        below_threshold=places.get("below_threshold", 0),
        not_attempted=places.get("open", 0),
    )


def _places(connection: sa.Connection, tenant: str | None) -> dict[str, int]:
    jobs, status = schema.jobs, schema.job_status
    place = sa.func.coalesce(status.c.place, "open")
    joined = jobs.outerjoin(
        status, sa.and_(status.c.tenant == jobs.c.tenant, status.c.job_key == jobs.c.job_key)
    )
    query = sa.select(place, sa.func.count()).select_from(joined).group_by(place)
    return _pairs(connection, _of(tenant, jobs, query))


def _shortlisted(connection: sa.Connection, tenant: str | None) -> int:
    table = schema.partition_keys
    query = sa.select(sa.func.count()).where(
        table.c.set_name == "shortlist", table.c.wanted == sa.true()
    )
    return connection.scalar(_of(tenant, table, query)) or 0


def _of(
    tenant: str | None, table: sa.Table, query: sa.Select[tuple[int, ...]]
) -> sa.Select[tuple[int, ...]]:
    return query if tenant is None else query.where(table.c.tenant == tenant)


def _pairs(connection: sa.Connection, query: sa.Select[tuple[int, ...]]) -> dict[str, int]:
    return {str(name): int(count) for name, count in connection.execute(query).all()}
