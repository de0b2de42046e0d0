"""Jobicy: https://jobi.cy/apidocs (the newest remote jobs, at most 100)."""

from __future__ import annotations

from typing import Any

from jobctrl_dagster.discover.feeds.reader import FeedPage, rows_under
from jobctrl_dagster.gate.answers import Reply

START = "https://jobicy.com/api/v2/remote-jobs?count=100"
INDEPENDENT_PAGES = False


def read_page(reply: Reply, *, number: int) -> FeedPage:  # noqa: ARG001 - there is one page
    """Read the answer; see `Feed.read_page`."""
    _, rows = rows_under(reply, "jobs")
    return FeedPage(rows)


def next_after(number: int) -> str | None:  # noqa: ARG001 - only a page names the next one
    """Nothing; see `Feed.next_after`."""
    return None


def read_row(row: Any) -> dict[str, Any]:
    """Read a job; see `Feed.read_row`."""
    kinds = row.get("jobType")
    yearly = "annualSalaryMin" in row or "annualSalaryMax" in row
    return {
        "external_id": row.get("id"),
        "url": row.get("url"),
        "company": row.get("companyName"),
        "title": row.get("jobTitle"),
        "location": row.get("jobGeo"),
        "workplace_type": "remote",
        "description": row.get("jobDescription"),
        "pay_minimum": row.get("salaryMin") or row.get("annualSalaryMin"),
        "pay_maximum": row.get("salaryMax") or row.get("annualSalaryMax"),
        "pay_currency": row.get("salaryCurrency"),
        "pay_period": row.get("salaryPeriod") or ("year" if yearly else None),
        "posted_at": row.get("pubDate"),
        "employment_type": ", ".join(map(str, kinds)) if isinstance(kinds, list) else kinds,
        "extra": {"industry": row.get("jobIndustry"), "level": row.get("jobLevel")},
    }
