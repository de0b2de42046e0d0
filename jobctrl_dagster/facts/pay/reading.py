"""Reads pay from a short field and from a whole posting."""

import re
from decimal import Decimal
from typing import Final

from jobctrl_dagster.facts.pay import bare_fields, context
from jobctrl_dagster.facts.pay.currencies import read_currency
from jobctrl_dagster.facts.pay.figures import LARGEST_SCALE, Mark, find_code
from jobctrl_dagster.facts.pay.model import Pay, Period
from jobctrl_dagster.facts.pay.periods import period_before
from jobctrl_dagster.facts.pay.plain import plain
from jobctrl_dagster.facts.pay.statements import Statement, statements
from jobctrl_dagster.facts.text import clean_html

_YEARLY_CURRENCIES: Final = frozenset(["USD", "CAD", "AUD", "NZD", "GBP", "EUR", "CHF"])
_LEAST_YEARLY: Final = Decimal(15000)
_ALTERNATIVE = re.compile(r"[ ]*(?:[/,|]|\bor\b)[ ]*")
_MISTYPED_BEFORE = re.compile(r"\d[oil]+\d*k?[ ]?[-–—~][ ]?[$€£]?$")
_MISTYPED_BEHIND = re.compile(r"[ ]?[-–—~][ ]?[$€£]?\d+[oil]+\d*k?(?![a-z])")
_LEAST_UNANNOUNCED: Final = 1000
_NEAR: Final = 40  # characters within which a code in brackets belongs to an amount


def parse_pay(text: object, *, country: str | None = None) -> Pay | None:
    """Read a short pay field as a board shows it; `None` when it states no pay.

    Args:
        text: the field.
        country: ISO 3166-1 alpha-2 code of the job's country, in either case.
    """
    field = _Text(text, country)
    for place, statement in enumerate(field.statements):
        if statement.marks and field.is_sound(statement) and not field.is_other_money(place):
            return field.pay(place, code=find_code(field.text, field.form))
    if len(field.statements) != 1:
        return None
    statement = field.statements[0]
    if statement.marks or statement.is_time or not field.is_sound(statement):
        return None
    if not bare_fields.is_pay_field(field.form, statement):
        return None
    return field.pay(0, code=find_code(field.text, field.form))


def find_pay(description: object, *, country: str | None = None) -> Pay | None:
    """Look for the pay of the job in a whole posting, plain or HTML; `None` when none is stated.

    Bonuses, stipends, funding, revenue and other money is passed over.

    Args:
        description: the posting.
        country: ISO 3166-1 alpha-2 code of the job's country, in either case.
    """
    posting = _Text(description, country)
    likely: int | None = None
    for place, statement in enumerate(posting.statements):
        if statement.is_time or not posting.is_sound(statement):
            continue
        if not statement.marks and not posting.is_announced_bare(place):
            continue
        if posting.is_other_money(place):
            continue
        if posting.is_sure(place):
            return posting.pay(place)
        if likely is None and posting.is_likely(place):
            likely = place
    return None if likely is None else posting.pay(likely)


