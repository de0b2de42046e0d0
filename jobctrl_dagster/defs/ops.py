"""Ops that do a whole stage in the run's own process, for ``dagster job execute``."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import dagster as dg
from pydantic import Field

from jobctrl_dagster.approvals import decide_job
from jobctrl_dagster.defs.discover import discovered_jobs
from jobctrl_dagster.defs.faults import places
from jobctrl_dagster.defs.metadata import (
    application_metadata,
    document_metadata,
    enrichment_metadata,
    score_metadata,
    unit_metadata,
)
from jobctrl_dagster.defs.orphans import free_slices
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.runs import runs_on_their_way
from jobctrl_dagster.defs.slices import show_results
from jobctrl_dagster.demo.approver import approve_in_demo
from jobctrl_dagster.discover.executions import FamilyRun, family_runs
from jobctrl_dagster.discover.run import (
    FamilyFailed,
    free_orphaned_families,
    plan,
    run_family,
    unfinished_execution,
)
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.slice_work import StageBody, work_off
from jobctrl_dagster.stages import BY_NAME, StageName
from jobctrl_dagster.store import LeaseHeld
from jobctrl_dagster.store.documents import ApprovalRefused
from jobctrl_dagster.store.outcomes import StageOutcome
from jobctrl_dagster.tally import Tally

DESCRIBE: Mapping[StageName, Callable[[StageOutcome], Mapping[str, dg.MetadataValue]]] = {
    "enrich": enrichment_metadata,
    "score": score_metadata,
    "tailor": document_metadata,
    "cover": document_metadata,
    "apply": application_metadata,
}


class Scope(dg.Config):
    """Whose jobs an op handles.

    Attributes:
        tenants: Names of tenants; empty for all that are not paused.
    """

    tenants: list[str] = Field(default_factory=list)


def _tenants(opened: Installation, scope: Scope) -> list[str]:
    return scope.tenants or [tenant.name for tenant in opened.active_tenants()]


@dg.op(out=dg.Out(dg.Nothing), tags={"jobctrl/stage": "discover"})
def discover_postings(
    context: dg.OpExecutionContext, installation: InstallationResource, config: Scope
) -> None:
    """Read every family of every tenant, one after another; a failed one leaves the rest alone."""
    opened = installation.opened
    free_orphaned_families(opened.store, runs_on_their_way(context.instance).has_family)
    failed: list[str] = []
    done = 0
    for tenant in _tenants(opened, config):
        try:
            execution_id = unfinished_execution(opened.store, tenant) or plan(opened, tenant)
        except SettingsError as error:
            failed.append(places(error))
            continue
        show_results(context.instance, opened)
        for run in family_runs(opened.store, execution_id):
            if run.state != "planned":
                continue
            try:
                _crawl(context, opened, run)
                done += 1
            except FamilyFailed as fault:
                failed.append(str(fault))
            except LeaseHeld as held:
                context.log.info("Left alone: %s", held)
                done += 1
    show_results(context.instance, opened)
    _report(context, failed, done=done)


def _report(context: dg.OpExecutionContext, failed: list[str], *, done: int) -> None:
    """Name what failed; the op fails when nothing else could be done."""
    for sentence in failed:
        context.log.error("%s", sentence)
    if failed and not done:
        raise dg.Failure("Nothing could be done. " + " ".join(failed), allow_retries=False)


def _crawl(context: dg.OpExecutionContext, opened: Installation, run: FamilyRun) -> None:
    context.log.info("Reading %s of %s.", run.family, run.tenant)
    result = run_family(opened, run, run_id=context.run_id)
    context.log_event(
        dg.AssetMaterialization(
            discovered_jobs.key,
            partition=dg.MultiPartitionKey({"family": run.family, "tenant": run.tenant}),
            metadata=unit_metadata(result.reports, result.counts),
        )
    )


def _stage_op(name: str, stage: StageName, description: str) -> dg.OpDefinition:
    """An op that works a stage off until no job is ready for it."""

    @dg.op(
        name=name,
        description=description,
        ins={"after": dg.In(dg.Nothing)},
        out=dg.Out(dg.Nothing),
        tags={"jobctrl/stage": stage},
    )
    def work(
        context: dg.OpExecutionContext, installation: InstallationResource, config: Scope
    ) -> None:
        _work_off(context, installation.opened, config, stage)

    return work


enrich_postings = _stage_op(
    "enrich_postings", "enrich", "Read the facts of every job that is ready, and apply the rules."
)
score_jobs = _stage_op(
    "score_jobs", "score", "Score every job that is ready, and promote the good ones."
)
tailor_resumes = _stage_op(
    "tailor_resumes", "tailor", "Make the resume of every job in the shortlist that has none."
)
write_letters = _stage_op(
    "write_letters", "cover", "Write the letter of every job in the shortlist that has none."
)
fill_forms = _stage_op(
    "fill_forms", "apply", "Fill the form of every approved job in a dry run; nothing is sent."
)


class Verdict(dg.Config):
    """A person's decision about one job.

    Attributes:
        job_key: The job.
        decision: ``approved`` or ``rejected``.
        approver: Who decides.
        digest: The documents that were looked at; the present ones where it is left out.
    """

    job_key: str
    decision: Literal["approved", "rejected"]
    approver: str
    digest: str | None = None


@dg.op(out=dg.Out(dg.Nothing), tags={"jobctrl/stage": "approve"})
def decide_application(
    context: dg.OpExecutionContext, installation: InstallationResource, config: Verdict
) -> None:
    """Approve or reject a job's documents, exactly as they are."""
    opened = installation.opened
    try:
        decide_job(
            opened,
            config.job_key,
            config.decision,
            approver=config.approver,
            run_id=context.run_id,
            digest=config.digest,
        )
    except ApprovalRefused as refused:
        raise dg.Failure(str(refused), allow_retries=False) from refused
    show_results(context.instance, opened)


