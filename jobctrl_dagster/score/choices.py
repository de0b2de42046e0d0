"""Reads which named terms of a requirement stand for each other: "Tableau or Power BI, and SQL"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from jobctrl_dagster.score.tables import Words, plain, table, words_of

FindTerms = Callable[[str], tuple[str, ...]]
Groups = tuple[tuple[str, ...], ...]


def choice_groups(
    text: str, terms: tuple[str, ...], labels: frozenset[str], find_terms: FindTerms
) -> Groups:
    """Return the terms of a requirement in groups; one term of a group is enough.

    "such as" and "one of" make one group of all. A list that ends in "or" is one group, as is what
    stands on both sides of an "or" or a slash; every other term is a group of its own.
    """
    if len(terms) < 2:
        return (terms,) if terms else ()
    if "choice" in labels:
        return (terms,)
    if "or" not in labels and "/" not in text:
        return tuple((term,) for term in terms)
    groups = _by_clause(text, terms, find_terms)
    placed = {term for group in groups for term in group}
    return (*groups, *((term,) for term in terms if term not in placed))


def _by_clause(text: str, terms: tuple[str, ...], find_terms: FindTerms) -> Groups:
    groups: list[list[str]] = []
    run = 0
    seen: set[str] = set()
    for separator, clause in _clauses(text):
        named = [term for term in _named(clause, terms, find_terms) if term not in seen]
        seen.update(named)
        if separator != ",":
            run = len(groups)
        if _offers_a_choice(clause):
            ends_list = all(len(group) == 1 for group in groups[run:])
            earlier = [term for group in groups[run:] for term in group] if ends_list else []
            groups[run if ends_list else len(groups) :] = [[*earlier, *named]]
            run = len(groups)
        else:
            groups.extend([term] for term in named)
    return tuple(tuple(group) for group in groups if group)


def _named(clause: str, terms: tuple[str, ...], find_terms: FindTerms) -> list[str]:
    """Return the terms in a clause; torn from its company an everyday word is found by itself."""
    found = find_terms(clause)
    words = words_of(plain(clause))
    return [term for term in terms if term in found or _stands_in(words_of(plain(term)), words)]


def _stands_in(term: Words, words: Words) -> bool:
    size = len(term)
    return any(words[start : start + size] == term for start in range(len(words) - size + 1))


def _clauses(text: str) -> list[tuple[str, str]]:
    """Split at commas, semicolons and words for "and", each clause with what stands before it."""
    parts = _joints().split(text)
    return list(zip(["", *parts[1::2]], parts[::2], strict=True))


def _offers_a_choice(clause: str) -> bool:
    words = words_of(plain(clause))
    return "/" in clause or any(word in _or_words() for word in words)


@lru_cache(maxsize=1)
def _joints() -> re.Pattern[str]:
    ands = "|".join(map(re.escape, table("wording")["phrases"]["and"]))
    return re.compile(rf"([,;&]|\s(?:{ands})\s)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _or_words() -> frozenset[str]:
    return frozenset(table("wording")["phrases"]["or"])
