"""A door whose network is a function, and a sink that remembers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from jobctrl_dagster.discover.boards import network
from jobctrl_dagster.discover.family import read_family
from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit, UnitReport
from jobctrl_dagster.gate.answers import Answer
from jobctrl_dagster.gate.door import Door, DoorSettings
from jobctrl_dagster.gate.pacing import MemoryPacer
from jobctrl_dagster.gate.refusals import NotRecorded

Handler = Callable[[httpx.Request], httpx.Response]
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class HandlerDoor(Door):
    """A real door but for the wire: each hop is answered by a function."""

    def __init__(self, handler: Handler) -> None:
        super().__init__(DoorSettings(), MemoryPacer())
        self._handler = handler
        self.requests: list[httpx.Request] = []

    def exchange(self, request: httpx.Request, *, kind: str, robots: bool = True) -> Answer:
        request.read()
        self.requests.append(request)
        response = self._handler(request)
        return Answer.decoded(response.status_code, response.headers, response.content)


@dataclass
class MemorySink:
    """Keeps everything in lists."""

    postings: list[RawPosting] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    cursors: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    reports: list[UnitReport] = field(default_factory=list)

    def accept(self, posting: RawPosting) -> None:
        self.postings.append(posting)

    def fault(self, fault: RowFault) -> None:
        self.faults.append(fault)

    def save_cursor(self, unit: Unit, cursor: Any) -> None:
        self.cursors.append((unit.id, dict(cursor)))

    def report(self, report: UnitReport) -> None:
        self.reports.append(report)

    def titles(self) -> list[str]:
        return [posting.title for posting in self.postings]


def read_units(door: Door, *units: Unit, cursor: dict[str, Any] | None = None) -> MemorySink:
    """Read units through a family, without a time limit."""
    sink = MemorySink()
    read_family(
        [(unit, cursor) for unit in units],
        door,
        sink,
        deadline=NOW.replace(year=2030),
        clock=lambda: NOW,
        cancelled=lambda: False,
    )
    return sink


def answers(table: dict[str, Any]) -> Handler:
    """Answer by address with a body, a (status, body) pair, or an exception that is raised."""

    def handle(request: httpx.Request) -> httpx.Response:
        for known, answer in table.items():
            if str(request.url).split("?")[0] != known and str(request.url) != known:
                continue
            if isinstance(answer, Exception):
                raise answer
            status, body = answer if isinstance(answer, tuple) else (200, answer)
            if isinstance(body, str):
                media_type = "text/html" if body.startswith("<html") else "text/plain"
                return httpx.Response(status, text=body, headers={"content-type": media_type})
            content = json.dumps(body).encode()
            headers = {"content-type": "application/json"}
            return httpx.Response(status, content=content, headers=headers)
        raise NotRecorded(f"{request.url} is not recorded")

    return handle


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    """Let the board library retry without waiting."""
    monkeypatch.setattr(network, "LONGEST_PAUSE", 0.0)


@pytest.fixture(scope="session")
def door_to() -> Callable[[dict[str, Any]], HandlerDoor]:
    """Make a door that answers by a table; see `answers`."""
    return lambda table: HandlerDoor(answers(table))


@pytest.fixture(scope="session")
def read() -> Callable[..., MemorySink]:
    """Read units through a door into a sink."""
    return read_units


@pytest.fixture(scope="session")
def board() -> Callable[..., Unit]:
    """Make the unit of a company board."""

    def make(provider: str, name: str = "acme", **config: Any) -> Unit:
        return Unit(
            id=f"{provider}:{name}",
            family="company_boards",
            kind="company_board",
            config={"provider": provider, "board": name, **config},
        )

    return make
