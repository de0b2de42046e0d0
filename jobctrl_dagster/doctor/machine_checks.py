"""Whether this machine has what a run needs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from jobctrl_dagster.doctor.checks import CheckLine
from jobctrl_dagster.settings.home import Home

LEAST_PYTHON = (3, 11)
FREE_BYTES_NEEDED = 200_000_000
"""Less stops a run: a day of discovery with captured pages fits."""
FREE_BYTES_WISHED = 2_000_000_000
"""Less is warned about: weeks of documents and reports fit."""


def check_python(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> CheckLine:
    """The interpreter is new enough."""
    shown = ".".join(map(str, version))
    if version[:2] < LEAST_PYTHON:
        advice = f"install Python {'.'.join(map(str, LEAST_PYTHON))} or newer"
        return CheckLine("fault", "python", f"this is Python {shown}", advice)
    return CheckLine("ok", "python", f"Python {shown}")


def check_dagster_home(home: Home, environ: Mapping[str, str]) -> CheckLine:
    """DAGSTER_HOME names a folder with an instance's settings in it."""
    named = environ.get("DAGSTER_HOME", "").strip()
    if not named:
        sentence = "DAGSTER_HOME is not set, and without it runs leave no trace"
        advice = f"run `export DAGSTER_HOME={home.dagster}`"
        return CheckLine("fault", "dagster home", sentence, advice)
    folder = Path(named)
    if not folder.is_absolute() or not folder.is_dir():
        what = "no absolute path" if not folder.is_absolute() else "no folder"
        advice = f"make it an absolute path of a folder, such as {home.dagster}"
        return CheckLine("fault", "dagster home", f"DAGSTER_HOME is {named}: {what}", advice)
    if not (folder / "dagster.yaml").is_file():
        advice = "copy the project's dagster.yaml into it"
        return CheckLine("fault", "dagster home", f"{folder} holds no dagster.yaml", advice)
    return CheckLine("ok", "dagster home", f"{folder} holds dagster.yaml")


def check_disk(folder: Path, free: int | None = None) -> CheckLine:
    """There is room for pages, documents and the database.

    Args:
        folder: the home; need not be there yet.
        free: bytes left, taken from the disk when not given.
    """
    if free is None:
        standing = next(path for path in (folder, *folder.parents) if path.exists())
        free = shutil.disk_usage(standing).free
    sentence = f"{free / 1e9:.1f} GB are free for {folder}"
    if free < FREE_BYTES_NEEDED:
        return CheckLine("fault", "disk", sentence, "free at least 0.2 GB, better 2 GB")
    if free < FREE_BYTES_WISHED:
        return CheckLine("warning", "disk", sentence, "free 2 GB before a longer search")
    return CheckLine("ok", "disk", sentence)


def check_word_vectors() -> CheckLine:
    """The word vectors that scores compare texts with can be loaded, without a network."""
    try:
        import wordllama

        package = Path(wordllama.__file__).parent
        model = wordllama.WordLlama.load(cache_dir=package, disable_download=True)
        size = model.embed("job").shape[-1]
    except Exception as error:  # noqa: BLE001 - whatever stops the load is the finding
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        advice = "install the package wordllama again; its weights are part of it"
        return CheckLine("fault", "word vectors", f"they cannot be loaded: {reason}", advice)
    return CheckLine("ok", "word vectors", f"loaded, {size} dimensions")


def check_browser(environ: Mapping[str, str]) -> CheckLine:
    """A Chromium is found; only applying needs it."""
    from jobctrl_dagster.apply.browser import BrowserMissing, find_browser

    try:
        return CheckLine("ok", "browser", find_browser(environ))
    except BrowserMissing as missing:
        return CheckLine("warning", "browser", str(missing), "only applying needs it")


def check_timezone(name: str) -> CheckLine:
    """The schedule's time zone has its rules on this machine."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        advice = "install the package tzdata"
        return CheckLine("fault", "time zone", f"{name} is not known to this machine", advice)
    return CheckLine("ok", "time zone", f"schedules run by the clock of {name}")
