"""Scores a posting against a profile, without network, and says what decided."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from jobctrl_dagster.facts.place import PlaceWish, Verdict, eligible
from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.facts.text import clean_html
from jobctrl_dagster.models.vectors import cosines, exact
from jobctrl_dagster.score.matching import Match, match, nearest
from jobctrl_dagster.score.orders import visible, without_orders
from jobctrl_dagster.score.profile import PreparedProfile, prepare_profile
from jobctrl_dagster.score.records import Requirement, RequirementKind, ScoreCard, ScoreInput
from jobctrl_dagster.score.requirements import Draft, read_requirements, requirement_id
from jobctrl_dagster.score.roles import field_likeness, level_factor, read_role
from jobctrl_dagster.score.summary import summarise

__all__ = ["ENGINE", "PreparedProfile", "prepare_profile", "score_posting"]

ENGINE = "offline/1"
SHORT_TEXT = 400
LONGEST_TEXT = 200_000
LEFT_TAGS = 3
WEIGHTS: dict[RequirementKind, float] = {"must": 1.0, "responsibility": 0.35, "nice": 0.35}
# The share of the number that the title decides; the requirements decide the rest.
ROLE_SHARE = 0.25
# The share of what the requirements give that only a title of the own field brings.
FIELD_SHARE = 0.4
# Even a person made for a job has no words for all that a posting paraphrases. This much of the
# requirements that name no term, degree, language or short skill is full marks.
FULL_PARAPHRASE = 0.6
NAMED_WORDS = 3
# Titles of one field are this much alike, whatever their words.
SAME_FIELD = 0.3
# A task of the job that the profile does not mention counts this much of the titles' likeness.
TASK_SHARE = 0.5
# The likeness of the titles counts as this many must-haves, so that one bullet does not decide.
PRIOR_WEIGHT = 1.0
# What the best title promises of requirements that nobody has read.
PRIOR_FIT = 0.75


class Part(NamedTuple):
    """One weighted answer, 0..1, to one thing that was asked; ``full`` is what full marks take."""

    weight: float
    strength: float
    full: float


def score_posting(
    posting: ScoreInput, profile: PreparedProfile, *, place_wish: PlaceWish | None = None
) -> ScoreCard:
    """Score ``posting`` from 1 to 10.

    The number is what the requirements and the title say of the fit; eligibility by place stands
    beside it and never changes it. Orders to the reader's machine are taken out first.

    Args:
        posting: The posting; text that is missing or odd is read as far as it goes.
        profile: The profile from `prepare_profile`.
        place_wish: The person's wishes for the place; without them there is no eligibility.
    """
    title = without_orders(visible(posting.title))
    body = without_orders(_readable(posting.description))
    text = body.text.strip()
    drafts = read_requirements(text, find_terms) if text else ()
    years = _length_of_work(posting.years_of_work)
    role = role_likeness(title.text, profile, years)
    matches = [
        match(draft, near, profile, years_of_work=years, role=role)
        for draft, near in zip(drafts, nearest(drafts, profile), strict=True)
    ]
    exact_score = _on_scale(
        role, [*_parts(drafts, matches, role), *_title_parts(title.text, drafts, profile)]
    )
    return ScoreCard(
        score=_whole(exact_score),
        exact=exact_score,
        eligibility=_eligibility(posting, place_wish),
        requirements=tuple(map(_requirement, drafts, matches)),
        summary=summarise(drafts, matches, role, profile, described=bool(text)),
        provisional=len(text) < SHORT_TEXT,
        engine=ENGINE,
        warnings=_warnings(posting, (*title.orders, *body.orders)),
    )


def role_likeness(title: str, profile: PreparedProfile, years: float | None) -> float:
    """Return how near a title is to the titles of the profile in field, words and level, 0..1."""
    wanted = read_role(title)
    words = 0.0
    if wanted.core and profile.titles:
        rows = profile.matrix[: len(profile.titles)]
        cosine = float(cosines(exact(profile.vectors.embed([wanted.core])), rows).max())
        words = min(1.0, max(0.0, (cosine - 0.1) / 0.5))
    field = field_likeness(wanted, profile.roles)
    if field is None:
        near = words
    elif not profile.titles:
        near = field
    else:
        near = 0.65 * field + 0.35 * max(words, SAME_FIELD if field == 1 else 0.0)
    return round(near * level_factor(wanted, profile.roles, years), 6)


def _readable(description: str) -> str:
    """Return the visible text; tags that survived a first cleaning are taken out as well."""
    text = visible(description)[:LONGEST_TEXT]
    return clean_html(text) if text.count("</") >= LEFT_TAGS else text


def _parts(drafts: Sequence[Draft], matches: Sequence[Match], role: float) -> list[Part]:
    """Weigh the answers; a task that no item bears out is likely in the person's own field."""
    likely = {"responsibility": TASK_SHARE * role}
    return [
        Part(
            WEIGHTS[draft.kind],
            max(found.strength, likely.get(draft.kind, 0.0)),
            1.0 if _checkable(draft) else FULL_PARAPHRASE,
        )
        for draft, found in zip(drafts, matches, strict=True)
        if found.counts
    ]


def _title_parts(title: str, drafts: Sequence[Draft], profile: PreparedProfile) -> list[Part]:
    """Count each technology of the title as a must-have, unless a must-have names it already."""
    asked = {term for draft in drafts if draft.kind == "must" for term in draft.terms}
    named = [term for term in find_terms(title) if term not in asked]
    return [Part(WEIGHTS["must"], float(term in profile.terms), 1.0) for term in named]


def _checkable(draft: Draft) -> bool:
    """Tell whether a profile that meets a requirement would name it in the same words."""
    named = draft.terms or draft.asks.degree or draft.asks.languages
    return bool(named) or len(draft.core.split()) <= NAMED_WORDS


def _on_scale(role: float, parts: Sequence[Part]) -> float:
    """Mix title and requirements into 1..10; the order of ``parts`` changes nothing."""
    full = math.fsum([PRIOR_WEIGHT, *(part.weight * part.full for part in parts)])
    gained = math.fsum(
        [PRIOR_WEIGHT * PRIOR_FIT * role, *(part.weight * part.strength for part in parts)]
    )
    coverage = min(1.0, gained / full) * (1 - FIELD_SHARE + FIELD_SHARE * role)
    return round(1 + 9 * (ROLE_SHARE * role + (1 - ROLE_SHARE) * coverage), 4)


def _whole(exact_score: float) -> int:
    return min(10, max(1, math.floor(exact_score + 0.5)))


def _requirement(draft: Draft, found: Match) -> Requirement:
    return Requirement(
        id=requirement_id(draft.key),
        text=draft.text,
        kind=draft.kind,
        terms=draft.terms,
        years=draft.asks.years,
        verdict=found.verdict,
        evidence=found.evidence,
    )


def _eligibility(posting: ScoreInput, wish: PlaceWish | None) -> Verdict | None:
    if wish is None or posting.place is None:
        return None
    return eligible(posting.place, wish)


def _length_of_work(years: float | None) -> float | None:
    return years if years is not None and math.isfinite(years) and years >= 0 else None


def _warnings(posting: ScoreInput, orders: Sequence[str]) -> tuple[str, ...]:
    warnings = [
        f"The posting gives orders to its reader's machine; they were not followed: “{order}”"
        for order in orders
    ]
    if len(posting.description) > LONGEST_TEXT:
        warnings.append(f"Only the first {LONGEST_TEXT:,} signs of the description were read.")
    return tuple(warnings)
