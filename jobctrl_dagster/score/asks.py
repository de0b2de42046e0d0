"""Reads the asks of a requirement that are counted or ranked: years, degree, languages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from jobctrl_dagster.score.tables import (
    PhraseIndex,
    Words,
    labelled,
    table,
    wording_index,
    words_of,
)

_MOST_YEARS = 40
_NEARBY = 40


class Asks(NamedTuple):
    """What one requirement asks for beside its terms.

    ``years`` is the lower end in years of experience; ``degree`` is 2 for a first degree, 3 for a
    master's, 4 for a doctorate; ``equivalent`` says that experience may take its place.
    """

    years: int | None
    degree: int | None
    equivalent: bool
    languages: frozenset[str]


def read_asks(folded: str, words: Words, labels: frozenset[str]) -> Asks:
    """Read the asks of a text made `plain`, of its words and of its wording labels."""
    degrees = degree_levels(words)
    return Asks(
        years=read_years(folded) if "years" in labels else None,
        degree=min(degrees, default=None),
        equivalent=bool(degrees) and "equivalent" in labels,
        languages=named_languages(words) if "language" in labels else frozenset(),
    )


def read_years(folded: str) -> int | None:
    """Return the least number of years of experience asked for; of several the largest.

    Years of a company, an age or a contract are no experience.
    """
    found: list[int] = []
    for match in _years_pattern().finditer(folded):
        near = folded[max(0, match.start() - _NEARBY) : match.end() + _NEARBY]
        labels = wording_index().labels(words_of(near))
        if "other_years" in labels or "experience_years" not in labels:
            continue
        number = table("asks")["number_words"].get(match["low"]) or int(match["low"])
        if 0 < number <= _MOST_YEARS:
            found.append(number)
    return max(found, default=None)


def degree_levels(words: Words) -> frozenset[int]:
    """Return the levels of the degrees that a text names; of several the lowest suffices.

    A degree of no named level counts as a first one.
    """
    labels = _degree_index().labels(words)
    named = frozenset(int(level) for level in labels - {"any"})
    return named or (frozenset({2}) if labels else named)


def named_languages(words: Words) -> frozenset[str]:
    """Return every human language that a text names, in English."""
    return frozenset(_language_index().labels(words))


@lru_cache(maxsize=1)
def _degree_index() -> PhraseIndex:
    return PhraseIndex(labelled(table("asks")["degrees"]))


@lru_cache(maxsize=1)
def _language_index() -> PhraseIndex:
    return PhraseIndex(labelled(table("asks")["languages"]))


@lru_cache(maxsize=1)
def _years_pattern() -> re.Pattern[str]:
    rules = table("asks")
    number = "|".join([r"[0-9]{1,2}", *rules["number_words"]])
    unit = "|".join(sorted(rules["years_words"], key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.,$€£])(?P<low>{number})\+?(?:\s?(?:-|–|—|to|bis|à|a|tot|do|or)\s?(?:{number}))?"
        rf"\+?(?:\s?\((?:{number})\+?\))?(?:\s(?:or more|plus|full|good|solid))?"
        rf"\s?\+?\s?(?:{unit})(?!\w)"
    )
