"""What a run needs, looked at one by one, each with what to do about it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.home import Home

if TYPE_CHECKING:
    from jobctrl_dagster.settings.resume import ReadResume
    from jobctrl_dagster.settings.schema import Answers, SearchSettings, SystemSettings

State = Literal["ok", "warning", "fault"]
Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class CheckLine:
    """One thing that was looked at.

    Attributes:
        state: `ok`; `warning` when a run goes on with less; `fault` when it cannot.
        name: what was looked at, in a word or two.
        sentence: what was found.
        advice: what to do about it; empty when nothing is to be done.
    """

    state: State
    name: str
    sentence: str
    advice: str = ""


def run_checks(
    home: Home, tenant: str, environ: Mapping[str, str] = os.environ
) -> tuple[CheckLine, ...]:
    """Look at everything that a run of a tenant needs.

    Raises:
        SettingsError: the tenant's name is none.
    """
    from jobctrl_dagster.doctor import machine_checks, search_checks
    from jobctrl_dagster.settings import load
    from jobctrl_dagster.settings.resume import read_resume

    files = home.tenant(tenant)
    lines = [machine_checks.check_python(), check_home(home)]
    system, found = check_file("config", lambda: load.load_system(home))
    lines += found
    search, found = check_file("search", lambda: load.load_search(home, tenant))
    lines += found
    answers, found = check_file("answers", lambda: load.load_answers(home, tenant))
    lines += found
    init = f"run `jobctrl init --tenant {tenant}` to write it"
    profile, found = check_file("profile", lambda: read_resume(files.profile, missing=init))
    lines += found
    lines += check_settings(system, search, answers, profile, files.folder, environ)
    lines += [
        search_checks.check_replay(environ),
        machine_checks.check_dagster_home(home, environ),
        check_database(home, environ),
        machine_checks.check_disk(home.root),
        machine_checks.check_word_vectors(),
        machine_checks.check_browser(environ),
    ]
    return tuple(lines)


def check_settings(
    system: SystemSettings | None,
    search: SearchSettings | None,
    answers: Answers | None,
    profile: ReadResume | None,
    folder: Path,
    environ: Mapping[str, str],
) -> list[CheckLine]:
    """Look at the content of the files that could be read."""
    from jobctrl_dagster.doctor import machine_checks, search_checks

    lines: list[CheckLine] = []
    if profile is not None:
        lines += search_checks.check_profile(profile)
    if search is not None:
        lines += search_checks.check_sources(search, environ)
        lines += search_checks.check_import_files(search, folder)
    if answers is not None and not answers.answers:
        sentence = "no answers are stored, so every question of a form waits for you"
        lines.append(CheckLine("ok", "stored answers", sentence))
    if system is not None:
        lines.append(machine_checks.check_timezone(system.schedule.timezone))
    return lines


def check_home(home: Home) -> CheckLine:
    """The home is a folder of the person's own that can be written."""
    if not home.root.is_dir():
        taken = home.root.exists()
        sentence = f"{home.root} is {'not a folder' if taken else 'not there'}"
        advice = "name another folder in JOBCTRL_HOME" if taken else "run `jobctrl init`"
        return CheckLine("fault", "home", sentence, advice)
    if not os.access(home.root, os.R_OK | os.W_OK | os.X_OK):
        advice = f"run `chmod u+rwx {home.root}`"
        return CheckLine("fault", "home", f"{home.root} cannot be written", advice)
    tenants = home.root / "tenants"
    private = [home.root, home.config, home.database, *tenants.rglob("*")]
    open_to_others = [path for path in private if path.exists() and path.stat().st_mode & 0o077]
    if open_to_others:
        named = ", ".join(str(path) for path in open_to_others[:3])
        more = f" and {len(open_to_others) - 3} more" if len(open_to_others) > 3 else ""
        advice = f"run `chmod -R go= {home.root}`"
        return CheckLine("warning", "home", f"others can read {named}{more}", advice)
    return CheckLine("ok", "home", f"{home.root} is private and can be written")


def check_file(
    name: str, load: Callable[[], Loaded]
) -> tuple[Loaded | None, tuple[CheckLine, ...]]:
    """A file can be read; gives its content, and a line for each fault."""
    try:
        loaded = load()
    except SettingsError as error:
        return None, tuple(_fault_line(name, fault) for fault in error.faults)
    return loaded, (CheckLine("ok", name, "the file is complete and every key is known"),)


def check_database(home: Home, environ: Mapping[str, str]) -> CheckLine:
    """The store opens and answers."""
    url = home.database_url(environ)
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).parent.is_dir():
        return CheckLine("fault", "database", "its folder is not there", "run `jobctrl init`")
    advice = "check JOBCTRL_DATABASE_URL and that the database server runs"
    if not environ.get("JOBCTRL_DATABASE_URL", "").strip():
        advice = f"check the file {home.database}; a copy of it can be put in its place"
    try:
        from jobctrl_dagster.store import Store

        store = Store.open(url)
        try:
            sentence = store.check()
        finally:
            store.close()
    except Exception as error:  # noqa: BLE001 - whatever stops the store is the finding
        return CheckLine("fault", "database", _reason(error, url), advice)
    return CheckLine("ok", "database", sentence)


def _fault_line(name: str, fault: Fault) -> CheckLine:
    advice = f"{fault.advice}" if fault.advice else "correct the line"
    told = Fault(fault.problem, fault.file, fault.line, fault.key)
    return CheckLine("fault", name, str(told).removesuffix("."), advice)


def _reason(error: Exception, url: str) -> str:
    """The first line of an error, without the password that a database URL may hold."""
    text = (str(error).strip() or type(error).__name__).splitlines()[0]
    secret = re.search(r"://[^:/@]*:([^@]+)@", url)
    return text.replace(secret[1], "***") if secret else text
