"""``jobctrl tenant``: the people whose searches run here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from jobctrl_dagster.cli.verbs import JsonOption

if TYPE_CHECKING:
    from jobctrl_dagster.installation import Installation

NameArgument = Annotated[str, typer.Argument(help="1 to 32 of a-z, 0-9 and hyphen.")]
WeightOption = Annotated[float, typer.Option(help="Share against others; 2.0 is served twice.")]

tenant_app = typer.Typer(no_args_is_help=True, help="Add, list, weigh and pause tenants.")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.add_typer(tenant_app, name="tenant")


@contextmanager
def _opened() -> Iterator[Installation]:
    from jobctrl_dagster.installation import Installation
    from jobctrl_dagster.store import StoreError

    opened = Installation.open()
    try:
        yield opened
    except StoreError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    finally:
        opened.close()


@tenant_app.command("add")
def add(name: NameArgument, weight: WeightOption = 1.0) -> None:
    """Add a tenant, with starter files to fill in."""
    from jobctrl_dagster.settings.starter import write_starter
    from jobctrl_dagster.store.tenants import add_tenant

    with _opened() as opened:
        new = add_tenant(opened.store, name, weight=weight)
        write_starter(opened.home, name, None)
        state = "added" if new else "was there already"
        typer.echo(f"{name} {state}; the files to fill in are in {opened.home.tenant(name).folder}")


@tenant_app.command("list")
def list_all(as_json: JsonOption = False) -> None:
    """List the tenants with their weights."""
    from dataclasses import asdict

    from jobctrl_dagster.cli.output import print_json, print_table
    from jobctrl_dagster.store.tenants import list_tenants

    with _opened() as opened:
        tenants = list_tenants(opened.store)
        if as_json:
            print_json([asdict(tenant) for tenant in tenants])
            return
        rows = [(item.name, item.weight, "paused" if item.paused else "") for item in tenants]
        print_table(("tenant", "weight", "state"), rows)


@tenant_app.command("weight")
def weight(name: NameArgument, weight: Annotated[float, typer.Argument(help="Above 0.")]) -> None:
    """Change a tenant's share against the others."""
    from jobctrl_dagster.store.tenants import set_weight

    with _opened() as opened:
        set_weight(opened.store, name, weight)
        typer.echo(f"{name} has the weight {weight}")


@tenant_app.command("pause")
def pause(
    name: NameArgument,
    resume: Annotated[bool, typer.Option("--resume", help="Let it go on instead.")] = False,
) -> None:
    """Start nothing new for a tenant, until it is let go on with --resume."""
    from jobctrl_dagster.store.tenants import set_paused

    with _opened() as opened:
        set_paused(opened.store, name, paused=not resume)
        typer.echo(f"{name} goes on" if resume else f"{name} is paused; nothing new is started")
