"""``jobctrl doctor``: whether a search can run, and what to do where it cannot."""

from __future__ import annotations

import typer

from jobctrl_dagster.cli.verbs import DEFAULT_TENANT, JsonOption, TenantOption


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("doctor")(doctor)


def doctor(tenant: TenantOption = DEFAULT_TENANT, as_json: JsonOption = False) -> None:
    """Check everything a search needs; exit code 1 when something stops it."""
    from dataclasses import asdict

    from jobctrl_dagster.cli.output import print_json, print_table
    from jobctrl_dagster.doctor.checks import run_checks
    from jobctrl_dagster.settings.home import Home

    lines = run_checks(Home.from_env(), tenant)
    faults = sum(line.state == "fault" for line in lines)
    warnings = sum(line.state == "warning" for line in lines)
    if as_json:
        print_json([asdict(line) for line in lines])
    else:
        rows = [(line.state, line.name, line.sentence, line.advice) for line in lines]
        colours = {"fault": "bold red", "warning": "yellow"}
        print_table(("", "what", "found", "what to do"), rows, styles=colours)
        typer.echo(f"{faults} faults, {warnings} warnings.")
    if faults:
        raise typer.Exit(1)
