"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from jobctrl_dagster.store.types import CleanText, Json, UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "approvals",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column(
            "state", sa.String(length=16), nullable=False, comment="approved, rejected or void."
        ),
        sa.Column(
            "digest", sa.String(length=64), nullable=False, comment="Of the exact documents."
        ),
        sa.Column("approver", CleanText(), nullable=False),
        sa.Column("note", CleanText(), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", name=op.f("pk_approvals")),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False, comment="dry_run."),
        sa.Column(
            "state", sa.String(length=16), nullable=False, comment="claimed, launched or settled."
        ),
        sa.Column(
            "digest", sa.String(length=64), nullable=False, comment="Of the approved documents."
        ),
        sa.Column("url", CleanText(), nullable=False),
        sa.Column("folder", CleanText(), nullable=False, comment="Under the home's files folder."),
        sa.Column("report", Json, nullable=True, comment="Labels and sources, never values."),
        sa.Column("claimed_at", UtcDateTime(), nullable=False),
        sa.Column("settled_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index("ix_attempts_job", "attempts", ["tenant", "job_key"], unique=False)
    op.create_table(
        "boards",
        sa.Column("unit_id", CleanText(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("sentence", CleanText(), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("postings", sa.Integer(), nullable=False, comment="At the last good reading."),
        sa.Column(
            "began_at", UtcDateTime(), nullable=False, comment="Rows seen since then are on it."
        ),
        sa.Column("read_at", UtcDateTime(), nullable=False, comment="End of the latest reading."),
        sa.Column(
            "good_at", UtcDateTime(), nullable=True, comment="End of the latest good reading."
        ),
        sa.PrimaryKeyConstraint("unit_id", name=op.f("pk_boards")),
    )
    op.create_table(
        "documents",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False, comment="resume or cover_letter."),
        sa.Column("path", CleanText(), nullable=False, comment="Under the home's files folder."),
        sa.Column("digest", sa.String(length=64), nullable=False, comment="SHA-256 of the file."),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("tailored", sa.Boolean(), nullable=False),
        sa.Column("items", Json, nullable=False, comment="Ids of the profile items it quotes."),
        sa.Column("warnings", Json, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", "kind", name=op.f("pk_documents")),
    )
    op.create_table(
        "drops",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("rule", sa.String(length=32), nullable=False),
        sa.Column("value", CleanText(), nullable=False, comment="The setting that decided."),
        sa.Column("quote", CleanText(), nullable=False, comment="The words of the posting."),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", "rule", name=op.f("pk_drops")),
    )
    op.create_table(
        "events",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=False),
        sa.Column("type", sa.String(length=48), nullable=False),
        sa.Column("data", Json, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("folded", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("tenant", "job_key", "run_id", "type", name=op.f("uq_events_tenant")),
    )
    op.create_index(
        "ix_events_unfolded",
        "events",
        ["id"],
        unique=False,
        sqlite_where=sa.text("folded = 0"),
        postgresql_where=sa.text("NOT folded"),
    )
    op.create_table(
        "executions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=24), nullable=False),
        sa.Column("max_parallel_families", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_executions")),
    )
    op.create_index(op.f("ix_executions_tenant"), "executions", ["tenant"], unique=False)
    op.create_table(
        "family_runs",
        sa.Column("execution_id", sa.String(length=64), nullable=False),
        sa.Column("family", sa.String(length=32), nullable=False),
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("code", CleanText(), nullable=True),
        sa.Column("sentence", CleanText(), nullable=True),
        sa.Column("requested_at", UtcDateTime(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("execution_id", "family", name=op.f("pk_family_runs")),
    )
    op.create_index(op.f("ix_family_runs_tenant"), "family_runs", ["tenant"], unique=False)
    op.create_table(
        "findings",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("sighting_id", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("duplicate", sa.Boolean(), nullable=False),
        sa.Column("execution_id", sa.String(length=64), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "sighting_id", name=op.f("pk_findings")),
    )
    op.create_index(op.f("ix_findings_execution_id"), "findings", ["execution_id"], unique=False)
    op.create_index(op.f("ix_findings_job_key"), "findings", ["job_key"], unique=False)
    op.create_table(
        "host_pacing",
        sa.Column("host", CleanText(), nullable=False),
        sa.Column(
            "start_at", sa.Float(), nullable=False, comment="Unix seconds of the latest start."
        ),
        sa.Column(
            "gap", sa.Float(), nullable=False, comment="Seconds that start keeps from the next."
        ),
        sa.Column("cool_until", sa.Float(), nullable=False, comment="Unix seconds."),
        sa.PrimaryKeyConstraint("host", name=op.f("pk_host_pacing")),
    )
    op.create_table(
        "job_status",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column(
            "place", sa.String(length=24), nullable=False, comment="Where the funnel counts it."
        ),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("code", CleanText(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", name=op.f("pk_job_status")),
    )
    op.create_index("ix_job_status_place", "job_status", ["tenant", "place"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("posting_key", sa.String(length=32), nullable=False),
        sa.Column("execution_id", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", name=op.f("pk_jobs")),
        sa.UniqueConstraint("tenant", "posting_key", name=op.f("uq_jobs_tenant")),
    )
    op.create_index(op.f("ix_jobs_posting_key"), "jobs", ["posting_key"], unique=False)
    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column(
            "token", sa.BigInteger(), nullable=False, comment="Fencing token; only ever grows."
        ),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("host", CleanText(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("process_started", sa.Float(), nullable=False),
        sa.Column("run_id", sa.String(length=64), nullable=True),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_leases")),
    )
    op.create_table(
        "outcomes",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("outcome", sa.String(length=24), nullable=False),
        sa.Column("code", CleanText(), nullable=False),
        sa.Column("sentence", CleanText(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column(
            "due_at",
            UtcDateTime(),
            nullable=True,
            comment="When a retryable failure may be tried again.",
        ),
        sa.Column(
            "basis",
            sa.String(length=64),
            nullable=True,
            comment="Digest of the settings it was made with.",
        ),
        sa.Column("run_id", sa.String(length=64), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", "stage", name=op.f("pk_outcomes")),
    )
    op.create_index("ix_outcomes_stage", "outcomes", ["stage", "tenant", "outcome"], unique=False)
    op.create_table(
        "partition_keys",
        sa.Column("set_name", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column(
            "wanted", sa.Boolean(), nullable=False, comment="Whether the set should hold it."
        ),
        sa.Column("settled", sa.Boolean(), nullable=False, comment="Whether Dagster's set agrees."),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("set_name", "key", name=op.f("pk_partition_keys")),
    )
    op.create_index(
        "ix_partition_keys_open", "partition_keys", ["settled", "set_name"], unique=False
    )
    op.create_table(
        "postings",
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("company", CleanText(), nullable=True),
        sa.Column("company_key", CleanText(), nullable=True),
        sa.Column("title", CleanText(), nullable=False),
        sa.Column("title_key", CleanText(), nullable=False),
        sa.Column("url", CleanText(), nullable=True),
        sa.Column("raw", Json, nullable=False, comment="The RawPosting that describes it best."),
        sa.Column("content_digest", sa.String(length=64), nullable=False),
        sa.Column("facts", Json, nullable=True, comment="PostingFacts, once enriched."),
        sa.Column(
            "facts_digest",
            sa.String(length=64),
            nullable=True,
            comment="content_digest that the facts were read of.",
        ),
        sa.Column("liveness", sa.String(length=16), nullable=False),
        sa.Column("repost_of", sa.String(length=32), nullable=True),
        sa.Column("posted_at", UtcDateTime(), nullable=True),
        sa.Column("first_seen", UtcDateTime(), nullable=False),
        sa.Column("last_seen", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_postings")),
    )
    op.create_index("ix_postings_same", "postings", ["company_key", "title_key"], unique=False)
    op.create_table(
        "row_faults",
        sa.Column("execution_id", sa.String(length=64), nullable=False),
        sa.Column("unit_id", CleanText(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("external_id", CleanText(), nullable=True),
        sa.Column("reason", CleanText(), nullable=False),
        sa.Column("raw", CleanText(), nullable=True),
        sa.PrimaryKeyConstraint("execution_id", "unit_id", "position", name=op.f("pk_row_faults")),
    )
    op.create_table(
        "scores",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("exact", sa.Float(), nullable=False),
        sa.Column("eligible", sa.Boolean(), nullable=True),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("card", Json, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "job_key", name=op.f("pk_scores")),
    )
    op.create_table(
        "sightings",
        sa.Column(
            "id", sa.String(length=32), nullable=False, comment="Digest of source and identity."
        ),
        sa.Column("posting_key", sa.String(length=32), nullable=False),
        sa.Column("source", CleanText(), nullable=False),
        sa.Column("provider", CleanText(), nullable=False),
        sa.Column("external_id", CleanText(), nullable=True),
        sa.Column("canonical_url", CleanText(), nullable=True),
        sa.Column("raw", Json, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column(
            "match",
            Json,
            nullable=True,
            comment="Why it belongs to its posting: kind, confidence, evidence.",
        ),
        sa.Column("first_seen", UtcDateTime(), nullable=False),
        sa.Column("last_seen", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sightings")),
    )
    op.create_index(
        op.f("ix_sightings_canonical_url"), "sightings", ["canonical_url"], unique=False
    )
    op.create_index(op.f("ix_sightings_posting_key"), "sightings", ["posting_key"], unique=False)
    op.create_index(op.f("ix_sightings_source"), "sightings", ["source"], unique=False)
    op.create_table(
        "slice_keys",
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("job_key", sa.String(length=200), nullable=False),
        sa.Column("slice_id", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "stage", "job_key", name=op.f("pk_slice_keys")),
    )
    op.create_index(op.f("ix_slice_keys_slice_id"), "slice_keys", ["slice_id"], unique=False)
    op.create_table(
        "slices",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("tenant", sa.String(length=32), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("keys", Json, nullable=False),
        sa.Column(
            "state", sa.String(length=16), nullable=False, comment="open, done or abandoned."
        ),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("requested_at", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slices")),
    )
    op.create_index("ix_slices_open", "slices", ["state", "stage"], unique=False)
    op.create_table(
        "store_identity",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_store_identity")),
    )
    op.create_table(
        "tenants",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_tenants")),
    )
    op.create_table(
        "units",
        sa.Column("execution_id", sa.String(length=64), nullable=False),
        sa.Column("unit_id", CleanText(), nullable=False),
        sa.Column("family", sa.String(length=32), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("plan", Json, nullable=False, comment="The Unit as frozen at planning."),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("code", CleanText(), nullable=True),
        sa.Column("sentence", CleanText(), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("postings", sa.Integer(), nullable=False),
        sa.Column("notes", Json, nullable=True),
        sa.Column("cursor", Json, nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("execution_id", "unit_id", name=op.f("pk_units")),
    )


def downgrade() -> None:
    """Drop every table."""
    op.drop_table("units")
    op.drop_table("tenants")
    op.drop_table("store_identity")
    op.drop_index("ix_slices_open", table_name="slices")
    op.drop_table("slices")
    op.drop_index(op.f("ix_slice_keys_slice_id"), table_name="slice_keys")
    op.drop_table("slice_keys")
    op.drop_index(op.f("ix_sightings_source"), table_name="sightings")
    op.drop_index(op.f("ix_sightings_posting_key"), table_name="sightings")
    op.drop_index(op.f("ix_sightings_canonical_url"), table_name="sightings")
    op.drop_table("sightings")
    op.drop_table("scores")
    op.drop_table("row_faults")
    op.drop_index("ix_postings_same", table_name="postings")
    op.drop_table("postings")
    op.drop_index("ix_partition_keys_open", table_name="partition_keys")
    op.drop_table("partition_keys")
    op.drop_index("ix_outcomes_stage", table_name="outcomes")
    op.drop_table("outcomes")
    op.drop_table("leases")
    op.drop_index(op.f("ix_jobs_posting_key"), table_name="jobs")
    op.drop_table("jobs")
    op.drop_index("ix_job_status_place", table_name="job_status")
    op.drop_table("job_status")
    op.drop_table("host_pacing")
    op.drop_index(op.f("ix_findings_job_key"), table_name="findings")
    op.drop_index(op.f("ix_findings_execution_id"), table_name="findings")
    op.drop_table("findings")
    op.drop_index(op.f("ix_family_runs_tenant"), table_name="family_runs")
    op.drop_table("family_runs")
    op.drop_index(op.f("ix_executions_tenant"), table_name="executions")
    op.drop_table("executions")
    op.drop_index(
        "ix_events_unfolded",
        table_name="events",
        sqlite_where=sa.text("folded = 0"),
        postgresql_where=sa.text("NOT folded"),
    )
    op.drop_table("events")
    op.drop_table("drops")
    op.drop_table("documents")
    op.drop_table("boards")
    op.drop_index("ix_attempts_job", table_name="attempts")
    op.drop_table("attempts")
    op.drop_table("approvals")
