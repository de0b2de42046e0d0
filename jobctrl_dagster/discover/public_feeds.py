"""Public feeds: one unit is one feed of postings of many companies."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, TypeAdapter

from jobctrl_dagster.discover.cleaning import (
    RowRejectedError,
    build_fault,
    build_posting,
    cleaned,
    raw_text,
    text_or_none,
)
from jobctrl_dagster.discover.company_boards import CompanyBoards
from jobctrl_dagster.discover.feeds.reader import PAGES_AT_MOST, Feed, FeedPage
from jobctrl_dagster.discover.port import Cursor, Item
from jobctrl_dagster.discover.providers import provider_named
from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit, UnitReport
from jobctrl_dagster.discover.verdicts import check_status, completed, stopped, unsupported
from jobctrl_dagster.gate.answers import Reply
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.gate.refusals import CoolingDown, Refusal

ID_KEYS = ("id", "guid", "slug", "url")
ATTEMPTS = 3


class FeedTerms(BaseModel):
    """One feed and what its terms ask for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    title: str
    via: Literal["own", "library"]
    home: str
    terms: str


@functools.cache
def feeds() -> tuple[FeedTerms, ...]:
    """All feeds, in the order of the table."""
    from ruamel.yaml import YAML

    text = files("jobctrl_dagster.discover").joinpath("feeds.yaml").read_text("utf-8")
    return TypeAdapter(tuple[FeedTerms, ...]).validate_python(YAML(typ="safe").load(text))


def feeds_as_markdown() -> str:
    """The table for the documentation."""
    lines = ["| feed | name in settings | terms |", "|---|---|---|"]
    lines += [f"| [{f.title}]({f.home}) | `{f.name}` | {f.terms} |" for f in feeds()]
    return "\n".join(lines) + "\n"


class PublicFeeds:
    """Reads feeds page by page; each page's end is a place to go on from."""

    kind = "feed"

    def read(self, unit: Unit, door: Door, *, cursor: Mapping[str, Any] | None) -> Iterator[Item]:
        """Stream a feed; see `jobctrl_dagster.discover.port.Adapter`."""
        name = str(unit.config.get("name"))
        entry = next((feed for feed in feeds() if feed.name == name), None)
        if entry is not None and entry.via == "own":
            feed = cast("Feed", import_module(f"jobctrl_dagster.discover.feeds.{name}"))
            yield from _FeedReading(unit, door, feed).run(cursor or {})
            return
        provider = provider_named(name)
        if provider is None or provider.reach == "company":
            known = ", ".join(feed.name for feed in feeds())
            sentence = f"there is no public feed {name!r}; there are {known}"
            yield unsupported(unit, "unknown_feed", sentence)
            return
        config = {**unit.config, "provider": name, "board": "all"}
        board = unit.model_copy(update={"config": config})
        yield from CompanyBoards().read(board, door, cursor=cursor)


@dataclass
class _FeedReading:
    """One feed being read."""

    unit: Unit
    door: Door
    feed: Feed
    postings: int = 0
    faults: int = 0
    announced: int | None = None
    notes: list[str] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)
    failures: list[Exception] = field(default_factory=list)

    def run(self, cursor: Mapping[str, Any]) -> Iterator[Item]:
        """Read from the cursor's page to the end, then what lies before it."""
        begun_at = int(cursor.get("page", 0))
        address = str(cursor.get("url") or self.feed.START)
        yield from self._pages(address, begun_at, begun_at + self._page_limit())
        if begun_at and not self.failures:
            yield from self._pages(self.feed.START, 0, begun_at)
        if not self.failures:
            yield Cursor()
        yield self._report()

    def _page_limit(self) -> int:
        return int(self.unit.config.get("pages", PAGES_AT_MOST))

    def _pages(self, address: str, number: int, limit: int) -> Iterator[Item]:
        """Read pages one after the other, up to page `limit` where they are a chain."""
        url: str | None = address
        chained = not self.feed.INDEPENDENT_PAGES
        while url is not None and not (chained and number >= limit):
            page = self._page(url, number)
            if page is None:
                return
            fresh = yield from self._rows(page)
            url, number = page.next_url, number + 1
            if chained and page.rows and not fresh:
                return
            if url is not None and chained:
                yield Cursor({"url": url, "page": number})
        if url is not None:
            self.notes.append(f"Read up to page {number} of the feed, the newest postings.")

    def _page(self, url: str, number: int) -> FeedPage | None:
        """Read a page; a failed one is skipped where pages are independent, else ends the feed."""
        try:
            reply = self._reply(url)
            page = self.feed.read_page(reply, number=number)
        except Exception as error:  # noqa: BLE001 - the report says what a page provoked
            self.failures.append(error)
            if number == 0 or not self.feed.INDEPENDENT_PAGES:
                return None
            return FeedPage([], next_url=self.feed.next_after(number))
        self.announced = page.announced or self.announced
        return page

    def _reply(self, url: str) -> Reply:
        """Ask for a page, again where a retry may cure it."""
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                reply = self.door.get(url, kind="api")
            except CoolingDown:
                raise
            except Refusal as refusal:
                if not (refusal.retryable and attempts_left):
                    raise
                continue
            if reply.status < 500 or not attempts_left:
                break
        check_status(reply.status, url)
        return reply

    def _rows(self, page: FeedPage) -> Generator[Item, None, int]:
        fresh = 0
        for row in page.rows:
            item = self._row(cleaned(row))
            if item is None:
                continue
            fresh += 1
            yield item
        return fresh

    def _row(self, row: Any) -> RawPosting | RowFault | None:
        """Read a row; one that was on an earlier page gives ``None``."""
        position = self.postings + self.faults
        key = _id_of(row) or raw_text(row)
        if key in self._seen:
            return None
        self._seen.add(key)
        name = self.unit.config["name"]
        try:
            fields = self.feed.read_row(row)
            posting = build_posting(source=self.unit.id, provider=name, **fields)
        except (RowRejectedError, AttributeError, KeyError, TypeError, ValueError) as error:
            self.faults += 1
            reason = str(error) if isinstance(row, dict) else "the row is no object"
            return build_fault(self.unit.id, position, reason, row=row, external_id=_id_of(row))
        self.postings += 1
        return posting

    def _report(self) -> UnitReport:
        if self.failures:
            if len(self.failures) > 1:
                self.notes.append(f"{len(self.failures)} pages gave nothing.")
            return stopped(self.unit, self.failures[0], postings=self.postings, notes=self.notes)
        return completed(
            self.unit, postings=self.postings, faults=self.faults, notes=self.notes,
            announced=self.announced,
        )  # fmt: skip


def _id_of(row: Any) -> str | None:
    if not isinstance(row, dict):
        return None
    return next((text for key in ID_KEYS if (text := text_or_none(row.get(key)))), None)
