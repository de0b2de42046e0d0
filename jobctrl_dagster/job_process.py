"""Run one of our Dagster jobs in a process of its own, with progress for the person who waits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from jobctrl_dagster.store.funnel import Funnel, read_funnel
from jobctrl_dagster.store.store import Store

JobName = Literal["job_pipeline", "discover", "enrich", "score", "tailor", "cover_letters", "apply"]
OPS: Mapping[JobName, tuple[str, ...]] = {
    "job_pipeline": (
        *("discover_postings", "enrich_postings", "score_jobs", "tailor_resumes"),
        *("write_letters", "approve_demo_jobs", "fill_forms"),
    ),
    "discover": ("discover_postings",),
    "enrich": ("enrich_postings",),
    "score": ("score_jobs",),
    "tailor": ("tailor_resumes",),
    "cover_letters": ("write_letters",),
    "apply": ("fill_forms",),
}
"""The ops of each job; a test compares them with the jobs themselves."""

LOOK_SECONDS = 0.5


def execute_job(
    job: JobName,
    tenants: Sequence[str],
    *,
    log: Path,
    while_waiting: Callable[[], None] = lambda: None,
) -> int:
    """Run ``dagster job execute`` and wait for it; returns its exit code.

    Args:
        job: Which job.
        tenants: Whose work it does; empty for all that are not paused.
        log: File that gets everything it prints.
        while_waiting: Called about twice a second until it ends.
    """
    config = {"ops": {op: {"config": {"tenants": list(tenants)}} for op in OPS[job]}}
    command = [
        *(sys.executable, "-m", "dagster", "job", "execute"),
        *("-m", "jobctrl_dagster.definitions", "-j", job),
        *("-c", str(log.with_suffix(".yaml"))),
    ]
    log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    log.with_suffix(".yaml").write_text(json.dumps(config), encoding="utf-8")  # JSON is YAML
    with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)  # noqa: S603 - our own command
        try:
            while process.poll() is None:
                while_waiting()
                time.sleep(LOOK_SECONDS)
        except BaseException:
            process.terminate()
            process.wait()
            raise
    return process.returncode


class Progress:
    """One line that grows on a terminal, or a line for each change elsewhere."""

    def __init__(self, store: Store, tenant: str | None) -> None:
        self._store = store
        self._tenant = tenant
        self._shown = ""

    def show(self) -> None:
        """Print how far the jobs have come, if that has changed."""
        funnel: Funnel = read_funnel(self._store, self._tenant)
        line = (
            f"{funnel.discovered} discovered, {funnel.enriched} enriched, "
            f"{funnel.scored} scored, {funnel.shortlisted} shortlisted, "
            f"{funnel.covered} covered, {funnel.applied_dry_run} filled in"
        )
        if line == self._shown:
            return
        end = "\r" if sys.stderr.isatty() else "\n"
        sys.stderr.write(f"  {line.ljust(len(self._shown))}{end}")
        sys.stderr.flush()
        self._shown = line
