"""Whether an amount of money in a posting is pay, read from the words around it."""

import re
from functools import cache
from typing import Final

from jobctrl_dagster.facts.pay import context_words

_REACH_BEFORE: Final = 110
_REACH_AFTER: Final = 60
_PIECE = re.compile(r"[ ]?(?:per|pro|par|por)[ ][^\W\d]+")
_CLAUSE_END = re.compile(r"[.;!?]\s|[\n•|]")
_PHRASE_END = re.compile(r"[,;:()\n•|+&–—]|[.!?](?:\s|$)|\s-\s")


def names_other_money(form: str, start: int, end: int, *, floor: int, ceiling: int) -> bool:
    """Whether the words beside an amount call it a bonus, a budget, revenue or the like.

    Args:
        form: the text in plain form.
        start: where the amount begins.
        end: where it ends, with its period.
        floor: where the words before it begin to belong to it.
        ceiling: where the words behind it end belonging to it.
    """
    if _PIECE.match(form, end):
        return True
    return _other_behind(form, end, ceiling) or _pay_is_not_last(_lead(form, start, end, floor))


def is_announced(form: str, start: int, end: int, *, floor: int) -> bool:
    """Whether words such as `Salary` announce the amount or follow it."""
    if _pay().search(_lead(form, start, end, floor)):
        return True
    phrase = _PHRASE_END.split(form[end : end + 30])[0]
    return _pay().search(phrase) is not None


def _other_behind(form: str, end: int, ceiling: int) -> bool:
    phrase = form[end : min(ceiling, end + _REACH_AFTER)]
    opening = re.match(r"\s*\(", phrase)
    phrase = phrase[opening.end() :] if opening else phrase
    phrase = _PHRASE_END.split(phrase)[0]
    other = _other().search(phrase)
    if other is None:
        return False
    between = phrase[: other.start()]
    return not _pay().search(between) and not _parting().search(between)


def _lead(form: str, start: int, end: int, floor: int) -> str:
    """The words of the clause before an amount; for an amount on a line of its own, of the line above."""
    lead = form[max(floor, start - _REACH_BEFORE) : start]
    heading, line_end, line = lead.rstrip(" ").rpartition("\n")
    if line_end and not line.strip(" -•*"):
        heading = heading.rstrip()
        is_alone = form[end : end + 20].lstrip(" .)*")[:1] in ("\n", "")
        lead = heading if is_alone or heading.endswith(":") else line
    return _CLAUSE_END.split(lead)[-1]


def _pay_is_not_last(lead: str) -> bool:
    """Whether the words name other money, and no pay between it and the amount."""
    last_other = None
    for match in _other().finditer(lead):
        if not _aside().search(lead[: match.start()]):
            last_other = match
    return last_other is not None and not _pay().search(lead[last_other.end() :])


@cache
def _pay() -> re.Pattern[str]:
    return _words(context_words.PAY)


@cache
def _other() -> re.Pattern[str]:
    return _words(context_words.OTHER)


@cache
def _parting() -> re.Pattern[str]:
    return _words(context_words.PARTING)


@cache
def _aside() -> re.Pattern[str]:
    return re.compile(rf"(?:\b(?:{context_words.ASIDE})|[+&/])\W*(?:\w+\W+){{0,2}}$")


def _words(alternatives: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![a-zà-öø-ɏа-яё])(?:{alternatives})(?![a-zà-öø-ɏа-яё])", re.VERBOSE
    )


def is_announced_closely(form: str, start: int, end: int, *, floor: int) -> bool:
    """Whether a word for pay stands right before an amount, parted by a colon, `is` or the like."""
    lead = _lead(form, start, end, floor)
    last = None
    for match in _pay().finditer(lead):
        last = match
    if last is None:
        return False
    return re.fullmatch(r"[^\w]*(?:[^\W\d]+\W+){0,2}", lead[last.end() :] + " ") is not None
