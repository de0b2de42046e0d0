"""Rows of the recorded boards, for measurements on real postings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from jobctrl_dagster.clock import utc_now
from jobctrl_dagster.discover.family import read_family
from jobctrl_dagster.discover.plan import plan_units
from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit, UnitReport
from jobctrl_dagster.gate.door import Door, DoorSettings
from jobctrl_dagster.gate.pacing import MemoryPacer
from jobctrl_dagster.gate.replay import Replay
from jobctrl_dagster.settings.schema import Sources, SystemSettings

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "data"


@dataclass
class _Rows:
    """A sink that keeps postings and nothing else."""

    postings: list[RawPosting] = field(default_factory=list)

    def accept(self, posting: RawPosting) -> None:
        self.postings.append(posting)

    def fault(self, fault: RowFault) -> None: ...

    def save_cursor(self, unit: Unit, cursor: Mapping[str, Any]) -> None: ...

    def report(self, report: UnitReport) -> None: ...


def recorded_postings(*providers: str) -> list[RawPosting]:
    """Every posting of the recorded boards of these providers, in order."""
    door = Door(DoorSettings(), MemoryPacer(), replay=Replay.load(RECORDED / "replay"))
    plan = plan_units(Sources(), SystemSettings(), replay_index=RECORDED / "replay")
    rows = _Rows()
    for units in plan.values():
        read_family(
            [(unit, None) for unit in units if unit.id.split(":")[0] in providers],
            door,
            rows,
            deadline=utc_now() + timedelta(minutes=5),
            clock=utc_now,
            cancelled=lambda: False,
        )
    return rows.postings
