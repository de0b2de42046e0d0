"""Facts of a profile that forms ask for, each with the item it is from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from jobctrl_dagster.apply.choices import Answer
from jobctrl_dagster.facts.place import gazetteer
from jobctrl_dagster.facts.terms import find_terms
from jobctrl_dagster.settings.profile import Profile, Work
from jobctrl_dagster.settings.profile_dates import days_of, is_present, months_held

_PARTICLES = frozenset(
    (
        "van",
        "von",
        "de",
        "del",
        "der",
        "den",
        "da",
        "di",
        "dos",
        "du",
        "la",
        "le",
        "ten",
        "ter",
        "zu",
    )
)
_CONTEXT = ("Python", "SQL")


@dataclass(frozen=True)
class Fact:
    """An answer from the profile.

    Attributes:
        ended: whether it is of a post that has ended.
    """

    answer: Answer
    ended: bool = False


def known_facts(profile: Profile, today: date) -> Mapping[str, Fact]:
    """The facts by the meaning of the question that asks for them; what is not stated is absent."""
    answers = [*_contact(profile), *_place(profile), *_links(profile)]
    facts = {meaning: Fact(answer) for meaning, answer in answers if answer.text.strip()}
    return facts | dict(_post(profile)) | dict(_experience(profile, today))


def _contact(profile: Profile) -> Iterator[tuple[str, Answer]]:
    basics = profile.basics
    name = " ".join(basics.name.split())
    yield "full_name", Answer(name, "basics.name")
    yield "email", Answer(basics.email.strip(), "basics.email")
    yield "phone", Answer(basics.phone.strip(), "basics.phone")
    first, last = parted_name(name)
    yield "first_name", Answer(first, "basics.name")
    yield "last_name", Answer(last, "basics.name")


def parted_name(name: str) -> tuple[str, str]:
    """First and last name; two empty texts where the whole does not say where they part."""
    if name.count(",") == 1:
        last, _, first = name.partition(",")
        return first.strip(), last.strip()
    words = name.split()
    if len(words) == 2:
        return words[0], words[1]
    if len(words) > 2 and all(word.lower() in _PARTICLES for word in words[1:-1]):
        return words[0], " ".join(words[1:])
    return "", ""


def _place(profile: Profile) -> Iterator[tuple[str, Answer]]:
    from babel import Locale

    place = profile.basics.location
    code = place.country_code.strip().upper()
    country = Locale("en").territories.get(code, "") if len(code) == 2 else ""
    city, region = place.city.strip(), place.region.strip()
    whole = ", ".join(part for part in (city, region, country) if part)
    short = ", ".join(part for part in (city, region or country) if part)
    state = _region_code(code, region)
    coded = [f"{city}, {state}{end}" for end in (f", {country}", ", USA", "") if state]
    if city:
        yield "location", Answer(short, "basics.location", aliases=(whole, *coded, city))
    yield "city", Answer(city, "basics.location.city")
    yield "region", Answer(region, "basics.location.region")
    yield "country", Answer(country, "basics.location.countryCode", (code,), country=code)
    yield "postal_code", Answer(place.postal_code.strip(), "basics.location.postalCode")
    yield "street", Answer(place.address.strip(), "basics.location.address")


def _region_code(country: str, region: str) -> str:
    """The short form of a region as people write it in the United States and Canada."""
    if country not in {"US", "CA"} or not region:
        return ""
    codes = gazetteer.federal_region_named(region)
    return codes.rpartition("-")[2] if codes else ""


def _links(profile: Profile) -> Iterator[tuple[str, Answer]]:
    for index, account in reversed(list(enumerate(profile.basics.profiles))):
        host = urlsplit(account.url).hostname or ""
        for network in ("linkedin", "github"):
            named = account.network.replace(" ", "").casefold() == network
            if account.url and (named or re.search(rf"(^|\.){network}\.com$", host)):
                yield network, Answer(account.url.strip(), f"basics.profiles[{index}]")
    yield "website", Answer(profile.basics.url.strip(), "basics.url")


def _post(profile: Profile) -> Iterator[tuple[str, Fact]]:
    """The post that is held, else the last one, by their start."""
    dated = [(i, post) for i, post in enumerate(profile.work) if days_of(post.start_date)]
    held = [(i, post) for i, post in dated if _lasts(post)]
    if not dated:
        return
    index, post = max(held or dated, key=lambda each: (days_of(each[1].start_date), -each[0]))
    for meaning, text in (("current_company", post.name), ("current_title", post.position)):
        if text.strip():
            yield meaning, Fact(Answer(text.strip(), f"work[{index}]"), ended=not held)


def _lasts(post: Work) -> bool:
    return not post.end_date.strip() or is_present(post.end_date)


def _experience(profile: Profile, today: date) -> Iterator[tuple[str, Fact]]:
    months = profile.months_of_work(today)
    if months:
        yield "years_total", Fact(_years(months, "work"))


def years_with(profile: Profile, question: str, today: date) -> Answer | str:
    """Years in posts that name the one skill a question is about, or why they cannot be told.

    Only dated posts count, and only those whose own words name the skill; posts at the same time
    count once.
    """
    asked = skills_in(question)
    if len(asked) != 1:
        return "It asks for years with something that the profile cannot be searched for."
    (term,) = asked
    posts = [(i, post) for i, post in enumerate(profile.work) if term in skills_in(*_words(post))]
    months = months_held(((post.start_date, post.end_date) for _, post in posts), today)
    if not months:
        return f"No dated post of the profile names {term}; the years with it are yours to say."
    return _years(months, ", ".join(f"work[{index}]" for index, _ in posts))


def _years(months: int, source: str) -> Answer:
    return Answer(str(months // 12), source, amount=months / 12)


def _words(post: Work) -> Sequence[str]:
    return (post.position, post.summary, post.description, *post.highlights)


def skills_in(*texts: str) -> set[str]:
    """The skills that texts name; everyday words such as "Go" count after `with` and `of`."""
    found = set(find_terms("\n".join(texts)))
    for text in texts:
        for after in re.findall(r"\b(?:with|in|of|using|mit|avec|con) ([^\s,.;:?!()]+)", text):
            company = find_terms(f"{', '.join(_CONTEXT)}, {after}")
            found |= set(company) - set(_CONTEXT) if after[:1].isupper() else set()
    return found
