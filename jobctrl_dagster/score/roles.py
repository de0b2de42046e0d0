"""Compares titles: the field a title belongs to, its level, and the likeness of its words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from jobctrl_dagster.score.tables import PhraseIndex, Words, labelled, plain, table, words_of

_SEGMENT = re.compile(r"\s*[,()\[\]/|:]\s*|\s*[-–—]\s+|\s+[-–—]")
_GENDERS = re.compile(r"\(\s*(?:[mwfdhxgn]\s*[/|*,]\s*)+[mwfdhxgn]\s*\)")
# Marks from this level on are part of what a job is: manager, director, chief.
_OFFICE = 4
_SECONDARY = 0.6
_MENTIONED = 0.75
_MID = 2


class Role(NamedTuple):
    """What a title says. ``fields`` maps a field of work to how much of the title it is (0..1)."""

    core: str
    fields: dict[str, float]
    level: int | None


def read_role(title: str) -> Role:
    """Read a title; its head, before a comma, dash or bracket, decides the field.

    Within the head the last phrase that names a field leads, as in "marketing data analyst";
    a word such as "engineer" leads only where no other field is named.
    """
    folded = _GENDERS.sub(" ", plain(unicodedata.normalize("NFKC", title)))
    segments = [words for part in _SEGMENT.split(folded) if (words := words_of(part))]
    fields: dict[str, float] = {}
    head = segments[0] if segments else ()
    for words in segments:
        named = [found.label for found in _field_index().find(words)]
        named = [field for field in named if field not in _generic()] or named
        if named:
            fields = dict.fromkeys(named, _SECONDARY) | {named[-1]: 1.0}
            head = words
            break
    levels = [found for words in segments[:2] for found in _level_index().find(words)]
    return Role(_without_rank(head), fields, _level([int(found.label) for found in levels]))


def _without_rank(head: Words) -> str:
    """Drop marks of seniority and numbers; an office such as manager stays."""
    marks = {
        place
        for found in _level_index().find(head)
        if int(found.label) < _OFFICE
        for place in range(found.start, found.end)
    }
    return " ".join(
        word for place, word in enumerate(head) if place not in marks and not word.isdigit()
    )


def read_mentions(text: str) -> Role:
    """Read the fields that running text mentions, for a profile that has no titles."""
    words = words_of(plain(unicodedata.normalize("NFKC", text)))
    named = {found.label for found in _field_index().find(words)}
    return Role("", dict.fromkeys(sorted(named), _MENTIONED), None)


def field_likeness(posting: Role, held: Iterable[Role]) -> float | None:
    """Return how near the field of a posting is to the nearest held one, 0..1.

    None when the field of the posting or of every held role is unknown.
    """
    likenesses = [
        weight * held_weight * _nearness(field, held_field)
        for role in held
        for field, weight in posting.fields.items()
        for held_field, held_weight in role.fields.items()
    ]
    return max(likenesses, default=None)


def level_factor(posting: Role, held: Sequence[Role], years: float | None) -> float:
    """Return 1 when the level of a posting suits the person, less the further it is away.

    Levels run from 0 (intern) over 2 (no mark) and 3 (senior) to 7 (chief officer). A person
    suits every level from one below to one above the span of their titles and years.
    """
    marked = [role.level for role in held if role.level is not None]
    top = max([*marked, _level_by_years(years)])
    wanted = _MID if posting.level is None else posting.level
    gap = max(wanted - top, top - wanted - 2)
    return 1.0 if gap <= 1 else max(0.4, 1.0 - 0.2 * (gap - 1))


def _level_by_years(years: float | None) -> int:
    if years is None:
        return _MID
    if years < 1:
        return 0
    return 1 if years < 2 else _MID if years < 5 else 3 if years < 9 else 4


def _level(marks: Sequence[int]) -> int | None:
    """Let a mark below the middle win, as in "junior project manager"; else the highest."""
    if not marks:
        return None
    return min(marks) if min(marks) < _MID else max(marks)


def _nearness(one: str, other: str) -> float:
    if one == other:
        return _generic().get(one, 1.0)
    return _near().get(frozenset((one, other)), 0.0)


@lru_cache(maxsize=1)
def _field_index() -> PhraseIndex:
    return PhraseIndex(labelled(table("roles")["families"]))


@lru_cache(maxsize=1)
def _generic() -> dict[str, float]:
    """Return fields that say little, each with the likeness of two titles that share it."""
    generic: dict[str, float] = table("roles")["generic"]
    return generic


@lru_cache(maxsize=1)
def _level_index() -> PhraseIndex:
    return PhraseIndex(labelled(table("roles")["levels"]))


@lru_cache(maxsize=1)
def _near() -> dict[frozenset[str], float]:
    return {frozenset((one, other)): value for one, other, value in table("roles")["near"]}
