"""``jobctrl discover`` and ``jobctrl import``: look at the sources now, or bring postings in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jobctrl_dagster.cli.verbs import DEFAULT_TENANT, TenantOption

if TYPE_CHECKING:
    from jobctrl_dagster.installation import Installation


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command("discover")(discover)
    app.command("import")(import_postings)


def discover(tenant: TenantOption = DEFAULT_TENANT) -> None:
    """Read every source of a tenant now; enriching and scoring follow in queued operation."""
    from jobctrl_dagster.installation import Installation

    opened = Installation.open()
    try:
        opened.search(tenant)
        _run(opened, tenant)
    finally:
        opened.close()


def import_postings(
    source: Annotated[
        str, typer.Argument(help="A file (.csv .json .jsonl .html .txt), a page address, or -.")
    ],
    tenant: TenantOption = DEFAULT_TENANT,
) -> None:
    """Bring postings in: a file, the address of a page, or text pasted on standard input (-)."""
    from jobctrl_dagster.discover.executions import plan_execution
    from jobctrl_dagster.discover.plan import plan_units
    from jobctrl_dagster.installation import Installation
    from jobctrl_dagster.settings.schema import ImportFile, Sources

    opened = Installation.open()
    try:
        entry = _entry(source, opened, tenant)
        units = plan_units(Sources(imports=(ImportFile(**entry),)), opened.system)
        plan_execution(opened.store, tenant, units, max_parallel_families=1)
        _run(opened, tenant)
    finally:
        opened.close()


def _entry(source: str, opened: Installation, tenant: str) -> dict[str, str]:
    """The source as an entry of ``imports``; pasted text is kept in a file of the tenant's."""
    if source == "-":
        from jobctrl_dagster.settings.home import write_private

        folder = opened.home.tenant(tenant).folder / "pasted"
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / f"{opened.store.clock():%Y%m%dT%H%M%S}.txt"
        write_private(path, typer.get_text_stream("stdin").read().encode())
        return {"path": str(path)}
    if source.startswith(("http://", "https://")):
        return {"url": source}
    path = Path(source).expanduser().absolute()
    if not path.is_file():
        typer.echo(f"{path} is no file; give a file, an http(s) address, or - to paste", err=True)
        raise typer.Exit(2)
    return {"path": str(path)}


def _run(opened: Installation, tenant: str) -> None:
    from jobctrl_dagster.job_process import Progress, execute_job

    if not os.environ.get("DAGSTER_HOME"):
        typer.echo(
            f"DAGSTER_HOME is not set; run: export DAGSTER_HOME={opened.home.dagster}", err=True
        )
        raise typer.Exit(2)
    log = opened.home.root / "logs" / "discover.log"
    progress = Progress(opened.store, tenant)
    code = execute_job("discover", [tenant], log=log, while_waiting=progress.show)
    progress.show()
    if code != 0:
        typer.echo(f"\nThe discovery failed; what it printed is in {log}", err=True)
        raise typer.Exit(1)
    typer.echo("\nDone; `jobctrl status` shows what came of it.")
