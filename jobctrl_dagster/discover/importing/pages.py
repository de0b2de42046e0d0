"""Reads postings from a page: its JobPosting data, else its main text."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from jobctrl_dagster.discover.cleaning import RowRejectedError, build_fault, build_posting
from jobctrl_dagster.discover.importing.fields import content_id
from jobctrl_dagster.discover.importing.job_data import (
    identifier_of,
    job_blocks,
    named_by_content,
    posting_of,
)
from jobctrl_dagster.discover.records import RawPosting, RowFault
from jobctrl_dagster.discover.verdicts import SourceError
from jobctrl_dagster.facts.liveness import classify

SHORTEST_TEXT = 400
LONGEST_TITLE = 150
WORDS_OF_A_POSTING = 2


def postings_in_page(html: str, url: str | None, *, source: str) -> Iterator[RawPosting | RowFault]:
    """Read every posting of a page.

    Each block of data is read for itself; a block without an address of its own gets an id made
    of its content. A page without such blocks is one posting, made of its title and main text.

    Raises:
        SourceError: The posting is closed, or the page holds neither data nor enough text.
    """
    blocks, broken = job_blocks(html, url)
    if len(blocks) <= 1:
        _check_open(html, url)
    numbers = Counter(identifier_of(block) for block in blocks)
    for number, block in enumerate(blocks):
        try:
            posting = posting_of(block, url, source=source, alone=len(blocks) == 1)
            shared = numbers[identifier_of(block)] > 1
            yield named_by_content(posting) if shared else posting
        except (RowRejectedError, AttributeError, TypeError, ValueError) as error:
            yield build_fault(source, number, str(error), row=block)
    for number, (text, reason) in enumerate(broken, start=len(blocks)):
        yield build_fault(source, number, reason, row=text)
    if not blocks:
        yield _posting_of_text(html, url, source=source)


def _check_open(html: str, url: str | None) -> None:
    found = classify(200, url or "", url or "", html)
    if found.state == "closed":
        raise SourceError("closed", f"The page says: {found.evidence[0]}", status=200)


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
