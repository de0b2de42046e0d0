"""Facts from a posting's own page, where the board says too little: JSON-LD, then main text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jobctrl_dagster.discover.importing.pages import postings_in_page
from jobctrl_dagster.discover.records import RawPosting
from jobctrl_dagster.discover.verdicts import SourceError
from jobctrl_dagster.enrich.board_facts import read_facts
from jobctrl_dagster.facts.identity import canonical_url, title_key
from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.gate.door import Door
from jobctrl_dagster.gate.refusals import AddressRefused, Refusal


@dataclass(frozen=True)
class PageReading:
    """What a page added.

    Attributes:
        facts: The facts so far, with the page's where it could be read.
        refusal: Why it could not be read, or ``None``.
    """

    facts: PostingFacts
    refusal: Refusal | None = None


def read_page_facts(raw: RawPosting, facts: PostingFacts, door: Door) -> PageReading:
    """Ask for the posting's page and read what the board left out.

    Args:
        raw: The board's row.
        facts: What was read from it.
        door: The only way to the network.
    """
    from jobctrl_dagster.facts.liveness import classify

    if not raw.url:
        return PageReading(facts, AddressRefused("The source gives no address of a page."))
    try:
        reply = door.get(raw.url, kind="page")
    except Refusal as refusal:
        return PageReading(facts, refusal)
    state = classify(reply.status, raw.url, reply.url, reply.text)
    if state.state == "closed":
        closed = {"state": "closed", "state_evidence": state.evidence}
        return PageReading(facts.model_copy(update=closed))
    page = _main_posting(raw, _postings(raw, reply.text, reply.url)) if reply.status < 400 else None
    if page is None:
        return PageReading(facts)
    text_from = "page" if page.extra.get("read_from") == "main text" else "jsonld"
    found = read_facts(_filled(raw, page), text_from=text_from)
    if state.state == "active":
        found = found.model_copy(update={"state": "active", "state_evidence": state.evidence})
    return PageReading(found)


def _postings(raw: RawPosting, html: str, url: str) -> list[RawPosting]:
    try:
        items = list(postings_in_page(html, url, source=raw.source))
    except SourceError:
        return []
    return [item for item in items if isinstance(item, RawPosting)]


def _main_posting(raw: RawPosting, found: Sequence[RawPosting]) -> RawPosting | None:
    """The page's own posting: by title, then by address; a lone one is taken as it is."""
    wanted = title_key(raw.title)
    for posting in found:
        if title_key(posting.title) == wanted:
            return posting
    own_address = canonical_url(raw.url)
    for posting in found:
        if canonical_url(posting.url) == own_address and len(found) > 1:
            return posting
    return found[0] if len(found) == 1 else None


def _filled(raw: RawPosting, page: RawPosting) -> RawPosting:
    """The board's row with its gaps filled from the page; the longer description stands."""
    changes = {
        name: value
        for name in RawPosting.model_fields
        if name not in {"source", "provider", "external_id", "url", "extra", "description"}
        and (value := getattr(page, name))
        and not getattr(raw, name)
    }
    if len(page.description or "") > len(raw.description or ""):
        changes["description"] = page.description
    return raw.model_copy(update=changes)
