"""Amounts of money in a text, as single figures and ranges."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from jobctrl_dagster.facts.pay.figures import Figure, Mark, figures
from jobctrl_dagster.facts.pay.model import Period
from jobctrl_dagster.facts.pay.periods import PeriodWord, period_after

_MOST_FIGURES: Final = 5000
_FILLER = r"(?:[ ](?:brutto|gross|brut|bruto|netto|net|base))?"
_RANGE = re.compile(
    _FILLER + r"""
    [ ]*(?:[-–—―~〜∼]|->|→|\b(?:to|bis|à|a|al|ao|do|до|til|till|tot|até|hasta|upto|up[ ]to|jusqu'à)\b
    |から|부터|에서|至|到|إلى)[ ]*(?:up[ ]to[ ]|max\.?[ ]|bis[ ]zu[ ]|zu[ ])?(?:approx\.?[ ]|ca\.?[ ])?
    """.replace("\n", ""),
    re.VERBOSE,
)
_AND = re.compile(_FILLER + r"[ ]+(?:and|und|et|y|e|ed|en|og|och|i|a|и|&)[ ]+", re.VERBOSE)
_BETWEEN = re.compile(
    r"(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|między|pomiędzy|между)"
    r"(?:\W+[^\W\d]+){0,3}\W*$"
)
_UP_TO = re.compile(
    r"(?<![^\W_])(?:up to|upto|bis zu|bis|jusqu'[àa]|hasta|до|do|max\.?|maximum|maximal|maks\.?"
    r"|at most|no more than|not exceeding|fino a|até|tot|upp till|op til|opp til|capped at)"
    r"(?: an?| of| de| von| maximum of)?[ :]*$|(?:[<≤]|<=|최대|最大|最高)[ ]*$"
)
_FROM = re.compile(
    r"(?<![^\W_])(?:from|ab|à partir de|a partir de|desde|от|od|starting (?:at|from)|start(?:s|ing)? at"
    r"|minimum|min\.?|at least|no less than|not less than|mindestens|mind\.?|dès|da|a partire da"
    r"|vanaf|från|minst|co najmniej|upwards of|north of|more than|over|above)"
    r"(?: an?| of| de| von)?[ :]*$|(?:[>≥]|>=|최소|最低)[ ]*$"
)
_OPEN_END = re.compile(
    r"[ ]?(?:\+(?![ ]?[^\W_])|\+(?=[ ](?:per|an?|/|doe|p\.a|pro|par|por)\b)"
    r"|(?:and|&)[ ](?:up|above|more)\b|or[ ]more\b|以上|から|[~〜](?=\s*$)|이상|起|et[ ]plus\b|y[ ]más\b)"
)
_AT_MOST = re.compile(r"[ ](?:max\.?|maximum|maximal)(?![^\W_])|以下|まで|이하")


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
            and form[last.end - 1] in "万萬만億억亿"
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
        is_sound=left.is_sound,
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
        if _RANGE.fullmatch(gap):
            return _Link(word)
        if _AND.fullmatch(gap) and _BETWEEN.search(form, max(0, first.start - 50), first.start):
            return _Link(word)
    return None


def _clash(first: Figure, second: Figure) -> bool:
    codes = [{mark.code for mark in each.marks if mark.code} for each in (first, second)]
    return bool(codes[0] and codes[1] and not codes[0] & codes[1])


def _statement(form: str, first: Figure, second: Figure | None, link: _Link | None) -> Statement:
    last = second or first
    end, is_open = last.end, False
    opening = _OPEN_END.match(form, end)
    if opening:
        end, is_open = opening.end(), True
    word = period_after(form, end)
    if word:
        end = word.end
        opening = _OPEN_END.match(form, end)
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
        if (lead and lead.re is _UP_TO) or _AT_MOST.match(form, last.end):
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
    return _UP_TO.search(form, begin, first.start) or _FROM.search(form, begin, first.start)


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
