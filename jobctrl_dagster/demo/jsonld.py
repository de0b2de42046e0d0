"""A posting as the JSON-LD of its page: schema.org JobPosting, for search engines."""

import json
from typing import Any

from jobctrl_dagster.demo.addresses import board_url, page_url
from jobctrl_dagster.demo.market import Market, pay_section
from jobctrl_dagster.demo.records import Pay, Place, Posting
from jobctrl_dagster.demo.text import Markup, as_html

_EMPLOYMENT = {
    "full_time": "FULL_TIME",
    "part_time": "PART_TIME",
    "contract": "CONTRACTOR",
    "intern": "INTERN",
    "temporary": "TEMPORARY",
}


def job_posting(market: Market, posting: Posting, origin: str) -> dict[str, Any]:
    """The JobPosting object; what the employer left open is left out."""
    sections = (*market.sections(posting), *pay_section(posting))
    company = market.company(posting.company)
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "title": posting.title,
        "description": as_html(sections, Markup()),
        "datePosted": posting.posted.isoformat(),
        "validThrough": posting.valid_through and posting.valid_through.isoformat(),
        "employmentType": _EMPLOYMENT[posting.employment],
        "hiringOrganization": {
            "@type": "Organization",
            "name": company.name,
            "sameAs": board_url(origin, posting.board),
        },
        "identifier": {
            "@type": "PropertyValue",
            "name": company.name,
            "value": posting.requisition or posting.public_id,
        },
        "jobLocation": [_location(place) for place in posting.places],
        "baseSalary": _salary(posting.pay),
        "url": page_url(origin, posting),
        "directApply": True,
    }
    if posting.workplace == "remote":
        data["jobLocationType"] = "TELECOMMUTE"
        data["applicantLocationRequirements"] = [
            {"@type": "Country", "name": country} for country in posting.remote_from
        ]
    return {name: value for name, value in data.items() if value is not None}


def script(data: dict[str, Any]) -> str:
    """The script element for an object; no text in it can end the element."""
    body = json.dumps(data, ensure_ascii=False, indent=1).replace("</", "<\\/")
    return f'<script type="application/ld+json">\n{body}\n</script>'


def _location(place: Place) -> dict[str, Any]:
    parts = {
        "addressLocality": place.city,
        "addressRegion": place.region,
        "addressCountry": place.country,
    }
    address = {name: value for name, value in parts.items() if value}
    return {"@type": "Place", "address": {"@type": "PostalAddress", **address}}


def _salary(pay: Pay | None) -> dict[str, Any] | None:
    if pay is None or pay.min is None:
        return None
    return {
        "@type": "MonetaryAmount",
        "currency": pay.currency,
        "value": {
            "@type": "QuantitativeValue",
            "minValue": pay.min,
            "maxValue": pay.max,
            "unitText": pay.interval.upper(),
        },
    }
