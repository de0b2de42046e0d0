"""Slices whose run is gone: their jobs are free again, and what it did is shown."""

import dagster as dg
import sqlalchemy as sa

from jobctrl_dagster.defs.runs import runs_on_their_way
from jobctrl_dagster.stages import BY_NAME
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.slices import Slice, free_orphans
from jobctrl_dagster.store.store import Store


def free_slices(instance: dg.DagsterInstance, store: Store) -> list[Slice]:
    """Free the slices of runs that are gone; returns them.

    A run records a job first and materializes it then. A run that was killed in between has
    recorded one job that Dagster does not know of; it is materialized here.
    """
    freed = free_orphans(store, runs_on_their_way(instance).has_slice)
    for work in freed:
        _show_last(instance, store, work)
    return freed


def _show_last(instance: dg.DagsterInstance, store: Store, work: Slice) -> None:
    last = _last_outcome(store, work)
    if last is None or last.outcome != "succeeded":
        return
    key = dg.AssetKey(BY_NAME[work.stage].asset.split("/"))
    known = dg.AssetRecordsFilter(
        key, asset_partitions=[last.job_key], after_timestamp=last.at.timestamp()
    )
    if instance.fetch_materializations(known, limit=1).records:
        return
    note = f"Recorded by run {last.run_id}, which ended before it could show more."
    instance.report_runless_asset_event(
        dg.AssetMaterialization(
            key, partition=last.job_key, metadata={"note": dg.MetadataValue.text(note)}
        )
    )


def _last_outcome(store: Store, work: Slice) -> sa.Row | None:
    """What the slice's run recorded last."""
    outcomes, slices = schema.outcomes, schema.slices
    since = sa.select(slices.c.created_at).where(slices.c.id == work.id).scalar_subquery()
    query = (
        sa.select(outcomes.c.job_key, outcomes.c.outcome, outcomes.c.run_id, outcomes.c.at)
        .where(
            outcomes.c.tenant == work.tenant,
            outcomes.c.stage == work.stage,
            outcomes.c.job_key.in_(work.keys),
            outcomes.c.at >= since,
        )
        .order_by(outcomes.c.at.desc())
        .limit(1)
    )
    with store.read() as connection:
        return connection.execute(query).one_or_none()
