"""Jobs as the public Ashby posting API shows them: HTML, plain text, addresses and tiers of pay."""

import uuid
from typing import Any

from jobctrl_dagster.demo.addresses import apply_url, page_url
from jobctrl_dagster.demo.market import Market
from jobctrl_dagster.demo.records import Pay, Place, Posting
from jobctrl_dagster.demo.text import Markup, as_html, as_plain

MARKUP = Markup(
    heading="<h2>{}</h2>",
    paragraph='<p style="min-height:1.5em">{}</p>',
    bullets='<ul style="min-height:1.5em">{}</ul>',
    item='<li><p style="min-height:1.5em">{}</p></li>',
)

_EMPLOYMENT = {
    "full_time": "FullTime",
    "part_time": "PartTime",
    "contract": "Contract",
    "intern": "Intern",
    "temporary": "Temporary",
}
_WORKPLACE = {"remote": "Remote", "hybrid": "Hybrid", "onsite": "OnSite"}


def job_payload(market: Market, posting: Posting, origin: str, *, with_pay: bool) -> dict[str, Any]:
    """One job as the Ashby posting API shows it."""
    sections = market.sections(posting)
    first, *others = posting.places or (Place(),)
    job: dict[str, Any] = {
        "id": posting.public_id,
        "title": posting.title,
        "department": posting.department,
        "team": posting.team or posting.department,
        "employmentType": _EMPLOYMENT[posting.employment],
        "location": first.text,
        "secondaryLocations": [
            {"location": place.text, "address": _address(place)} for place in others
        ],
        "publishedAt": f"{posting.posted.isoformat()}T14:30:00.118+00:00",
        "isListed": True,
        "isRemote": posting.workplace == "remote" if posting.workplace else None,
        "workplaceType": _WORKPLACE.get(posting.workplace or ""),
        "address": _address(first),
        "jobUrl": page_url(origin, posting),
        "applyUrl": apply_url(origin, posting),
        "descriptionHtml": as_html(sections, MARKUP) if posting.listed_text else "",
        "descriptionPlain": as_plain(sections) if posting.listed_text else "",
    }
    if with_pay:
        job["shouldDisplayCompensationOnJobPostings"] = posting.pay is not None
        job["compensation"] = _compensation(posting)
    return job


def _address(place: Place) -> dict[str, Any]:
    parts = {
        "addressRegion": place.region,
        "addressCountry": place.country,
        "addressLocality": place.city,
    }
    return {"postalAddress": {name: value for name, value in parts.items() if value}}


def _compensation(posting: Posting) -> dict[str, Any]:
    pay = posting.pay
    if pay is None:
        return {
            "compensationTierSummary": None,
            "scrapeableCompensationSalarySummary": None,
            "compensationTiers": [],
            "summaryComponents": [],
        }
    components = _components(pay)
    tier = {
        "id": _identifier(f"{posting.id}/tier"),
        "tierSummary": pay.text,
        "title": None,
        "additionalInformation": None,
        "components": [
            {
                "id": _identifier(f"{posting.id}/{number}"),
                "summary": _summary(pay, component["compensationType"]),
                **component,
            }
            for number, component in enumerate(components)
        ],
    }
    return {
        "compensationTierSummary": pay.text,
        "scrapeableCompensationSalarySummary": _salary_words(pay) or None,
        "compensationTiers": [tier],
        "summaryComponents": components,
    }


def _components(pay: Pay) -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = []
    if pay.min is not None:
        components.append(
            {
                "compensationType": "Salary",
                "interval": f"1 {pay.interval.upper()}",
                "currencyCode": pay.currency,
                "minValue": pay.min,
                "maxValue": pay.max,
            }
        )
    if pay.equity:
        components.append(
            {
                "compensationType": "EquityPercentage",
                "interval": "NONE",
                "currencyCode": None,
                "minValue": None,
                "maxValue": None,
            }
        )
    return components


def _summary(pay: Pay, kind: str) -> str:
    return _salary_words(pay) if kind == "Salary" else "Offers Equity"


def _salary_words(pay: Pay) -> str:
    return (pay.text or "").split(" • ")[0]


def _identifier(name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, name))
