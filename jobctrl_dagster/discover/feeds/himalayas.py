"""Himalayas: https://himalayas.app/api (newest first, 20 rows a page)."""

from __future__ import annotations

from typing import Any

from jobctrl_dagster.discover.feeds.reader import FeedPage, number_or_none, rows_under
from jobctrl_dagster.gate.answers import Reply

START = "https://himalayas.app/jobs/api"
INDEPENDENT_PAGES = False
PAGE_SIZE = 20


def read_page(reply: Reply, *, number: int) -> FeedPage:
    """Read a page; see `Feed.read_page`."""
    payload, rows = rows_under(reply, "jobs")
    total = number_or_none(payload.get("totalCount"))
    reached = (number + 1) * PAGE_SIZE
    more = bool(rows) and (total is None or reached < total)
    following = f"{START}?limit={PAGE_SIZE}&offset={reached}" if more else None
    return FeedPage(rows, next_url=following, announced=total)


def next_after(number: int) -> str | None:  # noqa: ARG001 - only a page names the next one
    """Nothing; see `Feed.next_after`."""
    return None


def read_row(row: Any) -> dict[str, Any]:
    """Read a job; see `Feed.read_row`."""
    places = row.get("locationRestrictions")
    places = [str(place) for place in places] if isinstance(places, list) else []
    return {
        "external_id": row.get("guid"),
        "url": row.get("guid") or row.get("applicationLink"),
        "apply_url": row.get("applicationLink"),
        "company": row.get("companyName"),
        "title": row.get("title"),
        "location": ", ".join(places),
        "offices": places,
        "workplace_type": "remote",
        "description": row.get("description"),
        "pay_minimum": row.get("minSalary"),
        "pay_maximum": row.get("maxSalary"),
        "pay_currency": row.get("currency"),
        "pay_period": row.get("salaryPeriod"),
        "posted_at": row.get("pubDate"),
        "employment_type": row.get("employmentType"),
        "extra": {
            "seniority": row.get("seniority"),
            "categories": row.get("categories"),
            "timezones": row.get("timezoneRestrictions"),
            "expires_at": row.get("expiryDate"),
        },
    }
