"""Holds a plan against the profile: what is not stated there is not printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.base import base_plan
from jobctrl_dagster.tailor.frames import frame_text
from jobctrl_dagster.tailor.records import (
    Contact,
    EntryPlan,
    LetterPlan,
    ResumePlan,
    Stated,
    TailorInput,
    entry_texts,
)
from jobctrl_dagster.tailor.refusals import TailorRefused

_STEP = re.compile(r"(?P<name>[A-Za-z]+)|\[(?P<number>\d+)\]")


def refuse_unstated(profile: Profile, texts: Iterable[Stated]) -> None:
    """Stop where a text does not stand in the profile, word for word, at its place.

    Raises:
        TailorRefused: names the place and the text.
    """
    document = profile.model_dump(mode="json", by_alias=True)
    for text in texts:
        words = stated_at(document, text.item)
        labels = [text.label] if isinstance(text, Contact) and text.label else []
        for word in (text.text, *labels):
            if word.strip() not in words:
                raise TailorRefused(
                    "not_in_profile",
                    f"“{word[:80]}” is said to stand in {text.item} of the profile, and does not. "
                    "Plan the document anew from the profile as it is now.",
                )


def refuse_losses(profile: Profile, plan: ResumePlan, *, min_bullets: int) -> None:
    """Stop where a resume leaves out what it must keep.

    Every entry keeps all but bullets that the plan lists as left out, and the least number of
    bullets; a resume that is not tailored is the whole profile in its own order.

    Raises:
        TailorRefused: names the entry.
    """
    base = base_plan(profile)
    if not plan.tailored and list(plan.stated()) != list(base.stated()):
        raise TailorRefused(
            "base_changed", "The resume is to be used unchanged, and is not: plan it anew."
        )
    kept = {entry.item: entry for entry in plan.entries()}
    for entry in base.entries():
        left = kept.get(entry.item)
        if left is None or _told(left) != _told(entry):
            raise TailorRefused(
                "post_lost", f"{entry.item} of the profile is not whole: plan the resume anew."
            )
        least = min(min_bullets, len(entry.bullets))
        gone = {b.item for b in entry.bullets} - {b.item for b in left.bullets}
        if len(left.bullets) < least or not gone <= set(plan.left_out):
            raise TailorRefused(
                "post_lost",
                f"{entry.item} has {len(left.bullets)} bullets and keeps at least {least}; what is "
                "left out is listed. Plan the resume anew.",
            )
    bullets = {bullet.item for entry in base.entries() for bullet in entry.bullets}
    lost = {text.item for text in base.stated()} - {text.item for text in plan.stated()} - bullets
    if lost:
        raise TailorRefused(
            "section_lost", f"Left out of the resume: {', '.join(sorted(lost))}. Plan it anew."
        )


def _told(entry: EntryPlan) -> set[tuple[str, str]]:
    bullets = {bullet.item for bullet in entry.bullets}
    return {(text.item, text.text) for text in entry_texts(entry) if text.item not in bullets}


def stated_at(document: dict[str, Any], item: str) -> frozenset[str]:
    """The texts of a profile at a place: the text itself, or the fields of an entry."""
    found: Any = document
    for step in _STEP.finditer(item):
        name, number = step["name"], step["number"]
        if name is not None:
            found = found.get(name) if isinstance(found, dict) else None
        elif isinstance(found, list) and int(number) < len(found):
            found = found[int(number)]
        else:
            found = None
    if isinstance(found, str):
        return frozenset({found.strip()})
    fields = found.values() if isinstance(found, dict) else ()
    return frozenset(field.strip() for field in fields if isinstance(field, str))


def refuse_altered_frames(
    profile: Profile, plan: LetterPlan, posting: TailorInput | None = None
) -> None:
    """Stop where a paragraph is not its frame, filled with words of the profile or the posting.

    Args:
        profile: The person's profile.
        plan: The letter.
        posting: The posting; without it only the plan's own company and title are compared.

    Raises:
        TailorRefused: names the paragraph.
    """
    document = profile.model_dump(mode="json", by_alias=True)
    company = posting.company if posting else plan.company
    title = posting.title if posting else plan.title
    asked = {term for each in posting.requirements for term in each.terms} if posting else None
    allowed = {"company": {company.strip()}, "title": {title.strip()}}
    for paragraph in plan.paragraphs:
        stated = frozenset().union(*(stated_at(document, item) for item in paragraph.items))
        if frame_text(paragraph.frame, dict(paragraph.words)) != paragraph.text:
            _refuse(paragraph.text, "is not the fixed sentence it stands for")
        for slot, word in paragraph.words:
            if slot == "terms":
                if asked is not None and not set(word.split(", ")) <= asked:
                    _refuse(paragraph.text, f"names “{word}”, which the posting does not ask for")
            elif word.strip() not in allowed.get(slot, stated):
                _refuse(paragraph.text, f"says “{word[:60]}”, which does not stand where it should")


def _refuse(text: str, fault: str) -> None:
    raise TailorRefused(
        "frame_changed",
        f"The paragraph “{text[:60]}” of the letter {fault}. Plan the letter anew.",
    )
