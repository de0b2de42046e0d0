"""List pages read before a board broke off, so that the next reading goes on from there."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import httpx

LONGEST_KEPT = timedelta(hours=6)
LARGEST_KEPT = 16_000_000
"""Size of all pages in bytes; beyond it none are kept."""


@dataclass
class KeptPages:
    """Bodies of list pages by request.

    Attributes:
        since: When the first of them was read.
    """

    since: datetime
    _pages: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def load(cls, position: Mapping[str, Any] | None, now: datetime) -> KeptPages:
        """Take up the pages of an earlier reading, unless they are too old or damaged."""
        if not position or "pages" not in position:
            return cls(now)
        try:
            since = datetime.fromisoformat(position["since"])
            packed = position["pages"].items()
            pages = {key: zlib.decompress(base64.b85decode(page)) for key, page in packed}
        except (KeyError, TypeError, ValueError, AttributeError, zlib.error):
            return cls(now)
        return cls(now) if now - since > LONGEST_KEPT else cls(since, pages)

    def position(self) -> dict[str, Any]:
        """The pages as a cursor, compressed; empty where there are none or too much."""
        if not self._pages or sum(map(len, self._pages.values())) > LARGEST_KEPT:
            return {}
        pages = {
            key: base64.b85encode(zlib.compress(page)).decode("ascii")
            for key, page in self._pages.items()
        }
        return {"since": self.since.isoformat(), "pages": pages}

    def body(self, request: httpx.Request) -> bytes | None:
        """The kept body of the answer to a request."""
        return self._pages.get(_key(request))

    def keep(self, request: httpx.Request, body: bytes) -> None:
        """Keep the body of a page."""
        self._pages[_key(request)] = body


def _key(request: httpx.Request) -> str:
    named = f"{request.method} {request.url} ".encode() + request.content
    return hashlib.sha256(named).hexdigest()[:32]
