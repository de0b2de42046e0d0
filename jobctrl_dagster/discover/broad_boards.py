"""Broad boards: one unit is one search on one board, read only once its terms are accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from jobctrl_dagster.clock import utc_now
from jobctrl_dagster.discover import broad_sites
from jobctrl_dagster.discover.broad_sites import Ask, CannotAskError, Site
from jobctrl_dagster.discover.broad_stream import Wire, posting_of, registry_for, since
from jobctrl_dagster.discover.cleaning import RowRejectedError, build_fault
from jobctrl_dagster.discover.port import Cursor, Item, Waiting
from jobctrl_dagster.discover.records import RawPosting, Unit, UnitReport
from jobctrl_dagster.discover.verdicts import SourceError, completed, stopped, unsupported
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.settings.schema import Search

POSTINGS_BETWEEN_CURSORS = 10


class BroadBoards:
    """Reads searches, resumable at each acknowledged event of the library.

    Args:
        sites: The boards by name.
        registry: Makes the library's registry for a site.
        clock: Gives the moment that ages are counted from.
    """

    kind = "broad_board"

    def __init__(
        self,
        *,
        sites: Callable[[], Mapping[str, Site]] = broad_sites.sites,
        registry: Callable[[Site, Wire], Any] = registry_for,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._sites = sites
        self._registry = registry
        self._clock = clock

    def read(self, unit: Unit, door: Door, *, cursor: Mapping[str, Any] | None) -> Iterator[Item]:
        """Stream a search; see `jobctrl_dagster.discover.port.Adapter`."""
        name = str(unit.config.get("site"))
        site = self._sites().get(name)
        if site is None:
            sentence = f"there is no broad board {name!r}; there are {', '.join(self._sites())}"
            yield unsupported(unit, "unknown_site", sentence)
            return
        if unit.config.get("accept_terms") is not True:
            sentence = (
                f"The terms of {site.title} are not accepted: read them, then set "
                "`accept_terms: true` under `broad_boards` in search.yaml."
            )
            yield unsupported(unit, "terms_not_accepted", sentence)
            return
        try:
            ask = broad_sites.plan_ask(site, Search(**unit.config["search"]))
        except CannotAskError as error:
            yield unsupported(unit, error.code, error.sentence)
            return
        wire = Wire(unit.id, door, site.door)
        reading = _Reading(unit, site, ask, wire, self._clock())
        try:
            yield from reading.run(self._registry(site, wire), cursor or {})
        except Exception as error:  # noqa: BLE001 - the report says what the board provoked
            reading.failure = reading.failure or error
        yield reading.report()


@dataclass
class _Reading:
    """One search being read."""

    unit: Unit
    site: Site
    ask: Ask
    wire: Wire
    now: datetime
    failure: Exception | None = None
    postings: int = 0
    faults: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def run(self, registry: Any, cursor: Mapping[str, Any]) -> Iterator[Item]:
        """Store first, then acknowledge: an event is acknowledged when its item was taken."""
        from jobstreaming.api import build_search_request, stream_search

        request = build_search_request(**self.ask.request)
        store = _checkpoints(request, cursor)
        stream = stream_search(
            request, registry=registry, checkpoint_store=store, ack_mode="explicit",
            max_retries=1, retry_backoff=0.1,
        )  # fmt: skip
        waiting = 0
        try:
            for event in stream:
                yield from self._items(event)
                stream.ack(event)
                waiting += 1
                reset = getattr(event, "reset_checkpoint", False)
                if reset or waiting >= POSTINGS_BETWEEN_CURSORS:
                    waiting = 0
                    yield Cursor({} if reset else _position(store))
        finally:
            stream.close()
        if self.failure is None:
            yield Cursor()

    def _items(self, event: Any) -> Iterator[Item]:
        kind = event.type.value
        if kind == "job":
            item = self._posting(event.job)
            if item is not None:
                yield item
        elif kind == "warning":
            self.warnings.append(event.message)
        elif kind == "error":
            self.failure = self._error(event)
        for fault in self.wire.faults:
            self.faults += 1
            yield fault
        self.wire.faults.clear()
        yield Waiting()

    def _posting(self, job: Any) -> Item | None:
        try:
            posting = posting_of(job, source=self.unit.id, provider=self.site.name)
        except RowRejectedError as error:
            self.faults += 1
            return build_fault(self.unit.id, self.postings + self.faults, str(error), row=repr(job))
        reason = self._outside(posting)
        if reason is not None:
            self.dropped[reason] = self.dropped.get(reason, 0) + 1
            return None
        self.postings += 1
        return posting

    def _outside(self, posting: RawPosting) -> str | None:
        """Why a posting is outside the search, where the board does not filter by that itself."""
        ask = self.ask
        if ask.country and posting.country_hint and posting.country_hint != ask.country:
            return f"outside {ask.country}"
        if ask.remote_only and posting.workplace_type != "remote":
            return "not marked as remote"
        if ask.newest_days is not None:
            if posting.posted_at is None:
                return "without a date"
            if since(posting.posted_at, self.now) > ask.newest_days:
                return "too old"
        return None

    def _error(self, event: Any) -> Exception:
        if self.wire.refusals:
            return self.wire.refusals[-1]
        return SourceError(event.code.value, f"{self.site.title}: {event.message}")

    def report(self) -> UnitReport:
        """Say how the search ended, and what was left out of its answers."""
        notes = [*self.ask.notes, *self.warnings]
        notes += [
            f"{count} postings {reason} were left out." for reason, count in self.dropped.items()
        ]
        if self.failure is not None:
            return stopped(self.unit, self.failure, postings=self.postings, notes=notes)
        return completed(
            self.unit, postings=self.postings, faults=self.faults, notes=notes, status=None
        )


def _checkpoints(request: Any, cursor: Mapping[str, Any]) -> Any:
    """The library's store of checkpoints, at the cursor's position if it is of this search."""
    from jobstreaming.checkpoint import MemoryCheckpointStore
    from jobstreaming.events import SearchCheckpoint

    store = MemoryCheckpointStore()
    try:
        checkpoint = SearchCheckpoint.model_validate(cursor.get("checkpoint"))
    except ValidationError:
        return store
    if checkpoint.request_fingerprint == request.fingerprint() and not checkpoint.completed:
        store.save(checkpoint)
    return store


def _position(store: Any) -> dict[str, Any]:
    checkpoint = store.load()
    return {"checkpoint": checkpoint.model_dump(mode="json")} if checkpoint else {}
