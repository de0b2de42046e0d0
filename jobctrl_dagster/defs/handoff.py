"""Sensors that hand work on: families of a plan, slices of ready jobs, and what was left behind.

Each sensor gathers, a pure function decides, the sensor wraps. They run by default and idle until
a person starts something. A tick waits on the store for a few seconds and returns as soon as
something is due, so a job goes on within a second, not at the next round of the sensor loop.
"""

import time
from collections.abc import Iterator

import dagster as dg

from jobctrl_dagster.defs.discover import EXECUTION_TAG
from jobctrl_dagster.defs.jobs import discover_family, enrichment_slice, score_slice
from jobctrl_dagster.defs.promotion import settle_partition_sets
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.runs import runs_on_their_way
from jobctrl_dagster.defs.slices import SLICE_TAG, show_results
from jobctrl_dagster.discover.executions import (
    FamilyRun,
    families_to_start,
    family_runs,
    parallel_limits,
    set_family_state,
)
from jobctrl_dagster.discover.run import free_orphaned_families
from jobctrl_dagster.handoff import due_slices
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store.slices import Slice, free_orphans

WAIT_SECONDS = 4.0
LOOK_SECONDS = 0.25
JOBS = {"enrich": enrichment_slice, "score": score_slice}


def _slice_request(work: Slice) -> dg.RunRequest:
    """One run for the whole slice.

    The run is of the first key's partition, so that Dagster plans one event instead of one per
    key; the slice tag says which jobs it handles. A run of a partitioned asset without any
    partition fails as soon as its upstream has been materialized.
    """
    tags = BY_NAME[work.stage].tags(work.tenant) | {
        SLICE_TAG: work.id,
        "jobctrl/jobs": str(len(work.keys)),
    }
    return dg.RunRequest(run_key=work.run_key, partition_key=work.keys[0], tags=tags)


def _family_request(run: FamilyRun) -> dg.RunRequest:
    tags = BY_NAME["discover"].tags(run.tenant) | {EXECUTION_TAG: run.execution_id}
    return dg.RunRequest(
        run_key=run.run_key,
        partition_key=dg.MultiPartitionKey({"family": run.family, "tenant": run.tenant}),
        tags=tags,
    )


def _stage_sensor(stage: StageName) -> dg.SensorDefinition:
    """One sensor per stage that works in slices."""

    @dg.sensor(
        name=f"handoff_{stage}",
        job=JOBS[stage],
        minimum_interval_seconds=1,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description=f"Gathers jobs that are ready for the {stage} stage into slices.",
    )
    def handoff(
        context: dg.SensorEvaluationContext, installation: InstallationResource
    ) -> Iterator[dg.RunRequest | dg.SkipReason]:
        opened = installation.opened
        until = time.monotonic() + WAIT_SECONDS
        while not (slices := due_slices(opened, stage)) and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        settle_partition_sets(context.instance, opened.store)
        for work in slices:
            yield _slice_request(work)
        if not slices:
            yield dg.SkipReason(f"No job is ready for the {stage} stage.")

    return handoff


handoff_enrich = _stage_sensor("enrich")
handoff_score = _stage_sensor("score")


@dg.sensor(
    job=discover_family,
    minimum_interval_seconds=1,
    default_status=dg.DefaultSensorStatus.RUNNING,
)
def handoff_families(
    context: dg.SensorEvaluationContext, installation: InstallationResource
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Starts the planned families of each execution, as many at once as its plan allows."""
    store = installation.opened.store
    settle_partition_sets(context.instance, store)
    due = families_to_start(family_runs(store), parallel_limits(store))
    for run in due:
        set_family_state(store, run, "requested")
        yield _family_request(run)
    if not due:
        yield dg.SkipReason("No planned family may start now.")


@dg.sensor(
    jobs=[discover_family, enrichment_slice, score_slice],
    minimum_interval_seconds=15,
    default_status=dg.DefaultSensorStatus.RUNNING,
)
def reconcile(
    context: dg.SensorEvaluationContext, installation: InstallationResource
) -> dg.SkipReason:
    """Frees the work of runs that are gone, so that the next handoff takes it up."""
    return dg.SkipReason(_reconcile(context.instance, installation.opened))


def _reconcile(instance: dg.DagsterInstance, opened: Installation) -> str:
    on_their_way = runs_on_their_way(instance)
    slices = free_orphans(opened.store, on_their_way.has_slice)
    families = free_orphaned_families(opened.store, on_their_way.has_family)
    show_results(instance, opened)
    if not slices and not families:
        return "Nothing was left behind."
    return f"Freed {len(slices)} slices and {len(families)} families whose runs are gone."
