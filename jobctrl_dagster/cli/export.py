"""``jobctrl export``: a tenant's jobs as a table for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jobctrl_dagster.cli.verbs import DEFAULT_TENANT, TenantOption
from jobctrl_dagster.export import Format, Order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jobctrl_dagster.export.columns import Row
    from jobctrl_dagster.export.writers import Writer

STANDARD_OUTPUT = "-"


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("export")(export)


def export(
    tenant: TenantOption = DEFAULT_TENANT,
    kind: Annotated[
        Format | None,
        typer.Option("--format", help="By the ending of --out, else csv, if left out."),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", help="The file to write; - for standard output.")
    ] = STANDARD_OUTPUT,
    shortlist: Annotated[
        bool, typer.Option("--shortlist", help="Only jobs at or above the threshold.")
    ] = False,
    order: Annotated[
        Order, typer.Option("--order", help="By date of posting; undated jobs come last.")
    ] = Order.NEWEST,
    bom: Annotated[
        bool, typer.Option("--bom", help="Begin CSV with a byte order mark, for spreadsheets.")
    ] = False,
) -> None:
    """Write every job of a tenant with its facts, score and state, one row each.

    CSV is UTF-8. A cell that a spreadsheet would run as a formula (it begins with = + - @ or a
    tab) gets an apostrophe before it; several values in a cell are joined by " | ".
    """
    from jobctrl_dagster.installation import Installation
    from jobctrl_dagster.store.tenants import list_tenants

    kind = kind or _by_ending(out)
    if kind is Format.PARQUET and out == STANDARD_OUTPUT:
        _refuse("parquet is no text; give a file with --out PATH")
    opened = Installation.open()
    try:
        if tenant not in {known.name for known in list_tenants(opened.store)}:
            _refuse(f"there is no tenant {tenant!r}; `jobctrl tenant list` shows those there are")
        from jobctrl_dagster.export.rows import read_rows
        from jobctrl_dagster.export.writers import writer

        rows = read_rows(opened.store, tenant, order=order, shortlist=shortlist)
        count = _write(rows, writer(kind, byte_order_mark=bom), out)
    finally:
        opened.close()
    if out != STANDARD_OUTPUT:
        typer.echo(f"{count} jobs are in {out}", err=True)


def _by_ending(out: str) -> Format:
    ending = Path(out).suffix.lstrip(".").lower()
    return Format(ending) if ending in set(Format) else Format.CSV


def _write(rows: Iterator[Row], write: Writer, out: str) -> int:
    if out == STANDARD_OUTPUT:
        return write(rows, typer.get_binary_stream("stdout"))
    from jobctrl_dagster.drafts import draft_folder, publish
    from jobctrl_dagster.settings.home import PRIVATE_FILE

    target = Path(out).expanduser().absolute()
    with draft_folder(target) as folder:
        draft = folder / target.name
        draft.touch(PRIVATE_FILE)
        with draft.open("wb") as stream:
            count = write(rows, stream)
        publish(draft, target)
    return count


def _refuse(sentence: str) -> None:
    typer.echo(sentence, err=True)
    raise typer.Exit(2)
