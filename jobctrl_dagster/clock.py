"""The time of day, as an argument that tests can hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Returns the moment, aware and in UTC."""


def utc_now() -> datetime:
    """The moment by this machine's clock."""
    return datetime.now(UTC)
