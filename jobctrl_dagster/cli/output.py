"""Printing lists: a table for a person, JSON for a program."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

import typer

PIPE_WIDTH = 200
"""Columns of a table that is written to a file or another program."""


def print_json(value: object) -> None:
    """Print a value as JSON, in the script it is written in."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def print_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    styles: Mapping[str, str] | None = None,
) -> None:
    """Print rows under their columns; texts are wrapped, never cut.

    Args:
        columns: headings.
        rows: one value for each column.
        styles: colour of a row by the text in its first column.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)
    table = Table(box=box.SIMPLE_HEAD)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        style = (styles or {}).get(str(row[0]), "")
        table.add_row(*(Text(str(value)) for value in row), style=style)
    console.print(table)
