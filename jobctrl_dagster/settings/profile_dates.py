"""Dates of a profile: a day, a month or a year, as ISO 8601 writes them."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta

_DATE = re.compile(
    r"(?P<year>\d{4})(-(?P<month>\d\d)(-(?P<day>\d\d)([T ].*)?)?)?", re.ASCII | re.DOTALL
)
_PRESENT = frozenset({"present", "now", "current", "currently", "today", "ongoing"})
_YEARS = range(1900, 2200)
_DAYS_OF_A_MONTH = 365.2425 / 12


def is_present(text: str) -> bool:
    """Whether an end date is a word for "not ended"."""
    return text.strip().lower() in _PRESENT


def is_date(text: str) -> bool:
    """Whether a text is a year, month or day that can be counted with."""
    return days_of(text) is not None


def days_of(text: str) -> tuple[date, date] | None:
    """First and last day that a written date can mean; None when it cannot be read."""
    match = _DATE.fullmatch(text.strip())
    if match is None or int(match["year"]) not in _YEARS:
        return None
    year, month, day = int(match["year"]), match["month"], match["day"]
    try:
        first = date(year, int(month or 1), int(day or 1))
    except ValueError:
        return None
    if day:
        return first, first
    last_month = int(month or 12)
    return first, date(year, last_month, monthrange(year, last_month)[1])


def months_held(spans: Iterable[tuple[str, str]], now: date) -> int:
    """Count the months that at least one of the spans covers, up to `now`.

    Args:
        spans: pairs of start and end as written; an empty end, or a word for today, means now.
        now: the day of counting.

    Returns:
        Months of 30.44 days, rounded; a day that several spans cover counts once.
    """
    today = date(now.year, now.month, now.day)
    known = sorted(days for span in spans if (days := _days_between(*span, today)))
    total, counted_until = 0, date.min
    for first, last in known:
        begin = max(first, counted_until + timedelta(days=1))
        total += max(0, (last - begin).days + 1)
        counted_until = max(counted_until, last)
    return round(total / _DAYS_OF_A_MONTH)


def _days_between(start: str, end: str, today: date) -> tuple[date, date] | None:
    """First and last day of a span, not after today; None when it cannot be counted.

    A year alone stands for its middle, so that neither a full year is claimed nor one denied;
    inside one year the month that is known counts, or one month when none is.
    """
    started = days_of(start)
    ended = (today, today) if not end.strip() or is_present(end) else days_of(end)
    if started is None or ended is None or ended[1] < started[0]:
        return None
    first = date(started[0].year, 7, 1) if _is_year(start) else started[0]
    last = date(ended[1].year, 6, 30) if _is_year(end) else ended[1]
    if last < first:
        exact = [days for days, text in ((started, start), (ended, end)) if not _is_year(text)]
        first, last = exact[0] if exact else (first, date(first.year, 7, 31))
    last = min(last, today)
    return (first, last) if first <= last else None


def _is_year(text: str) -> bool:
    return len(text.strip()) == len("2012")
