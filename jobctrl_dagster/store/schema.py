"""The tables. Migrations create them; a test compares the two.

Postings and sightings are shared by all tenants. Everything else that names a tenant is that
tenant's own.
"""

from __future__ import annotations

import sqlalchemy as sa

from jobctrl_dagster.store.types import CleanText, Json, UtcDateTime

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_BIG_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _tenant(*, primary_key: bool = False, index: bool | None = None) -> sa.Column[str]:
    return sa.Column("tenant", sa.String(32), nullable=False, primary_key=primary_key, index=index)


store_identity = sa.Table(
    "store_identity",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_at", UtcDateTime, nullable=False),
)

tenants = sa.Table(
    "tenants",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("weight", sa.Float, nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
)

# --- what was found -------------------------------------------------------------------------

postings = sa.Table(
    "postings",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("company", CleanText),
    sa.Column("company_key", CleanText),
    sa.Column("title", CleanText, nullable=False),
    sa.Column("title_key", CleanText, nullable=False),
    sa.Column("url", CleanText),
    sa.Column("raw", Json, nullable=False, comment="The RawPosting that describes it best."),
    sa.Column("content_digest", sa.String(64), nullable=False),
    sa.Column("facts", Json, comment="PostingFacts, once enriched."),
    sa.Column("facts_digest", sa.String(64), comment="content_digest that the facts were read of."),
    sa.Column("liveness", sa.String(16), nullable=False),
    sa.Column("repost_of", sa.String(32)),
    sa.Column("posted_at", UtcDateTime),
    sa.Column("first_seen", UtcDateTime, nullable=False),
    sa.Column("last_seen", UtcDateTime, nullable=False),
    sa.Index("ix_postings_same", "company_key", "title_key"),
)

sightings = sa.Table(
    "sightings",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True, comment="Digest of source and identity."),
    sa.Column("posting_key", sa.String(32), nullable=False, index=True),
    sa.Column("source", CleanText, nullable=False, index=True),
    sa.Column("provider", CleanText, nullable=False),
    sa.Column("external_id", CleanText),
    sa.Column("canonical_url", CleanText, index=True),
    sa.Column("raw", Json, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("match", Json, comment="Why it belongs to its posting: kind, confidence, evidence."),
    sa.Column("first_seen", UtcDateTime, nullable=False),
    sa.Column("last_seen", UtcDateTime, nullable=False),
)

jobs = sa.Table(
    "jobs",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("posting_key", sa.String(32), nullable=False, index=True),
    sa.Column("execution_id", sa.String(64)),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.UniqueConstraint("tenant", "posting_key"),
)

findings = sa.Table(
    "findings",
    metadata,
    _tenant(primary_key=True),
    sa.Column("sighting_id", sa.String(32), primary_key=True),
    sa.Column("job_key", sa.String(200), nullable=False, index=True),
    sa.Column("duplicate", sa.Boolean, nullable=False),
    sa.Column("execution_id", sa.String(64), index=True),
    sa.Column("at", UtcDateTime, nullable=False),
)

# --- discovery ------------------------------------------------------------------------------

executions = sa.Table(
    "executions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    _tenant(index=True),
    sa.Column("state", sa.String(24), nullable=False),
    sa.Column("max_parallel_families", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("finished_at", UtcDateTime),
)

family_runs = sa.Table(
    "family_runs",
    metadata,
    sa.Column("execution_id", sa.String(64), primary_key=True),
    sa.Column("family", sa.String(32), primary_key=True),
    _tenant(index=True),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("code", CleanText),
    sa.Column("sentence", CleanText),
    sa.Column("requested_at", UtcDateTime),
    sa.Column("started_at", UtcDateTime),
    sa.Column("finished_at", UtcDateTime),
)

units = sa.Table(
    "units",
    metadata,
    sa.Column("execution_id", sa.String(64), primary_key=True),
    sa.Column("unit_id", CleanText, primary_key=True),
    sa.Column("family", sa.String(32), nullable=False),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("plan", Json, nullable=False, comment="The Unit as frozen at planning."),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("code", CleanText),
    sa.Column("sentence", CleanText),
    sa.Column("status", sa.Integer),
    sa.Column("postings", sa.Integer, nullable=False),
    sa.Column("notes", Json),
    sa.Column("cursor", Json),
    sa.Column("finished_at", UtcDateTime),
)

row_faults = sa.Table(
    "row_faults",
    metadata,
    sa.Column("execution_id", sa.String(64), primary_key=True),
    sa.Column("unit_id", CleanText, primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("external_id", CleanText),
    sa.Column("reason", CleanText, nullable=False),
    sa.Column("raw", CleanText),
)

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("unit_id", CleanText, primary_key=True),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("sentence", CleanText),
    sa.Column("status", sa.Integer),
    sa.Column("postings", sa.Integer, nullable=False, comment="At the last good reading."),
    sa.Column("began_at", UtcDateTime, nullable=False, comment="Rows seen since then are on it."),
    sa.Column("read_at", UtcDateTime, nullable=False, comment="End of the latest reading."),
    sa.Column("good_at", UtcDateTime, comment="End of the latest good reading."),
)

# --- what the stages recorded ---------------------------------------------------------------

outcomes = sa.Table(
    "outcomes",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("stage", sa.String(16), primary_key=True),
    sa.Column("outcome", sa.String(24), nullable=False),
    sa.Column("code", CleanText, nullable=False),
    sa.Column("sentence", CleanText, nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("due_at", UtcDateTime, comment="When a retryable failure may be tried again."),
    sa.Column("basis", sa.String(64), comment="Digest of the settings it was made with."),
    sa.Column("run_id", sa.String(64)),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Index("ix_outcomes_stage", "stage", "tenant", "outcome"),
)

drops = sa.Table(
    "drops",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("rule", sa.String(32), primary_key=True),
    sa.Column("value", CleanText, nullable=False, comment="The setting that decided."),
    sa.Column("quote", CleanText, nullable=False, comment="The words of the posting."),
    sa.Column("at", UtcDateTime, nullable=False),
)

scores = sa.Table(
    "scores",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("exact", sa.Float, nullable=False),
    sa.Column("eligible", sa.Boolean),
    sa.Column("provisional", sa.Boolean, nullable=False),
    sa.Column("engine", sa.String(32), nullable=False),
    sa.Column("card", Json, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
)

documents = sa.Table(
    "documents",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True, comment="resume or cover_letter."),
    sa.Column("path", CleanText, nullable=False, comment="Under the home's files folder."),
    sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the file."),
    sa.Column("pages", sa.Integer, nullable=False),
    sa.Column("tailored", sa.Boolean, nullable=False),
    sa.Column("items", Json, nullable=False, comment="Ids of the profile items it quotes."),
    sa.Column("warnings", Json, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
)

approvals = sa.Table(
    "approvals",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("state", sa.String(16), nullable=False, comment="approved, rejected or void."),
    sa.Column("digest", sa.String(64), nullable=False, comment="Of the exact documents."),
    sa.Column("approver", CleanText, nullable=False),
    sa.Column("note", CleanText),
    sa.Column("at", UtcDateTime, nullable=False),
)

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    _tenant(),
    sa.Column("job_key", sa.String(200), nullable=False),
    sa.Column("run_id", sa.String(64), nullable=False),
    sa.Column("mode", sa.String(16), nullable=False, comment="dry_run."),
    sa.Column("state", sa.String(16), nullable=False, comment="claimed, launched or settled."),
    sa.Column("digest", sa.String(64), nullable=False, comment="Of the approved documents."),
    sa.Column("url", CleanText, nullable=False),
    sa.Column("folder", CleanText, nullable=False, comment="Under the home's files folder."),
    sa.Column("report", Json, comment="Labels and sources, never values."),
    sa.Column("claimed_at", UtcDateTime, nullable=False),
    sa.Column("settled_at", UtcDateTime),
    sa.Index("ix_attempts_job", "tenant", "job_key"),
)

partition_keys = sa.Table(
    "partition_keys",
    metadata,
    sa.Column("set_name", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(200), primary_key=True),
    _tenant(),
    sa.Column("wanted", sa.Boolean, nullable=False, comment="Whether the set should hold it."),
    sa.Column("settled", sa.Boolean, nullable=False, comment="Whether Dagster's set agrees."),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Index("ix_partition_keys_open", "settled", "set_name"),
)

# --- work in hand ---------------------------------------------------------------------------

slices = sa.Table(
    "slices",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    _tenant(),
    sa.Column("stage", sa.String(16), nullable=False),
    sa.Column("keys", Json, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, comment="open, done or abandoned."),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("requested_at", UtcDateTime),
    sa.Column("finished_at", UtcDateTime),
    sa.Index("ix_slices_open", "state", "stage"),
)

slice_keys = sa.Table(
    "slice_keys",
    metadata,
    _tenant(primary_key=True),
    sa.Column("stage", sa.String(16), primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("slice_id", sa.String(64), nullable=False, index=True),
)

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(200), primary_key=True),
    sa.Column("token", sa.BigInteger, nullable=False, comment="Fencing token; only ever grows."),
    sa.Column("held", sa.Boolean, nullable=False),
    sa.Column("host", CleanText, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("process_started", sa.Float, nullable=False),
    sa.Column("run_id", sa.String(64)),
    sa.Column("expires_at", UtcDateTime, nullable=False),
)

host_pacing = sa.Table(
    "host_pacing",
    metadata,
    sa.Column("host", CleanText, primary_key=True),
    sa.Column("start_at", sa.Float, nullable=False, comment="Unix seconds of the latest start."),
    sa.Column("gap", sa.Float, nullable=False, comment="Seconds that start keeps from the next."),
    sa.Column("cool_until", sa.Float, nullable=False, comment="Unix seconds."),
)

# --- history --------------------------------------------------------------------------------

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", _BIG_ID, primary_key=True, autoincrement=True),
    _tenant(),
    sa.Column("job_key", sa.String(200), nullable=False),
    sa.Column("run_id", sa.String(64), nullable=False),
    sa.Column("type", sa.String(48), nullable=False),
    sa.Column("data", Json, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Column("folded", sa.Boolean, nullable=False),
    sa.UniqueConstraint("tenant", "job_key", "run_id", "type"),
    sa.Index(
        "ix_events_unfolded",
        "id",
        sqlite_where=sa.text("folded = 0"),
        postgresql_where=sa.text("NOT folded"),
    ),
)

job_status = sa.Table(
    "job_status",
    metadata,
    _tenant(primary_key=True),
    sa.Column("job_key", sa.String(200), primary_key=True),
    sa.Column("place", sa.String(24), nullable=False, comment="Where the funnel counts it."),
    sa.Column("stage", sa.String(16), nullable=False),
    sa.Column("code", CleanText, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Index("ix_job_status_place", "tenant", "place"),
)
