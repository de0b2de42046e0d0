from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jobctrl_dagster.demo.server import DemoMarket
from tests.integration.stack import Stack


@pytest.fixture
def market() -> Iterator[DemoMarket]:
    with DemoMarket() as served:
        yield served


@pytest.fixture
def make_stack(tmp_path: Path) -> Iterator[Callable[..., Stack]]:
    """Builds installations; whatever they started ends with the test."""
    stacks: list[Stack] = []

    def make(origin: str, name: str = "home", **options: Any) -> Stack:
        stacks.append(Stack(tmp_path / name, origin, **options))
        return stacks[-1]

    yield make
    for stack in stacks:
        stack.stop()


@pytest.fixture
def stack(make_stack: Callable[..., Stack], market: DemoMarket) -> Stack:
    """The demo's installation on the demo market."""
    return make_stack(market.origin)
