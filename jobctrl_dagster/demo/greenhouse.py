"""Jobs as the public Greenhouse board API shows them: the text is HTML, escaped once more."""

import html
from datetime import date
from typing import Any

from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.market import Market, pay_section
from jobctrl_dagster.demo.records import Place, Posting, stable_number
from jobctrl_dagster.demo.text import Markup, Section, as_html

MARKUP = Markup(heading="<h2><strong>{}</strong></h2>")

_TIME_TYPE = {
    "full_time": "Full-time",
    "part_time": "Part-time",
    "contract": "Contract",
    "intern": "Internship",
    "temporary": "Temporary",
}


def listed_job(market: Market, posting: Posting, origin: str, *, full: bool) -> dict[str, Any]:
    """One job as the list shows it; text, departments and offices only when asked for in full."""
    job = _outline(market, posting, origin)
    if not full:
        return job
    text = _content(market, posting) if posting.listed_text else ""
    return {**job, "content": text, **_groups(posting)}


def single_job(market: Market, posting: Posting, origin: str) -> dict[str, Any]:
    """One job as its own address shows it, always with its text."""
    outline = _outline(market, posting, origin)
    return {**outline, "content": _content(market, posting), **_groups(posting)}


def _outline(market: Market, posting: Posting, origin: str) -> dict[str, Any]:
    return {
        "absolute_url": page_url(origin, posting),
        "data_compliance": [{"type": "gdpr", "requires_consent": False, "retention_period": None}],
        "internal_job_id": 3_000_000_000 + stable_number(posting.requisition or posting.id),
        "location": _location(posting),
        "metadata": _metadata(posting),
        "id": int(posting.public_id),
        "updated_at": _stamp(posting.updated or posting.posted),
        "requisition_id": posting.requisition,
        "title": posting.title,
        "company_name": market.company(posting.company).name,
        "first_published": _stamp(posting.posted),
        "language": posting.language,
        "application_deadline": _stamp(posting.valid_through),
    }


def _groups(posting: Posting) -> dict[str, Any]:
    return {
        "departments": _departments(posting),
        "offices": [_office(place) for place in posting.places if place.text],
    }


def _location(posting: Posting) -> dict[str, str] | None:
    text = posting.places[0].text if posting.places else None
    return None if text is None else {"name": text}


def _metadata(posting: Posting) -> list[dict[str, Any]]:
    country = posting.places[0].country if posting.places else None
    fields = {
        "Location Type": posting.workplace and posting.workplace.title(),
        "Country": country,
        "Time Type": _TIME_TYPE[posting.employment],
    }
    return [
        {
            "id": 1_000_000_000 + stable_number(name),
            "name": name,
            "value": value,
            "value_type": "single_select",
        }
        for name, value in fields.items()
    ]


def _departments(posting: Posting) -> list[dict[str, Any]]:
    if posting.department is None:
        return []
    number = 2_000_000_000 + stable_number(f"{posting.company}/{posting.department}")
    return [{"id": number, "name": posting.department, "child_ids": [], "parent_id": None}]


def _office(place: Place) -> dict[str, Any]:
    parts = [part for part in (place.city, place.region, place.country) if part]
    return {
        "id": 2_000_000_000 + stable_number(place.text or ""),
        "name": place.text,
        "location": ", ".join(parts),
        "child_ids": [],
        "parent_id": None,
    }


def _content(market: Market, posting: Posting) -> str:
    about, *rest = market.sections(posting)
    parts = [
        f'<div class="content-intro">{as_html((about,), MARKUP)}</div>',
        as_html(rest, MARKUP),
        *(_pay_box(section) for section in pay_section(posting)),
    ]
    return html.escape("\n".join(parts))


def _pay_box(section: Section) -> str:
    words = html.escape(section.blocks[0].lines[0], quote=False)
    return (
        '<div class="content-pay-transparency"><div class="pay-input">'
        f'<div class="title">{section.heading}</div>'
        f'<div class="pay-range"><span>{words}</span></div></div></div>'
    )


def _stamp(day: date | None) -> str | None:
    return None if day is None else f"{day.isoformat()}T09:30:00-05:00"
