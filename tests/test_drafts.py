"""Drafts of processes that are gone are removed; those of living ones are left alone."""

import os
import socket
from pathlib import Path

import pytest

from jobctrl_dagster.drafts import draft_folder, publish
from jobctrl_dagster.settings.faults import SettingsError


def left_by(pid: int, target: Path) -> Path:
    folder = target.with_name(f".{target.name}.{socket.gethostname()}.{pid}.part")
    folder.mkdir()
    (folder / "half").write_text("half")
    return folder


def test_a_draft_becomes_the_file_when_it_is_published(tmp_path: Path) -> None:
    target = tmp_path / "jobs.csv"
    with draft_folder(target) as folder:
        (folder / "draft").write_text("whole")
        assert not target.exists()
        publish(folder / "draft", target)
    assert [entry.name for entry in tmp_path.iterdir()] == ["jobs.csv"]
    assert target.read_text() == "whole"


def test_what_dead_processes_left_is_swept_and_the_living_are_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "jobs.csv"
    gone = left_by(2**31 - 1, target)
    reused = left_by(os.getpid(), target)
    living = left_by(os.getppid(), target)
    other = left_by(2**31 - 1, tmp_path / "other.csv")
    with draft_folder(target) as folder:
        assert list(folder.iterdir()) == []
    assert [path.exists() for path in (gone, reused, living, other)] == [False, False, True, True]


def test_a_fault_names_the_target_and_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "jobs.csv"
    with pytest.raises(SettingsError, match="No space left"), draft_folder(target):
        raise OSError(28, "No space left on device")
    with pytest.raises(SettingsError, match="Check that its folder is there"):
        draft_folder(tmp_path / "none" / "jobs.csv").__enter__()
    assert list(tmp_path.iterdir()) == []
