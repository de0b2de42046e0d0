"""When a posting was posted, read from time stamps, dates and relative words."""

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from jobctrl_dagster.facts import date_words
from jobctrl_dagster.facts.calendar_text import read_calendar
from jobctrl_dagster.facts.date_ages import Age, moment_before, read_age

Precision = Literal["exact", "day", "at_least"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_OLDEST_NUMBER: Final = datetime(2000, 1, 1, tzinfo=UTC)
_LARGEST_NUMBER: Final = 10**15
_LONGEST: Final = 120  # characters; a longer text is no date


class PostedAt(BaseModel):
    """When a posting was posted.

    Attributes:
        at: the moment in UTC; for `day` and `at_least` 00:00 UTC of the calendar day.
        precision: `exact`, `day`, or `at_least` for "so long ago or longer".
        relative: whether it was told as an age and not as a date.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: datetime | None
    precision: Precision
    relative: bool


def read_posted(value: object, *, now: datetime) -> PostedAt | None:
    """Read a date of posting; `None` for what states none.

    Args:
        value: text, a number of Unix seconds or milliseconds, or a datetime.
        now: the present moment, aware, with the offset of the reader.
    """
    now = now if now.tzinfo else now.replace(tzinfo=UTC)
    if isinstance(value, (int, float, Decimal)):
        return None if isinstance(value, bool) else _from_number(value, now)
    if isinstance(value, datetime):
        if value != value:  # noqa: PLR0124 (a missing value of a data frame differs from itself)
            return None
        moment = value if value.tzinfo else value.replace(tzinfo=UTC)
        return _from_calendar(moment.astimezone(UTC), now)
    if isinstance(value, date):
        return _from_calendar(value, now)
    return _from_text(value, now) if isinstance(value, str) else None


def _from_text(value: str, now: datetime) -> PostedAt | None:
    stripped = value.strip()
    if not stripped or len(stripped) > _LONGEST:
        return None
    text = _plain(stripped)
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return _from_number(Decimal(text), now)
    shortened = re.sub(rf"^(?:{date_words.POSTED})\s*[:：]?\s*", "", text)
    calendar = read_calendar(shortened)
    if calendar is not None:
        return _from_calendar(calendar, now)
    age = read_age(text) or read_age(shortened, is_announced=shortened != text)
    return None if age is None else _from_age(age, now)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    digits = "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() and not sign.isascii() else sign
        for sign in folded
        if unicodedata.category(sign) not in ("Cc", "Cs", "Cf") or sign.isspace()
    )
    return " ".join(re.sub("[−–]", "-", digits).split()).rstrip(".!") or ""


def _from_number(number: float | Decimal, now: datetime) -> PostedAt | None:
    if isinstance(number, int) and abs(number) >= _LARGEST_NUMBER:
        return None
    exact = Decimal(str(number))
    if not exact.is_finite():
        return None
    for seconds in (exact, exact / 1000):
        if 0 < seconds < _LARGEST_NUMBER / 1000:
            moment = _EPOCH + timedelta(microseconds=int(seconds * 1_000_000))
            if _OLDEST_NUMBER <= moment <= now:
                return PostedAt(at=moment, precision="exact", relative=False)
    return None


def _from_calendar(stated: datetime | date, now: datetime) -> PostedAt:
    if isinstance(stated, datetime):
        moment = min(stated, now.astimezone(UTC))
        return PostedAt(at=moment, precision="exact", relative=False)
    return PostedAt(at=_midnight(min(stated, now.date())), precision="day", relative=False)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _from_age(age: Age, now: datetime) -> PostedAt | None:
    try:
        moment = moment_before(now, age)
    except (ValueError, OverflowError):
        return None
    if age.is_more or age.is_in_days:
        precision: Precision = "at_least" if age.is_more else "day"
        return PostedAt(at=_midnight(moment.date()), precision=precision, relative=True)
    return PostedAt(at=moment.astimezone(UTC), precision="exact", relative=True)
