"""Remotive: https://remotive.com/remote-jobs/api (all open jobs in one answer)."""

from __future__ import annotations

from typing import Any

from jobctrl_dagster.discover.feeds.reader import FeedPage, number_or_none, rows_under
from jobctrl_dagster.gate.answers import Reply

START = "https://remotive.com/api/remote-jobs"
INDEPENDENT_PAGES = False


def read_page(reply: Reply, *, number: int) -> FeedPage:  # noqa: ARG001 - there is one page
    """Read the answer; see `Feed.read_page`."""
    payload, rows = rows_under(reply, "jobs")
    return FeedPage(rows, announced=number_or_none(payload.get("total-job-count")))


def next_after(number: int) -> str | None:  # noqa: ARG001 - only a page names the next one
    """Nothing; see `Feed.next_after`."""
    return None


def read_row(row: Any) -> dict[str, Any]:
    """Read a job; see `Feed.read_row`."""
    return {
        "external_id": row.get("id"),
        "url": row.get("url"),
        "company": row.get("company_name"),
        "title": row.get("title"),
        "location": row.get("candidate_required_location"),
        "workplace_type": "remote",
        "description": row.get("description"),
        "pay_text": row.get("salary"),
        "posted_at": row.get("publication_date"),
        "employment_type": row.get("job_type"),
        "department": row.get("category"),
        "extra": {"tags": row.get("tags")},
    }
