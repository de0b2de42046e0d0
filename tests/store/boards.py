"""Sources that a test makes up, read by the real family reader into a real store."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from jobctrl_dagster.discover import port
from jobctrl_dagster.discover.executions import FamilyRun, family_runs, plan_execution
from jobctrl_dagster.discover.port import Item
from jobctrl_dagster.discover.records import RawPosting, Unit
from jobctrl_dagster.discover.verdicts import SourceError, completed
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.schema import FAMILIES, Family, SystemSettings
from jobctrl_dagster.store import Store

Answer = list[RawPosting] | SourceError
GONE = SourceError("gone", "The board answered 404: it is gone.", status=404)


class FakeBoards:
    """Answers by the unit's id."""

    kind = "fake"
    answers: ClassVar[dict[str, Answer]] = {}
    asked: ClassVar[list[str]] = []
    meanwhile: ClassVar[Callable[[], None]] = lambda: None

    def read(self, unit: Unit, door: Door, *, cursor: Mapping[str, Any] | None) -> Iterator[Item]:
        FakeBoards.asked.append(unit.id)
        FakeBoards.meanwhile()
        answer = FakeBoards.answers[unit.id]
        if isinstance(answer, SourceError):
            raise answer
        yield from answer
        yield completed(unit, postings=len(answer), faults=0)


def fake_boards(monkeypatch: pytest.MonkeyPatch, answers: dict[str, Answer]) -> None:
    """Let units of the kind ``fake`` answer so from now on."""
    monkeypatch.setattr(port, "ADAPTERS", {"fake": f"{__name__}:FakeBoards"})
    monkeypatch.setattr(FakeBoards, "answers", answers)
    monkeypatch.setattr(FakeBoards, "asked", [])


def installation(store: Store, folder: Path) -> Installation:
    return Installation(Home(folder), SystemSettings(), store, None)


def planned(
    store: Store, *units: str, families: int = 1, at_once: int = 1, tenant: str = "me"
) -> list[FamilyRun]:
    """An execution of that many families, each with these units."""
    plan: dict[Family, list[Unit]] = {
        family: [Unit(id=name.format(family=family), family=family, kind="fake") for name in units]
        for family in FAMILIES[:families]
    }
    execution_id = plan_execution(store, tenant, plan, max_parallel_families=at_once)
    return family_runs(store, execution_id)
