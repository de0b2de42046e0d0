"""Reads dates and times that are written out: ISO 8601, RFC 2822 and dates in words."""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache

from jobctrl_dagster.facts.date_words import MONTHS, ZONES

_CLOCK = (
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d+))?)?"
    r"\s*(?P<half>[ap]\.?m\.?)?\s*"
    r"(?P<zone>[+-]\d{2}(?::?\d{2})?|(?:utc|gmt)[+-]\d{1,2}(?::?\d{2})?|[a-z]{1,4})?"
    r"(?:\s*\(?[a-z]{1,5}\)?)?"
)
_DATES = (
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
    r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})",
    r"(?P<year>\d{4})\.(?P<month>\d{1,2})\.(?P<day>\d{1,2})\.?",
    r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})",
    r"(?P<one>\d{1,2})[/-](?P<two>\d{1,2})[/-](?P<year>\d{4})",
    r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일]",
    (
        r"(?:[^\W\d]+\.?,?\s)?(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?(?:\sde)?[\s-]"
        r"(?P<name>[^\W\d]+)\.?,?(?:\sde|\sdel)?[\s-](?P<year>\d{4})(?:\sг\.?)?"
    ),
    r"(?:[^\W\d]+,?\s)?(?P<name>[^\W\d]+)\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s(?P<year>\d{4})",
)
_BASIC = re.compile(
    r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})t(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})?"
    r"(?P<zone>z|[+-]\d{2}:?\d{2})?"
)


def read_calendar(text: str) -> datetime | date | None:
    """A moment (aware) or a day, or `None` for other text and for impossible dates.

    Args:
        text: the whole text, NFKC and case folded, digits as 0-9.
    """
    basic = _BASIC.fullmatch(text)
    matches = [basic] if basic else [pattern.fullmatch(text) for pattern in _patterns()]
    for match in matches:
        if match is None:
            continue
        parts = match.groupdict()
        try:
            day = _day(parts)
            return day if day is None or parts.get("hour") is None else _moment(day, parts)
        except (ValueError, OverflowError):
            return None
    return None


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"{pattern}(?:(?:,?\s+|t)(?:at\s)?{_CLOCK})?") for pattern in _DATES)


def _day(parts: dict[str, str | None]) -> date | None:
    year = int(parts["year"] or 0)
    if parts.get("one"):
        return _day_of_two(year, int(parts["one"] or 0), int(parts["two"] or 0))
    name = parts.get("name")
    month = _months().get(name, 0) if name else int(parts.get("month") or 0)
    return date(year, month, int(parts["day"] or 0))


def _day_of_two(year: int, one: int, two: int) -> date | None:
    """`14/02/2026` and `02/14/2026` name one day; `03/04/2026` could be two, so it names none."""
    if one != two and one <= 12 and two <= 12:
        return None
    return date(year, two, one) if two <= 12 else date(year, one, two)


def _moment(day: date, parts: dict[str, str | None]) -> datetime:
    hour = int(parts["hour"] or 0)
    half = (parts.get("half") or "").replace(".", "")
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(f"{hour} is no hour of a half day")
        hour = hour % 12 + (12 if half == "pm" else 0)
    microsecond = int((parts.get("fraction") or "0")[:6].ljust(6, "0"))
    local = datetime(
        day.year,
        day.month,
        day.day,
        hour,
        int(parts["minute"] or 0),
        int(parts.get("second") or 0),
        microsecond,
        tzinfo=_zone(parts.get("zone")),
    )
    return local.astimezone(UTC)


def _zone(text: str | None) -> timezone:
    """The zone of an offset or a zone word; no zone is UTC; unknown words raise `ValueError`."""
    if not text:
        return UTC
    if text in ZONES:
        return timezone(timedelta(minutes=ZONES[text]))
    match = re.fullmatch(r"(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?", text)
    if match is None:
        raise ValueError(f"{text} is no zone")
    hours, minutes = int(match[2]), int(match[3] or 0)
    if hours > 23 or minutes > 59:
        raise ValueError(f"{text} is no offset")
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(offset if match[1] == "+" else -offset)


@cache
def _months() -> dict[str, int]:
    lines = MONTHS.strip().replace("\n    ", " ").splitlines()
    return {name: month for month, line in enumerate(lines, 1) for name in line.split()}
