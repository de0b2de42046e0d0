"""Amounts of money in a text, as single figures and ranges."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from jobctrl_dagster.facts.pay import range_words
from jobctrl_dagster.facts.pay.figures import TEN_THOUSANDS, Figure, Mark, figures
from jobctrl_dagster.facts.pay.model import Period
from jobctrl_dagster.facts.pay.periods import PeriodWord, period_after

_MOST_FIGURES: Final = 5000


@dataclass(frozen=True)
class Statement:
    """An amount or a range as a text states it.

    Attributes:
        start: where its words begin, with `from` or `up to`.
        figures_start: where its figures begin.
        end: where its words end, with its period.
        first: the figure named first.
        second: the other end of a range.
        low: the lower end, or `None` for "up to".
        high: the upper end, or `None` for "from".
        swapped: whether the upper end came first.
        period: the period behind an amount, if one stands there.
        is_time: whether it is a length of time and no money (`40 hours`).
    """

    start: int
    figures_start: int
    end: int
    first: Figure
    second: Figure | None
    low: Decimal | None
    high: Decimal | None
    swapped: bool
    period: Period | None
    is_time: bool

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Its one or two figures as the text names them."""
        return (self.first, self.second) if self.second else (self.first,)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The currency marks beside its figures."""
        return self.first.marks + (self.second.marks if self.second else ())

    @property
    def smallest(self) -> Decimal:
        """The smallest amount stated."""
        return min(amount for amount in (self.low, self.high) if amount is not None)


def statements(text: str, form: str) -> Iterator[Statement]:
    """All sound amounts of a text in order; `form` is its plain form."""
    found: list[Figure] = []
    for figure in figures(text, form):
        found.append(figure)
        if len(found) == _MOST_FIGURES:
            break
    found = _joined(found, form)
    position = 0
    while position < len(found):
        first = found[position]
        following = found[position + 1] if position + 1 < len(found) else None
        link = _link(form, first, following) if following else None
        position += 1 if link is None else 2
        second = following if link is not None else None
        if all(each.is_sound and not each.is_share for each in (first, second) if each):
            yield _statement(form, first, second, link)


def _joined(found: list[Figure], form: str) -> list[Figure]:
    """Join figures such as `1억 2000만` and `25万8000` into one."""
    joined: list[Figure] = []
    for figure in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.scale >= 10_000
            and not last.marks
            and form[last.end - 1] in TEN_THOUSANDS
            and form[last.end : figure.start].strip(" ") == ""
            and figure.value() < last.scale
        ):
            joined[-1] = _sum(last, figure)
        else:
            joined.append(figure)
    return joined


def _sum(left: Figure, right: Figure) -> Figure:
    return Figure(
        start=left.start,
        end=right.end,
        digits=str(left.value() + right.value()),
        scale=1,
        marks=left.marks + right.marks,
        yearly=left.yearly or right.yearly,
        is_sound=left.is_sound and right.is_sound,
        is_share=right.is_share,
    )


@dataclass(frozen=True)
class _Link:
    period: PeriodWord | None


def _link(form: str, first: Figure, second: Figure) -> _Link | None:
    """How two figures form a range, or `None` when they form none."""
    if second.start - first.end > 60 or _clash(first, second):
        return None
    period = period_after(form, first.end)
    for begin, word in ((first.end, None), (period.end if period else first.end, period)):
        gap = form[begin : second.start]
        if range_words.RANGE.fullmatch(gap):
            return _Link(word)
        if range_words.AND.fullmatch(gap) and range_words.BETWEEN.search(
            form, max(0, first.start - 50), first.start
        ):
            return _Link(word)
    return None


def _clash(first: Figure, second: Figure) -> bool:
    codes = [{mark.code for mark in each.marks if mark.code} for each in (first, second)]
    return bool(codes[0] and codes[1] and not codes[0] & codes[1])


def _statement(form: str, first: Figure, second: Figure | None, link: _Link | None) -> Statement:
    last = second or first
    end, is_open = last.end, False
    opening = range_words.OPEN_END.match(form, end)
    if opening:
        end, is_open = opening.end(), True
    word = period_after(form, end)
    if word:
        end = word.end
        opening = range_words.OPEN_END.match(form, end)
        if opening:
            end, is_open = opening.end(), True
    if word is None and link is not None:
        word = link.period
    low: Decimal | None
    high: Decimal | None
    low, high, swapped = _ends(first, second)
    start = first.start
    if second is None:
        lead = _lead(form, first)
        start = lead.start() if lead else first.start
        if (lead and lead.re is range_words.UP_TO) or range_words.AT_MOST.match(form, last.end):
            low = None
        elif lead or is_open:
            high = None
    yearly = first.yearly or last.yearly
    marked = bool(first.marks or last.marks)
    return Statement(
        start=start,
        figures_start=first.start,
        end=end,
        first=first,
        second=second,
        low=low,
        high=high,
        swapped=swapped,
        period="year" if yearly else word.period if word else None,
        is_time=word is not None and word.is_bare and not marked,
    )


def _lead(form: str, first: Figure) -> re.Match[str] | None:
    """The `from` or `up to` right before a figure."""
    begin = max(0, first.start - 30)
    return range_words.UP_TO.search(form, begin, first.start) or range_words.FROM.search(
        form, begin, first.start
    )


def _ends(first: Figure, second: Figure | None) -> tuple[Decimal, Decimal, bool]:
    """The lower and the upper end, and whether they came in the other order."""
    if second is None:
        return first.value(), first.value(), False
    upper = second.value()
    lower = first.value(_shared_scale(first, second))
    if lower > upper:
        return upper, lower, True
    return lower, upper, False


def _shared_scale(first: Figure, second: Figure) -> int:
    if first.scale != 1:
        return first.scale
    plain = first.value()
    if second.scale != 1 and plain < 1000 and plain * second.scale <= 20 * second.value():
        return second.scale
    is_short = not first.is_grouped and plain < 1000
    if is_short and second.scale == 1 and second.is_grouped and plain * 1000 <= 3 * second.value():
        return 1000
    return 1
