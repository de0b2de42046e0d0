"""Prepares a profile for scoring: read and embedded once, then compared with many postings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.models.vectors import SentenceVectors, exact, offline_vectors
from jobctrl_dagster.score.asks import degree_levels, named_languages
from jobctrl_dagster.score.orders import visible
from jobctrl_dagster.score.records import ProfileFact
from jobctrl_dagster.score.requirements import squeeze
from jobctrl_dagster.score.roles import Role, read_mentions, read_role
from jobctrl_dagster.score.tables import Words, plain, table, words_of

if TYPE_CHECKING:
    from jobctrl_dagster.models.vectors import Matrix

TITLE_KINDS = frozenset({"work_title", "title", "position", "label", "headline", "wanted_title"})
_NO_EVIDENCE = frozenset({"language", "interest", "name", "location"})
_CONTEXT = ("Python", "SQL")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
LONGEST_PHRASE = 5


@dataclass(frozen=True, slots=True)
class PreparedProfile:
    """A profile as scoring needs it.

    ``rows`` names the item behind each row of ``matrix``, whose first rows are the ``titles``.
    ``terms`` maps terms of the vocabulary, ``phrases`` the words of named skills, to the items
    that name them. ``implied`` maps a term the profile does not name to the held term it comes
    with. ``degree`` is the highest level with its item; ``languages`` maps each to its item.
    """

    vectors: SentenceVectors
    rows: tuple[str, ...]
    matrix: Matrix
    terms: dict[str, tuple[str, ...]]
    implied: dict[str, str]
    phrases: dict[Words, str]
    roles: tuple[Role, ...]
    titles: tuple[str, ...]
    lists_education: bool
    degree: tuple[int, str] | None
    languages: dict[str, str]


def prepare_profile(
    facts: Sequence[ProfileFact], *, vectors: SentenceVectors | None = None
) -> PreparedProfile:
    """Read terms, titles, degree and languages of a profile and embed its items.

    Args:
        facts: The items of the profile in any order; blank ones are ignored.
        vectors: The engine for sentence vectors; the offline one by default.
    """
    engine = vectors or offline_vectors()
    shown = [fact.model_copy(update={"text": visible(fact.text).strip()}) for fact in facts]
    items = sorted((fact for fact in shown if fact.text), key=lambda fact: (fact.id, fact.text))
    titled = [fact for fact in items if fact.kind in TITLE_KINDS]
    roles = tuple(read_role(fact.text) for fact in titled)
    mentions = () if titled else tuple(read_mentions(fact.text) for fact in items)
    pairs = [(fact.id, role.core or fact.text) for fact, role in zip(titled, roles, strict=True)]
    told = [fact for fact in items if fact.kind not in TITLE_KINDS | _NO_EVIDENCE]
    pairs += [(fact.id, part) for fact in told for part in _sentences(fact.text)]
    terms = _terms(items)
    return PreparedProfile(
        vectors=engine,
        rows=tuple(item for item, _ in pairs),
        matrix=exact(engine.embed(squeeze([text for _, text in pairs]))),
        terms=terms,
        implied=_implied(terms),
        phrases=_phrases(items),
        roles=roles or mentions,
        titles=tuple(fact.text for fact in titled),
        lists_education=any(item.kind == "education" for item in items),
        degree=_degree(items),
        languages=_languages(items),
    )


def _sentences(text: str) -> list[str]:
    return [part for part in _SENTENCE.split(text) if part.strip()]


def _terms(items: Sequence[ProfileFact]) -> dict[str, tuple[str, ...]]:
    """Map each term to the items that name it.

    A skill is named on purpose, so that everyday words such as "Go" count when they stand alone:
    it is read in the company of two plain terms.
    """
    found: dict[str, list[str]] = {}
    for item in items:
        named = set(find_terms(item.text))
        if item.kind == "skill":
            company = find_terms(f"{', '.join(_CONTEXT)}, {item.text}")
            named |= {term for term in company if term not in _CONTEXT}
        for term in named:
            found.setdefault(term, []).append(item.id)
    return {term: tuple(dict.fromkeys(ids)) for term, ids in sorted(found.items())}


def _implied(terms: Iterable[str]) -> dict[str, str]:
    """Map each term that comes with a held one, as Python with Django, to the held one."""
    held = set(terms)
    return {
        implied: term
        for term in sorted(held, reverse=True)
        for implied in table("implied").get(term, ())
        if implied not in held
    }


def _phrases(items: Sequence[ProfileFact]) -> dict[Words, str]:
    """Map the words of each named skill, also one that no vocabulary knows, to its item."""
    phrases: dict[Words, str] = {}
    for item in items:
        if item.kind not in {"skill", "certificate"}:
            continue
        for part in re.split(r"[,;/()\n]", item.text):
            words = words_of(plain(part))
            if words and len(words) <= LONGEST_PHRASE and len("".join(words)) >= 3:
                phrases.setdefault(words, item.id)
    return phrases


def _degree(items: Sequence[ProfileFact]) -> tuple[int, str] | None:
    degrees = [
        (level, item.id)
        for item in items
        if item.kind == "education"
        for level in degree_levels(words_of(plain(item.text)))
    ]
    return max(degrees, default=None)


def _languages(items: Sequence[ProfileFact]) -> dict[str, str]:
    return {
        language: item.id
        for item in reversed(items)
        if item.kind == "language"
        for language in sorted(named_languages(words_of(plain(item.text))))
    }
