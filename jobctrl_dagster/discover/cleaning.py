"""Cells of foreign data: missing values become ``None``, text becomes storable."""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from email.utils import parsedate_to_datetime
from typing import Any

from pydantic import ValidationError

from jobctrl_dagster.discover.records import RawPosting, RowFault

MISSING_WORDS = frozenset({"", "none", "nan", "nat", "null", "<na>", "undefined"})
RAW_LIMIT = 2_000
EARLIEST_SECONDS = 946_684_800  # the year 2000
LATEST_SECONDS = 4_102_444_800  # the year 2100
PERIODS = {
    "hour": "hour", "hourly": "hour", "per-hour-wage": "hour", "1-hour": "hour", "1 hour": "hour",
    "day": "day", "daily": "day", "1-day": "day", "1 day": "day",
    "week": "week", "weekly": "week", "1-week": "week", "1 week": "week",
    "month": "month", "monthly": "month", "1-month": "month", "1 month": "month",
    "year": "year", "yearly": "year", "annual": "year", "annually": "year", "annum": "year",
    "per-year-salary": "year", "per-month-salary": "month", "1-year": "year", "1 year": "year",
}  # fmt: skip
_SCHEME = re.compile(r"[\s\x00-\x1f]*([a-z][a-z0-9+-]*):(?!\d)", re.IGNORECASE)
_GROUPED = re.compile(r"^\d{1,3}(,\d{3})+(\.\d+)?$")


class RowRejectedError(ValueError):
    """A row that gives no posting; the message says why."""


def cleaned(value: Any) -> Any:
    """Make a JSON-like value storable, at any depth.

    Lone surrogates and NULs are dropped from text, numbers that are none become ``None``, sets
    and tuples become lists, and whatever JSON has no form for becomes its text.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "ignore").decode().replace("\0", "")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(cleaned(key)): cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [cleaned(item) for item in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    return cleaned(str(value))


def text_or_none(value: Any) -> str | None:
    """Read a cell as text; what stands for a missing value is ``None``."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    value = cleaned(value)
    if value is None or isinstance(value, bool | dict | list):
        return None
    text = str(value).strip()
    return None if text.lower() in MISSING_WORDS else text


def amount_or_none(value: Any) -> Decimal | None:
    """Read an amount of money; zero, negative and unreadable amounts are no amounts."""
    if isinstance(value, bool):
        return None
    text = text_or_none(value if not isinstance(value, float) else repr(value))
    if text is None:
        return None
    if _GROUPED.match(text):
        text = text.replace(",", "")
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return None
    return amount.normalize() + 0 if amount.is_finite() and amount > 0 else None


def moment_or_none(value: Any) -> datetime | None:
    """Read an absolute time (ISO 8601, RFC 2822, Unix seconds or milliseconds) as UTC.

    A time without an offset is UTC. Relative words such as "3 days ago" give ``None``.
    """
    if isinstance(value, datetime):
        return _utc(value)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    text = text_or_none(value)
    if text is None:
        return None
    if re.fullmatch(r"\d{10}(\.\d+)?|\d{13}", text):
        return _from_number(float(text))
    for candidate in (text, re.sub(r"\s+UTC$", "+00:00", text)):
        try:
            return _utc(datetime.fromisoformat(candidate))
        except ValueError:
            continue
    try:
        return _utc(parsedate_to_datetime(text))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def page_or_none(address: str | None) -> str | None:
    """An address that may be shown as a link; one that runs a script or opens a file is none."""
    scheme = _SCHEME.match(address or "")
    return address if scheme is None or scheme[1].lower() in {"http", "https"} else None


def period_or_none(value: Any) -> str | None:
    """Read a pay period of a field of its own: hour, day, week, month or year."""
    text = text_or_none(value)
    return PERIODS.get(text.lower().replace("_", "-")) if text else None


def raw_text(row: Any) -> str:
    """The row as received, as text of at most 2,000 signs."""
    if not isinstance(row, str):
        row = json.dumps(row, ensure_ascii=False, default=str)
    return str(cleaned(row))[:RAW_LIMIT]


def build_posting(**fields: Any) -> RawPosting:
    """Make a posting of foreign cells; see `RawPosting` for their names.

    Raises:
        RowRejectedError: The row has no title, or a field that cannot be read.
    """
    for name in _TEXTS:
        fields[name] = text_or_none(fields.get(name))
    if fields["title"] is None:
        msg = "the row has no title"
        raise RowRejectedError(msg)
    fields["url"] = page_or_none(fields["url"])
    for name in ("pay_minimum", "pay_maximum"):
        fields[name] = amount_or_none(fields.get(name))
    if fields["pay_minimum"] is None and fields["pay_maximum"] is None:
        fields["pay_currency"] = None
        fields["pay_period"] = None
    fields["pay_period"] = period_or_none(fields.get("pay_period"))
    fields["posted_at"] = moment_or_none(fields.get("posted_at"))
    offices = (text_or_none(office) for office in fields.get("offices") or ())
    fields["offices"] = tuple(dict.fromkeys(office for office in offices if office))
    fields["country_hint"] = country_or_none(fields.get("country_hint"))
    fields["extra"] = _without_gaps(cleaned(fields.get("extra") or {}))
    try:
        return RawPosting(**fields)
    except ValidationError as error:
        first = error.errors()[0]
        msg = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise RowRejectedError(msg) from error


def build_fault(
    source: str, position: int, reason: str, *, row: Any = None, external_id: Any = None
) -> RowFault:
    """Keep a row that could not be read."""
    return RowFault(
        source=source,
        position=position,
        external_id=text_or_none(external_id),
        reason=str(cleaned(reason))[:RAW_LIMIT],
        raw=None if row is None else raw_text(row),
    )


def country_or_none(value: Any) -> str | None:
    """Check an ISO 3166-1 alpha-2 code; anything else is no hint."""
    text = text_or_none(value)
    if text is None or not re.fullmatch(r"[A-Za-z]{2}", text):
        return None
    import pycountry

    code = {"UK": "GB", "EL": "GR"}.get(text.upper(), text.upper())
    return code if pycountry.countries.get(alpha_2=code) else None


def _without_gaps(value: Any) -> Any:
    """Drop what is missing, at any depth; a list keeps its places."""
    if isinstance(value, str):
        return None if value.strip().lower() in MISSING_WORDS else value
    if isinstance(value, list):
        return [_without_gaps(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _without_gaps(item) for key, item in value.items()}
    return {key: item for key, item in kept.items() if item not in (None, [], {})}


def _utc(value: datetime) -> datetime | None:
    try:
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        return None


def _from_number(number: float) -> datetime | None:
    seconds = number / 1000 if number > LATEST_SECONDS else number
    if not EARLIEST_SECONDS <= seconds <= LATEST_SECONDS:
        return None
    return datetime.fromtimestamp(seconds, tz=UTC)


_TEXTS = (
    "external_id", "url", "apply_url", "company", "title", "location", "workplace_type",
    "description", "pay_text", "pay_currency", "requisition_id", "employment_type",
    "department", "language",
)  # fmt: skip
