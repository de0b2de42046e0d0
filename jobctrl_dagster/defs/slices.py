"""From a run to the jobs it handles: a slice named by a tag, or a range of partition keys."""

import logging
from collections.abc import Iterator

import dagster as dg

from jobctrl_dagster.defs.faults import naming_places_only, places
from jobctrl_dagster.defs.promotion import settle_partition_sets
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.slice_work import work_named, work_slice
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store import LeaseHeld
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.store.projection import refresh_status
from jobctrl_dagster.store.slices import load_slice

SLICE_TAG = "jobctrl/slice"

logger = logging.getLogger(__name__)


def stage_outcomes(
    context: dg.AssetExecutionContext, installation: Installation, stage: StageName
) -> Iterator[StageOutcome]:
    """Work through what the run names, then show the results.

    A slice that was closed meanwhile, or that another run works on, yields nothing.
    """
    if slice_id := context.run.tags.get(SLICE_TAG):
        yield from _of_slice(context, installation, stage, slice_id)
    else:
        yield from _of_partitions(context, installation, stage)
    show_results(context.instance, installation)


def _of_slice(
    context: dg.AssetExecutionContext,
    installation: Installation,
    stage: StageName,
    slice_id: str,
) -> Iterator[StageOutcome]:
    store = installation.store
    work = load_slice(store, slice_id)
    if work is None or work.stage != stage:
        context.log.info("Slice %s is closed or of another stage; nothing to do.", slice_id)
        return
    with naming_places_only():
        body = installation.body(stage, work.tenant)
    try:
        yield from work_slice(store, body, work, run_id=context.run_id)
    except LeaseHeld as held:
        context.log.info("Left alone: %s", held)


def _of_partitions(
    context: dg.AssetExecutionContext, installation: Installation, stage: StageName
) -> Iterator[StageOutcome]:
    by_tenant: dict[str, list[str]] = {}
    for key in context.partition_keys:
        by_tenant.setdefault(key.partition(".")[0], []).append(key)
    failed = []
    for tenant, keys in by_tenant.items():
        try:
            body = installation.body(stage, tenant)
        except SettingsError as error:
            failed.append(places(error))
            continue
        yield from work_named(installation.store, body, keys, run_id=context.run_id)
    if failed:
        raise dg.Failure(" ".join(failed), allow_retries=False)


def show_results(instance: dg.DagsterInstance, installation: Installation) -> None:
    """Settle the partition sets and fold the status; neither can undo what was recorded."""
    settle_partition_sets(instance, installation.store)
    try:
        refresh_status(installation.store)
    except Exception:
        logger.exception("the status was not folded; the next run folds it")
