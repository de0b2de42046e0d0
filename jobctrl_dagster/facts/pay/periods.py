"""Which time an amount is paid for, read from the words that belong to it."""

import re
from functools import cache
from typing import NamedTuple, cast

from jobctrl_dagster.facts.pay import period_words
from jobctrl_dagster.facts.pay.model import Period

_LETTER = "a-zà-öø-ÿāăąćčďēęěğīłńňőřśşšťůűźżžа-яёא-תء-ي"
_REACH = 70
_SENTENCE_END = re.compile(r"[.;!?•|]\s|[\n•|。！？；]|(?<!p)\.(?=\s)")
_UNPAID = re.compile(
    r"\W*(?:bonus|review|leave|budget|stipend|allowance|increase|raise|revenue|turnover|"
    r"report|meeting|limit|urlaub|prämie|sonderzahlung)"
)


class PeriodWord(NamedTuple):
    """A period, where its words end, and whether they are a bare noun (`40 hours`)."""

    period: Period
    end: int
    is_bare: bool


def period_after(form: str, position: int) -> PeriodWord | None:
    """The period stated right behind an amount: `/hr`, `an hour`, `brutto pro Jahr`."""
    match = _after().match(form, position)
    if match is None:
        return None
    word = match["linked"] or match["word"]
    period = (_linked_words() if match["linked"] else _words())[word]
    is_bare = not match["linked"] and word not in _adverbs()
    return PeriodWord(period, match.end(), is_bare)


def period_before(form: str, start: int, position: int) -> Period | None:
    """The period stated in the words before an amount: `Hourly rate: `, `年収`.

    Args:
        form: the text in plain form.
        start: where the words that may belong to the amount begin.
        position: where the amount begins.
    """
    lead = form[max(start, position - _REACH) : position]
    lead = _last_sentence(lead)
    found: Period | None = None
    for match in _before().finditer(lead):
        rest = lead[match.end() :]
        if any(sign.isdigit() for sign in rest) or _UNPAID.match(rest):
            continue
        if lead[: match.start()].rstrip().endswith("paid"):
            continue
        found = cast("Period", match.lastgroup)
    return found


def _last_sentence(lead: str) -> str:
    """The words of the sentence or heading that leads to the end of the text."""
    body = lead.rstrip()
    ends = [match.end() for match in _SENTENCE_END.finditer(body)]
    return lead[ends[-1] :] if ends else lead


@cache
def _adverbs() -> dict[str, Period]:
    return _by_word(period_words.ADVERBS)


@cache
def _words() -> dict[str, Period]:
    return _adverbs() | _by_word(period_words.NOUNS)


@cache
def _linked_words() -> dict[str, Period]:
    return _by_word(period_words.AFTER_LINK) | _words()


def _by_word(table: dict[str, str]) -> dict[str, Period]:
    return {
        word: cast("Period", period) for period, words in table.items() for word in words.split()
    }


@cache
def _after() -> re.Pattern[str]:
    words, linked = _alternatives(_words()), _alternatives(_linked_words())
    links = _alternatives(period_words.LINKS.split())
    fillers = _alternatives(period_words.FILLERS.split())
    return re.compile(
        rf"(?:[ ]?[(\[]?[ ]?(?:{fillers}|[+][ ]?(?:vat|iva|mwst))(?![{_LETTER}])[.)\]]?){{0,3}}"
        rf"[ ]?[(\[–-]?[ ]?"
        rf"(?:(?:[/∕][ ]?|(?:{links})[ ]|(?:de[ ])?l'|all'|毎|每|매)"
        rf"(?:(?:{links})[ ])?(?P<linked>{linked})"
        rf"|(?P<word>{words}))(?![{_LETTER}급給薪収俸])"
    )


@cache
def _before() -> re.Pattern[str]:
    groups = "|".join(f"(?P<{period}>{words})" for period, words in period_words.BEFORE.items())
    return re.compile(rf"(?<![{_LETTER}])(?:{groups})(?![{_LETTER}])", re.VERBOSE)


def _alternatives(words: object) -> str:
    assert isinstance(words, (dict, list))
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
