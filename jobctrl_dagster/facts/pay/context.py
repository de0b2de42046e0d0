"""Whether an amount of money in a posting is pay, read from the words around it."""

import re
from functools import cache
from typing import Final

from jobctrl_dagster.facts.pay import context_words

_REACH_BEFORE: Final = 110
_REACH_AFTER: Final = 60
_PIECE = re.compile(r"[ ]?(?:per|pro|par|por)[ ][^\W\d]+")
_EXTRA = re.compile(r"[ ]?(?:equity|bonus|benefits|commissions?|stock|perks|super|tips)\b")
_NEXT_WORDS = re.compile(r"(?:[ ][^\W\d]+){0,3}")
_PAY_VERB = re.compile(r"pays|paying|paid|earn(?:s|ed)?|verdien\w*|ganar\w*")
_ANNOUNCING = re.compile(
    r"(?:(?:[^\W\d]+\W+){0,6}(?:is|are|of|from|between|be|at|ist|von|est|de|es)|"
    r"(?:[^\W\d]+\W*){0,3})?\s*[:：-]?"
)
_CLAUSE_END = re.compile(r"[.;!?]\s|[\n•|。！？；]")
_PHRASE_END = re.compile(r"[,;:()\n•|+&–—、。！？；：（）]|[.!?](?:\s|$)|\s-\s")


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
    if form[end - 1] == "+" and _EXTRA.match(form, end):
        return False
    if _other_behind(form, end, ceiling):
        return True
    behind = _NEXT_WORDS.match(form, end, ceiling)
    if behind and _names_pay(behind.group()):
        return False
    return _pay_is_not_last(_lead(form, start, end, floor))


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
    if opening and other.end() < len(phrase.rstrip()):
        return False
    between = phrase[: other.start()]
    return not _pay().search(between) and not _parting().search(between)


def _lead(form: str, start: int, end: int, floor: int) -> str:
    """The words of the clause before an amount, or of the heading above its line."""
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
    return last_other is not None and not _names_pay(lead[last_other.end() :])


def _names_pay(words: str) -> bool:
    """Whether a noun for pay is among the words; bonuses too are paid and earned."""
    return any(not _PAY_VERB.fullmatch(match.group()) for match in _pay().finditer(words))


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
    return re.compile(rf"(?:\b(?:{context_words.ASIDE})|[+&/])\W*(?:\w+\W+){{0,2}}$", re.VERBOSE)


def _words(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-zà-öø-ɏа-яё])(?:{alternatives})(?![a-zà-öø-ɏа-яё])", re.VERBOSE)


def is_announced_closely(form: str, start: int, end: int, *, floor: int) -> bool:
    """Whether a word for pay stands right before an amount, parted by a colon, `is` or the like."""
    lead = _lead(form, start, end, floor)
    last = None
    for match in _pay().finditer(lead):
        last = match
    if last is None:
        return False
    rest = lead[last.end() :].strip()
    return len(rest) < 50 and _ANNOUNCING.fullmatch(rest) is not None and _is_closed(form, end)


def _is_closed(form: str, end: int) -> bool:
    """Whether no noun such as `employees` follows a figure."""
    following = re.match(r"[ ]([^\W\d]+)", form[end : end + 30])
    return following is None or _parting().fullmatch(following[1]) is not None
