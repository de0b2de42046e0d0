"""``jobctrl backup`` and ``jobctrl restore``: an installation in one file, and back again."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

LOOK_SECONDS = 0.2
LINE_SECONDS = 5.0


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE.tar.gz", help="Here, with the date in its name, if left out."),
    ] = None,
    with_dagster: Annotated[
        bool, typer.Option("--with-dagster", help="Dagster's runs and events, too.")
    ] = False,
) -> None:
    """Save the whole installation in one file, also while it works.

    Settings, profiles, answers, documents and every table of the store are in it. Passwords and
    keys are not: they live in the environment.
    """
    from jobctrl_dagster.backup.contents import BACKUP_NAME
    from jobctrl_dagster.backup.make import make_backup
    from jobctrl_dagster.clock import utc_now
    from jobctrl_dagster.settings.home import Home

    name = BACKUP_NAME.format(utc_now())
    target = Path(name) if file is None else file.expanduser()
    target = (target / name if target.is_dir() else target).absolute()
    with _faults_said(), _progress() as progress:
        made = make_backup(Home.from_env(), target, with_dagster=with_dagster, told=progress.tell)
    for note in made.notes:
        typer.echo(f"note: {note}", err=True)
    rows = sum(made.manifest.rows.values())
    size = target.stat().st_size / 1e6
    typer.echo(f"{made.manifest.files} files and {rows} rows are in {target} ({size:.1f} MB)")
    typer.echo(f"Next: keep it private; `jobctrl restore {target.name}` brings it back.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE.tar.gz", help="What backup wrote.")],
    into: Annotated[
        Path | None, typer.Option("--into", help="The home to fill; JOBCTRL_HOME if left out.")
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Move an installation that is there aside; stop it first."),
    ] = False,
) -> None:
    """Bring an installation back; the store goes to JOBCTRL_DATABASE_URL, else into the home.

    The whole file is checked before anything is written. It may go to another kind of database
    than it came from.
    """
    from jobctrl_dagster.backup.restore import restore_backup
    from jobctrl_dagster.settings.home import Home

    home = Home.from_env() if into is None else Home(into.expanduser().absolute())
    with _faults_said(), _progress() as progress:
        done = restore_backup(file.expanduser(), home, force=force, told=progress.tell)
    for clause in done.moved:
        typer.echo(f"moved aside: {clause}")
    rows = sum(done.manifest.rows.values())
    typer.echo(
        f"{done.manifest.files} files and {rows} rows of {done.manifest.made_at:%Y-%m-%d %H:%M} UTC"
        f" are in {home.root}; the store is {done.manifest.identity}"
    )
    typer.echo(
        f"Next: export JOBCTRL_HOME={home.root} DAGSTER_HOME={home.dagster}, then `jobctrl status`."
    )


@contextmanager
def _faults_said() -> Iterator[None]:
    from jobctrl_dagster.backup.errors import BackupError
    from jobctrl_dagster.store import StoreError

    try:
        yield
    except (BackupError, StoreError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None


class _Progress:
    """One line that changes on a terminal; elsewhere a line every few seconds."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (0 if self._terminal else LINE_SECONDS)
        self._width = 0

    def tell(self, words: str) -> None:
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (LOOK_SECONDS if self._terminal else LINE_SECONDS)
        if self._terminal:
            words = words[:100]
            sys.stderr.write(f"\r  {words.ljust(self._width)}")
            self._width = len(words)
        else:
            sys.stderr.write(f"  {words}\n")
        sys.stderr.flush()

    def end(self) -> None:
        if self._terminal and self._width:
            sys.stderr.write(f"\r  {' ' * self._width}\r")


@contextmanager
def _progress() -> Iterator[_Progress]:
    progress = _Progress()
    try:
        yield progress
    finally:
        progress.end()
