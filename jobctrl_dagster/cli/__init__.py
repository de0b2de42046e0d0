"""The command line: one module for each verb, each adds itself to `app`."""

from __future__ import annotations

import typer

from jobctrl_dagster.cli import (
    approve,
    backup,
    discover,
    doctor,
    export,
    init,
    report,
    status,
    tenant,
)
from jobctrl_dagster.cli.verbs import Verbs

app = typer.Typer(
    name="jobctrl",
    cls=Verbs,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A job search that runs itself, truthfully.",
)
for verb in (init, doctor, tenant, discover, status, approve, report, export, backup):
    verb.register(app)
