"""We Work Remotely: https://weworkremotely.com/remote-job-rss-feed (RSS).

The feed of all jobs holds the newest hundred; the feeds by category hold the rest.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

from jobctrl_dagster.discover.feeds.reader import FeedPage
from jobctrl_dagster.discover.verdicts import SourceError
from jobctrl_dagster.gate.answers import Reply

START = "https://weworkremotely.com/remote-jobs.rss"
INDEPENDENT_PAGES = True
CATEGORIES = (
    "remote-back-end-programming-jobs",
    "remote-front-end-programming-jobs",
    "remote-full-stack-programming-jobs",
    "remote-devops-sysadmin-jobs",
    "remote-design-jobs",
    "remote-product-jobs",
    "remote-customer-support-jobs",
    "remote-sales-and-marketing-jobs",
    "remote-management-and-finance-jobs",
    "all-other-remote-jobs",
)
_COMPANY_AND_TITLE = re.compile(r"^(?P<company>[^:]{1,80}):\s+(?P<title>\S.*)$", re.DOTALL)


def next_after(number: int) -> str | None:
    """Address of the next feed; see `Feed.next_after`."""
    if number >= len(CATEGORIES):
        return None
    return f"https://weworkremotely.com/categories/{CATEGORIES[number]}.rss"


def read_page(reply: Reply, *, number: int) -> FeedPage:
    """Read a feed; see `Feed.read_page`."""
    if b"<!ENTITY" in reply.content or b"<!DOCTYPE" in reply.content:
        sentence = f"{reply.url} declares entities, which a feed of postings has no use for."
        raise SourceError("unreadable_reply", sentence, status=reply.status)
    try:
        root = ET.fromstring(reply.content)  # noqa: S314 - entities are refused above
    except ET.ParseError as error:
        sentence = f"{reply.url} is no well-formed RSS ({error})."
        raise SourceError("unreadable_reply", sentence, status=reply.status) from error
    if root.tag != "rss":
        sentence = f"{reply.url} is no RSS feed but <{root.tag}>."
        raise SourceError("unreadable_reply", sentence, status=reply.status)
    rows = [
        {child.tag.rpartition("}")[2]: child.text for child in item} for item in root.iter("item")
    ]
    return FeedPage(list(rows), next_url=next_after(number))


def read_row(row: Any) -> dict[str, Any]:
    """Read an item; see `Feed.read_row`."""
    title = (row.get("title") or "").strip()
    match = _COMPANY_AND_TITLE.match(title)
    places = [row.get(key) for key in ("state", "country", "region")]
    named = list(dict.fromkeys(p.strip() for p in places if p and p.strip()))
    specific = [place for place in named if not place.lower().startswith("anywhere")]
    skills = row.get("skills") or ""
    return {
        "external_id": row.get("guid"),
        "url": row.get("link") or row.get("guid"),
        "company": match["company"] if match else None,
        "title": match["title"] if match else title,
        "location": ", ".join(specific or named),
        "workplace_type": "remote",
        "description": row.get("description"),
        "posted_at": row.get("pubDate"),
        "employment_type": row.get("type"),
        "department": row.get("category"),
        "extra": {
            "skills": [skill.strip() for skill in skills.split(",") if skill.strip()],
            "expires_at": row.get("expires_at"),
        },
    }
