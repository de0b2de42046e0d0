"""Makes a resume fit into its pages, without ever cutting a text."""

from __future__ import annotations

from collections.abc import Sequence

from jobctrl_dagster.tailor.layout import resume_blocks
from jobctrl_dagster.tailor.records import EntryPlan, ResumePlan
from jobctrl_dagster.tailor.refusals import TailorRefused
from jobctrl_dagster.tailor.typeset import Sheet, count_pages, typeset


def fit_resume(plan: ResumePlan, removable: Sequence[str], *, page_limit: int) -> ResumePlan:
    """Set the resume normally, compactly where that saves a page, else leave out some bullets.

    As few are left out as will do.

    Args:
        plan: The plan with every bullet.
        removable: Ids of the bullets that may go, in the order in which they go.
        page_limit: Most pages.

    Raises:
        TailorRefused: it does not fit although all of them are left out.
    """
    normal = _pages(plan)
    if normal == 1:
        return plan
    compact = plan.model_copy(update={"density": "compact"})
    pages = _pages(compact)
    if pages <= page_limit:
        return compact if pages < normal else plan
    plan = compact
    shortest = without(plan, removable)
    pages = _pages(shortest)
    if pages > page_limit:
        raise TailorRefused("page_overflow", overflow(pages, page_limit, len(removable)))
    enough, too_few = len(removable), 0
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if _pages(without(plan, removable[:middle])) <= page_limit:
            enough = middle
        else:
            too_few = middle
    return without(plan, removable[:enough])


def without(plan: ResumePlan, items: Sequence[str]) -> ResumePlan:
    """The plan without some bullets, which it lists as left out."""
    gone = frozenset(items)
    held = {
        "posts": tuple(_without(entry, gone) for entry in plan.posts),
        "projects": tuple(_without(entry, gone) for entry in plan.projects),
        "volunteer": tuple(_without(entry, gone) for entry in plan.volunteer),
    }
    return plan.model_copy(update={**held, "left_out": tuple(items)})


def overflow(pages: int, page_limit: int, left_out: int) -> str:
    """Say that a document is too long, and what to do."""
    tried = f", although {left_out} bullets are left out" if left_out else ""
    return (
        f"The document has {pages} pages, {page_limit} are allowed{tried}. No text is cut: raise "
        "the page limit, lower the least number of bullets, or shorten the profile."
    )


def resume_sheet(plan: ResumePlan) -> Sheet:
    """How a resume is set."""
    return Sheet("resume", plan.name.text, plan.country, plan.density)


def _without(entry: EntryPlan, gone: frozenset[str]) -> EntryPlan:
    kept = tuple(bullet for bullet in entry.bullets if bullet.item not in gone)
    return entry.model_copy(update={"bullets": kept})


def _pages(plan: ResumePlan) -> int:
    return count_pages(typeset(resume_blocks(plan), resume_sheet(plan)))
