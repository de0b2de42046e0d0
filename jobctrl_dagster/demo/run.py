"""The first run of a new user: the demo market, the whole pipeline, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from jobctrl_dagster.cli.status import print_status
from jobctrl_dagster.demo.home import TENANT, is_demo_home, marker, write_demo_home
from jobctrl_dagster.demo.server import DemoMarket, PortTakenError
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.job_process import Progress, execute_job
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.starter import write_starter

PORT = 8765


def run(environ: Mapping[str, str] = os.environ) -> int:
    """Set the home up where it is new, run ``job_pipeline``, print the funnel and what is next.

    A home that a person has set up is run as it is. A new one becomes the demo's, or, with
    JOBCTRL_REPLAY, one whose sources are the recorded requests and whose profile is PROFILE.

    Returns:
        The exit code: that of the job.
    """
    home = Home.from_env(environ)
    if environ.get("JOBCTRL_REPLAY", "").strip():
        return _run_replay(home, environ)
    if home.config.exists() and not is_demo_home(home):
        return _run_pipeline(home)
    with demo_market(home) as origin:
        write_demo_home(home, origin)
        print(f"The demo market stands at {origin}; its jobs and companies are invented.")
        return _run_pipeline(home)


def _run_replay(home: Home, environ: Mapping[str, str]) -> int:
    profile = environ.get("PROFILE", "").strip()
    if not home.tenant(TENANT).profile.exists() or profile:
        write_starter(home, TENANT, Path(profile) if profile else None, force=bool(profile))
    print(f"Replaying the responses recorded in {environ['JOBCTRL_REPLAY']}; no network is used.")
    return _run_pipeline(home)


def _run_pipeline(home: Home) -> int:
    opened = Installation.open()
    log = home.root / "logs" / "job_pipeline.log"
    try:
        progress = Progress(opened.store, None)
        print("Running job_pipeline: discover, enrich, score.", flush=True)
        code = execute_job("job_pipeline", [], log=log, while_waiting=progress.show)
        progress.show()
        if code != 0:
            print(f"\nThe job failed; what it printed is in {log}")
        print_status(opened, None)
    finally:
        opened.close()
    return code


@contextmanager
def demo_market(home: Home) -> Iterator[str]:
    """The demo market's address: the one that already stands there, else one of our own.

    The port that the home was made with is taken again, so that addresses stay; a free one
    where another program has it.
    """
    port = _port_of(home)
    market = DemoMarket(port)
    try:
        market.start()
    except PortTakenError:
        if stands_at(port):
            yield f"http://127.0.0.1:{port}"
            return
        market = DemoMarket(0)
        market.start()
    try:
        yield market.origin
    finally:
        market.stop()


def _port_of(home: Home) -> int:
    if not is_demo_home(home):
        return PORT
    return urlsplit(marker(home).read_text(encoding="utf-8").strip()).port or PORT


def stands_at(port: int) -> bool:
    """Whether a demo market answers at the port of this machine."""
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("HEAD", "/robots.txt")
        return "DemoMarket" in (connection.getresponse().getheader("Server") or "")
    except OSError:
        return False
    finally:
        connection.close()
