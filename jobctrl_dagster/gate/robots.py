"""What a site's robots.txt says to us.

Source: RFC 9309. A file that does not exist (4xx) opens the site; one that cannot be read for now
(5xx, 429, too large, too slow) closes it for now.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from jobctrl_dagster.clock import Clock
from jobctrl_dagster.gate.addresses import Address
from jobctrl_dagster.gate.answers import Reply
from jobctrl_dagster.gate.refusals import (
    BodyTooLarge,
    RobotsRefused,
    TimedOut,
    TooManyRedirects,
)

if TYPE_CHECKING:
    from protego import Protego

KEPT_FOR = timedelta(hours=1)
UNREADABLE_FOR = timedelta(minutes=5)
LONGEST_DELAY = 30.0
"""The largest Crawl-delay that is followed, in seconds."""

_MOST_SITES = 1_000


@dataclass(frozen=True)
class _Rules:
    """A site's rules until they are read anew; `parsed` is None where everything is open."""

    until: datetime
    parsed: Protego | None = None
    unreadable: str | None = None


class Robots:
    """The robots.txt of every site met, kept for an hour in this process."""

    def __init__(self, fetch: Callable[[str], Reply], *, product: str, clock: Clock) -> None:
        """Start with no site known.

        Args:
            fetch: Requests a robots.txt by the rules for pages, except this one.
            product: Our product token, matched against the User-agent lines.
            clock: Gives the moment.
        """
        self._fetch = fetch
        self._product = product
        self._clock = clock
        self._lock = threading.Lock()
        self._sites: OrderedDict[str, _Rules] = OrderedDict()
        self._reading: dict[str, threading.Lock] = {}

    def check(self, address: Address, url: str) -> float:
        """Ask whether a page is open to us.

        Args:
            address: The page's address.
            url: The page's whole URL, query included, which rules may match.

        Returns:
            The seconds between two requests that the site asks for, 0 where it asks for none.

        Raises:
            RobotsRefused: The page is closed, or the file cannot be read for now.
            Refusal: The site itself could not be asked.
        """
        rules = self._rules(address.origin)
        if rules.unreadable is not None:
            raise RobotsRefused(
                f"{address.origin}/robots.txt cannot be read for now ({rules.unreadable}), which "
                f"closes {address} until {rules.until:%H:%M:%S} UTC; try again after that.",
                retryable=True,
            )
        if rules.parsed is None:
            return 0.0
        if not rules.parsed.can_fetch(url, self._product):
            raise RobotsRefused(
                f"{address.origin}/robots.txt closes {address} to {self._product}; "
                "read the posting from a documented API or feed instead."
            )
        return min(rules.parsed.crawl_delay(self._product) or 0.0, LONGEST_DELAY)

    def _rules(self, origin: str) -> _Rules:
        with self._lock:
            known = self._fresh(origin)
            reading = self._reading.setdefault(origin, threading.Lock())
        if known is not None:
            return known
        with reading:
            with self._lock:
                known = self._fresh(origin)
            return known or self._remember(origin, self._read(origin))

    def _fresh(self, origin: str) -> _Rules | None:
        known = self._sites.get(origin)
        return known if known is not None and self._clock() < known.until else None

    def _remember(self, origin: str, rules: _Rules) -> _Rules:
        with self._lock:
            self._sites[origin] = rules
            self._sites.move_to_end(origin)
            while len(self._sites) > _MOST_SITES:
                oldest, _ = self._sites.popitem(last=False)
                self._reading.pop(oldest, None)
        return rules

    def _read(self, origin: str) -> _Rules:
        try:
            reply = self._fetch(f"{origin}/robots.txt")
        except (TimedOut, BodyTooLarge, TooManyRedirects) as refusal:
            return self._unreadable(refusal.code)
        if reply.status == 429 or reply.status >= 500:
            return self._unreadable(f"status {reply.status}")
        until = self._clock() + KEPT_FOR
        if not 200 <= reply.status < 300:
            return _Rules(until)
        from protego import Protego  # only pages need it

        return _Rules(until, Protego.parse(reply.content.decode("utf-8-sig", errors="replace")))

    def _unreadable(self, reason: str) -> _Rules:
        return _Rules(self._clock() + UNREADABLE_FOR, unreadable=reason)
