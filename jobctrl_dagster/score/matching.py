"""Compares one requirement with a profile: how far it is met, and by which items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from jobctrl_dagster.models.vectors import cosines, exact
from jobctrl_dagster.score.profile import LONGEST_PHRASE, PreparedProfile
from jobctrl_dagster.score.records import Evidence, RequirementVerdict
from jobctrl_dagster.score.requirements import Draft

# Calibrated on recorded postings: unrelated sentences lie below 0.2, close paraphrases above 0.5.
COSINE_FLOOR = 0.17
COSINE_FULL = 0.5
MET = 0.75
PARTLY = 0.25
# A technology the profile does not name is at most this much met by likeness of meaning.
BORROWED = 0.4
# A technology that comes with one the profile names, as Python with Django.
IMPLIED = 0.7
# One of several examples in brackets, as in "messaging (RabbitMQ, Kafka)".
EXAMPLES = 0.6
_LIST_IN_BRACKETS = re.compile(r"\([^()]*,[^()]*\)")
_SHORT_CORE = 5


class Likeness(NamedTuple):
    """The profile item nearest in meaning to a requirement; ``strength`` is 0..1."""

    item: str
    cosine: float
    strength: float


class Match(NamedTuple):
    """How far a requirement is met. ``counts`` is false where the profile cannot tell."""

    strength: float
    verdict: RequirementVerdict
    evidence: tuple[Evidence, ...]
    counts: bool
    missing: tuple[str, ...]


def _about_a_role(draft: Draft) -> bool:
    """Tell whether a title can bear out a requirement: "five years as a data analyst"."""
    return draft.asks.years is not None or len(draft.core.split()) <= _SHORT_CORE


def nearest(drafts: Sequence[Draft], profile: PreparedProfile) -> list[Likeness | None]:
    """Find the nearest profile item for each requirement, in one batch.

    A requirement whose every word is filler has none.
    """
    if not drafts or not profile.rows:
        return [None] * len(drafts)
    rows = exact(profile.vectors.embed([draft.core for draft in drafts]))
    likeness = cosines(rows, profile.matrix)
    told = [index for index, draft in enumerate(drafts) if not _about_a_role(draft)]
    likeness[told, : len(profile.titles)] = -1.0
    best = likeness.argmax(axis=1)
    found: list[Likeness | None] = []
    for index, (draft, column) in enumerate(zip(drafts, best.tolist(), strict=True)):
        cosine = round(float(likeness[index, column]), 4)
        share = (cosine - COSINE_FLOOR) / (COSINE_FULL - COSINE_FLOOR)
        strength = min(1.0, max(0.0, share))
        usable = draft.core and strength > 0
        found.append(Likeness(profile.rows[column], cosine, strength) if usable else None)
    return found


def match(
    draft: Draft,
    near: Likeness | None,
    profile: PreparedProfile,
    *,
    years_of_work: float | None,
    role: float,
) -> Match:
    """Compare ``draft`` with the profile.

    Args:
        draft: The requirement.
        near: The profile item nearest in meaning, if any.
        profile: The prepared profile.
        years_of_work: Length of the person's work in years; None leaves years out of account.
        role: Likeness of the titles, 0..1; it stands in where years alone are asked for.
    """
    if draft.asks.languages and not draft.terms:
        return _match_languages(draft, profile)
    evidence: list[Evidence] = []
    missing: tuple[str, ...] = ()
    if draft.terms:
        strength, evidence, missing = _match_terms(draft, near, profile)
    else:
        strength, evidence = _match_words(draft, near, profile)
        if not draft.core and draft.asks.years is not None:
            strength = role
    if draft.asks.degree is not None and not draft.terms:
        if not profile.lists_education:
            return Match(0.0, "unknown", (), False, ())
        strength, evidence = _match_degree(draft, near, profile)
    strength, evidence, enough = _match_years(draft, years_of_work, strength, evidence)
    if strength < PARTLY:
        verdict: RequirementVerdict = "unknown" if draft.soft else "unmet"
        return Match(0.0, verdict, (), not draft.soft, missing)
    met = strength >= MET and enough and not missing
    return Match(strength, "met" if met else "partly", tuple(evidence), not draft.soft, missing)


def _match_terms(
    draft: Draft, near: Likeness | None, profile: PreparedProfile
) -> tuple[float, list[Evidence], tuple[str, ...]]:
    """Weigh named terms, one of each group; likeness lends part of what is missing."""
    shares = {term: _held(term, profile) for term in draft.terms}
    best = [max(shares[term] for term in group) for group in draft.groups]
    missing = tuple(
        term for group, held in zip(draft.groups, best, strict=True) if not held for term in group
    )
    evidence = [_by_term(term, held, profile) for term, held in shares.items() if held]
    lent = BORROWED * near.strength if near else 0.0
    strength = (sum(best) + lent * best.count(0.0)) / len(best)
    if _LIST_IN_BRACKETS.search(draft.text):
        strength = max(strength, EXAMPLES * max(best))
    if not evidence and near and strength >= PARTLY:
        evidence.append(_by_vector(near))
    return strength, evidence, missing


def _held(term: str, profile: PreparedProfile) -> float:
    """Return 1 for a term the profile names, less for one that comes with a named one."""
    return 1.0 if term in profile.terms else IMPLIED if term in profile.implied else 0.0


def _by_term(term: str, held: float, profile: PreparedProfile) -> Evidence:
    named = term if term in profile.terms else profile.implied[term]
    detail = term if named == term else f"{term}, which comes with {named}"
    return Evidence(item=profile.terms[named][0], how="term", detail=detail, strength=held)


def _match_words(
    draft: Draft, near: Likeness | None, profile: PreparedProfile
) -> tuple[float, list[Evidence]]:
    """Weigh a requirement without terms by its likeness and by skills it names word for word."""
    named, covered = _named_skills(draft, profile)
    words = max(1, len(draft.core.split()))
    exact = min(1.0, 0.3 + 2 * covered / words) if named else 0.0
    evidence = [
        Evidence(item=item, how="term", detail=phrase, strength=round(exact, 3))
        for phrase, item in sorted(named.items())
    ]
    likeness = near.strength if near else 0.0
    if near and likeness > exact:
        evidence = [_by_vector(near), *evidence]
    return max(exact, likeness), evidence


def _named_skills(draft: Draft, profile: PreparedProfile) -> tuple[dict[str, str], int]:
    """Return skills of the profile that stand in a requirement, and how many words they cover."""
    words = draft.words
    named: dict[str, str] = {}
    covered: set[int] = set()
    for size in range(1, LONGEST_PHRASE + 1):
        for start in range(len(words) - size + 1):
            item = profile.phrases.get(words[start : start + size])
            if item is not None:
                named[" ".join(words[start : start + size])] = item
                covered.update(range(start, start + size))
    return named, len(covered)


def _by_vector(near: Likeness) -> Evidence:
    detail = f"likeness {near.cosine:.2f}"
    return Evidence(item=near.item, how="vector", detail=detail, strength=round(near.strength, 3))


def _match_degree(
    draft: Draft, near: Likeness | None, profile: PreparedProfile
) -> tuple[float, list[Evidence]]:
    """Compare levels; the subject asked for must be near to something in the profile."""
    other_way = 0.5 if draft.asks.equivalent else 0.0
    if profile.degree is None:
        return other_way, []
    level, item = profile.degree
    fits = not draft.core or (near is not None and near.strength >= PARTLY)
    reached = MET if level >= (draft.asks.degree or 0) else 0.4
    strength = max(reached if fits else 0.0, other_way)
    shown = Evidence(item=item, how="term", detail="degree", strength=strength)
    return strength, [shown] if strength else []


def _match_languages(draft: Draft, profile: PreparedProfile) -> Match:
    if not profile.languages:
        return Match(0.0, "unknown", (), False, ())
    held = sorted(draft.asks.languages & profile.languages.keys())
    missing = tuple(sorted(draft.asks.languages - profile.languages.keys()))
    any_of = "or" in draft.labels and held
    strength = 1.0 if any_of else len(held) / len(draft.asks.languages)
    evidence = tuple(
        Evidence(item=profile.languages[name], how="term", detail=name, strength=1.0)
        for name in held
    )
    verdict: RequirementVerdict = "met" if strength == 1 else "partly" if held else "unmet"
    return Match(strength, verdict, evidence, True, () if any_of else missing)


def _match_years(
    draft: Draft, have: float | None, strength: float, evidence: list[Evidence]
) -> tuple[float, list[Evidence], bool]:
    """Lower the strength where the person has worked for less long than asked."""
    need = draft.asks.years
    if need is None or have is None:
        return strength, evidence, True
    share = min(1.0, max(0.0, have) / need)
    shown = Evidence(
        item="years_of_work",
        how="years",
        detail=f"{have:g} of {need} years",
        strength=round(share, 3),
    )
    return strength * (0.4 + 0.6 * share), [*evidence, shown], share >= 1
