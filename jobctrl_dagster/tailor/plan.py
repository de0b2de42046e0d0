"""Plans a resume for one posting: which true bullets are printed, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.profile_dates import days_of, is_present
from jobctrl_dagster.tailor.base import base_plan
from jobctrl_dagster.tailor.evidence import Wanted
from jobctrl_dagster.tailor.fit import fit_resume
from jobctrl_dagster.tailor.letter import plan_letter
from jobctrl_dagster.tailor.records import Bullet, EntryPlan, ResumePlan, SkillPlan, TailorInput

__all__ = ["plan_letter", "plan_resume"]


def plan_resume(
    profile: Profile, posting: TailorInput, *, page_limit: int = 2, min_bullets: int = 2
) -> ResumePlan:
    """Choose and order what the resume for a posting prints.

    Posts stand newest first. Bullets that bear out what the posting asks for come first in their
    entry, keywords it names first in their group. Where the pages run over, the least relevant
    bullets are left out one by one. A posting that is not to be tailored gets everything, in the
    order of the profile.

    Args:
        profile: The person's profile.
        posting: The posting with its requirements, as scoring read them.
        page_limit: Most pages, at least 1.
        min_bullets: Every post, project and unpaid post keeps this many, if it has them.

    Raises:
        TailorRefused: the profile has no name or says nothing, a letter of it is in no font, or
            it does not fit into the pages.
    """
    base = base_plan(profile)
    if not posting.tailor:
        return fit_resume(base.model_copy(update={"tailored": False}), (), page_limit=page_limit)
    wanted = Wanted(posting.requirements)
    order = {
        "posts": _ordered(newest_first(base.posts), wanted),
        "projects": _ordered(base.projects, wanted),
        "volunteer": _ordered(base.volunteer, wanted),
        "skills": tuple(_matched_first(group, wanted) for group in base.skills),
    }
    tailored = base.model_copy(update=order)
    return fit_resume(
        tailored, removable(tailored, wanted, min_bullets=min_bullets), page_limit=page_limit
    )


def newest_first(posts: Sequence[EntryPlan]) -> tuple[EntryPlan, ...]:
    """Posts by their end, then their start; as they stand where a date cannot be read.

    Posts with equal dates stay in the order of the profile.
    """
    held = [(_held(post), post) for post in posts]
    dated = [(days, post) for days, post in held if days is not None]
    if len(dated) < len(held):
        return tuple(posts)
    return tuple(post for _, post in sorted(dated, key=lambda pair: pair[0], reverse=True))


def removable(plan: ResumePlan, wanted: Wanted, *, min_bullets: int) -> tuple[str, ...]:
    """Ids of the bullets that may be left out, least relevant first.

    Among equally relevant ones those of unpaid posts go first, then of projects, then of the
    oldest posts; within an entry the last goes first.
    """
    found: list[tuple[tuple[int, ...], str]] = []
    for section, held in enumerate((plan.posts, plan.projects, plan.volunteer)):
        for age, entry in enumerate(held):
            for place, bullet in enumerate(entry.bullets):
                if place >= min_bullets:
                    rank = wanted.relevance(bullet.item, bullet.text).rank
                    found.append(((*rank, section, age, place), bullet.item))
    return tuple(item for _, item in sorted(found, reverse=True))


def _ordered(held: Sequence[EntryPlan], wanted: Wanted) -> tuple[EntryPlan, ...]:
    return tuple(
        entry.model_copy(update={"bullets": _by_evidence(entry.bullets, wanted)}) for entry in held
    )


def _by_evidence(bullets: Sequence[Bullet], wanted: Wanted) -> tuple[Bullet, ...]:
    """Bullets that bear out most first; equal ones stay in the order of the profile."""
    told = [(wanted.relevance(bullet.item, bullet.text), bullet) for bullet in bullets]
    told.sort(key=lambda pair: pair[0].rank)
    return tuple(
        bullet.model_copy(update={"requirement": next(iter(found.requirements), None)})
        for found, bullet in told
    )


def _matched_first(group: SkillPlan, wanted: Wanted) -> SkillPlan:
    asked = {word: wanted.asks_for(word.item, word.text) for word in group.keywords}
    ordered = sorted(group.keywords, key=lambda word: not asked[word])
    return group.model_copy(update={"keywords": tuple(ordered)})


def _held(post: EntryPlan) -> tuple[date, date] | None:
    """Last and first day of a post."""
    started = days_of(post.start.text) if post.start else None
    if started is None:
        return None
    if post.end is None or is_present(post.end.text):
        return date.max, started[0]
    ended = days_of(post.end.text)
    return (ended[1], started[0]) if ended else None
