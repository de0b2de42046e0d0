"""Applications: claim, launch, settle, one run per job; a dry run, so nothing is ever sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import dagster as dg

from jobctrl_dagster.apply.attempts import Attempt, ClaimRefused
from jobctrl_dagster.apply.report import FormReport
from jobctrl_dagster.apply.stage import ApplyBody, apply_body
from jobctrl_dagster.defs.faults import naming_places_only
from jobctrl_dagster.defs.metadata import application_metadata
from jobctrl_dagster.defs.partitions import approved
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.slices import SLICE_TAG, show_results
from jobctrl_dagster.defs.tailor import cover_letter, resume
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.slice_work import load_job, record
from jobctrl_dagster.stages import BY_NAME
from jobctrl_dagster.store import LeaseHeld
from jobctrl_dagster.store.leases import Lease, hold, keep, release, take
from jobctrl_dagster.store.slices import end_slice, load_slice, slice_lease

STAGE = BY_NAME["apply"]
OP_TAGS = {"jobctrl/stage": "apply"}


@dataclass(frozen=True)
class Claimed:
    """A claimed application on its way through the ops; it never leaves the process.

    Attributes:
        slice: The slice's lease with its id, where a sensor asked for the run.
    """

    attempt: Attempt
    slice: tuple[str, Lease] | None

    @property
    def leases(self) -> tuple[Lease, ...]:
        """Everything that is held until the end."""
        return (self.attempt.lease, *((self.slice[1],) if self.slice else ()))


def _body(opened: Installation, job_key: str) -> ApplyBody:
    with naming_places_only():
        return apply_body(opened, job_key.partition(".")[0])


@dg.op(
    ins={"resume": dg.In(dg.Nothing), "cover_letter": dg.In(dg.Nothing)},
    out=dg.Out(is_required=False),
    tags=OP_TAGS,
)
def claim_application(
    context: dg.OpExecutionContext, installation: InstallationResource
) -> Iterator[Any]:
    """Check the approval against the documents on the disk, and claim the job for this run."""
    opened, job_key = installation.opened, context.partition_key
    body, held = _body(opened, job_key), None
    try:
        if slice_id := context.run.tags.get(SLICE_TAG):
            if load_slice(opened.store, slice_id) is None:
                context.log.info("Slice %s is closed; there is nothing left to do.", slice_id)
                return
            held = (slice_id, take(opened.store, slice_lease(slice_id), run_id=context.run_id))
        yield dg.Output(Claimed(body.claim(job_key), held))
    except LeaseHeld as other:
        context.log.info("Left alone: %s", other)
        if held:
            release(opened.store, held[1])
    except ClaimRefused as refused:
        context.log.warning("Refused: %s", refused.sentence)
        with hold(opened.store, f"apply:{job_key}", run_id=context.run_id) as lease:
            record(opened.store, body, body.refusal(job_key, refused), lease, context.run_id)
        _give_back(opened, held)
        show_results(context.instance, opened)


@dg.op(out={"claimed": dg.Out(), "report": dg.Out()}, tags=OP_TAGS)
def launch_browser(
    context: dg.OpExecutionContext, installation: InstallationResource, claimed: Claimed
) -> Iterator[Any]:
    """Fill the form in a browser of its own; only GET and HEAD pass."""
    opened = installation.opened
    body = _body(opened, context.partition_key)
    try:
        with keep(opened.store, *claimed.leases):
            report = body.launch(claimed.attempt)
    except BaseException:
        for lease in claimed.leases:
            release(opened.store, lease)
        raise
    yield dg.Output(claimed, "claimed")
    yield dg.Output(report, "report")


@dg.op(out=dg.Out(is_required=False), tags=OP_TAGS)
def settle_application(
    context: dg.OpExecutionContext,
    installation: InstallationResource,
    claimed: Claimed,
    report: FormReport,
) -> Iterator[Any]:
    """Record what came of it under the claim, and give the claim back."""
    opened, job_key = installation.opened, context.partition_key
    body = _body(opened, job_key)
    job = load_job(opened.store, body.tenant, job_key)
    if job is None:
        raise dg.Failure(f"{job_key} is no job of {body.tenant}", allow_retries=False)
    outcome = body.outcome(job, claimed.attempt, report)
    record(opened.store, body, outcome, claimed.attempt.lease, context.run_id)
    body.settle(claimed.attempt, report)
    release(opened.store, claimed.attempt.lease)
    _give_back(opened, claimed.slice)
    show_results(context.instance, opened)
    if outcome.succeeded:
        yield dg.Output(None, metadata=application_metadata(outcome))
    else:
        context.log.warning("Not ready: %s", outcome.sentence)


def _give_back(opened: Installation, held: tuple[str, Lease] | None) -> None:
    if held is not None:
        end_slice(opened.store, held[0])
        release(opened.store, held[1])


@dg.graph_asset(
    name="applications",
    partitions_def=approved,
    ins={
        "resume": dg.AssetIn(resume.key, partition_mapping=dg.IdentityPartitionMapping()),
        "cover_letter": dg.AssetIn(
            cover_letter.key, partition_mapping=dg.IdentityPartitionMapping()
        ),
    },
    group_name=STAGE.group,
    owners=["team:search"],
    kinds={"python", "playwright"},
    code_version="1",
    tags=OP_TAGS,
    description="One approved job's form, filled in a real browser and not sent: a dry run.",
)
def applications(resume: Any, cover_letter: Any) -> Any:
    """Claim, launch, settle."""
    claimed, report = launch_browser(claim_application(resume=resume, cover_letter=cover_letter))
    return settle_application(claimed, report)
