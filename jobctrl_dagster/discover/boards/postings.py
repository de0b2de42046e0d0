"""From a job of the library, and the row it was read from, to a `RawPosting`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from jobctrl_dagster.discover.boards.details import DETAILS
from jobctrl_dagster.discover.cleaning import build_posting, text_or_none
from jobctrl_dagster.discover.records import RawPosting

CUT_LENGTH = 25_000
LOCAL_TIME_PROVIDERS = frozenset({"eures", "gem", "tiktok", "getonbrd", "eightfold", "lever"})
JOINS_PLACES = frozenset({"workday", "workable"})
NO_NAMES = frozenset({"unknown", "untitled"})


def posting_of(
    job: Any, row: Any, *, source: str, provider: str, board: str, company: str | None
) -> RawPosting:
    """Map a job; what the row says better than the job wins.

    Args:
        job: The library's ``Job``.
        row: The row it was read from, or ``None`` where the source is a page.
        source: Id of the unit.
        provider: Name of the provider.
        board: Name or address of the board.
        company: Name from the settings, if given there.

    Raises:
        RowRejectedError: The job has no title.
    """
    fields = _fields_of(job, provider)
    if isinstance(row, dict) and provider in DETAILS:
        details = DETAILS[provider](row)
        extra = {**fields["extra"], **details.pop("extra", {})}
        fields.update({k: v for k, v in details.items() if v not in (None, "", ())}, extra=extra)
    fields["company"] = company or company_name(fields["company"], board)
    description = fields.get("description")
    if isinstance(description, str) and len(description) == CUT_LENGTH:
        fields["extra"]["cut"] = True
    return build_posting(source=source, provider=provider, **fields)


def company_name(name: Any, board: str) -> str | None:
    """The display name of an employer; a bare board name is made readable."""
    text = text_or_none(name)
    if text is None or text.lower() in NO_NAMES:
        return None
    if text.startswith(("http://", "https://")):
        text = text.split("/")[2].removeprefix("www.").removeprefix("careers.").split(".")[0]
    elif text.lower() != board.lower() and text != text.lower():
        return text
    if text != text.lower():
        return text
    return " ".join(word[:1].upper() + word[1:] for word in text.replace("_", "-").split("-"))


def _fields_of(job: Any, provider: str) -> dict[str, Any]:
    workplace = "remote" if job.is_remote else None
    extra = {
        **(job.raw or {}),
        "team": job.team,
        "region": job.region,
        "latitude": job.lat,
        "longitude": job.lon,
        "years_of_experience": job.experience,
        "application_deadline": job.application_deadline,
        "employment_class": job.employment_type,
    }
    if job.is_remote is False:
        extra["is_remote"] = False
    places = str(job.location or "").split(" | ") if provider in JOINS_PLACES else []
    return {
        "offices": places if len(places) > 1 else (),
        "external_id": job.ats_id,
        "url": str(job.url) if job.url else None,
        "apply_url": str(job.apply_url) if job.apply_url else None,
        "company": job.company,
        "title": job.title,
        "location": job.location,
        "country_hint": job.country_iso,
        "workplace_type": workplace,
        "description": job.description,
        "pay_text": job.salary_summary,
        "pay_minimum": job.salary_min,
        "pay_maximum": job.salary_max,
        "pay_currency": job.salary_currency,
        "pay_period": job.salary_period,
        "posted_at": _aware(job.posted_at, provider) or (job.raw or {}).get("startDate"),
        "requisition_id": job.requisition_id,
        "employment_type": job.commitment or job.employment_type,
        "department": job.department,
        "language": job.language,
        "extra": extra,
    }


def _aware(moment: datetime | None, provider: str) -> datetime | None:
    """A few providers make times of the machine's own zone; all others mean UTC."""
    if moment is not None and moment.tzinfo is None and provider in LOCAL_TIME_PROVIDERS:
        return moment.astimezone()
    return moment
