"""Reads what a posting asks for: which of its units are requirements, and of which kind."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from jobctrl_dagster.score.asks import Asks, read_asks
from jobctrl_dagster.score.choices import FindTerms, Groups, choice_groups
from jobctrl_dagster.score.records import RequirementKind
from jobctrl_dagster.score.sections import Unit, split_units
from jobctrl_dagster.score.tables import (
    Words,
    appeal_words,
    employer_words,
    filler_words,
    plain,
    wording_index,
    words_of,
)

_RANK: dict[RequirementKind, int] = {"responsibility": 0, "nice": 1, "must": 2}
_TOKEN = re.compile(r"[^\W_][\w+#.'&/-]*")
_LONGEST_UNIT = 600


class Draft(NamedTuple):
    """A requirement before it is compared with a profile.

    ``key`` is its words alone: two drafts with one key are one requirement. ``core`` is what is
    left without filler such as "strong experience with"; it is empty when filler is all there is.
    """

    key: str
    text: str
    kind: RequirementKind
    terms: tuple[str, ...]
    groups: Groups
    asks: Asks
    soft: bool
    core: str
    words: Words
    labels: frozenset[str]


def read_requirements(text: str, find_terms: FindTerms) -> tuple[Draft, ...]:
    """Return the requirements of a clean description, in order, each once.

    Where the same words stand under two kinds the stricter kind holds, so that the order of the
    posting does not matter.
    """
    found: dict[str, Draft] = {}
    for unit in split_units(text):
        draft = _read_unit(unit, find_terms)
        if draft is None:
            continue
        known = found.get(draft.key)
        if known is None:
            found[draft.key] = draft
        elif _RANK[draft.kind] > _RANK[known.kind]:
            found[draft.key] = known._replace(kind=draft.kind)
    return tuple(found.values())


def requirement_id(key: str) -> str:
    """Return a short id that depends on the words of a requirement and on nothing else."""
    return "r-" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:10]


def _read_unit(unit: Unit, find_terms: FindTerms) -> Draft | None:
    if unit.section == "skip":
        return None
    text = unit.text[:_LONGEST_UNIT]
    folded = plain(text)
    words = words_of(folded)
    labels = frozenset(wording_index().labels(words))
    if "noise" in labels or _speaks_of_the_employer(unit, words, labels):
        return None
    kind = _kind(unit, words, labels) if words else None
    if not words or (kind is None and not unit.bullet and unit.section == "open"):
        return None
    terms = find_terms(text)
    if kind is None:
        if not terms:
            return None
        kind = "must"
    return Draft(
        key=" ".join(words),
        text=text,
        kind=kind,
        terms=terms,
        groups=choice_groups(text, terms, labels, find_terms),
        asks=read_asks(folded, words, labels),
        soft=not terms and "soft" in labels,
        core=_core(folded),
        words=words,
        labels=labels,
    )


def _speaks_of_the_employer(unit: Unit, words: Words, labels: frozenset[str]) -> bool:
    """Tell a sentence such as "We build ..." from "We are looking for ..."."""
    if not words or "seeks" in labels:
        return False
    if not unit.bullet and unit.text.endswith("?"):
        return True
    if words[0] == "at" and not {"we", "our"}.isdisjoint(words[1:6]):
        return True
    return words[0] in employer_words() or (not unit.bullet and words[0] in appeal_words())


def _kind(unit: Unit, words: Words, labels: frozenset[str]) -> RequirementKind | None:
    """Decide by wording first, then by section; None where neither says anything."""
    nice, strict, asked = ("nice" in labels, "strictly" in labels, "must" in labels)
    if unit.section == "nice":
        return "must" if strict and not nice else "nice"
    if unit.section == "must":
        return "nice" if nice and not strict else "must"
    if unit.section == "responsibility":
        if nice:
            return "nice"
        held = words[0] == "you" and "holds" in labels
        return "must" if strict or held or (asked and not unit.bullet) else "responsibility"
    if nice and (asked or unit.bullet):
        return "nice"
    return "must" if asked else None


def _core(folded: str) -> str:
    """Drop filler words and counts, keeping the words that carry the subject."""
    filler = filler_words()
    return " ".join(
        word
        for word in _TOKEN.findall(folded)
        if word.strip("'.-") not in filler and any(map(str.isalpha, word))
    )


def squeeze(texts: Sequence[str]) -> list[str]:
    """Return the cores of ``texts``, or a text itself where nothing but filler is in it."""
    return [_core(plain(text)) or text for text in texts]
