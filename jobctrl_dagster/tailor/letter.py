"""Plans a cover letter: fixed sentences around words of the profile as they stand there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.evidence import NO_TIER, Relevance, Wanted
from jobctrl_dagster.tailor.frames import frame_text
from jobctrl_dagster.tailor.layout import letter_blocks
from jobctrl_dagster.tailor.records import (
    Bullet,
    EntryPlan,
    FrameName,
    LetterPlan,
    Paragraph,
    ResumePlan,
    TailorInput,
)
from jobctrl_dagster.tailor.refusals import TailorRefused
from jobctrl_dagster.tailor.truth import refuse_unstated
from jobctrl_dagster.tailor.typeset import Sheet, count_pages, typeset

LETTER_PAGES = 1
MOST_POINTS = 4
_MOST_TERMS = 4


@dataclass(frozen=True)
class _Point:
    entry: EntryPlan
    bullet: Bullet
    relevance: Relevance


def plan_letter(profile: Profile, posting: TailorInput, resume_plan: ResumePlan) -> LetterPlan:
    """Choose what a letter quotes: of the bullets the resume prints, those that say most.

    Where the posting asks for nothing the profile bears out, or is not to be tailored, the first
    bullets of the resume are quoted, and the letter does not say that they were asked for.

    Args:
        profile: The person's profile.
        posting: The posting with its requirements.
        resume_plan: The resume the letter goes with.

    Raises:
        TailorRefused: the posting names no company or no title, the resume is not of this profile,
            or the letter does not fit on a page without any quotation.
    """
    refuse_unstated(profile, resume_plan.stated())
    if not posting.company.strip():
        raise TailorRefused(
            "company_unknown",
            f"The posting {posting.job_key} names no company, and a letter must: add the company.",
        )
    if not posting.title.strip():
        raise TailorRefused(
            "title_unknown",
            f"The posting {posting.job_key} has no title, and a letter names it: add the title.",
        )
    points = _points(posting, resume_plan)
    while True:
        plan = _letter(posting, resume_plan, points)
        pages = count_pages(typeset(letter_blocks(plan), letter_sheet(plan)))
        if pages <= LETTER_PAGES:
            return plan
        if not points:
            raise TailorRefused(
                "page_overflow",
                f"The letter has {pages} pages without any quotation: shorten basics.summary.",
            )
        points = points[:-1]


def letter_sheet(plan: LetterPlan) -> Sheet:
    """How a letter is set."""
    return Sheet("cover_letter", plan.name.text, plan.country)


def _points(posting: TailorInput, plan: ResumePlan) -> list[_Point]:
    wanted = Wanted(posting.requirements if posting.tailor else ())
    found = [
        _Point(entry, bullet, wanted.relevance(bullet.item, bullet.text))
        for entry in (*plan.posts, *plan.projects, *plan.volunteer)
        for bullet in entry.bullets
    ]
    asked = [point for point in found if point.relevance.tier < NO_TIER]
    asked.sort(key=lambda point: point.relevance.rank)
    return (asked or found)[:MOST_POINTS]


def _letter(posting: TailorInput, plan: ResumePlan, points: Sequence[_Point]) -> LetterPlan:
    company = {"company": posting.company.strip()}
    title = {"title": posting.title.strip()}
    paragraphs = [
        _paragraph("recipient", company),
        _paragraph("subject", title),
        _paragraph("salutation", company),
        _paragraph("opening", title),
    ]
    if plan.summary:
        quote = {"quote": plan.summary.text}
        paragraphs.append(_paragraph("quote", quote, (plan.summary.item,)))
    if points:
        asked = points[0].relevance.tier < NO_TIER
        paragraphs.append(_paragraph("lead_asked" if asked else "lead_plain", {}))
    else:
        paragraphs.append(_paragraph("enclosure", {}))
    paragraphs += [_quotation(point) for point in points]
    paragraphs += [
        _paragraph("closing", {}),
        _paragraph("regards", {}),
        _paragraph("signature", {"name": plan.name.text}, (plan.name.item,)),
    ]
    return LetterPlan(
        company=posting.company.strip(),
        title=posting.title.strip(),
        name=plan.name,
        contacts=plan.contacts,
        paragraphs=tuple(paragraphs),
        tailored=plan.tailored,
        country=plan.country,
    )


def _quotation(point: _Point) -> Paragraph:
    terms = ", ".join(point.relevance.terms[:_MOST_TERMS])
    words = {"terms": terms} if terms else {}
    words["quote"] = point.bullet.text
    held = (*point.entry.title, *point.entry.organization[:1])
    words |= {f"post.{number}": text.text for number, text in enumerate(held)}
    frame: FrameName = "point_asked" if terms else "point"
    if not held:
        frame = "point_alone_asked" if terms else "point_alone"
    return _paragraph(frame, words, (point.bullet.item, point.entry.item))


def _paragraph(frame: FrameName, words: dict[str, str], items: tuple[str, ...] = ()) -> Paragraph:
    return Paragraph(
        frame=frame, text=frame_text(frame, words), items=items, words=tuple(words.items())
    )
