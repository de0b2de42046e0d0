"""Reads the units of one family, one after the other, each for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from jobctrl_dagster.discover.port import Adapter, Cursor, Item, adapter_for
from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit, UnitReport
from jobctrl_dagster.discover.verdicts import SourceError, stopped
from jobctrl_dagster.gate.door import Door


class Sink(Protocol):
    """Where a family's findings are stored; each call returns when its argument is safe.

    An exception of a sink (a lost lease, a full disk) is never a fault of a unit: it ends the
    family and reaches the caller.
    """

    def accept(self, posting: RawPosting) -> None:
        """Store a posting; the same posting again changes nothing."""
        ...

    def fault(self, fault: RowFault) -> None:
        """Store a row that could not be read."""
        ...

    def save_cursor(self, unit: Unit, cursor: Mapping[str, Any]) -> None:
        """Store a position to go on from; an empty one means the start."""
        ...

    def report(self, report: UnitReport) -> None:
        """Store how a unit ended."""
        ...


def read_family(
    units: Sequence[tuple[Unit, Mapping[str, Any] | None]],
    door: Door,
    sink: Sink,
    *,
    deadline: datetime,
    clock: Callable[[], datetime],
    cancelled: Callable[[], bool],
    heartbeat: Callable[[], None] = lambda: None,
    adapters: Callable[[str], Adapter] = adapter_for,
) -> list[UnitReport]:
    """Read units in their order; what one of them does wrong stays with it.

    Args:
        units: What to read, each with the position saved last, or ``None`` for its start.
        door: The way to the network.
        sink: Where findings go, before the source is asked for more.
        deadline: The moment of `clock` after which no further item is asked for.
        clock: Gives the moment.
        cancelled: Asked between items; once it is true, nothing further is read.
        heartbeat: Called between items; what it raises ends the family.
        adapters: Gives the adapter of a kind.

    Returns:
        One report per unit, in order, also for units that were not begun.
    """
    reports = []
    for unit, cursor in units:
        reading = _Reading(unit, door, sink, deadline, clock, cancelled, heartbeat)
        report = reading.run(adapters, cursor)
        sink.report(report)
        reports.append(report)
    return reports


class _Reading:
    """One unit being read."""

    def __init__(
        self,
        unit: Unit,
        door: Door,
        sink: Sink,
        deadline: datetime,
        clock: Callable[[], datetime],
        cancelled: Callable[[], bool],
        heartbeat: Callable[[], None],
    ) -> None:
        self._unit = unit
        self._door = door
        self._sink = sink
        self._deadline = deadline
        self._heartbeat = heartbeat
        self._cancelled = cancelled
        self._clock = clock
        self._postings = 0
        self._faults: list[RowFault] = []

    def run(
        self, adapters: Callable[[str], Adapter], cursor: Mapping[str, Any] | None
    ) -> UnitReport:
        """Read to the end, the deadline, a cancellation or an error of the unit."""
        halt = self._halt()
        if halt is not None:
            return self._halted(halt)
        items: Iterator[Item] = iter(())
        try:
            items = adapters(self._unit.kind).read(self._unit, self._door, cursor=cursor)
        except Exception as error:  # noqa: BLE001 - a unit that cannot begin is its own failure
            return self._finished(stopped(self._unit, error))
        try:
            return self._drain(items)
        finally:
            close = getattr(items, "close", None)
            if close is not None:
                close()

    def _drain(self, items: Iterator[Item]) -> UnitReport:
        while True:
            try:
                item = next(items)
            except StopIteration:
                error = SourceError("no_report", f"{self._unit.id} ended without a report.")
                return self._finished(stopped(self._unit, error, postings=self._postings))
            except Exception as error:  # noqa: BLE001 - whatever a source provokes is this unit's
                return self._finished(stopped(self._unit, error, postings=self._postings))
            if isinstance(item, UnitReport):
                return self._finished(item)
            self._store(item)
            self._heartbeat()
            halt = self._halt()
            if halt is not None:
                return self._halted(halt)

    def _store(self, item: Item) -> None:
        if isinstance(item, RawPosting):
            self._sink.accept(item)
            self._postings += 1
        elif isinstance(item, RowFault):
            self._sink.fault(item)
            self._faults.append(item)
        elif isinstance(item, Cursor):
            self._sink.save_cursor(self._unit, item.position)

    def _halt(self) -> SourceError | None:
        if self._cancelled():
            return SourceError("canceled", f"{self._unit.id}: the execution was canceled.")
        if self._clock() >= self._deadline:
            return SourceError("deadline", f"{self._unit.id}: the family's time was over.")
        return None

    def _halted(self, error: SourceError) -> UnitReport:
        report = stopped(self._unit, error, postings=self._postings)
        return self._finished(report.model_copy(update={"state": "cut_short"}))

    def _finished(self, report: UnitReport) -> UnitReport:
        return report.model_copy(update={"postings": self._postings, "faults": tuple(self._faults)})
