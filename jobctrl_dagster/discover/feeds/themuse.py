"""The Muse: https://www.themuse.com/developers/api/v2 (20 rows a page, at most 100 pages)."""

from __future__ import annotations

from typing import Any

from jobctrl_dagster.discover.feeds.reader import FeedPage, number_or_none, rows_under
from jobctrl_dagster.gate.answers import Reply

ADDRESS = "https://www.themuse.com/api/public/jobs"
START = f"{ADDRESS}?page=0"
INDEPENDENT_PAGES = False


def read_page(reply: Reply, *, number: int) -> FeedPage:
    """Read a page; see `Feed.read_page`."""
    payload, rows = rows_under(reply, "results", "jobs")
    pages = number_or_none(payload.get("page_count"))
    more = bool(rows) and pages is not None and number + 1 < pages
    total = number_or_none(payload.get("total")) or number_or_none(payload.get("count"))
    following = f"{ADDRESS}?page={number + 1}" if more else None
    return FeedPage(rows, next_url=following, announced=total)


def next_after(number: int) -> str | None:  # noqa: ARG001 - only a page names the next one
    """Nothing; see `Feed.next_after`."""
    return None


def read_row(row: Any) -> dict[str, Any]:
    """Read a job; see `Feed.read_row`."""
    places = _names(row.get("locations"))
    company = row.get("company")
    links = row.get("refs")
    return {
        "external_id": row.get("id"),
        "url": links.get("landing_page") if isinstance(links, dict) else None,
        "company": company.get("name") if isinstance(company, dict) else company,
        "title": row.get("name"),
        "location": "; ".join(places),
        "offices": places,
        "description": row.get("contents"),
        "posted_at": row.get("publication_date"),
        "department": ", ".join(_names(row.get("categories"))),
        "extra": {"levels": _names(row.get("levels")), "tags": _names(row.get("tags"))},
    }


def _names(items: Any) -> list[str]:
    items = items if isinstance(items, list) else []
    return [str(item["name"]) for item in items if isinstance(item, dict) and item.get("name")]