class _Text:
    """A field or posting with the amounts in it."""

    def __init__(self, value: object, country: str | None) -> None:
        text = value if isinstance(value, str) else ""
        self.text = clean_html(text) if any(sign.isdigit() for sign in set(text)) else ""
        self.form = plain(self.text)
        self.country = country
        self.statements = list(statements(self.text, self.form))
        self._other_money: dict[int, bool] = {}
        self._heads: list[int] = []

    def is_sound(self, statement: Statement) -> bool:
        """Whether the amount is above nought and no mistyped figure is tied to it."""
        largest = max(each.scale for each in statement.figures)
        if not any((statement.low, statement.high)) or largest >= LARGEST_SCALE:
            return False
        around = self.form[max(0, statement.figures_start - 12) : statement.figures_start]
        behind = self.form[statement.end : statement.end + 12]
        return not (_MISTYPED_BEFORE.search(around) or _MISTYPED_BEHIND.match(behind))

    def floor(self, place: int) -> int:
        return self.statements[place - 1].end if place else 0

    def ceiling(self, place: int) -> int:
        following = self.statements[place + 1 : place + 2]
        return following[0].start if following else len(self.form)

    def is_other_money(self, place: int) -> bool:
        """Whether an amount, or the one it is an alternative to, is no pay."""
        if not self._heads:
            self._heads = self._heads_of_alternatives()
        head = self._heads[place]
        if head not in self._other_money:
            statement = self.statements[head]
            self._other_money[head] = context.names_other_money(
                self.form,
                statement.start,
                statement.end,
                floor=self.floor(head),
                ceiling=self.ceiling(head),
            )
        return self._other_money[head]

    def _heads_of_alternatives(self) -> list[int]:
        """For each amount the first of the row `3,850 USD / 2,310 GBP / 4,300 CAD` it stands in."""
        heads: list[int] = []
        for place, statement in enumerate(self.statements):
            gap = self.form[self.floor(place) : statement.start]
            is_alternative = place > 0 and _ALTERNATIVE.fullmatch(gap)
            heads.append(heads[-1] if is_alternative else place)
        return heads

    def is_announced_bare(self, place: int) -> bool:
        """Whether a figure without a currency follows right behind a word for pay."""
        statement = self.statements[place]
        if statement.smallest < 1000 and statement.period is None:
            return False
        return context.is_announced_closely(
            self.form, statement.start, statement.end, floor=self.floor(place)
        )

    def is_sure(self, place: int) -> bool:
        """Whether a word for pay announces an amount, or its period shows that it is pay."""
        statement = self.statements[place]
        if context.is_announced(self.form, statement.start, statement.end, floor=self.floor(place)):
            return True
        return statement.period is not None and not self._is_small_for_a_year(statement)

    def _is_small_for_a_year(self, statement: Statement) -> bool:
        currency = read_currency(statement.marks, self.country)
        is_small = statement.smallest < _LEAST_YEARLY and currency in _YEARLY_CURRENCIES
        return statement.period == "year" and is_small

    def is_likely(self, place: int) -> bool:
        """Whether an unannounced amount looks like pay: a range, or a line of its own."""
        statement = self.statements[place]
        if max(each.scale for each in statement.figures) >= 10**6:
            return False
        if self._is_small_for_a_year(statement):
            return False
        if statement.smallest < _LEAST_UNANNOUNCED:
            return False
        if statement.second is not None:
            return True
        line_start = self.form.rfind("\n", 0, statement.start) + 1
        line_end = self.form.find("\n", statement.end)
        before = self.form[line_start : statement.start]
        behind = self.form[statement.end : line_end if line_end >= 0 else len(self.form)]
        return not re.search(r"\w", before + behind)

    def pay(self, place: int, *, code: Mark | None = None) -> Pay:
        statement = self.statements[place]
        code = code or self._code_beside(statement)
        currency = read_currency((*((code,) if code else ()), *statement.marks), self.country)
        return Pay(
            currency=currency,
            period=self._period(place, currency),
            minimum=statement.low,
            maximum=statement.high,
            swapped=statement.swapped,
            evidence=" ".join(self.text[statement.start : statement.end].split()),
        )

    def _period(self, place: int, currency: str | None) -> Period | None:
        statement = self.statements[place]
        stated = statement.period or period_before(self.form, self.floor(place), statement.start)
        if stated is not None:
            return stated
        if currency in _YEARLY_CURRENCIES and statement.smallest >= _LEAST_YEARLY:
            return "year"
        return None

    def _code_beside(self, statement: Statement) -> Mark | None:
        """A code in brackets before a bare dollar sign, as in `Pay range (CAD): $64,000`."""
        if any(mark.code for mark in statement.marks):
            return None
        begin = max(0, statement.start - _NEAR)
        lead = self.form[begin : statement.start]
        bracket = re.search(
            r"[(\[][^()\[\]\n]{3,20}[)\]][^\n.;]{0,12}$|\bin [a-z]{3}\W{0,3}$", lead
        )
        if bracket is None:
            return None
        first = begin + bracket.start()
        return find_code(self.text[first : statement.start], self.form[first : statement.start])
