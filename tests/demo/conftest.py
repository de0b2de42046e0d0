"""A running demo market, a client, and a browser; nothing outside this computer is asked."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest

from jobctrl_dagster.demo.server import DemoMarket

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


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
    """An empty page that waits five seconds at most, and fails on an error of a script."""
    faults: list[Exception] = []
    context = chromium.new_context()
    context.set_default_timeout(5000)
    opened = context.new_page()

    def note(fault: Exception) -> None:  # Playwright cannot hold on to a bound list.append
        faults.append(fault)

    opened.on("pageerror", note)
    yield opened
    context.close()
    assert faults == []
