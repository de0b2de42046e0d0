"""Says in one or two sentences what decided a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from jobctrl_dagster.score.matching import Match
from jobctrl_dagster.score.profile import PreparedProfile
from jobctrl_dagster.score.requirements import Draft

_NAMED = 4


def summarise(
    drafts: Sequence[Draft],
    matches: Sequence[Match],
    role: float,
    profile: PreparedProfile,
    *,
    described: bool,
) -> str:
    """Return the sentence for the requirements and the sentence for the title."""
    title = _title(role, profile)
    if not described:
        return f"No description: scored from the title alone. {title}"
    if not drafts:
        return f"The description states no requirement. {title}"
    return f"{_requirements(drafts, matches)} {title}"


def _requirements(drafts: Sequence[Draft], matches: Sequence[Match]) -> str:
    pairs = list(zip(drafts, matches, strict=True))
    musts = [found for draft, found in pairs if draft.kind == "must" and found.counts]
    counted, name = (
        (musts, "must-haves") if musts else ([m for m in matches if m.counts], "requirements")
    )
    verdicts = Counter(found.verdict for found in counted)
    text = f"{verdicts['met']} of {len(counted)} {name} met"
    if verdicts["partly"]:
        text += f", {verdicts['partly']} partly"
    missing = Counter(
        term for draft, found in pairs if draft.kind == "must" for term in found.missing
    )
    if missing:
        named = sorted(missing, key=lambda term: (-missing[term], term))[:_NAMED]
        text += f"; not in the profile: {', '.join(named)}"
    return text + "."


def _title(role: float, profile: PreparedProfile) -> str:
    if not profile.titles:
        return "The profile has no titles to compare with."
    if role >= 0.7:
        return "The title is close to the person's own."
    if role >= 0.35:
        return "The title is in a neighbouring field or at another level."
    return "The title is far from the person's own."
