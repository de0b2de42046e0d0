"""A running demo market, and a client that waits for nothing outside this computer."""

from collections.abc import Iterator

import httpx
import pytest

from jobctrl_dagster.demo.server import DemoMarket


@pytest.fixture(scope="session")
def demo() -> Iterator[DemoMarket]:
    with DemoMarket() as market:
        yield market


@pytest.fixture(scope="session")
def client(demo: DemoMarket) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=demo.origin, trust_env=False, timeout=10) as session:
        yield session
