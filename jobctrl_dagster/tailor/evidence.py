"""Which bullets and keywords of a profile bear out what a posting asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.score.records import Requirement
from jobctrl_dagster.score.tables import plain, words_of

# What a bullet bears out, most wanted first; a bullet that bears out nothing comes last.
TIERS = (
    ("met", "must"),
    ("partly", "must"),
    ("met", "nice"),
    ("met", "responsibility"),
    ("partly", "nice"),
    ("partly", "responsibility"),
)
NO_TIER = len(TIERS)
_CONTEXT = ("Python", "SQL")


@dataclass(frozen=True)
class Relevance:
    """How much a bullet says to a posting; less is more relevant.

    Attributes:
        tier: place of its best requirement in `TIERS`, or `NO_TIER`.
        fewer: minus the number of requirements it bears out in that tier.
        requirements: ids of all it bears out, best first.
        terms: technologies both named in it and asked for.
    """

    tier: int
    fewer: int
    requirements: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        """What bullets are ordered by."""
        return self.tier, self.fewer


@dataclass(frozen=True)
class Wanted:
    """The requirements of one posting, prepared for many comparisons."""

    requirements: tuple[Requirement, ...]
    _seen: dict[str, Relevance] = field(default_factory=dict, repr=False)

    def relevance(self, item: str, text: str) -> Relevance:
        """Say what a text of the profile bears out.

        It does so where scoring names the item as evidence, or where it names a technology that a
        met or partly met requirement asks for: scoring cites one item for each technology, though
        several may name it.
        """
        if item not in self._seen:
            self._seen[item] = self._relevance(item, set(find_terms(text)))
        return self._seen[item]

    def _relevance(self, item: str, named: set[str]) -> Relevance:
        found = [
            (TIERS.index((wanted.verdict, wanted.kind)), order, wanted)
            for order, wanted in enumerate(self.requirements)
            if (wanted.verdict, wanted.kind) in TIERS
            and (item in self._cited[wanted.id] or named & set(wanted.terms))
        ]
        if not found:
            return Relevance(NO_TIER, 0)
        found.sort(key=lambda each: each[:2])
        best = found[0][0]
        terms = dict.fromkeys(t for _, _, wanted in found for t in wanted.terms if t in named)
        return Relevance(
            tier=best,
            fewer=-sum(tier == best for tier, _, _ in found),
            requirements=tuple(wanted.id for _, _, wanted in found),
            terms=tuple(terms),
        )

    @cached_property
    def _cited(self) -> dict[str, frozenset[str]]:
        """Items of the profile that scoring names as evidence, by requirement."""
        cited: dict[str, frozenset[str]] = {}
        for wanted in self.requirements:
            items = frozenset(evidence.item for evidence in wanted.evidence)
            cited[wanted.id] = cited.get(wanted.id, frozenset()) | items
        return cited

    def asks_for(self, item: str, keyword: str) -> bool:
        """Whether the posting asks for a skill, by name or in the same words."""
        if any(item in items for items in self._cited.values()):
            return True
        company = find_terms(f"{', '.join(_CONTEXT)}, {keyword}")
        named = set(find_terms(keyword)) | {term for term in company if term not in _CONTEXT}
        if named & self._terms:
            return True
        words = words_of(plain(keyword))
        return bool(words) and any(_within(words, asked) for asked in self._words)

    @cached_property
    def _terms(self) -> frozenset[str]:
        return frozenset(term for wanted in self.requirements for term in wanted.terms)

    @cached_property
    def _words(self) -> tuple[tuple[str, ...], ...]:
        return tuple(words_of(plain(wanted.text)) for wanted in self.requirements)


def _within(words: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    size = len(words)
    return any(asked[start : start + size] == words for start in range(len(asked) - size + 1))
