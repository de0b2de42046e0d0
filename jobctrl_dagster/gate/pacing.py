"""How often a host may be asked."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Protocol

MAX_COOLDOWN = 300.0
"""Seconds beyond which no host's wish for a pause is followed."""


class Pacer(Protocol):
    """Books the moments at which requests to a host may start, for all who share it."""

    def reserve(self, host: str, interval: float) -> float:
        """Book the next start at a host.

        Two starts of a host are at least the larger of their two intervals apart. An interval of
        0 books nothing and waits for nothing but a cooldown.

        Args:
            host: The name under which the host is paced.
            interval: Seconds that this start keeps from the one before it.

        Returns:
            The seconds to wait before starting, never negative.
        """
        ...

    def cool_down(self, host: str, seconds: float) -> None:
        """Let every later reservation of a host start after a pause.

        Args:
            host: The name under which the host is paced.
            seconds: The pause from now; at most `MAX_COOLDOWN` of it counts. It never shortens one.
        """
        ...


@dataclass
class _HostState:
    start: float = -math.inf
    interval: float = 0.0
    cool_until: float = -math.inf


class MemoryPacer:
    """A pacer for one process: tests, tools, and a single command."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with no host booked.

        Args:
            clock: Returns seconds that never run backwards.
        """
        self._clock = clock
        self._lock = threading.Lock()
        self._hosts: dict[str, _HostState] = {}

    def reserve(self, host: str, interval: float) -> float:
        """See `Pacer.reserve`."""
        with self._lock:
            now = self._clock()
            state = self._hosts.setdefault(host, _HostState())
            start = max(now, state.cool_until)
            if interval > 0:
                start = max(start, state.start + max(interval, state.interval))
                state.start, state.interval = start, interval
            return start - now

    def cool_down(self, host: str, seconds: float) -> None:
        """See `Pacer.cool_down`."""
        with self._lock:
            state = self._hosts.setdefault(host, _HostState())
            state.cool_until = max(state.cool_until, self._clock() + clamp_cooldown(seconds))


def clamp_cooldown(seconds: float) -> float:
    """A pause between 0 and `MAX_COOLDOWN` seconds; what is not a number is none."""
    return 0.0 if math.isnan(seconds) else min(max(seconds, 0.0), MAX_COOLDOWN)


def retry_after(value: str | None, now: datetime) -> float | None:
    """The pause that a `Retry-After` header asks for, clamped, or None where it says nothing.

    Args:
        value: The header: seconds, or an HTTP date (RFC 9110, 10.2.3).
        now: The moment from which a date counts, aware.
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return clamp_cooldown(float(text[:12]))
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return clamp_cooldown((moment - now).total_seconds())
