"""Lists of places inside running text: `the US, Canada or Germany`, `CO, CA and NY`."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.place import gazetteer

LONGEST_NAME: Final = 5  # words
_WORD: Final = re.compile(r"[^\s,;:/()\[\]]+|[,;:/()\[\]]")
_JOINING: Final = frozenset(
    (",", "/", "and", "or", "&", "und", "oder", "et", "ou", "y", "e", "i", "of", "en", "o")
)
_SKIPPED_WORDS: Final = """
    the : ( in either any anywhere one state states countries locations following within
    los las der den die la le au aux les
"""
_SKIPPED: Final = frozenset(_SKIPPED_WORDS.split())
# Codes that are words or other short forms too; one alone is no place in running text.
_WORDLIKE_CODES: Final = """
    AI AL AM AR AS AT BA BE BI CC CO CT CV DE DO ET GA HI HR ID IN IO IS IT LA MA MD ME ML MS MT MY
    NE NO OH OK OR PA PM PR PS PT QA RE SA SC SE SO ST TO TV
"""
_WORDLIKE: Final = frozenset(_WORDLIKE_CODES.split())
_CAPITAL: Final = re.compile(r"\bWashington,? D\.? ?C\b\.?")


def read_names(text: str, *, federal: bool = False) -> tuple[str, ...]:
    """The places at the beginning of a text, as country codes, ISO 3166-2 codes and areas.

    Args:
        text: running text, case kept.
        federal: a name that is both a state of the US and a country is the state.
    """
    words = _WORD.findall(_CAPITAL.sub("D.C.", text[:300]))
    found: list[tuple[str, ...]] = []
    first = index = 0
    while index < len(words):
        word = words[index].casefold()
        if (word in _SKIPPED and not (found and word == "(")) or (found and word in _JOINING):
            index += 1
            continue
        length, meanings = _name_at(words, index)
        if not length:
            break
        first = first if found else index
        found.append(meanings)
        index += length
    if len(found) == 1 and words[first] in _WORDLIKE:
        return ()
    return _decide(found, federal=federal)


def read_names_before(text: str) -> tuple[str, ...]:
    """The places at the very end of a text (`candidates from the US, Canada`)."""
    words = _WORD.findall(text[-200:])
    found: list[tuple[str, ...]] = []
    end = len(words)
    while end > 0:
        if found and words[end - 1].casefold() in _JOINING:
            end -= 1
            continue
        for length in range(min(LONGEST_NAME, end), 0, -1):
            size, meanings = _name_at(words[:end], end - length)
            if size == length:
                found.insert(0, meanings)
                end -= length
                break
        else:
            break
    if len(found) == 1 and words[end] in _WORDLIKE:
        return ()
    return _decide(found, federal=False)


def _name_at(words: Sequence[str], index: int) -> tuple[int, tuple[str, ...]]:
    """The length in words of the longest name at an index, and what it may mean."""
    for length in range(min(LONGEST_NAME, len(words) - index), 0, -1):
        phrase = words[index : index + length]
        if any(word in ",;:/()[]" for word in phrase):
            continue
        name = " ".join(phrase)
        meanings = _meanings(name) or _meanings(name.rstrip(".!?"))
        if meanings:
            state = (
                index + length < len(words)
                and words[index + length].casefold().rstrip(".") == "state"
            )
            return length + state, tuple(
                m for m in meanings if "-" in m
            ) or meanings if state else meanings
    return 0, ()


@lru_cache(maxsize=8192)
def _meanings(name: str) -> tuple[str, ...]:
    """What a name may mean; a code or a short name counts only in capitals."""
    bare = re.sub(r"(?:-based|'s)$", "", name)
    short = bare.replace(".", "")
    if len(short) <= 4 and short.isalpha() and short.isascii():
        if short != short.upper():
            return _named(bare) if bare[:1].isupper() and len(short) > 2 else ()
        area = gazetteer.area_named(short)
        if area:
            return area
        if len(short) == 2:
            code = gazetteer.country_of_code(short)
            return (*gazetteer.federal_region_of_code(short), *((code,) if code else ()))
        return _named(short)
    return _named(bare) if bare[:1].isupper() or not bare[:1].isascii() else ()


def _named(name: str) -> tuple[str, ...]:
    area = gazetteer.area_named(name)
    if area:
        return area
    region, country = gazetteer.federal_region_named(name), gazetteer.country_named(name)
    return tuple(code for code in (region, country) if code)


def _decide(found: Sequence[tuple[str, ...]], *, federal: bool) -> tuple[str, ...]:
    """One meaning for each name; where a name has two, the company it keeps decides."""
    certain = [meanings[0] for meanings in found if len({meaning[:3] for meaning in meanings}) == 1]
    states = federal or any("-" in code for code in certain)
    decided: list[str] = []
    for meanings in found:
        regions = [code for code in meanings if "-" in code]
        countries = [code for code in meanings if "-" not in code]
        if not regions or not countries:
            decided.extend(meanings if not regions else regions[:1])
        elif states:
            decided.append(regions[0])
        elif certain:
            decided.append(countries[0])
    return tuple(dict.fromkeys(decided))
