"""A job's documents, planned, made and checked in one go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.check import check_document
from jobctrl_dagster.tailor.plan import plan_letter, plan_resume
from jobctrl_dagster.tailor.records import Document, LetterPlan, ResumePlan, TailorInput
from jobctrl_dagster.tailor.render import render_letter, render_resume


@dataclass(frozen=True)
class Limits:
    """How long a resume may be, and how much of each post it keeps at least."""

    page_limit: int = 2
    min_bullets: int = 2


def make_resume(
    profile: Profile, posting: TailorInput, limits: Limits | None = None
) -> tuple[ResumePlan, Document]:
    """Plan, make and check the resume for a posting.

    Raises:
        TailorRefused: it cannot be made truthfully, whole and readable.
    """
    limits = limits or Limits()
    plan = plan_resume(
        profile, posting, page_limit=limits.page_limit, min_bullets=limits.min_bullets
    )
    document = render_resume(profile, plan, page_limit=limits.page_limit)
    check_document(
        document,
        plan,
        profile,
        posting,
        page_limit=limits.page_limit,
        min_bullets=limits.min_bullets,
    )
    return plan, document


def make_letter(
    profile: Profile,
    posting: TailorInput,
    resume_plan: ResumePlan,
    *,
    other_companies: Iterable[str] = (),
) -> tuple[LetterPlan, Document]:
    """Plan, make and check the cover letter that goes with a resume.

    Raises:
        TailorRefused: it cannot be made truthfully, whole and readable.
    """
    plan = plan_letter(profile, posting, resume_plan)
    document = render_letter(profile, plan)
    check_document(document, plan, profile, posting, other_companies=other_companies)
    return plan, document
