"""Whether the place of a job suits what a person wishes."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Final

from jobctrl_dagster.facts.place import gazetteer
from jobctrl_dagster.facts.place.location import read_location
from jobctrl_dagster.facts.place.models import Place, PlaceWish, Verdict
from jobctrl_dagster.facts.place.restrictions import limits_of
from jobctrl_dagster.facts.place.sentences import Sentence

_OFFSET: Final = re.compile(r"(?:UTC|GMT)([+-]\d{1,2})(?::?(\d\d))?")
_WINTER: Final = datetime(2026, 1, 15, 12, tzinfo=UTC)
_SUMMER: Final = datetime(2026, 7, 15, 12, tzinfo=UTC)


def eligible(place: Place, want: PlaceWish) -> Verdict:
    """The verdict of the first rule that fails: block, geography, restriction, work model."""
    for check in (_blocked, _geography, _restricted, _work_model):
        verdict = check(place, want)
        if verdict:
            return verdict
    return Verdict(accepted=True, reason="ok")


# --- 1. blocked --------------------------------------------------------------------------------


def _blocked(place: Place, want: PlaceWish) -> Verdict | None:
    names = {
        gazetteer.place_key(name)
        for region in place.regions
        for name in gazetteer.region_names(region)
    }
    for entry in want.blocked:
        code = gazetteer.country(entry)
        if code in place.countries:
            return _no("blocked_place", _spans_of(place, countries={code or ""}))
        if len(gazetteer.place_key(entry)) == 2:
            continue
        by_city = any(same_city(entry, city) for city in place.cities)
        if (
            by_city
            or gazetteer.place_key(entry) in names
            or gazetteer.federal_region_named(entry) in place.regions
        ):
            return _no("blocked_place", place.evidence[:1])
    return None


def same_city(one: str, other: str) -> bool:
    """Whether two whole names are one city: equal, or names of the same well-known city."""
    if gazetteer.place_key(one) == gazetteer.place_key(other):
        return True
    first, second = gazetteer.cities_named(one)[:1], gazetteer.cities_named(other)[:1]
    return bool(first) and first == second


def cities_apart(a: Place, b: Place) -> bool:
    """Whether two places name cities and have none in common."""
    if not a.cities or not b.cities:
        return False
    if a.countries and b.countries and not set(a.countries) & set(b.countries):
        return True
    return not any(same_city(one, other) for one in a.cities for other in b.cities)


# --- 2. geography ------------------------------------------------------------------------------


def _geography(place: Place, want: PlaceWish) -> Verdict | None:
    return (
        _remote_geography(place, want)
        if place.work_model == "remote"
        else _office_geography(place, want)
    )


def _homes(want: PlaceWish) -> tuple[str, ...]:
    """The country a person lives in; the wished ones stand for an unknown home."""
    home = gazetteer.country(want.home_country or "") or gazetteer.country_of_code(
        (want.home_region or "")[:2]
    )
    if want.home_country and not home:
        home = want.home_country.upper()
    return (home,) if home else _codes(want.countries)


def _codes(countries: Iterable[str]) -> tuple[str, ...]:
    return tuple(gazetteer.country(name) or name.upper() for name in countries)


def _remote_geography(place: Place, want: PlaceWish) -> Verdict | None:
    homes = _homes(want)
    if not homes:
        return None
    limits = [limit for limit in place.restrictions if limit.endswith(" only")]
    for limit in limits:
        if not any(_admits_country(limit, home) for home in homes):
            reason = "geo_mismatch" if place.countries else "restricted"
            return _no(reason, _spans_stating(place, limit))
    if not limits and place.countries and not set(homes) & set(place.countries):
        return Verdict(accepted=None, reason="unknown_limit", evidence=place.evidence[:1])
    return None


def _alternatives(limit: str) -> list[str]:
    return limit.removesuffix(" only").split("/")


def _admits_country(limit: str, home: str) -> bool:
    return any(
        home == entry or entry[:3] == f"{home}-" or home in gazetteer.area_members(entry)
        for entry in _alternatives(limit)
    )


def _office_geography(place: Place, want: PlaceWish) -> Verdict | None:
    wished = set(_codes(want.countries))
    if not want.cities and not wished:
        return None
    if not place.cities and not place.countries:
        return Verdict(accepted=None, reason="unknown_place")
    if not want.cities:
        if wished & set(place.countries):
            return None
        if not place.countries:
            return Verdict(accepted=None, reason="unknown_place", evidence=place.evidence[:1])
        return _no("geo_mismatch", _spans_of(place, countries=set(place.countries)))
    if any(same_city(city, other) for city in want.cities for other in place.cities):
        return None
    wished = wished or {
        city.country for name in want.cities for city in gazetteer.cities_named(name)[:1]
    }
    if not place.cities and wished & set(place.countries):
        return Verdict(accepted=None, reason="unknown_place", evidence=place.evidence[:1])
    return _no("geo_mismatch", _spans_of(place, countries=set(place.countries)))


# --- 3. states, exclusions, time zones ---------------------------------------------------------


def _restricted(place: Place, want: PlaceWish) -> Verdict | None:
    homes = _homes(want)
    region = (want.home_region or "").upper().replace("_", "-") or None
    verdicts = [(limit, _admitted(limit, homes, region)) for limit in place.restrictions]
    for limit, admitted in verdicts:
        if admitted is False:
            return _no("restricted", _spans_stating(place, limit))
        if admitted is None:
            return Verdict(
                accepted=None, reason="unknown_home", evidence=_spans_stating(place, limit)
            )
    return None


def _admitted(limit: str, homes: tuple[str, ...], region: str | None) -> bool | None:
    """Whether a restriction admits a home; `None` when too little is known of the home."""
    if limit.startswith("not "):
        return _outside(limit.removeprefix("not "), homes, region)
    if limit.endswith(" only"):
        return _in_region(_alternatives(limit), homes, region)
    return _in_zones(limit.split("/"), homes, region)


def _outside(excluded: str, homes: tuple[str, ...], region: str | None) -> bool | None:
    if region:
        return excluded not in (region, region[:2])
    if not homes:
        return None
    inside = [home for home in homes if home == excluded[:2]]
    if "-" not in excluded:
        return len(inside) < len(homes)
    return None if inside else True


def _in_region(entries: list[str], homes: tuple[str, ...], region: str | None) -> bool | None:
    """Whether a limit to states admits; countries and areas were judged as geography."""
    if not any("-" in entry for entry in entries):
        return True
    if any(
        "-" not in entry and _admits_country(entry, home) for entry in entries for home in homes
    ):
        return True
    if region:
        return region in entries
    if homes and not any(entry[:2] in homes for entry in entries if "-" in entry):
        return False
    return None


def _in_zones(zones: list[str], homes: tuple[str, ...], region: str | None) -> bool | None:
    wanted = {hours for zone in zones if (hours := _hours_of_zone(zone)) is not None}
    if not wanted:
        return True
    if region:
        table = gazetteer.names()["region_hours"].get(region[:2], {})
        if region[3:] in table:
            return table[region[3:]] in wanted
    known = [_hours_of_country(home) for home in homes]
    if not known or not all(known):
        return None
    if all(hours <= wanted for hours in known):
        return True
    return None if any(hours & wanted for hours in known) else False


def _hours_of_zone(zone: str) -> float | None:
    offset = _OFFSET.fullmatch(zone)
    if offset:
        minutes = int(offset.group(2) or 0) / 60
        hours = int(offset.group(1))
        return hours - minutes if offset.group(1).startswith("-") else hours + minutes
    found = gazetteer.names()["time_zones"].get(zone)
    return None if found is None else float(found)


@cache
def _hours_of_country(code: str) -> frozenset[float]:
    """Hours from UTC, in winter, of all time zones of a country."""
    from zoneinfo import ZoneInfo

    from babel.core import get_global

    hours: set[float] = set()
    for name, territory in get_global("zone_territories").items():
        if territory != code:
            continue
        try:
            zone = ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            continue
        offsets = [moment.astimezone(zone).utcoffset() for moment in (_WINTER, _SUMMER)]
        hours.add(min(offset.total_seconds() for offset in offsets if offset is not None) / 3600)
    return frozenset(hours)


# --- 4. work model -----------------------------------------------------------------------------


def _work_model(place: Place, want: PlaceWish) -> Verdict | None:
    if want.remote == "only" and place.work_model in ("onsite", "hybrid"):
        return _no("onsite_only", ())
    if want.remote == "only" and place.work_model == "unknown":
        return Verdict(accepted=None, reason="unknown_model")
    if want.remote == "no" and place.work_model == "remote":
        return _no("remote_only", ())
    return None


# --- evidence ----------------------------------------------------------------------------------


def _no(reason: str, evidence: tuple[str, ...]) -> Verdict:
    return Verdict(accepted=False, reason=reason, evidence=evidence)


def _spans_of(place: Place, *, countries: set[str]) -> tuple[str, ...]:
    """The spans of the place that name one of these countries, or a city there."""
    spans = [span for span in place.evidence if countries & set(read_location(span).countries)]
    return tuple(spans) or place.evidence[:1]


def _spans_stating(place: Place, limit: str) -> tuple[str, ...]:
    """The spans of the place that state this restriction."""
    federal = "US" in place.countries
    stating = [
        span
        for span in place.evidence
        if any(stated == limit for stated, _ in limits_of([Sentence.of(span)], federal=federal))
    ]
    if stating:
        return tuple(stating)
    entries = set(_alternatives(limit.removeprefix("not ")))
    spans = []
    for span in place.evidence:
        located = read_location(span)
        named = {name for alternatives in located.residence for name in alternatives} | set(
            located.zones
        )
        if entries & named:
            spans.append(span)
    return tuple(spans)
