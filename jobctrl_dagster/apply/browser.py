"""A headless Chromium of our own: found, started without a network, and gone afterwards.

The browser resolves no name and reaches no server: its proxy is a port that we hold and never
listen on. Everything its pages see is handed to them by `page_network`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psutil
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START_SECONDS = 20.0
END_SECONDS = 3.0
"""How long killed processes may take to be gone."""

_FLAGS = (
    "--headless",
    "--remote-debugging-port=0",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-features=MediaRouter,NetworkErrorLogging,OptimizationHints,Reporting,Translate",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
)
_PLAYWRIGHT_PROGRAMS = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TMPDIR", "TZ", "FONTCONFIG_PATH", "FONTCONFIG_FILE")


class BrowserMissing(RuntimeError):  # noqa: N818 - reads as what happened, like the gate's refusals
    """No browser is installed, or the one that is named cannot be run."""


class BrowserFailed(RuntimeError):  # noqa: N818 - as above
    """The browser did not start."""


@dataclass
class OpenBrowser:
    """A running browser.

    Attributes:
        browser: Playwright's connection to it.
        process: the program itself, leader of a session of its own.
        profile: its profile folder, named in its command line.
    """

    browser: Browser
    process: subprocess.Popen[bytes]
    profile: Path
    _family: _Family = field(repr=False)

    def stop(self) -> None:
        """End the browser and all it has started; may be called from any thread, and again."""
        self._family.end()


def find_browser(environ: Mapping[str, str] = os.environ) -> str:
    """The program to run: JOBCTRL_BROWSER, else the first on the PATH, else Playwright's own.

    Raises:
        BrowserMissing: there is none; says what to do.
    """
    path = environ.get("PATH", "")
    named = environ.get("JOBCTRL_BROWSER", "").strip()
    if named:
        found = shutil.which(named, path=path)
        if found is None:
            raise BrowserMissing(
                f"JOBCTRL_BROWSER is {named}, which is no program; correct it, or unset it to use "
                "the Chromium that is installed."
            )
        return found
    found = next((each for name in NAMES if (each := shutil.which(name, path=path))), None)
    found = found or _playwright_browser(environ)
    if found is None:
        raise BrowserMissing(
            "No Chromium is found; install one (`playwright install chromium`, or the system's "
            "package), or name its program in JOBCTRL_BROWSER."
        )
    return found


def _playwright_browser(environ: Mapping[str, str]) -> str | None:
    """The newest Chromium that Playwright has installed, without starting Playwright."""
    named = environ.get("PLAYWRIGHT_BROWSERS_PATH", "").strip()
    home = Path(environ.get("HOME", "~")).expanduser()
    usual = (home / ".cache/ms-playwright", home / "Library/Caches/ms-playwright")
    found = [
        program
        for folder in ((Path(named),) if named not in {"", "0"} else usual)
        for pattern in _PLAYWRIGHT_PROGRAMS
        for program in folder.glob(pattern)
    ]
    return str(max(found, key=lambda program: program.stat().st_mtime)) if found else None


@contextmanager
def open_browser(
    profile_folder: Path, *, environ: Mapping[str, str] = os.environ
) -> Iterator[OpenBrowser]:
    """Start a browser, and leave none behind, whatever happens inside.

    Args:
        profile_folder: where its private profile is made, under a new name.
        environ: names the browser; only its PATH, language and fonts are passed on.

    Raises:
        BrowserMissing: there is no browser.
        BrowserFailed: it did not start.
    """
    from playwright.sync_api import sync_playwright

    program = find_browser(environ)
    profile_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    profile = Path(tempfile.mkdtemp(prefix="browser-", dir=profile_folder))
    try:
        with _unanswered_port() as port:
            process = _start(program, profile, port, environ)
            family = _Family(process, profile)
            try:
                endpoint = _endpoint(process, profile)
                with sync_playwright() as playwright:
                    browser = playwright.chromium.connect_over_cdp(
                        endpoint, timeout=START_SECONDS * 1000
                    )
                    try:
                        yield OpenBrowser(browser, process, profile, family)
                    finally:
                        family.end()
            finally:
                family.end()
    finally:
        shutil.rmtree(profile, ignore_errors=True)


@contextmanager
def _unanswered_port() -> Iterator[int]:
    """A port of this machine that is taken, and where every connection is refused."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


def _start(
    program: str, profile: Path, port: int, environ: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    flags = [*_FLAGS, f"--proxy-server=http://127.0.0.1:{port}", "--proxy-bypass-list=<-loopback>"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    passed_on = {name: environ[name] for name in _PASSED_ON if name in environ}
    return subprocess.Popen(  # noqa: S603 - the person's own browser
        [program, *flags, f"--user-data-dir={profile}", "about:blank"],
        env={**passed_on, "HOME": str(profile)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _endpoint(process: subprocess.Popen[bytes], profile: Path) -> str:
    """The address of the browser's control socket, as it wrote it into its own profile."""
    written = profile / "DevToolsActivePort"
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            raise BrowserFailed(
                f"The browser ended at once (code {process.returncode}); run `{process.args[0]!s} "  # type: ignore[index]  # a list, as given above
                "--headless about:blank` to see why."
            )
        with suppress(OSError):
            lines = written.read_text(encoding="ascii").split("\n")
            if len(lines) > 1 and lines[0].isdecimal() and lines[1].startswith("/"):
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.02)
    raise BrowserFailed(
        f"The browser did not start within {START_SECONDS:.0f} seconds; try it again, and if it "
        "persists run it by hand."
    )


class _Family:
    """The browser's processes: its session, its descendants, and who names its profile."""

    def __init__(self, process: subprocess.Popen[bytes], profile: Path) -> None:
        self._process = process
        self._profile = str(profile)
        self._lock = threading.Lock()
        self._ended = False

    def end(self) -> None:
        """Kill the browser, whose profile is thrown away, and all it has started; wait for it."""
        with self._lock:
            if not self._ended:
                self._end()
                self._ended = True

    def _end(self) -> None:
        import psutil

        members = self._members()
        self._process.kill()
        self._process.wait()
        members += self._members()
        for member in members:
            with suppress(psutil.NoSuchProcess):
                member.kill()
        until = time.monotonic() + END_SECONDS
        while any(_runs(member) for member in members) and time.monotonic() < until:
            time.sleep(0.02)

    def _members(self) -> list[psutil.Process]:
        import psutil

        found: list[psutil.Process] = []
        with suppress(psutil.Error):
            found += psutil.Process(self._process.pid).children(recursive=True)
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                in_session = os.getsid(process.pid) == self._process.pid
                if in_session or any(self._profile in part for part in process.cmdline()):
                    found.append(process)
        return found


def _runs(process: psutil.Process) -> bool:
    """Whether a process is alive; one that only waits for the system to forget it is not."""
    import psutil

    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
