"""Postings as the public Lever API shows them: opening, body, lists and what is left."""

import html
from datetime import UTC, date, datetime, time
from typing import Any

from jobctrl_dagster.demo.addresses import apply_url, page_url
from jobctrl_dagster.demo.market import Market, pay_section
from jobctrl_dagster.demo.records import Posting
from jobctrl_dagster.demo.text import Markup, Section, as_html, as_plain, items_html

MARKUP = Markup(
    heading="<div><b>{}</b></div>",
    paragraph='<div><span style="font-size: 16px">{}</span></div>',
)

_COMMITMENT = {
    "full_time": "Full-time",
    "part_time": "Part-time",
    "contract": "Contract",
    "intern": "Internship",
    "temporary": "Temporary",
}
_INTERVAL = {
    "year": "per-year-salary",
    "month": "per-month-salary",
    "day": "per-day-wage",
    "hour": "per-hour-wage",
}


def posting_payload(market: Market, posting: Posting, origin: str) -> dict[str, Any]:
    """One posting as the Lever postings API shows it."""
    texts = [place.text for place in posting.places if place.text]
    return {
        **_text_fields(market, posting),
        "categories": {
            "commitment": _COMMITMENT[posting.employment],
            "department": posting.department,
            "location": texts[0] if texts else None,
            "team": posting.team,
            "allLocations": texts,
        },
        "createdAt": _milliseconds(posting.posted),
        "id": posting.public_id,
        "text": posting.title,
        "country": next((place.country for place in posting.places), None),
        "workplaceType": posting.workplace or "unspecified",
        "hostedUrl": page_url(origin, posting),
        "applyUrl": apply_url(origin, posting),
        **_pay_fields(posting),
    }


def _text_fields(market: Market, posting: Posting) -> dict[str, Any]:
    opening, body, *parts = market.sections(posting)
    rest = _without_bullets(parts)
    lists = [part for part in (*parts, *pay_section(posting)) if part.is_list]
    return {
        "description": as_html((opening, body), MARKUP),
        "descriptionPlain": as_plain((opening, body)),
        "opening": as_html((opening,), MARKUP),
        "openingPlain": as_plain((opening,)),
        "descriptionBody": as_html((body,), MARKUP),
        "descriptionBodyPlain": as_plain((body,)),
        "lists": [{"text": part.heading, "content": items_html(part, MARKUP)} for part in lists],
        "additional": as_html(rest, MARKUP),
        "additionalPlain": as_plain(rest),
    }


def _pay_fields(posting: Posting) -> dict[str, Any]:
    pay = posting.pay
    if pay is None or pay.min is None:
        return {}
    words = pay.text or ""
    return {
        "salaryRange": {
            "min": pay.min,
            "max": pay.max,
            "currency": pay.currency,
            "interval": _INTERVAL[pay.interval],
        },
        "salaryDescription": f"<div>{html.escape(words, quote=False)}</div>",
        "salaryDescriptionPlain": words,
    }


def _milliseconds(day: date) -> int:
    return int(datetime.combine(day, time(14, 30), tzinfo=UTC).timestamp() * 1000)


def _without_bullets(sections: list[Section]) -> tuple[Section, ...]:
    rest: list[Section] = []
    for section in sections:
        blocks = tuple(block for block in section.blocks if not block.bullets)
        if blocks:
            rest.append(Section("" if section.is_list else section.heading, blocks))
    return tuple(rest)
