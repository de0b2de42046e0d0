"""What a feed module gives: a first address, and how to read a page and a row of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from jobctrl_dagster.discover.verdicts import SourceError
from jobctrl_dagster.gate.answers import Reply

PAGES_AT_MOST = 10


@dataclass(frozen=True)
class FeedPage:
    """One page of a feed.

    Attributes:
        rows: The rows as received.
        next_url: Where the feed goes on, or ``None`` at its end.
        announced: How many rows the feed says it has in all, where it says so.
    """

    rows: list[Any]
    next_url: str | None = None
    announced: int | None = None


class Feed(Protocol):
    """A feed module."""

    START: str
    """Address of the first page."""

    INDEPENDENT_PAGES: bool
    """Whether a page that fails leaves the pages after it readable."""

    def read_page(self, reply: Reply, *, number: int) -> FeedPage:
        """Read a page; `number` counts from 0."""
        ...

    def next_after(self, number: int) -> str | None:
        """Address of the page after one that failed; ``None`` where pages are a chain."""
        ...

    def read_row(self, row: Any) -> dict[str, Any]:
        """Give the fields of `RawPosting` for a row."""
        ...


def rows_under(reply: Reply, *keys: str) -> tuple[dict[str, Any], list[Any]]:
    """Find the list of rows in a JSON object.

    Args:
        reply: The answer.
        keys: Names under which the list may be, in order of preference.

    Raises:
        SourceError: None of them holds a list.
        UnreadableReply: The answer is no JSON.
    """
    payload = reply.json()
    if isinstance(payload, dict):
        for key in keys:
            if isinstance(payload.get(key), list):
                return payload, payload[key]
    names = " or ".join(keys)
    sentence = f"{reply.url} answered JSON without a list under {names}; its format has changed."
    raise SourceError("unexpected_shape", sentence, status=reply.status)


def number_or_none(value: Any) -> int | None:
    """A count, or ``None`` for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
