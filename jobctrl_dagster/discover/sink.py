"""The store as the place where a family's rows go: each row committed before the next is asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.discover import units
from jobctrl_dagster.discover.intake import Intake, Intaker
from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit, UnitReport
from jobctrl_dagster.store.errors import StoreError
from jobctrl_dagster.store.leases import Lease, assert_held
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.types import to_json
from jobctrl_dagster.store.unit import UnitOfWork

logger = logging.getLogger(__name__)


@dataclass
class StoreSink:
    """Takes what a family reads; every write is fenced by the family's lease.

    Attributes:
        counts: How many rows were new, duplicates, or seen before.
    """

    store: Store
    intaker: Intaker
    lease: Lease
    counts: dict[str, int] = field(
        default_factory=lambda: {"new": 0, "duplicate": 0, "seen": 0, "faults": 0}
    )

    _faults_of_intake: int = 0

    def accept(self, posting: RawPosting) -> None:
        """Store one row; one that breaks our own reading of it is kept as a fault."""
        row = posting.model_dump_json
        self._guarded(
            lambda unit: self.intaker.take(unit, posting), posting.source, posting.external_id, row
        )

    def link(
        self, unit: Unit, sighting_id: str, posting_key: str, stored: Mapping[str, Any]
    ) -> None:
        """Give the tenant a row that another tenant's crawl has stored."""
        self._guarded(
            lambda work: self.intaker.link(work, sighting_id, posting_key, RawPosting(**stored)),
            unit.id,
            sighting_id,
            lambda: to_json(stored),
        )

    def _guarded(
        self,
        take: Callable[[UnitOfWork], Intake],
        source: str,
        external_id: str | None,
        row: Callable[[], str],
    ) -> None:
        try:
            with self.store.unit_of_work() as unit:
                self._fence(unit)
                intake = take(unit)
                unit.commit()
        except (StoreError, sa.exc.OperationalError, sa.exc.InterfaceError):
            raise
        except Exception as error:
            logger.exception("a row of %s broke its intake", source)
            self._faults_of_intake += 1
            self.fault(
                RowFault(
                    source=source,
                    position=-self._faults_of_intake,
                    external_id=external_id,
                    reason=f"could not be taken in: {type(error).__name__}",
                    raw=row()[:2000],
                )
            )
        else:
            self.counts[intake.kind] += 1

    def fault(self, fault: RowFault) -> None:
        """Keep one row that could not be read."""
        with self.store.unit_of_work() as unit:
            self._fence(unit)
            units.save_fault(unit, self.intaker.execution_id, fault)
            unit.commit()
        self.counts["faults"] += 1

    def save_cursor(self, unit: Unit, cursor: Mapping[str, Any]) -> None:
        """Note what is safely behind."""
        with self.store.unit_of_work() as work:
            self._fence(work)
            units.save_cursor(work, self.intaker.execution_id, unit.id, cursor)
            work.commit()

    def report(self, report: UnitReport) -> None:
        """Write how the unit ended."""
        with self.store.unit_of_work() as unit:
            self._fence(unit)
            units.save_report(unit, self.store, self.intaker.execution_id, report)
            unit.commit()

    def _fence(self, unit: UnitOfWork) -> None:
        assert_held(unit, self.store, self.lease)
