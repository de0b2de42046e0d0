"""Waiting for one's turn at a host."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime, timedelta

from jobctrl_dagster.clock import Clock
from jobctrl_dagster.gate.addresses import Address
from jobctrl_dagster.gate.pacing import Pacer
from jobctrl_dagster.gate.refusals import CoolingDown

PATIENCE = 60.0
"""Seconds that a request waits for its turn; beyond them it is refused instead."""


class HostTurns:
    """Takes turns at hosts: one page in flight per host in this process, starts paced for all."""

    def __init__(self, pacer: Pacer, *, clock: Clock, sleep: Callable[[float], None]) -> None:
        self._pacer = pacer
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._in_flight: dict[str, threading.Lock] = {}
        self._busy_until: dict[str, datetime] = {}

    @contextmanager
    def turn(self, address: Address, interval: float, *, alone: bool) -> Iterator[None]:
        """Wait for the turn, and keep it while the request is in flight.

        Args:
            address: Where the request goes.
            interval: Seconds between two starts at the host.
            alone: Whether no other request of this kind may be in flight at the host.

        Raises:
            CoolingDown: The turn is more than `PATIENCE` seconds away.
        """
        with self._lock_of(address.pace_key) if alone else nullcontext():
            self._wait(address, interval)
            yield

    def cool_down(self, address: Address, seconds: float) -> None:
        """Pause the host for everyone."""
        self._pacer.cool_down(address.pace_key, seconds)

    def _lock_of(self, host: str) -> threading.Lock:
        with self._lock:
            return self._in_flight.setdefault(host, threading.Lock())

    def _wait(self, address: Address, interval: float) -> None:
        """Reserve and wait; a host known to be busy is not asked for yet another booking."""
        host = address.pace_key
        patience = timedelta(seconds=PATIENCE)
        until = self._busy_until.get(host)
        if until is not None and until - self._clock() > patience:
            raise self._refused(address, until)
        wait = self._pacer.reserve(host, interval)
        if wait > PATIENCE:
            until = self._clock() + timedelta(seconds=wait)
            self._busy_until[host] = until
            raise self._refused(address, until)
        self._busy_until.pop(host, None)
        if wait > 0:
            self._sleep(wait)

    @staticmethod
    def _refused(address: Address, until: datetime) -> CoolingDown:
        return CoolingDown(
            f"{address.host} takes no request before {until:%Y-%m-%d %H:%M:%S} UTC, which is too "
            f"long to wait for {address}; come back then.",
            until,
        )
