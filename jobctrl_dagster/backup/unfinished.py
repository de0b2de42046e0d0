"""The mark of a restore that is under way; where it is left, nothing else may begin."""

from __future__ import annotations

from pathlib import Path

from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.home import Home, write_private


def mark_of(home: Home) -> Path:
    """The file that stands in a home from the first to the last step of its restore."""
    return home.root / "restore-unfinished"


def mark(home: Home, words: str) -> None:
    """Say that the home is not whole yet, and how to go on."""
    write_private(mark_of(home), f"{words}\n".encode())


def advice(home: Home, archive: Path) -> str:
    """What to do with a home whose restore was interrupted."""
    return f"run `jobctrl restore {archive} --into {home.root} --force`"


def refuse_unfinished(home: Home) -> None:
    """Do nothing, unless a restore into the home was interrupted.

    Raises:
        SettingsError: it was; the advice is the command that restores it whole.
    """
    path = mark_of(home)
    if not path.exists():
        return
    words = path.read_text(encoding="utf-8").strip()
    problem = "a restore into this folder has not finished, so what is here is not whole"
    raise SettingsError([Fault(problem, file=path, advice=words)])
