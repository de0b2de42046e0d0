"""Sensors that hand work on: families of a plan, slices of ready jobs, and what was left behind.

Each sensor gathers, a pure function decides, the sensor wraps. They run by default and idle until
a person starts something. A tick of enrich or score waits on the store for a few seconds and
returns as soon as something is due, so a job goes on within a second, not at the next round of the
sensor loop.
"""

from collections.abc import Iterator

import dagster as dg

from jobctrl_dagster.defs.discover import EXECUTION_TAG
from jobctrl_dagster.defs.jobs import (
    discover_family,
    enrichment_slice,
    fill_form,
    score_slice,
    tailor_resume,
    write_letter,
)
from jobctrl_dagster.defs.orphans import free_slices
from jobctrl_dagster.defs.promotion import settle_partition_sets
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.runs import fail_dead_runs, runs_on_their_way
from jobctrl_dagster.defs.slices import SLICE_TAG, show_results
from jobctrl_dagster.discover.executions import (
    FamilyRun,
    families_to_start,
    family_runs,
    parallel_limits,
    request_family,
)
from jobctrl_dagster.discover.run import free_orphaned_families
from jobctrl_dagster.handoff import await_slices
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store.slices import Slice

WAIT_SECONDS = 4.0
"""A tick that waits holds a thread of the code server, which has a handful for all calls, so only
stages wait whose runs take many jobs: a hop counts there, and little where a job takes seconds."""
JOBS = {
    "enrich": enrichment_slice,
    "score": score_slice,
    "tailor": tailor_resume,
    "cover": write_letter,
    "apply": fill_form,
}


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
        waits = WAIT_SECONDS if BY_NAME[stage].slice_size > 1 else 0.0
        slices = await_slices(opened, stage, seconds=waits)
        settle_partition_sets(context.instance, opened.store)
        for work in slices:
            yield _slice_request(work)
        if not slices:
            yield dg.SkipReason(f"No job is ready for the {stage} stage.")

    return handoff


handoff_enrich = _stage_sensor("enrich")
handoff_score = _stage_sensor("score")
handoff_tailor = _stage_sensor("tailor")
handoff_cover = _stage_sensor("cover")
handoff_apply = _stage_sensor("apply")


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
    active = {tenant.name for tenant in installation.opened.active_tenants()}
    open_runs = [run for run in family_runs(store) if run.tenant in active]
    due = families_to_start(open_runs, parallel_limits(store))
    requested = [run for run in due if request_family(store, run)]
    for run in requested:
        yield _family_request(run)
    if not requested:
        yield dg.SkipReason("No planned family may start now.")


@dg.sensor(
    jobs=[discover_family, *JOBS.values()],
    minimum_interval_seconds=15,
    default_status=dg.DefaultSensorStatus.RUNNING,
)
def reconcile(
    context: dg.SensorEvaluationContext, installation: InstallationResource
) -> dg.SkipReason:
    """Frees the work of runs that are gone, so that the next handoff takes it up."""
    return dg.SkipReason(_reconcile(context.instance, installation.opened))


def _reconcile(instance: dg.DagsterInstance, opened: Installation) -> str:
    dead = fail_dead_runs(instance, opened.store)
    slices = free_slices(instance, opened.store)
    families = free_orphaned_families(opened.store, runs_on_their_way(instance).has_family)
    show_results(instance, opened)
    if not dead and not slices and not families:
        return "Nothing was left behind."
    return (
        f"Failed {dead} runs whose processes are gone; freed {len(slices)} slices and "
        f"{len(families)} families."
    )
