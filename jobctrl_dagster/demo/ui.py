"""The Dagster web UI on this installation, with the demo market beside it in the demo's home."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from jobctrl_dagster.demo.home import is_demo_home, write_demo_home
from jobctrl_dagster.demo.run import demo_market
from jobctrl_dagster.settings.home import Home

PORT = "3000"
DEFINITIONS = "jobctrl_dagster.definitions"


def serve_ui(environ: Mapping[str, str] = os.environ) -> int:
    """Run ``dagster dev`` until it is interrupted; returns its exit code.

    UI_PORT names another port than 3000.
    """
    home = Home.from_env(environ)
    port = environ.get("UI_PORT", PORT)
    with ExitStack() as stack:
        if is_demo_home(home) or not home.config.exists():
            origin = stack.enter_context(demo_market(home))
            write_demo_home(home, origin)
            print(f"The demo market stands at {origin}; its jobs and companies are invented.")
        print(f"The web UI opens at http://127.0.0.1:{port} (Ctrl+C stops it).")
        print("Sensors run; materialize discovery_plan for a tenant, or switch the schedule on.")
        return _dagster_dev(port)


def _dagster_dev(port: str) -> int:
    workspace = Path(__file__).resolve().parents[2] / "workspace.yaml"
    location = ("-w", str(workspace)) if workspace.is_file() else ("-m", DEFINITIONS)
    command = [
        *(sys.executable, "-m", "dagster", "dev", *location),
        *("--host", "127.0.0.1", "--port", port, "--log-level", "warning"),
    ]
    # A shell starts background jobs deaf to SIGINT, which is how dagster dev ends its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command)  # noqa: S603 - our own command
    signal.signal(signal.SIGTERM, lambda _number, _frame: process.terminate())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the terminal interrupts dagster dev too; it ends by itself
