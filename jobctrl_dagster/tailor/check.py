"""The last look at a document before it is stored: what it may not be is refused by name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from jobctrl_dagster.facts.identity import company_key
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.fit import overflow
from jobctrl_dagster.tailor.frames import FRAMES
from jobctrl_dagster.tailor.layout import Block, letter_blocks, printable, printed, resume_blocks
from jobctrl_dagster.tailor.letter import LETTER_PAGES
from jobctrl_dagster.tailor.placeholders import find_placeholder
from jobctrl_dagster.tailor.readback import first_difference
from jobctrl_dagster.tailor.records import Document, LetterPlan, ResumePlan, TailorInput
from jobctrl_dagster.tailor.refusals import TailorRefused
from jobctrl_dagster.tailor.truth import (
    refuse_altered_frames,
    refuse_losses,
    refuse_unstated,
)
from jobctrl_dagster.tailor.typeset import read_back


def check_document(
    document: Document,
    plan: ResumePlan | LetterPlan,
    profile: Profile,
    posting: TailorInput,
    *,
    other_companies: Iterable[str] = (),
    page_limit: int = 2,
    min_bullets: int = 2,
) -> None:
    """Hold a document against its plan, the profile and the posting.

    Args:
        document: The finished document; its PDF is read again.
        plan: The plan it was made from.
        profile: The profile as it is now.
        posting: The posting it is for.
        other_companies: Names of the other companies the person applies to.
        page_limit: Most pages of a resume; a letter has one.
        min_bullets: Every post keeps this many bullets, if it has them.

    Raises:
        TailorRefused: says what is wrong, where, and what to do.
    """
    if isinstance(plan, ResumePlan):
        blocks = resume_blocks(plan)
        refuse_unstated(profile, plan.stated())
        refuse_losses(profile, plan, min_bullets=min_bullets)
        quoted = [text.text for text in plan.stated()]
    else:
        blocks = letter_blocks(plan)
        page_limit = LETTER_PAGES
        refuse_unstated(profile, (plan.name, *plan.contacts))
        refuse_altered_frames(profile, plan, posting)
        quoted = [plan.name.text, *(contact.text for contact in plan.contacts), *FRAMES.values()]
        quoted += [word for paragraph in plan.paragraphs for _, word in paragraph.words]
    _refuse_placeholders(blocks)
    text = _refuse_other_text(document, blocks, page_limit)
    if isinstance(plan, LetterPlan):
        _refuse_nameless(blocks, posting)
    _refuse_other_companies(text, quoted, posting.company, other_companies)


def _refuse_placeholders(blocks: Sequence[Block]) -> None:
    for block in blocks:
        for line in block.lines:
            for piece in line:
                found = find_placeholder(piece.text)
                if found:
                    raise TailorRefused(
                        "placeholder",
                        f"{piece.item or 'The posting'} holds {found.kind}, “{found.words}”: "
                        f"“{piece.text[:80]}”. Finish the text first.",
                    )


def _refuse_other_text(document: Document, blocks: Sequence[Block], page_limit: int) -> str:
    """Read the PDF again; give its text."""
    if hashlib.sha256(document.pdf).hexdigest() != document.digest:
        raise TailorRefused(
            "digest_differs", "The PDF is not the one its digest names: make the document anew."
        )
    text, pages = read_back(document.pdf)
    if pages > page_limit:
        raise TailorRefused("page_overflow", overflow(pages, page_limit, 0))
    difference = first_difference(tuple(printed(blocks)), text)
    if difference is not None or text != document.text:
        planned, read = difference or (document.text[:60], text[:60])
        raise TailorRefused(
            "text_differs",
            f"The PDF does not read as planned: “{planned}” reads “{read}”. "
            "Write the line with plainer characters.",
        )
    return text


def _refuse_nameless(blocks: Sequence[Block], posting: TailorInput) -> None:
    """Look for company and title in the lines that were read back."""
    lines = "\n".join(printed(blocks))
    for name in (posting.company, posting.title):
        if printable(name) not in lines:
            raise TailorRefused(
                "company_not_named", f"The letter does not name “{name}”: make it anew."
            )


def _refuse_other_companies(
    text: str, quoted: Sequence[str], company: str, others: Iterable[str]
) -> None:
    """Other companies may stand only in words of the profile and of the posting's own title."""
    allowed = "\n".join([*quoted, company])
    for other in others:
        if not other.strip() or company_key(other) == company_key(company):
            continue
        name = re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, other.split())) + r"(?!\w)")
        if len(name.findall(text)) > len(name.findall(allowed)):
            raise TailorRefused(
                "other_company_named",
                f"The document for “{company}” names “{other}”: make it anew.",
            )
