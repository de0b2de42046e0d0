"""``jobctrl report``: one page with the funnel, the best matches and what needs a look."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from jobctrl_dagster.installation import Installation


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("report")(report)


def report(
    tenant: Annotated[
        str | None, typer.Option("--tenant", help="Whose search; all of them if left out.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write; by default one in JOBCTRL_HOME/files."),
    ] = None,
) -> None:
    """Write one HTML page, readable by you alone, that needs no network and no scripts."""
    from jobctrl_dagster.installation import Installation
    from jobctrl_dagster.report.page import render
    from jobctrl_dagster.report.reading import read_report
    from jobctrl_dagster.settings.home import make_private_folder, write_private

    opened = Installation.open()
    try:
        page = render(read_report(opened.store, _whose(opened, tenant)))
        name = f"report-{tenant}.html" if tenant else "report.html"
        file = (out or opened.home.files / name).expanduser().absolute()
        make_private_folder(file.parent)
        write_private(file, page.encode())
    finally:
        opened.close()
    typer.echo(f"Written: {file}")


def _whose(opened: Installation, tenant: str | None) -> str | None:
    """The tenant that was named, or the only one; a page of a misspelt name would be empty."""
    from jobctrl_dagster.store.tenants import list_tenants

    names = [item.name for item in list_tenants(opened.store)]
    if tenant is None:
        return names[0] if len(names) == 1 else None
    if tenant not in names:
        typer.echo(f"{tenant} is no tenant; there are: {', '.join(names) or 'none yet'}", err=True)
        raise typer.Exit(2)
    return tenant
