"""What rows of the common systems say beyond the library's reading of them.

Each function takes a row as its API serves it and gives fields of `RawPosting`; missing ones are
left to the library. Descriptions are given whole and with their markup.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import Any

Row = Mapping[str, Any]


def greenhouse(row: Row) -> dict[str, Any]:
    """boards-api.greenhouse.io, ``/v1/boards/NAME/jobs?content=true``."""
    content = row.get("content")
    pay = next(iter(_dicts(row.get("pay_input_ranges"))), {})
    return {
        "company": row.get("company_name"),
        "description": html.unescape(content) if isinstance(content, str) else None,
        "offices": _names(row.get("offices"), "name"),
        "language": row.get("language"),
        "pay_text": pay.get("title"),
        "pay_minimum": _hundredth(pay.get("min_cents")),
        "pay_maximum": _hundredth(pay.get("max_cents")),
        "pay_currency": pay.get("currency_type"),
        "extra": _pick(row, "updated_at", "application_deadline", "internal_job_id"),
    }


def lever(row: Row) -> dict[str, Any]:
    """api.lever.co, ``/v0/postings/NAME?mode=json``."""
    categories = _dict(row.get("categories"))
    sections = [
        _section(part.get("text"), part.get("content")) for part in _dicts(row.get("lists"))
    ]
    pay = _dict(row.get("salaryRange"))
    return {
        "description": _joined(
            row.get("description"), *sections, row.get("salaryDescription"), row.get("additional")
        ),
        "offices": _texts(categories.get("allLocations")),
        "country_hint": row.get("country"),
        "workplace_type": _known_workplace(row.get("workplaceType")),
        "pay_text": row.get("salaryDescriptionPlain"),
        "pay_period": pay.get("interval"),
        "posted_at": row.get("createdAt"),
    }


def ashby(row: Row) -> dict[str, Any]:
    """api.ashbyhq.com, ``/posting-api/job-board/NAME?includeCompensation=true``."""
    compensation = _dict(row.get("compensation"))
    tiers = _dicts(compensation.get("compensationTiers"))
    parts = [part for tier in tiers for part in _dicts(tier.get("components"))]
    secondary = _names(row.get("secondaryLocations"), "location")
    others = [part.get("summary") for part in parts if part.get("compensationType") != "Salary"]
    return {
        "offices": (row.get("location"), *secondary) if secondary else (),
        "workplace_type": _known_workplace(row.get("workplaceType")),
        "pay_text": compensation.get("compensationTierSummary")
        or compensation.get("scrapeableCompensationSalarySummary"),
        **_salary_over_tiers([p for p in parts if p.get("compensationType") == "Salary"]),
        "extra": {
            "other_compensation": list(dict.fromkeys(filter(None, others))),
            "is_listed": row.get("isListed"),
        },
    }


def smartrecruiters(row: Row) -> dict[str, Any]:
    """api.smartrecruiters.com, ``/v1/companies/NAME/postings``; `url` stays the public page."""
    place = _dict(row.get("location"))
    workplace = "hybrid" if place.get("hybrid") else "remote" if place.get("remote") else None
    public = row.get("postingUrl")
    return {
        "url": public if isinstance(public, str) and "//api." not in public else None,
        "company": _dict(row.get("company")).get("name"),
        "location": place.get("fullLocation"),
        "country_hint": place.get("country"),
        "workplace_type": workplace,
        "language": _dict(row.get("language")).get("code"),
        "extra": {"coordinates": [place.get("latitude"), place.get("longitude")]},
    }


def workable(row: Row) -> dict[str, Any]:
    """apply.workable.com, ``/api/v1/widget/accounts/NAME``."""
    places = [place for place in _dicts(row.get("locations")) if not place.get("hidden")]
    return {
        "description": row.get("description"),
        "offices": tuple(_place(p, "city", "region", "country") for p in places),
        "country_hint": places[0].get("countryCode") if len(places) == 1 else None,
        "extra": _pick(row, "education", "experience", "shortlink"),
    }


def recruitee(row: Row) -> dict[str, Any]:
    """NAME.recruitee.com, ``/api/offers``."""
    pay = _dict(row.get("salary"))
    places = [p for p in _dicts(row.get("locations")) if p.get("city") or p.get("name")]
    kinds = [kind for kind in ("remote", "hybrid", "on_site") if row.get(kind) is True]
    return {
        "description": _joined(row.get("description"), row.get("requirements")),
        "offices": tuple(_place(p, "city", "state", "country") or p.get("name") for p in places),
        "country_hint": row.get("country_code"),
        "workplace_type": kinds[0] if len(kinds) == 1 else None,
        "pay_period": pay.get("period"),
        "employment_type": row.get("employment_type_code"),
        "posted_at": row.get("published_at") or row.get("created_at"),
        "extra": {
            **_pick(row, "close_at", "education_code", "experience_code", "category_code"),
            "languages": sorted(_dict(row.get("translations"))),
            "workplace_types": kinds if len(kinds) > 1 else None,
        },
    }


def pinpoint(row: Row) -> dict[str, Any]:
    """NAME.pinpointhq.com, ``/postings.json``; pay only where the employer shows it."""
    shown = bool(row.get("compensation_visible"))
    sections = [
        _section(row.get(f"{name}_header"), row.get(name))
        for name in ("key_responsibilities", "skills_knowledge_expertise", "benefits")
    ]
    return {
        "description": _joined(row.get("description"), *sections),
        "workplace_type": _known_workplace(row.get("workplace_type")),
        "pay_text": row.get("compensation") if shown else None,
        "pay_period": row.get("compensation_frequency") if shown else None,
        "employment_type": row.get("employment_type_text"),
        "requisition_id": _dict(row.get("job")).get("requisition_id"),
        "extra": _pick(row, "deadline_at"),
    }


def remoteok(row: Row) -> dict[str, Any]:
    """remoteok.com, ``/api``; pay is in US dollars a year."""
    return {
        "description": row.get("description"),
        "posted_at": row.get("epoch") or row.get("date"),
        "extra": _pick(row, "tags"),
    }


def workday(row: Row) -> dict[str, Any]:
    """NAME.wdN.myworkdayjobs.com, ``/wday/cxs/NAME/SITE/jobs``."""
    return {
        "extra": {"posted_text": row.get("postedOn"), "external_path": row.get("externalPath")},
    }


DETAILS: dict[str, Callable[[Row], dict[str, Any]]] = {
    "greenhouse": greenhouse,
    "lever": lever,
    "ashby": ashby,
    "smartrecruiters": smartrecruiters,
    "workable": workable,
    "recruitee": recruitee,
    "pinpoint": pinpoint,
    "remoteok": remoteok,
    "workday": workday,
}


def _salary_over_tiers(parts: list[Row]) -> dict[str, Any]:
    """The span over all tiers, where they agree on currency and period; else text alone."""
    units = {(part.get("currencyCode"), part.get("interval")) for part in parts}
    if len(units) != 1:
        return {"pay_minimum": 0, "pay_maximum": 0}
    currency, period = units.pop()
    lows = [part["minValue"] for part in parts if _number(part.get("minValue"))]
    highs = [part["maxValue"] for part in parts if _number(part.get("maxValue"))]
    return {
        "pay_minimum": min(lows, default=0),
        "pay_maximum": max(highs, default=0),
        "pay_currency": currency,
        "pay_period": str(period or "unstated"),
    }


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _hundredth(value: Any) -> float | None:
    return value / 100 if _number(value) else None


def _known_workplace(value: Any) -> str | None:
    return value if isinstance(value, str) and value.lower() != "unspecified" else None


def _section(heading: Any, content: Any) -> str | None:
    if not isinstance(content, str) or not content.strip():
        return None
    has_heading = isinstance(heading, str) and heading.strip()
    return f"<h3>{heading}</h3>\n{content}" if has_heading else content


def _joined(*parts: Any) -> str | None:
    return "\n\n".join(part for part in parts if isinstance(part, str) and part.strip()) or None


def _place(place: Row, *keys: str) -> str:
    return ", ".join(str(place[key]) for key in keys if isinstance(place.get(key), str | int))


def _pick(row: Row, *keys: str) -> dict[str, Any]:
    return {key: row.get(key) for key in keys}


def _dict(value: Any) -> Row:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[Row]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def _names(value: Any, key: str) -> tuple[str, ...]:
    return tuple(item[key] for item in _dicts(value) if isinstance(item.get(key), str))
