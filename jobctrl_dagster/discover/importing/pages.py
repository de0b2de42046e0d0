"""Reads postings from a page: its JobPosting data, else its main text."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from jobctrl_dagster.discover.cleaning import (
    RowRejectedError,
    build_fault,
    build_posting,
    text_or_none,
)
from jobctrl_dagster.discover.importing.fields import content_id, words
from jobctrl_dagster.discover.records import RawPosting, RowFault
from jobctrl_dagster.discover.verdicts import SourceError

SHORTEST_TEXT = 400
LONGEST_TITLE = 150
WORDS_OF_A_POSTING = 2
_SCRIPT = re.compile(
    r"<script[^>]*type\s*=\s*[\"']?application/ld\+json[^>]*>(.*?)</script\s*>",
    re.IGNORECASE | re.DOTALL,
)


def postings_in_page(html: str, url: str | None, *, source: str) -> Iterator[RawPosting | RowFault]:
    """Read every posting of a page.

    Each block of data is read for itself; a block without an address of its own gets an id made
    of its content. A page without such blocks is one posting, made of its title and main text.

    Raises:
        SourceError: The page holds neither data nor text enough.
    """
    blocks, broken = job_blocks(html, url)
    numbers = Counter(_identifier(block) for block in blocks)
    for number, block in enumerate(blocks):
        try:
            posting = posting_of(block, url, source=source, alone=len(blocks) == 1)
            shared = numbers[_identifier(block)] > 1
            yield _named_by_content(posting) if shared else posting
        except (RowRejectedError, AttributeError, TypeError, ValueError) as error:
            yield build_fault(source, number, str(error), row=block)
    for number, (text, reason) in enumerate(broken, start=len(blocks)):
        yield build_fault(source, number, reason, row=text)
    if not blocks:
        yield _posting_of_text(html, url, source=source)


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
    number = _identifier(block)
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
        return _named_by_content(posting)
    return posting.model_copy(update={"external_id": posting.requisition_id})


def _identifier(block: dict[str, Any]) -> str | None:
    """The employer's number of a posting."""
    identifier = block.get("identifier")
    value = identifier.get("value") if isinstance(identifier, dict) else identifier
    return text_or_none(value) if isinstance(value, str | int) else None


def _named_by_content(posting: RawPosting) -> RawPosting:
    """Give an id of its own to a posting that has none: its address, else its content."""
    return posting.model_copy(update={"external_id": posting.url or content_id(posting)})


def _posting_of_text(html: str, url: str | None, *, source: str) -> RawPosting:
    import trafilatura

    text = trafilatura.extract(html, include_comments=False, favor_recall=True) or ""
    headings = _headings(html)
    if not _reads_like_a_posting(text, headings):
        sentence = (
            f"{url or source} holds no JobPosting data, and its text is not that of a posting."
        )
        raise SourceError("no_posting", sentence)
    facts = trafilatura.extract_metadata(html)
    posting = build_posting(
        source=source,
        provider="page",
        url=url,
        title=_title(html, headings) or (facts.title if facts else None),
        description=text,
        extra={"read_from": "main text", "site": facts.sitename if facts else None},
    )
    return posting.model_copy(update={"external_id": url or content_id(posting)})


@functools.cache
def _posting_words() -> tuple[str, ...]:
    folder = files("jobctrl_dagster.discover.importing")
    lines = folder.joinpath("posting_words.txt").read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def _reads_like_a_posting(text: str, headings: list[str]) -> bool:
    folded = "\n".join((text, *headings)).lower().replace("’", "'")
    found = sum(1 for word in _posting_words() if word in folded)
    return len(text) >= SHORTEST_TEXT and found >= WORDS_OF_A_POSTING


def _title(html: str, headings: list[str]) -> str | None:
    """The heading that the page's own title contains, else that title, else its only heading."""
    document = _document(html)
    if document is None:
        return None
    named = [*document.xpath("//meta[@property='og:title']/@content")]
    named += [" ".join(title.text_content().split()) for title in document.iter("title")]
    for name in filter(None, named):
        inside = [heading for heading in headings if heading.lower() in name.lower()]
        return str(max(inside, key=len, default=name))
    return headings[0] if len(headings) == 1 else None


def _headings(html: str) -> list[str]:
    document = _document(html)
    if document is None:
        return []
    found = [" ".join(h.text_content().split()) for h in document.iter("h1", "h2")]
    return [heading for heading in found if 2 < len(heading) <= LONGEST_TITLE]


def _document(html: str) -> Any:
    from lxml import etree
    from lxml import html as lxml_html

    try:
        return lxml_html.document_fromstring(html.encode("utf-8", "ignore"))
    except (etree.ParserError, ValueError):
        return None


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
