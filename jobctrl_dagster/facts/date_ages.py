"""Reads ages such as `6 days ago`, `vor 4 Tagen` and `3日前`."""

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

from jobctrl_dagster.facts import date_words
from jobctrl_dagster.facts.date_words import LANGUAGES, Language, Unit

_SECONDS: Final[dict[str, int]] = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
}
_SHORT_UNITS: Final[dict[str, Unit]] = {
    "min": "minute",
    "h": "hour",
    "hr": "hour",
    "hrs": "hour",
    "d": "day",
    "w": "week",
    "wk": "week",
    "mo": "month",
    "y": "year",
    "yr": "year",
}
_MORE_THAN = re.compile("[+多]|以上|이상")


@dataclass(frozen=True)
class Age:
    """So many units ago; `is_more` when it may be longer. A count is never below nought."""

    count: int
    unit: Unit
    is_more: bool

    @property
    def is_in_days(self) -> bool:
        """Whether it is counted in days or longer units."""
        return self.unit in ("day", "week", "month", "year")


def read_age(text: str, *, is_announced: bool = False) -> Age | None:
    """Read an age, or `None` for any other text.

    Args:
        text: the whole text, NFKC and case folded, digits as 0-9.
        is_announced: whether words such as `Posted` led to it, so that `3 days` is an age.
    """
    for days, pattern in _day_patterns():
        if pattern.fullmatch(text):
            return Age(days, "day", is_more=False)
    short = _short_pattern().fullmatch(text)
    if short:
        return Age(max(0, int(short["n"])), _SHORT_UNITS[short["short"]], "+" in text)
    for language in LANGUAGES.values():
        for pattern, needs_mark in _age_patterns(language.key):
            match = pattern.fullmatch(text)
            if match is None:
                continue
            is_more = bool(match.groupdict().get("more")) or _MORE_THAN.search(text) is not None
            if not needs_mark or is_announced or is_more:
                return Age(_count(match, language), _unit(match), is_more)
    return None


def moment_before(now: datetime, age: Age) -> datetime:
    """The moment an age before `now`; months and years go by the calendar.

    Raises:
        ValueError: there is no such year.
        OverflowError: likewise.
    """
    if age.unit == "month":
        return _months_before(now, age.count)
    if age.unit == "year":
        return _months_before(now, 12 * age.count)
    length = timedelta(seconds=_SECONDS[age.unit] * age.count)
    if age.is_in_days:
        return now - length
    return (now.astimezone(UTC) - length).astimezone(now.tzinfo)


def _months_before(now: datetime, months: int) -> datetime:
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    if year < 1:
        raise ValueError(f"{months} months before {now.date()} there is no year")
    day = min(now.day, calendar.monthrange(year, month + 1)[1])
    return now.replace(year=year, month=month + 1, day=day)


def _count(match: re.Match[str], language: Language) -> int:
    written = match.groupdict().get("n")
    if written is None:
        return 1
    if written.lstrip("-").isdigit():
        return max(0, int(written))
    return next(count for count, words in language.counts.items() if re.fullmatch(words, written))


def _unit(match: re.Match[str]) -> Unit:
    found = match.groupdict()
    return next(unit for unit in date_words.UNITS if found.get(unit))


@cache
def _day_patterns() -> tuple[tuple[int, re.Pattern[str]], ...]:
    return tuple(
        (days, re.compile(words))
        for language in LANGUAGES.values()
        for days, words in language.days.items()
    )


@cache
def _short_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?P<n>-?\d{{1,6}})\s?\+?\s?(?P<short>{date_words.SHORT})\+?")


@cache
def _age_patterns(key: str) -> tuple[tuple[re.Pattern[str], bool], ...]:
    """The patterns of a language, and whether each needs a mark that it is an age."""
    language = LANGUAGES[key]
    counts = "|".join(language.counts.values())
    more = rf"(?P<more>(?:{language.more})\s*)?" if language.more else ""
    number = rf"(?:(?:{date_words.ABOUT})\s*)?{more}(?P<n>-?\d{{1,6}}(?!\d)|{counts})\s*\+?"
    units = "|".join(f"(?P<{unit}>{words})" for unit, words in language.units.items())
    fill = {"n": number, "unit": rf"(?:{units})\s*\+?"}
    templates = [(template, False) for template in (*language.ago, *language.lone)]
    return tuple(
        (re.compile(template.replace(" ", r"\s*").format(**fill)), needs_mark)
        for template, needs_mark in [*templates, ("{n} {unit}", True)]
    )
