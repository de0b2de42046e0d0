"""What one reading of a board hands to the library, and what it saw of the wire."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import httpx

from jobctrl_dagster.discover.boards.kept import KeptPages
from jobctrl_dagster.discover.cleaning import build_fault
from jobctrl_dagster.discover.records import RowFault
from jobctrl_dagster.gate.addresses import shown
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.gate.refusals import NotRecorded, Refusal

REFUSALS_ALLOWED = 2
ERRORS_ALLOWED = 6
SAME_PAGES_ALLOWED = 3
ROWS_OF_A_PAGE = 5
NO_ROWS = frozenset({"facets", "filters", "errors", "warnings", "aggregations"})
TOTAL_KEYS = ("total", "totalFound", "totalCount", "total_count")


@dataclass
class Answer:
    """One request, by its address without the query, and how it ended."""

    url: str
    status: int | None
    refusal: Refusal | None = None
    media_type: str = ""


@dataclass
class Binding:
    """The door of one unit, the origin it talks to, and a log of rows and answers.

    Attributes:
        kept: Pages of the list that were read before, and those of this reading.
        origin: Where all requests go instead of the provider's own hosts.
        rows: Rows by the address and id of the job that was read from them.
        parsed: Jobs in the order in which they were read.
        announced: How many rows the source says it has.
        listed: Whether a JSON answer held a list.
        repeated: Whether the source answers every page with the same one.
        cancelled: Whether the unit was left.
    """

    source: str
    door: Door
    kept: KeptPages
    origin: httpx.URL | None = None
    answers: list[Answer] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    rows: dict[tuple[str, str], Any] = field(default_factory=dict)
    parsed: list[Any] = field(default_factory=list)
    announced: int | None = None
    listed: bool = False
    repeated: bool = False
    inside_row: bool = False
    cancelled: bool = False
    postings: int = 0
    cut: int = 0
    _refused_in_a_row: int = 0
    _errors_in_a_row: int = 0
    _pages: dict[str, set[str]] = field(default_factory=dict)

    def fault(self, reason: str, *, row: Any = None, external_id: Any = None) -> None:
        """Keep a row that could not be read."""
        self.faults.append(
            build_fault(
                self.source, len(self.parsed) + len(self.faults), reason,
                row=row, external_id=external_id,
            )
        )  # fmt: skip

    def log(self, jobs: list[Any], row: Any) -> None:
        """Keep jobs as they were read, and the row they were read from."""
        for job in jobs:
            self.parsed.append(job)
            self.rows[str(job.url), job.ats_id or ""] = row

    @property
    def last_failure(self) -> Answer | None:
        """The last answer that was no success."""
        failures = (a for a in reversed(self.answers) if a.status is None or a.status >= 300)
        return next(failures, None)

    @property
    def given_up(self) -> bool:
        """Whether no further request is sent: the host failed too often, or the unit was left."""
        unreachable = self._refused_in_a_row >= REFUSALS_ALLOWED
        return self.cancelled or unreachable or self._errors_in_a_row >= ERRORS_ALLOWED

    def note_refusal(self, url: str, refusal: Refusal) -> None:
        """Log a request that the door did not carry out."""
        self.answers.append(Answer(shown(url), None, refusal))
        if not isinstance(refusal, NotRecorded):
            self._refused_in_a_row += 1

    def note_answer(self, request: httpx.Request, status: int, media_type: str) -> None:
        """Log an answer."""
        self.answers.append(Answer(shown(str(request.url)), status, media_type=media_type))
        self._refused_in_a_row = 0
        self._errors_in_a_row = self._errors_in_a_row + 1 if status >= 500 else 0

    def screen(self, request: httpx.Request, body: bytes) -> bytes:
        """Look at a JSON answer: take out rows that are no rows, read the announced total.

        Returns:
            The body for the library, without entries of a list of objects that are no objects.
        """
        try:
            payload = json.loads(body)
        except ValueError:
            return body
        lists = _lists_of_rows(payload)
        self.listed = self.listed or bool(lists)
        self._read_total(payload)
        if any(rows and isinstance(rows[0], dict) for rows in lists):
            self.kept.keep(request, body)
        if any(len(rows) >= ROWS_OF_A_PAGE for rows in lists):
            self._count_repetition(request, body)
        changed = False
        for rows in lists:
            strays = [row for row in rows if not isinstance(row, dict)]
            if not strays or 2 * len(strays) > len(rows):
                continue
            for row in strays:
                self.fault("the row is no object", row=row)
            rows[:] = [row for row in rows if isinstance(row, dict)]
            changed = True
        return json.dumps(payload).encode() if changed else body

    def _read_total(self, payload: Any) -> None:
        if not isinstance(payload, dict):
            return
        meta = payload.get("meta")
        for holder in (payload, meta if isinstance(meta, dict) else {}):
            for key in TOTAL_KEYS:
                total = holder.get(key)
                if isinstance(total, int) and not isinstance(total, bool):
                    self.announced = max(self.announced or 0, total)

    def _count_repetition(self, request: httpx.Request, body: bytes) -> None:
        """Notice a list that answers every page with the same one, so that paging ends."""
        asked = hashlib.sha256(str(request.url).encode() + request.content).hexdigest()
        page = hashlib.sha256(request.url.path.encode() + body).hexdigest()
        self._pages.setdefault(page, set()).add(asked)
        self.repeated = self.repeated or len(self._pages[page]) > SAME_PAGES_ALLOWED


def _lists_of_rows(payload: Any) -> list[list[Any]]:
    """The lists of rows in a payload: itself, or the lists one level down."""
    if isinstance(payload, list):
        return [payload]
    if isinstance(payload, dict):
        return [v for k, v in payload.items() if isinstance(v, list) and k not in NO_ROWS]
    return []


_BOUND: ContextVar[Binding | None] = ContextVar("jobctrl_board_binding", default=None)


def bound() -> Binding:
    """Give the binding of the running unit.

    Raises:
        RuntimeError: The library was called outside `bind`, where it has no network.
    """
    binding = _BOUND.get()
    if binding is None:
        msg = "the board library has no network of its own; call it inside bind()"
        raise RuntimeError(msg)
    return binding


@contextmanager
def bind(binding: Binding) -> Iterator[Binding]:
    """Give the library a network for the length of one reading."""
    token = _BOUND.set(binding)
    try:
        yield binding
    finally:
        _BOUND.reset(token)
