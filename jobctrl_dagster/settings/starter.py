"""The first files of a person: commented, complete, and free of invented content."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

from jobctrl_dagster.settings.document import read_bytes
from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.settings.resume import parse_resume

STARTER_FILES = ("config.yaml", "search.yaml", "answers.yaml", "profile.json")


@dataclass(frozen=True)
class StarterFile:
    """What became of one file.

    Attributes:
        file: where it is.
        state: `written` when it was not there, `kept` when it was, `replaced` when another one is
            in its place now.
        old: where the replaced file stands now; none for an untouched starter file.
        notes: remarks on a resume that was taken over.
    """

    file: Path
    state: Literal["written", "kept", "replaced"]
    old: Path | None = None
    notes: tuple[Fault, ...] = ()


def starter_content(name: str) -> bytes:
    """The bytes of one of `STARTER_FILES`."""
    return (resources.files("jobctrl_dagster.settings") / "starter" / name).read_bytes()


def write_starter(
    home: Home, tenant: str, resume: Path | None = None, *, force: bool = False
) -> tuple[StarterFile, ...]:
    """Make the home and a tenant's files, where they are missing.

    Args:
        home: the installation.
        tenant: whose files to write.
        resume: a JSON Resume to take over as the profile, byte for byte.
        force: replace files that are there; the old ones stay beside them as ``NAME.old``.
            The profile is replaced only when a resume is given.

    Raises:
        SettingsError: before anything is written, when the resume cannot be a profile, or a
            profile is there already and `force` is not set; later, when a file cannot be written.
    """
    files = home.tenant(tenant)
    content = {name: starter_content(name) for name in STARTER_FILES}
    notes: tuple[Fault, ...] = ()
    if resume is not None:
        content["profile.json"] = read_bytes(resume, missing="check the path of the resume")
        notes = parse_resume(content["profile.json"], resume).notes
        _refuse_second_profile(files.profile, content["profile.json"], force=force)
    home.create(tenant)
    done = [
        _put(home.config, content["config.yaml"], force=force),
        _put(files.search, content["search.yaml"], force=force),
        _put(files.answers, content["answers.yaml"], force=force),
    ]
    profile = _put(files.profile, content["profile.json"], force=resume is not None)
    done.append(StarterFile(profile.file, profile.state, profile.old, notes))
    return tuple(done)


def _refuse_second_profile(profile: Path, resume: bytes, *, force: bool) -> None:
    """A profile that a person has written gives way to another one only on request."""
    if force or not profile.exists():
        return
    if profile.read_bytes() in {resume, starter_content("profile.json")}:
        return
    advice = "give --force to replace it; the old one stays beside it"
    raise SettingsError([Fault("a profile is there already", file=profile, advice=advice)])


def _put(file: Path, content: bytes, *, force: bool) -> StarterFile:
    if not file.exists():
        write_private(file, content)
        return StarterFile(file, "written")
    present = file.read_bytes()
    if not force or present == content:
        return StarterFile(file, "kept")
    if present == starter_content(file.name):
        write_private(file, content)
        return StarterFile(file, "replaced")
    old = _free_name(file)
    write_private(old, present)
    write_private(file, content)
    return StarterFile(file, "replaced", old)


def _free_name(file: Path) -> Path:
    """A name beside a file that is not taken: ``NAME.old``, ``NAME.old2``, ..."""
    number = 1
    while (name := file.with_name(f"{file.name}.old{number if number > 1 else ''}")).exists():
        number += 1
    return name
