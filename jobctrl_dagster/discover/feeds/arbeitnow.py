"""Arbeitnow: https://www.arbeitnow.com/api/job-board-api (pages, linked one to the next)."""

from __future__ import annotations

from typing import Any

from jobctrl_dagster.discover.feeds.reader import FeedPage, rows_under
from jobctrl_dagster.gate.answers import Reply

START = "https://www.arbeitnow.com/api/job-board-api"
INDEPENDENT_PAGES = False


def read_page(reply: Reply, *, number: int) -> FeedPage:  # noqa: ARG001 - pages name the next one
    """Read a page; see `Feed.read_page`."""
    payload, rows = rows_under(reply, "data")
    links = payload.get("links")
    following = links.get("next") if isinstance(links, dict) else None
    return FeedPage(rows, next_url=following if isinstance(following, str) else None)


def next_after(number: int) -> str | None:  # noqa: ARG001 - only a page names the next one
    """Nothing; see `Feed.next_after`."""
    return None


def read_row(row: Any) -> dict[str, Any]:
    """Read a job; see `Feed.read_row`."""
    kinds = row.get("job_types")
    return {
        "external_id": row.get("slug"),
        "url": row.get("url"),
        "company": row.get("company_name"),
        "title": row.get("title"),
        "location": row.get("location"),
        "workplace_type": "remote" if row.get("remote") is True else None,
        "description": row.get("description"),
        "posted_at": row.get("created_at"),
        "employment_type": ", ".join(map(str, kinds)) if isinstance(kinds, list) else kinds,
        "extra": {"tags": row.get("tags")},
    }
