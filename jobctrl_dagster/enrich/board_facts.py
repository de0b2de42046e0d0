"""Facts read from what a source says of a posting. Pure: no network, no clock."""

from __future__ import annotations

from jobctrl_dagster.discover.records import RawPosting
from jobctrl_dagster.facts.pay import Pay, find_pay, parse_pay
from jobctrl_dagster.facts.place import Place, read_place
from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.facts.text import clean_html

SHORTEST_TEXT = 200
"""Characters below which a description is a snippet, and the page is asked for."""


def read_facts(raw: RawPosting, *, text_from: str = "board") -> PostingFacts:
    """Read every fact that the row states; what it does not state stays unknown."""
    text = clean_html(raw.description)
    place = _place(raw, text)
    return PostingFacts(
        text=text,
        text_from=text_from if text else "none",
        pay=_pay(raw, text, place),
        place=place,
        posted_at=raw.posted_at,
        state="listed",
        url=raw.url,
        apply_url=raw.apply_url or raw.url,
        terms=find_terms(f"{raw.title}\n{text}"),
    )


def _place(raw: RawPosting, text: str) -> Place:
    return read_place(
        raw.location,
        title=raw.title,
        description=text,
        country_hint=raw.country_hint,
        offices=raw.offices,
        workplace_type=raw.workplace_type,
    )


def _pay(raw: RawPosting, text: str, place: Place) -> Pay | None:
    """The board's own pay fields first, then its pay text, then the description."""
    country = raw.country_hint or (place.countries[0] if len(place.countries) == 1 else None)
    return (
        _structured_pay(raw)
        or parse_pay(raw.pay_text, country=country)
        or find_pay(text, country=country)
    )


def _structured_pay(raw: RawPosting) -> Pay | None:
    stated = [amount for amount in (raw.pay_minimum, raw.pay_maximum) if amount]
    if not stated:
        return None
    low, high = raw.pay_minimum or None, raw.pay_maximum or None
    swapped = low is not None and high is not None and low > high
    if swapped:
        low, high = high, low
    words = " - ".join(str(amount) for amount in stated)
    return Pay(
        currency=raw.pay_currency,
        period=raw.pay_period,
        minimum=low,
        maximum=high,
        swapped=swapped,
        evidence=raw.pay_text or f"{words} {raw.pay_currency or ''} {raw.pay_period or ''}".strip(),
    )
