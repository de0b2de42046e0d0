"""What all verbs share: how settings faults end a command, and their common options."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

TenantOption = Annotated[
    str, typer.Option("--tenant", help="Whose search: lower-case letters, digits and hyphens.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
DEFAULT_TENANT = "me"


class Verbs(TyperGroup):
    """The group of all verbs; a fault in a person's files ends a verb with exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the verb and say settings faults without a traceback."""
        from jobctrl_dagster.settings.faults import SettingsError

        try:
            return super().invoke(ctx)
        except SettingsError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(2) from None