@dg.op(ins={"after": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), tags={"jobctrl/stage": "approve"})
def approve_demo_jobs(
    context: dg.OpExecutionContext, installation: InstallationResource, config: Scope
) -> None:
    """Approve for the demo's person, whose every source is the demo market; for nobody else."""
    opened = installation.opened
    for tenant in _tenants(opened, config):
        count = approve_in_demo(opened, tenant, run_id=context.run_id)
        context.log.info("%s: %s", tenant, count.sentence)
    show_results(context.instance, opened)


def _work_off(
    context: dg.OpExecutionContext, opened: Installation, scope: Scope, stage: StageName
) -> None:
    key, tally = dg.AssetKey(BY_NAME[stage].asset.split("/")), Tally(stage)
    bodies, failed = _bodies(opened, scope, stage)
    for outcome in _outcomes(context, opened, bodies):
        tally.add(outcome)
        if outcome.succeeded:
            metadata = DESCRIBE[stage](outcome)
            context.log_event(
                dg.AssetMaterialization(key, partition=outcome.job_key, metadata=metadata)
            )
    context.log.info("%s", tally.sentence())
    show_results(context.instance, opened)
    _report(context, failed, done=len(bodies))
    if not tally.successful:
        raise dg.Failure(f"Nothing was done. {tally.sentence()}", allow_retries=False)


def _bodies(
    opened: Installation, scope: Scope, stage: StageName
) -> tuple[list[StageBody], list[str]]:
    """The stage for each tenant, and what is wrong with the settings of the others."""
    bodies, failed = [], []
    for tenant in _tenants(opened, scope):
        try:
            bodies.append(opened.body(stage, tenant))
        except SettingsError as error:
            failed.append(places(error))
    return bodies, failed


def _outcomes(
    context: dg.OpExecutionContext, opened: Installation, bodies: list[StageBody]
) -> Iterator[StageOutcome]:
    free_slices(context.instance, opened.store)
    for body in bodies:
        size = BY_NAME[body.stage].slice_size
        yield from work_off(opened.store, body, size=size, run_id=context.run_id)
