"""``jobctrl approve`` and ``jobctrl reject``: a person's decision about exact documents."""

from __future__ import annotations

import getpass
import uuid
from typing import TYPE_CHECKING, Annotated

import typer

from jobctrl_dagster.cli.verbs import DEFAULT_TENANT, JsonOption, TenantOption

if TYPE_CHECKING:
    from jobctrl_dagster.approvals import Waiting
    from jobctrl_dagster.installation import Installation

KeysArgument = Annotated[
    list[str] | None, typer.Argument(help="Job keys; without any, what waits is listed.")
]
ByOption = Annotated[str | None, typer.Option("--by", help="Who decides; you, if left out.")]


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command("approve")(approve)
    app.command("reject")(reject)


def approve(
    keys: KeysArgument = None,
    tenant: TenantOption = DEFAULT_TENANT,
    by: ByOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the documents that wait, or approve those of the jobs named, exactly as they are."""
    from jobctrl_dagster.approvals import waiting_jobs
    from jobctrl_dagster.installation import Installation

    opened = Installation.open()
    try:
        waiting = waiting_jobs(opened, tenant)
        if not keys:
            _show(waiting, as_json=as_json)
            return
        shown = {item.job_key: item.digest for item in waiting}
        for key in keys:
            _decide(opened, key, "approved", by, digest=shown.get(key))
    finally:
        opened.close()


def reject(
    keys: Annotated[list[str], typer.Argument(help="Job keys.")],
    by: ByOption = None,
    why: Annotated[str | None, typer.Option("--why", help="Kept beside the decision.")] = None,
) -> None:
    """Turn jobs down after looking at them; they are not prepared any further."""
    from jobctrl_dagster.installation import Installation

    opened = Installation.open()
    try:
        for key in keys:
            _decide(opened, key, "rejected", by, note=why)
    finally:
        opened.close()


def _decide(
    opened: Installation,
    key: str,
    decision: str,
    by: str | None,
    *,
    digest: str | None = None,
    note: str | None = None,
) -> None:
    from jobctrl_dagster.approvals import decide_job
    from jobctrl_dagster.store.documents import ApprovalRefused

    try:
        decide_job(
            opened,
            key,
            "approved" if decision == "approved" else "rejected",
            approver=by or getpass.getuser(),
            run_id=f"cli-{uuid.uuid4().hex[:12]}",
            digest=digest,
            note=note,
        )
    except ApprovalRefused as refused:
        typer.echo(str(refused), err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{decision}: {key}")


def _show(waiting: list[Waiting], *, as_json: bool) -> None:
    from dataclasses import asdict

    from jobctrl_dagster.cli.output import print_json, print_table

    if as_json:
        print_json([asdict(item) for item in waiting])
        return
    if not waiting:
        typer.echo("Nothing waits for a decision.")
        return
    rows = [
        (
            item.score,
            item.title,
            item.company or "unknown",
            "tailored" if item.tailored else "base, unchanged",
            f"{item.resume}\n{item.letter}",
            "\n".join(item.warnings),
            item.job_key,
        )
        for item in waiting
    ]
    columns = ("score", "title", "company", "resume", "documents", "warnings", "job key")
    print_table(columns, rows)
    typer.echo("Look at the documents, then: jobctrl approve JOB_KEY  or  jobctrl reject JOB_KEY")
