"""A process killed at any step leaves no half archive, and no half home that anyone would use."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.make import make_backup
from jobctrl_dagster.backup.restore import restore_backup
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.status import read_status
from jobctrl_dagster.store import Store

PROGRAM = """
import os, signal, sys
from pathlib import Path
from jobctrl_dagster.backup.make import make_backup
from jobctrl_dagster.backup.restore import restore_backup
from jobctrl_dagster.settings.home import Home

verb, archive, home, step = sys.argv[1:]

def told(words):
    if words.startswith(step):
        os.kill(os.getpid(), signal.SIGKILL)

if verb == "backup":
    make_backup(Home(Path(home)), Path(archive), told=told)
else:
    restore_backup(Path(archive), Home(Path(home)), told=told)
"""


def killed(verb: str, archive: Path, home: Home, step: str, environ: Mapping[str, str]) -> None:
    """Run the verb in a process that is killed when it says the step."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("JOBCTRL_", "DAGSTER_"))}
    words = [sys.executable, "-c", PROGRAM, verb, str(archive), str(home.root), step]
    done = subprocess.run(words, env=clean | dict(environ), check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def test_a_killed_backup_leaves_no_half_archive(home: Home, tmp_path: Path) -> None:
    target = tmp_path / "b.tar.gz"
    killed("backup", target, home, "finishing", {})
    assert not target.exists()
    assert len(list(tmp_path.glob(".b.tar.gz.*.part"))) == 1
    make_backup(home, target, environ={})
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.tar.gz", "home"]


@pytest.mark.parametrize("step", ["writing home/tenants", "table scores"])
def test_a_killed_restore_leaves_a_home_that_refuses(
    home: Home, archive: Path, other: Mapping[str, str], tmp_path: Path, step: str
) -> None:
    target = Home(tmp_path / "new")
    environ = {**other, "JOBCTRL_HOME": str(target.root)}
    killed("restore", archive, target, step, environ)
    with pytest.raises(SettingsError) as refusal:
        Installation.open(environ)
    command = f"jobctrl restore {archive} --into {target.root} --force"
    assert command in str(refusal.value)
    with pytest.raises(BackupError, match="interrupted"):
        restore_backup(archive, target, environ=environ)
    with pytest.raises(SettingsError, match="has not finished"):
        make_backup(target, tmp_path / "c.tar.gz", environ=environ)
    restore_backup(archive, target, environ=environ, force=True)
    Installation.open(environ).close()
    before, after = Store.open(home.database_url({})), Store.open(target.database_url(environ))
    assert read_status(after, None) == read_status(before, None)
    before.close()
    after.close()
