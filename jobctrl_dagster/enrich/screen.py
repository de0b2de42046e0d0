"""The rules that drop a job, each drop with the setting and the words that decided. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from jobctrl_dagster.facts.identity import company_key
from jobctrl_dagster.facts.place import PlaceWish, eligible
from jobctrl_dagster.facts.posting import PostingFacts
from jobctrl_dagster.settings.schema import PayFloor, Rules


@dataclass(frozen=True)
class Drop:
    """One rule that drops a job.

    Attributes:
        rule: Name of the rule.
        value: The setting that decided.
        quote: The words of the posting, or a short reason where it says nothing.
    """

    rule: str
    value: str
    quote: str


def place_wish(rules: Rules) -> PlaceWish:
    """The part of the rules that says where the person can work."""
    return PlaceWish(
        countries=rules.countries,
        cities=rules.cities,
        remote=rules.remote,
        blocked=rules.blocked_places,
        home_country=rules.home_country,
        home_region=rules.home_region,
    )


def screen(
    facts: PostingFacts,
    rules: Rules,
    *,
    company: str | None,
    title: str,
    location: str | None,
    now: datetime,
) -> tuple[Drop, ...]:
    """Every rule that drops the job, so that relaxing one shows what the others still hold.

    What is unknown drops nothing, unless a rule asks for it in so many words.
    """
    return (
        *_closed(facts),
        *_excluded_company(company, rules),
        *_excluded_words("excluded_titles", rules.excluded_titles, title),
        *_excluded_words("excluded_terms", rules.excluded_terms, facts.text),
        *_wrong_place(facts, rules, location),
        *_pay_floor(facts, rules.pay_floor),
        *_too_old(facts, rules, now),
    )


def _closed(facts: PostingFacts) -> Iterator[Drop]:
    if facts.state == "closed":
        yield Drop("closed", "open postings only", "; ".join(facts.state_evidence) or "closed")


def _excluded_company(company: str | None, rules: Rules) -> Iterator[Drop]:
    own = company_key(company)
    for entry in rules.excluded_companies:
        if own is not None and company_key(entry) == own:
            yield Drop("excluded_companies", entry, company or "")
            return


def _excluded_words(rule: str, entries: tuple[str, ...], text: str) -> Iterator[Drop]:
    for entry in entries:
        words = r"\s+".join(re.escape(word) for word in entry.split())
        found = re.search(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE) if words else None
        if found:
            yield Drop(rule, entry, _around(text, found.start(), found.end()))
            return


def _around(text: str, start: int, end: int, margin: int = 40) -> str:
    """The found words with a little of what stands about them."""
    piece = text[max(0, start - margin) : end + margin]
    return " ".join(piece.split())


def _wrong_place(facts: PostingFacts, rules: Rules, location: str | None) -> Iterator[Drop]:
    verdict = eligible(facts.place, place_wish(rules))
    if verdict.accepted is not False:
        return
    quote = "; ".join(verdict.evidence or facts.place.evidence) or location or "no place stated"
    yield Drop(verdict.reason, _wished_place(rules, verdict.reason), quote)


def _wished_place(rules: Rules, reason: str) -> str:
    named = {
        "blocked_place": ("blocked_places", rules.blocked_places),
        "onsite_only": ("remote", (rules.remote,)),
        "remote_only": ("remote", (rules.remote,)),
        "restricted": ("home", (rules.home_region or rules.home_country or "unknown",)),
    }
    name, values = named.get(
        reason, ("cities", rules.cities) if rules.cities else ("countries", rules.countries)
    )
    return f"{name}: {', '.join(values)}"


def _pay_floor(facts: PostingFacts, floor: PayFloor | None) -> Iterator[Drop]:
    if floor is None:
        return
    wanted = f"{floor.amount} {floor.currency} a year"
    if facts.pay is None:
        if floor.require_stated:
            yield Drop("pay_floor", f"{wanted}, stated", "no pay stated")
        return
    highest = facts.pay.annual()[1]
    if highest is not None and facts.pay.currency == floor.currency and highest < floor.amount:
        yield Drop("pay_floor", wanted, facts.pay.evidence)


def _too_old(facts: PostingFacts, rules: Rules, now: datetime) -> Iterator[Drop]:
    if rules.max_age_days is None or facts.posted_at is None:
        return
    if now - facts.posted_at > timedelta(days=rules.max_age_days):
        quote = f"posted {facts.posted_at:%Y-%m-%d}"
        yield Drop("max_age_days", f"{rules.max_age_days} days", quote)
