"""An installation of its own for a test: a home, a Dagster instance, and real processes."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import sqlalchemy as sa

from jobctrl_dagster.demo.home import write_demo_home
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from jobctrl_dagster.store.projection import refresh_status
from tests.postgresql import free_port

PROJECT = Path(__file__).resolve().parents[2]


def wait_until(true: Callable[[], Any], *, seconds: float, what: str) -> Any:
    """Wait for a condition; its value, or a failure that says what did not happen."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if value := true():
            return value
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} s: {what}")


@dataclass
class Stack:
    """A home with the demo's settings and the processes that a test starts on it."""

    root: Path
    origin: str
    database_url: str | None = None
    dagster_yaml: Path = PROJECT / "dagster.yaml"
    extra: Mapping[str, str] = field(default_factory=dict)
    threshold: int = 7
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.home = Home(self.root)
        write_demo_home(self.home, self.origin)
        search = self.home.tenant("me").search
        asked = search.read_text().replace("threshold: 7", f"threshold: {self.threshold}")
        write_private(search, asked.encode())
        shutil.copy(self.dagster_yaml, self.home.dagster / "dagster.yaml")

    @property
    def environ(self) -> dict[str, str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("JOBCTRL_", "DAGSTER_"))}
        own = {
            "JOBCTRL_HOME": str(self.root),
            "DAGSTER_HOME": str(self.home.dagster),
            "DAGSTER_DISABLE_TELEMETRY": "1",
        }
        if self.database_url:
            own["JOBCTRL_DATABASE_URL"] = self.database_url
        return clean | own | dict(self.extra)

    # --- processes ----------------------------------------------------------------------------

    def start(self, *arguments: str, log: str) -> subprocess.Popen[bytes]:
        """Start a Python module of ours or Dagster's in a session of its own."""
        with (self.root / log).open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                env=self.environ,
                cwd=self.root,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def start_job(self, job: str) -> subprocess.Popen[bytes]:
        module = "jobctrl_dagster.definitions"
        return self.start("dagster", "job", "execute", "-m", module, "-j", job, log="job.log")

    def run_job(self, job: str = "job_pipeline", *, seconds: float = 120) -> None:
        code = self.start_job(job).wait(seconds)
        assert code == 0, self.log("job.log")

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process and everything it started, as a power cut would."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def log(self, name: str) -> str:
        return (self.root / name).read_text(errors="replace")[-6000:]

    def stop(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    # --- queued operation ---------------------------------------------------------------------

    def start_daemon(self) -> subprocess.Popen[bytes]:
        """The real daemon; it starts a code server for our location."""
        workspace = str(PROJECT / "workspace.yaml")
        return self.start("dagster._daemon", "run", "-w", workspace, log="daemon.log")

    def start_webserver(self) -> str:
        """The real web server; its address, once it answers."""
        port, workspace = free_port(), str(PROJECT / "workspace.yaml")
        self.start(
            *("dagster_webserver", "-w", workspace, "-h", "127.0.0.1", "-p", str(port)),
            log="webserver.log",
        )
        address = f"http://127.0.0.1:{port}"
        wait_until(lambda: _answers(address), seconds=60, what="the web server answers")
        return address

    # --- what came of it ----------------------------------------------------------------------

    def store(self) -> Store:
        return Store.open(self.home.database_url(self.environ))

    def funnel(self) -> Funnel:
        store = self.store()
        try:
            refresh_status(store)
            return read_funnel(store)
        finally:
            store.close()

    def count(self, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
        store = self.store()
        try:
            with store.read() as connection:
                query = sa.select(sa.func.count()).select_from(table).where(*where)
                return int(connection.scalar(query) or 0)
        finally:
            store.close()

    def outcomes(self, stage: str) -> int:
        return self.count(schema.outcomes, schema.outcomes.c.stage == stage)


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/server_info", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def graphql(address: str, query: str, **variables: Any) -> Any:
    """Ask the web server what its own pages ask it; errors of the query fail the test."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = Request(f"{address}/graphql", data=body, headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        reply = json.load(answer)
    assert "errors" not in reply, reply
    return reply["data"]
