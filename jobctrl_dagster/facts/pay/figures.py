"""Figures in a text, each with its scale and the currency marks beside it."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from jobctrl_dagster.facts.pay import currency_names

_SCALES: Final = {
    1_000: "k tsd tsd. tausend thousand тыс тыс. tys tys. 千 천",
    10_000: "万 萬 만",
    100_000: "lakh lakhs lac lacs l lpa l.p.a l.p.a.",
    1_000_000: "m mm mio mio. mln mn million millions millionen millones milhões milioni млн 百万",
    10_000_000: "cr cr. crore crores 千万",
    100_000_000: "億 억 亿",
    1_000_000_000: "b bn billion billions mrd mrd. milliarde milliarden milliards",
}
_POINT_IS_DECIMAL: Final = frozenset([1_000_000, 10_000_000])
_LAKHS_A_YEAR: Final = frozenset(["lpa", "l.p.a", "l.p.a."])
_CRORES: Final = frozenset(["cr", "cr.", "crore", "crores"])
_LONGEST: Final = 18  # digits; longer ones are serial numbers
_LONGEST_MARK: Final = 8
TEN_THOUSANDS: Final = "万萬만億억亿"
LARGEST_SCALE: Final = 1_000_000_000

_NOT_AN_AMOUNT = re.compile(
    r"""
    [0-9] (?<![0-9][0-9]) (?:
      (?<=4) (?<![$€£.,]4) 0[13] [ ]? \(? [bk] \b \)?                      # pension plans
    | \d{3}-\d{1,2}-\d{1,2} (?!\d) | \d?([./-])\d{1,2}\1\d{2,4} (?!\d)    # dates
    | (?<![/.,]\d) \d?/\d{4} (?!\d) | \d?:\d{2} (?::\d{2})?               # months, times
    )
    """,
    re.VERBOSE,
)
_DIGITS = re.compile("[0-9]+")
_NUMBER = re.compile(
    r"""
    (?P<indian>\d{1,2}(?:,\d{2})+,\d{3}(?!\d))
    | (?P<grouped>\d{1,3}(?P<sign>[,.'\ ])\d{3}(?:(?P=sign)\d{3})*(?!\d))
      (?P<cents>(?!(?P=sign))[.,]\d{1,2}(?!\d))?
    | (?P<simple>\d+)(?P<part>[.,]\d+)?
    """,
    re.VERBOSE,
)
_ONE_SCRIPT = re.compile("[a-zà-öø-ɏа-яё]")
_NO_CENTS = re.compile(r"[.,][-–—]{1,2}(?!\d)")
_PERCENT = re.compile(r"[ ]?(?:%|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b|процент)")


@dataclass(frozen=True)
class Mark:
    """A word or sign that names a currency (`code`), or a family that shares it."""

    code: str | None
    family: str | None
    is_code: bool


@dataclass(frozen=True)
class Figure:
    """One figure.

    Attributes:
        start: where it begins, with the currency marks before it.
        end: where it ends, with its scale and the currency marks behind it.
        digits: the figure alone, in plain form.
        scale: what the sign behind it multiplies by, or 1.
        marks: the currency marks beside it.
        yearly: whether the scale sign says "a year" too (LPA).
        is_sound: false where letters or signs are mixed into it.
        is_share: whether it is a percentage.
    """

    start: int
    end: int
    digits: str
    scale: int
    marks: tuple[Mark, ...]
    yearly: bool
    is_sound: bool
    is_share: bool

    @property
    def is_grouped(self) -> bool:
        """Whether it is written as a grouped thousand."""
        return re.fullmatch(r"\d{1,3}([,.' ])\d{3}(?:\1\d{3})*", self.digits) is not None

    def value(self, scale: int | None = None) -> Decimal:
        """The amount, counted with the given scale or its own."""
        scale = scale or self.scale
        return _decimal(self.digits, point_is_decimal=scale in _POINT_IS_DECIMAL) * scale


def figures(text: str, form: str) -> Iterator[Figure]:
    """All figures of a text in order; `form` is its plain form."""
    if not any(sign.isdigit() for sign in set(form)):
        return
    masked = _NOT_AN_AMOUNT.sub(lambda match: "\x00" * len(match.group()), form)
    position = 0
    for digits in _DIGITS.finditer(masked):
        match = _NUMBER.match(masked, digits.start()) if digits.start() >= position else None
        if match is not None:
            position = match.end()
            if len(match.group()) <= _LONGEST:
                yield _figure(text, masked, match)


def _figure(text: str, form: str, match: re.Match[str]) -> Figure:
    start, before = _marks_before(text, form, match.start())
    is_sound = not _is_glued_before(form, match.start(), has_mark=start < match.start())
    scale, end, word = _scale_after(form, match.end())
    end, after = _marks_after(text, form, end)
    rupees = (Mark("INR", None, is_code=False),) if word in _LAKHS_A_YEAR | _CRORES else ()
    return Figure(
        start=start,
        end=end,
        digits=match.group(),
        scale=scale,
        marks=before + after + rupees,
        yearly=word in _LAKHS_A_YEAR,
        is_sound=is_sound and not _is_glued_after(form, end) and _is_readable(match),
        is_share=_PERCENT.match(form, match.end()) is not None,
    )


def _is_readable(match: re.Match[str]) -> bool:
    part = match["part"]
    return part is None or len(part) != 4 or len(match["simple"]) <= 3


def _is_glued_before(form: str, start: int, *, has_mark: bool) -> bool:
    sign = form[start - 1 : start]
    if not sign or has_mark:
        return False
    if _ONE_SCRIPT.match(sign) or sign in "\x00_#№@\\":
        return True
    return sign in ".,:/-'" and form[start - 2 : start - 1].isdigit() and sign != "-"


def _is_glued_after(form: str, end: int) -> bool:
    sign = form[end : end + 1]
    if not sign:
        return False
    if sign in "\x00_@" or sign.isdigit():
        return form[end - 1] not in TEN_THOUSANDS
    if _ONE_SCRIPT.match(sign):
        return not _GLUED_PERIOD.match(form, end)
    return sign in ".,:/'" and form[end + 1 : end + 2].isdigit()


_GLUED_PERIOD = re.compile(
    r"(?:hr|hrs|h|ph|pa|pm|pd|pw|yr|mo|mtl|hourly|gross|net|brutto)(?![a-z])"
)


def _decimal(digits: str, *, point_is_decimal: bool) -> Decimal:
    match = _NUMBER.fullmatch(digits)
    if match is None:
        return Decimal(0)
    if match["indian"]:
        return Decimal(digits.replace(",", ""))
    if match["simple"]:
        return Decimal(match["simple"] + (match["part"] or "").replace(",", "."))
    whole, sign = match["grouped"], match["sign"]
    if point_is_decimal and whole.count(sign) == 1 and sign in ".," and not match["cents"]:
        return Decimal(whole.replace(sign, "."))
    return Decimal(whole.replace(sign, "") + (match["cents"] or "").replace(",", "."))


def _scale_after(form: str, position: int) -> tuple[int, int, str]:
    dash = _NO_CENTS.match(form, position)
    position = dash.end() if dash else position
    match = _scale_pattern().match(form, position)
    if match is None:
        return 1, position, ""
    word = match[1] or "tsd"
    return _scale_by_word()[word], match.end(), word


def _marks_before(text: str, form: str, position: int) -> tuple[int, tuple[Mark, ...]]:
    marks: list[Mark] = []
    for _ in range(2):
        begin, mark = _mark_before(text, form, position)
        if mark is None:
            break
        marks.append(mark)
        position = begin
    return position, tuple(marks)


def _mark_before(text: str, form: str, position: int) -> tuple[int, Mark | None]:
    end = position
    for skipped in ("(", " ", ".:"):
        if end and form[end - 1] in skipped:
            end -= 1
    begin = end
    while begin and end - begin < _LONGEST_MARK and _may_be_in_mark(form[begin - 1]):
        begin -= 1
    for first in range(begin, end):
        if first > begin and form[first].isascii() and form[first].isalpha():
            continue
        mark = _mark(form[first:end], text[first:end])
        if mark is not None:
            return first, mark
    return position, None


def _may_be_in_mark(sign: str) -> bool:
    return sign.isalpha() or unicodedata.category(sign) == "Sc"


def _marks_after(text: str, form: str, position: int) -> tuple[int, tuple[Mark, ...]]:
    marks: list[Mark] = []
    for _ in range(2):
        match = _after_pattern().match(form, position)
        mark = match and _mark(match[1], text[match.start(1) : match.end(1)])
        if not match or not mark:
            break
        marks.append(mark)
        position = match.end()
    return position, tuple(marks)


def find_code(text: str, form: str) -> Mark | None:
    """The first ISO code that stands in a text as a word."""
    for match in _CODE.finditer(form):
        mark = _mark(match.group(), text[match.start() : match.end()])
        if mark is not None and mark.is_code:
            return mark
    return None


_CODE = re.compile(r"(?<![a-z])[a-z]{3}(?![a-z])")


def _mark(word: str, written: str) -> Mark | None:
    code = word.upper()
    if code in currency_names.codes():
        if written != code and code in currency_names.word_codes():
            return None
        return Mark(code, None, is_code=True)
    if word in currency_names.signs():
        return Mark(currency_names.signs()[word], None, is_code=word.isalpha() and len(word) > 2)
    if word in currency_names.shared_signs():
        return Mark(None, currency_names.shared_signs()[word], is_code=False)
    return None


@cache
def _scale_by_word() -> dict[str, int]:
    return {word: scale for scale, words in _SCALES.items() for word in words.split()}


@cache
def _marks() -> str:
    words = [*currency_names.signs(), *currency_names.shared_signs()]
    alternatives = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return alternatives + "|[a-z]{3}"


@cache
def _scale_pattern() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(_scale_by_word(), key=len, reverse=True))
    ends = f"(?![a-zà-öø-ɏа-яё])|(?=(?:{_sure_marks()})(?![a-z]))|(?<=[万萬만億억亿千천])"
    return re.compile(f"[ ]?(?:({words})(?:{ends})|(t)(?=€|eur))")


@cache
def _sure_marks() -> str:
    words = [*currency_names.signs(), *currency_names.shared_signs(), "sek", "nok", "dkk", "pln"]
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@cache
def _after_pattern() -> re.Pattern[str]:
    return re.compile(rf"[ ]?[(\[]?({_marks()})(?![a-zà-öø-ɏа-яё$0-9])[.)\]]?")
