"""``jobctrl status``: the funnel, the best matches, and what stopped where."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from jobctrl_dagster.cli.verbs import JsonOption

if TYPE_CHECKING:
    from jobctrl_dagster.installation import Installation
    from jobctrl_dagster.status import Trouble, TroubledSource
    from jobctrl_dagster.store.funnel import Funnel


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("status")(status)


def status(
    tenant: Annotated[
        str | None, typer.Option("--tenant", help="Whose search; all of them if left out.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show how far the jobs have come, the best matches and what needs a look."""
    from jobctrl_dagster.cli.output import print_json
    from jobctrl_dagster.installation import Installation
    from jobctrl_dagster.status import read_status

    opened = Installation.open()
    try:
        if as_json:
            print_json(read_status(opened.store, tenant).as_dict())
        else:
            print_status(opened, tenant)
    finally:
        opened.close()


def print_status(opened: Installation, tenant: str | None) -> None:
    """Print the status for a person; the last line is the funnel for programs."""
    from jobctrl_dagster.cli.output import print_table
    from jobctrl_dagster.status import EXPLANATIONS, read_status

    status = read_status(opened.store, tenant)
    if status.shortlist:
        print("\nBest matches")
        rows = [
            (job.score, job.title, job.company or "unknown", job.place or "", job.url or "")
            for job in status.shortlist
        ]
        print_table(("score", "title", "company", "place", "address"), rows)
    if status.sources:
        print("\nSources that need a look")
        print_table(("source", "state", "what happened"), [_row(item) for item in status.sources])
    if status.troubles:
        print("\nJobs that stopped")
        print_table(
            ("stage", "outcome", "code", "jobs", "for example"), [_row(t) for t in status.troubles]
        )
    print("\nFunnel")
    counts = asdict(status.funnel)
    print_table(("", "jobs", "what is counted"), [(n, counts[n], EXPLANATIONS[n]) for n in counts])
    _print_next(opened, status.funnel)
    print(status.funnel.line())


def _row(record: TroubledSource | Trouble) -> tuple[object, ...]:
    return tuple(asdict(record).values())


def _print_next(opened: Installation, funnel: Funnel) -> None:
    print(f"Store: {opened.store.engine.url.render_as_string(hide_password=True)}")
    print(f"Documents and filled forms: {opened.home.files}")
    if funnel.waiting_approval:
        print(f"Next: {funnel.waiting_approval} jobs wait for you; `jobctrl approve` lists them.")
    else:
        print(
            "Next: `make ui` shows every job with its evidence, `jobctrl report` writes one page,"
        )
        print("      and `jobctrl init` starts a search of your own.")
    print(f"      For `jobctrl` in this terminal: export JOBCTRL_HOME={opened.home.root}\n")
