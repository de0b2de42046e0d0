"""Files that are whole or not there: made in a private folder beside their place, then moved."""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.home import PRIVATE_FOLDER

DRAFT_NAME = re.compile(r"\..+\.part")
"""Names of draft folders of any host and process."""


@contextmanager
def draft_folder(target: Path) -> Iterator[Path]:
    """A folder with mode 0700 beside the target; gone on every way out but a kill.

    What killed processes of this host have left for the same target is removed first.

    Raises:
        SettingsError: something in it, or beside the target, could not be written.
    """
    folder = target.with_name(f".{target.name}.{socket.gethostname()}.{os.getpid()}.part")
    try:
        _sweep(target)
        folder.mkdir(mode=PRIVATE_FOLDER)
        yield folder
    except OSError as error:
        reason = error.strerror or str(error)
        advice = "check that its folder is there, may be written, and has room"
        fault = Fault(f"cannot be written ({reason})", file=target, advice=advice)
        raise SettingsError([fault]) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def publish(draft: Path, target: Path) -> None:
    """Move a finished draft to its place, once its content is on the disk."""
    with draft.open("rb") as stream:
        os.fsync(stream.fileno())
    draft.replace(target)


def _sweep(target: Path) -> None:
    """Remove drafts of processes that are gone, also of one that had this process's number."""
    import psutil

    name = re.compile(
        rf"\.{re.escape(target.name)}\.{re.escape(socket.gethostname())}\.(\d+)\.part"
    )
    for entry in target.parent.iterdir():
        found = name.fullmatch(entry.name)
        if found and (int(found[1]) == os.getpid() or not psutil.pid_exists(int(found[1]))):
            shutil.rmtree(entry, ignore_errors=True)
