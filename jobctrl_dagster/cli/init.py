"""``jobctrl init``: the folder and the files of a person, ready to be filled in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jobctrl_dagster.cli.verbs import DEFAULT_TENANT, TenantOption

if TYPE_CHECKING:
    from jobctrl_dagster.settings.home import Home


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("init")(init)


def init(
    tenant: TenantOption = DEFAULT_TENANT,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", help="A JSON Resume to take over as the profile."),
    ] = None,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Replace files, the profile only with --resume; old ones stay as NAME.old.",
        ),
    ] = False,
) -> None:
    """Write the settings, the search and the profile to start from; what is there is kept."""
    from jobctrl_dagster.settings.home import Home
    from jobctrl_dagster.settings.starter import write_starter

    home = Home.from_env()
    for entry in write_starter(home, tenant, resume, force=force):
        old = f" (the old one is {entry.old.name})" if entry.old else ""
        typer.echo(f"{entry.state}: {entry.file}{old}")
        for note in entry.notes:
            typer.echo(f"  note: {note}")
    _write_dagster_yaml(home)
    typer.echo(
        f"Next: name your sources in {home.tenant(tenant).search}, "
        f"then run `jobctrl doctor --tenant {tenant}`."
    )


def _write_dagster_yaml(home: Home) -> None:
    """Give the home's Dagster folder the checkout's dagster.yaml, where there is none yet."""
    from jobctrl_dagster.settings.home import write_private

    source, target = (
        Path(__file__).resolve().parents[2] / "dagster.yaml",
        home.dagster / "dagster.yaml",
    )
    if source.is_file() and not target.exists():
        write_private(target, source.read_bytes())
        typer.echo(f"written: {target}")
