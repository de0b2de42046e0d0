"""A running demo market, a client, and a browser; nothing outside this computer is asked."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest

from jobctrl_dagster.demo.server import DemoMarket

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request


@pytest.fixture(scope="session")
def demo() -> Iterator[DemoMarket]:
    with DemoMarket() as market:
        yield market


@pytest.fixture(scope="session")
def client(demo: DemoMarket) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=demo.origin, trust_env=False, timeout=10) as session:
        yield session


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """A real Chromium, closed with the module so that no event loop outlives its tests."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("JOBCTRL_BROWSER") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: "Browser") -> Iterator["Page"]:
    """An empty page that waits five seconds at most.

    An error of its scripts, or a request to another host than this one, fails the test.
    """
    faults: list[str] = []
    context = chromium.new_context()
    context.set_default_timeout(5000)
    opened = context.new_page()

    def note_error(error: Exception) -> None:
        faults.append(str(error))

    def note_stranger(request: "Request") -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            faults.append(request.url)

    opened.on("pageerror", note_error)
    opened.on("request", note_stranger)
    yield opened
    context.close()
    assert faults == []
