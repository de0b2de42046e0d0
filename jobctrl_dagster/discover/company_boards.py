"""Company boards: one unit is one company's board on one applicant-tracking system."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import datetime
from typing import Any

import httpx

from jobctrl_dagster.clock import utc_now
from jobctrl_dagster.discover.boards.adjustments import adjusted_class
from jobctrl_dagster.discover.boards.binding import Binding
from jobctrl_dagster.discover.boards.kept import KeptPages
from jobctrl_dagster.discover.boards.library import BrokenProviderError
from jobctrl_dagster.discover.boards.postings import posting_of
from jobctrl_dagster.discover.boards.reasons import error_behind, error_of_silence
from jobctrl_dagster.discover.boards.rows import is_placeholder
from jobctrl_dagster.discover.boards.session import run_bound
from jobctrl_dagster.discover.cleaning import RowRejectedError
from jobctrl_dagster.discover.port import Cursor, Item, Waiting
from jobctrl_dagster.discover.providers import provider_named
from jobctrl_dagster.discover.records import Unit, UnitReport
from jobctrl_dagster.discover.verdicts import SourceError, completed, stopped, unsupported
from jobctrl_dagster.gate.door import Door

TELLS_ITS_TOTAL = frozenset({"greenhouse", "smartrecruiters", "workday"})


class CompanyBoards:
    """Reads a board through its provider's class, row by row and with every request paced.

    A board is read whole; where it breaks off, the cursor holds the pages of its list that were
    read, and the next reading asks for the rest.

    Settings of a unit: ``provider``, ``board``, and optionally ``company`` (name to show), ``api``
    (origin that answers instead of the provider's) and ``descriptions`` (whether to ask for the
    details of single postings where the list has none; true by default).
    """

    kind = "company_board"

    def __init__(self, clock: Callable[[], datetime] = utc_now) -> None:
        self._clock = clock

    def read(
        self,
        unit: Unit,
        door: Door,
        *,
        cursor: Mapping[str, Any] | None,
    ) -> Iterator[Item]:
        """Stream a board; see `jobctrl_dagster.discover.port.Adapter`."""
        provider, board = unit.config.get("provider"), unit.config.get("board")
        if not provider or not board:
            sentence = (
                f"{unit.config.get('url') or unit.id} is the address of no known system; "
                "give `provider` and `board` in search.yaml instead."
            )
            yield unsupported(unit, "unknown_system", sentence)
            return
        known = provider_named(provider)
        if known is not None and known.cover == "unsupported":
            yield unsupported(unit, "needs_more_than_http", known.reason)
            return
        origin = unit.config.get("api")
        kept = KeptPages.load(cursor, self._clock())
        binding = Binding(unit.id, door, kept, origin=httpx.URL(origin) if origin else None)
        failure: Exception | None = None
        jobs: list[Any] = []
        try:
            jobs = yield from _fetch(unit, binding)
        except BrokenProviderError as error:
            failure = SourceError("broken_provider", f"{error}; other providers are not affected.")
        except Exception as error:  # noqa: BLE001 - any fault of a provider is this unit's alone
            failure = error_behind(error, binding, unit.id)
        yield from _rows(unit, binding, jobs if failure is None else _unique(binding.parsed))
        report = _report(unit, binding, failure)
        position = kept.position() if report.state == "cut_short" and failure else {}
        if position or cursor:
            yield Cursor({} if binding.repeated else position)
        yield report


def _fetch(unit: Unit, binding: Binding) -> Generator[Waiting, None, list[Any]]:
    scraper_class = adjusted_class(unit.config["provider"])
    scraper = scraper_class(
        unit.config["board"], include_descriptions=bool(unit.config.get("descriptions", True))
    )
    found: list[Any] = yield from run_bound(scraper.afetch, binding)
    return _unique(found)


def _unique(jobs: list[Any]) -> list[Any]:
    """The jobs without placeholders and repetitions, the first of each in order."""
    kept: dict[str, Any] = {}
    for job in jobs:
        if not is_placeholder(job):
            kept.setdefault(f"{job.ats_id or ''} {job.url}", job)
    return list(kept.values())


def _rows(unit: Unit, binding: Binding, jobs: list[Any]) -> Iterator[Item]:
    """Yield the postings, then the faults; `binding.postings` counts the former."""
    config = unit.config
    for job in jobs:
        row = binding.rows.get((str(job.url), job.ats_id or ""))
        try:
            posting = posting_of(
                job, row, source=unit.id, provider=config["provider"], board=config["board"],
                company=config.get("company"),
            )  # fmt: skip
        except Exception as error:  # noqa: BLE001 - whatever a row provokes concerns that row alone
            reason = str(error) if isinstance(error, RowRejectedError) else repr(error)
            binding.fault(reason, row=row, external_id=job.ats_id)
            continue
        binding.postings += 1
        binding.cut += bool(posting.extra.get("cut"))
        yield posting
    yield from binding.faults


def _report(unit: Unit, binding: Binding, failure: Exception | None) -> UnitReport:
    notes = []
    if binding.cut:
        notes.append(f"The provider's reader cuts {binding.cut} descriptions at 25,000 signs.")
    failed = sum(1 for a in binding.answers if a.status is None or a.status >= 400)
    if failed and failure is None:
        notes.append(f"{failed} of {len(binding.answers)} requests gave no details.")
    rows = binding.postings + len(binding.faults)
    if failure is None and rows == 0:
        failure = error_of_silence(binding, unit.id)
    if failure is not None:
        return stopped(unit, failure, postings=binding.postings, notes=notes)
    total = binding.announced if unit.config["provider"] in TELLS_ITS_TOTAL else None
    status = next((a.status for a in binding.answers if a.status and a.status < 300), None)
    return completed(
        unit, postings=binding.postings, faults=len(binding.faults), notes=notes,
        announced=total, status=status,
    )  # fmt: skip
