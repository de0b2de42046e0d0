"""Reads JobPosting objects of schema.org: https://schema.org/JobPosting."""

from __future__ import annotations

import re
from typing import Any

from jobctrl_dagster.discover.cleaning import build_posting, text_or_none
from jobctrl_dagster.discover.importing.fields import content_id, words
from jobctrl_dagster.discover.records import RawPosting

_SCRIPT = re.compile(
    r"<script[^>]*type\s*=\s*[\"']?application/ld\+json[^>]*>(.*?)</script\s*>",
    re.IGNORECASE | re.DOTALL,
)


def job_blocks(html: str, url: str | None) -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
    """JobPosting objects of a page, and blocks that speak of one but cannot be read."""
    import extruct

    found: list[dict[str, Any]] = []
    broken: list[tuple[str, str]] = []
    for match in _SCRIPT.finditer(html):
        document = f"<html><body>{match[0]}</body></html>"
        try:
            data = extruct.extract(document, base_url=url, syntaxes=["json-ld"])
        except Exception as error:  # noqa: BLE001 - a block may be broken in any way
            if "JobPosting" in match[1]:
                broken.append((match[1], f"the data block cannot be read: {error}"))
            continue
        found += _job_postings(data["json-ld"])
    if not found and "schema.org/JobPosting" in html:
        data = extruct.extract(
            html, base_url=url, syntaxes=["microdata"], uniform=True, errors="ignore"
        )
        found += _job_postings(data.get("microdata", []))
    return found, broken


def posting_of(block: dict[str, Any], page: str | None, *, source: str, alone: bool) -> RawPosting:
    """Map a JobPosting of schema.org.

    Raises:
        RowRejectedError: It has no title.
    """
    places = [_place(place) for place in _listed(block.get("jobLocation"))]
    own = text_or_none(block.get("url"))
    number = identifier_of(block)
    kinds = words(block.get("employmentType"))
    remote = "TELECOMMUTE" in str(block.get("jobLocationType") or "").upper()
    posting = build_posting(
        source=source,
        provider="page",
        url=own if own and own.startswith("http") else page if alone else None,
        company=words(block.get("hiringOrganization")),
        title=words(block.get("title")) or words(block.get("name")),
        location="; ".join(place for place in places if place),
        offices=places if len(places) > 1 else (),
        workplace_type="remote" if remote else None,
        description=text_or_none(block.get("description")),
        posted_at=text_or_none(block.get("datePosted")),
        requisition_id=number,
        employment_type=kinds,
        department=words(block.get("occupationalCategory")),
        language=words(block.get("inLanguage")),
        extra={
            "page": page,
            "valid_through": block.get("validThrough"),
            "applicants_from": words(block.get("applicantLocationRequirements")),
            "direct_apply": block.get("directApply"),
        },
        **_pay(block.get("baseSalary")),
    )
    if posting.requisition_id is None:
        return named_by_content(posting)
    return posting.model_copy(update={"external_id": posting.requisition_id})


def identifier_of(block: dict[str, Any]) -> str | None:
    """The employer's number of a posting."""
    identifier = block.get("identifier")
    value = identifier.get("value") if isinstance(identifier, dict) else identifier
    return text_or_none(value) if isinstance(value, str | int) else None


def named_by_content(posting: RawPosting) -> RawPosting:
    """Give an id of its own to a posting that has none: its address, else its content."""
    return posting.model_copy(update={"external_id": posting.url or content_id(posting)})


def _job_postings(data: Any) -> list[dict[str, Any]]:
    """Every JobPosting in a tree of data, in order, however it is nested."""
    if isinstance(data, list):
        return [block for item in data for block in _job_postings(item)]
    if not isinstance(data, dict):
        return []
    kinds = _listed(data.get("@type"))
    if any(str(kind).rpartition("/")[2] == "JobPosting" for kind in kinds):
        return [data]
    return [block for value in data.values() for block in _job_postings(value)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _place(place: Any) -> str | None:
    if not isinstance(place, dict):
        return text_or_none(place)
    address = place.get("address", place)
    if not isinstance(address, dict):
        return text_or_none(address)
    parts = [words(address.get(k)) for k in ("addressLocality", "addressRegion", "addressCountry")]
    return ", ".join(dict.fromkeys(part for part in parts if part)) or text_or_none(
        place.get("name")
    )


def _pay(salary: Any) -> dict[str, Any]:
    if not isinstance(salary, dict):
        return {"pay_text": text_or_none(salary)}
    value = salary.get("value")
    value = value if isinstance(value, dict) else {"value": value}
    single = value.get("value")
    return {
        "pay_minimum": _amount(value.get("minValue", single)),
        "pay_maximum": _amount(value.get("maxValue", single)),
        "pay_currency": words(salary.get("currency") or value.get("currency")),
        "pay_period": words(value.get("unitText") or salary.get("unitText")),
    }


def _amount(value: Any) -> Any:
    return value if isinstance(value, str | int | float) else None
