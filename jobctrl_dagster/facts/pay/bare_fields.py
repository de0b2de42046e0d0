"""Whether a field that shows a figure without a currency is a pay field."""

import re
from functools import cache
from typing import Final

from jobctrl_dagster.facts.pay import context_words, currency_names, period_words
from jobctrl_dagster.facts.pay.statements import Statement

_YEAR_SPAN = re.compile(r"(?:19|20)\d\d[ ]?[-–—][ ]?(?:19|20)\d\d")
_TIME = re.compile(r"[ ]?(?:hours?|hrs?|h|std|stunden|heures|horas|ore|uur|godz)(?![^\W\d_])")
_FURTHER_WORDS: Final = """
    from up to ab bis zu à partir de desde hasta от до od do and between und zwischen of
    approx approximately circa ca about around est estimated expected starting at min minimum max
    maximum total yearly negotiable competitive full time only range figure
"""
_WORD = re.compile(r"[^\W\d_]+")


def is_pay_field(form: str, statement: Statement) -> bool:
    """Whether a whole field in plain form consists of an amount and words for pay."""
    amount = form[statement.figures_start : statement.end]
    if _YEAR_SPAN.fullmatch(amount) or _TIME.match(form, statement.end):
        return False
    rest = form[: statement.start] + "|" + form[statement.end :]
    if any(sign.isdigit() or sign in "%#@№\x00" for sign in rest):
        return False
    return all(_is_pay_word(word) for word in _WORD.findall(rest))


def _is_pay_word(word: str) -> bool:
    return word in _known_words() or _pay_pattern().fullmatch(word) is not None


@cache
def _known_words() -> frozenset[str]:
    tables = [period_words.ADVERBS, period_words.NOUNS]
    words = [
        word.strip(".") for table in tables for entry in table.values() for word in entry.split()
    ]
    further = f"{period_words.LINKS} {period_words.FILLERS} {_FURTHER_WORDS}".split()
    names = [*currency_names.signs(), *currency_names.shared_signs()]
    codes = [code.lower() for code in currency_names.codes()]
    return frozenset([*words, *further, *names, *codes])


@cache
def _pay_pattern() -> re.Pattern[str]:
    before = "|".join(period_words.BEFORE.values())
    return re.compile(f"(?:{context_words.PAY}|{before})+", re.VERBOSE)
