"""Makes the PDF of a plan."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.fit import overflow, resume_sheet
from jobctrl_dagster.tailor.layout import Block, is_invisible, letter_blocks, resume_blocks
from jobctrl_dagster.tailor.letter import LETTER_PAGES, letter_sheet
from jobctrl_dagster.tailor.records import Document, LetterPlan, ResumePlan, Stated
from jobctrl_dagster.tailor.refusals import TailorRefused
from jobctrl_dagster.tailor.truth import refuse_altered_frames, refuse_unstated
from jobctrl_dagster.tailor.typeset import Sheet, read_back, typeset


def render_resume(profile: Profile, plan: ResumePlan, *, page_limit: int = 2) -> Document:
    """Make the PDF of a resume.

    Args:
        profile: The profile the plan was made from; every text is compared with it.
        plan: What to print.
        page_limit: Most pages.

    Raises:
        TailorRefused: a text is not in the profile, a character is in no font, or there are too
            many pages.
    """
    texts = tuple(plan.stated())
    refuse_unstated(profile, texts)
    document = _document(resume_blocks(plan), resume_sheet(plan), page_limit)
    warnings = list(_unseen(texts))
    if plan.left_out:
        found_no_room = ", ".join(plan.left_out)
        warnings.append(f"Left out, because {page_limit} pages are allowed: {found_no_room}.")
    return document.model_copy(
        update={
            "items": tuple(dict.fromkeys(text.item for text in texts)),
            "tailored": plan.tailored,
            "warnings": tuple(warnings),
        }
    )


def render_letter(profile: Profile, plan: LetterPlan) -> Document:
    """Make the PDF of a cover letter, on one page.

    Raises:
        TailorRefused: as `render_resume`; a sentence is not the fixed one.
    """
    refuse_unstated(profile, (plan.name, *plan.contacts))
    refuse_altered_frames(profile, plan)
    document = _document(letter_blocks(plan), letter_sheet(plan), LETTER_PAGES)
    items = dict.fromkeys(text.item for text in (plan.name, *plan.contacts))
    items |= dict.fromkeys(item for paragraph in plan.paragraphs for item in paragraph.items)
    return document.model_copy(update={"items": tuple(items), "tailored": plan.tailored})


def _document(blocks: Sequence[Block], sheet: Sheet, page_limit: int) -> Document:
    pdf = typeset(blocks, sheet)
    text, pages = read_back(pdf)
    if pages > page_limit:
        raise TailorRefused("page_overflow", overflow(pages, page_limit, 0))
    return Document(
        kind=sheet.kind,
        pdf=pdf,
        text=text,
        digest=hashlib.sha256(pdf).hexdigest(),
        pages=pages,
        items=(),
        tailored=False,
    )


def _unseen(texts: Sequence[Stated]) -> Iterator[str]:
    for text in texts:
        count = sum(is_invisible(character) for character in text.text)
        if count:
            yield f"{count} characters of {text.item} cannot be seen and are not printed."
