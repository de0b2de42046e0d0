"""One place of a location field: which of its parts are city, region and country.

A part like `IN`, `DE` or `Georgia` is both a region and a country; the city beside it decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from jobctrl_dagster.facts.place import gazetteer
from jobctrl_dagster.facts.place.location_part import Part

DOMINANCE: Final = (
    3  # a city is meant without its country if it is this much larger than its namesakes
)
METROPOLIS: Final = 4_000_000  # people of a city that is meant rather than the region of its name
CITY_STATES: Final = ("SG", "HK", "MO", "MC", "GI")
LARGE_CITY: Final = 500_000  # people of a city that may be meant rather than the region of its name
CODED_REGIONS: Final = (
    "BR",
    "AU",
    "IN",
)  # countries where a city is written with the code of its region
LONGEST_NAME: Final = 5  # words of a place that no table knows


@dataclass
class Group:
    """What one place of a field comes to; `limits` are the countries and areas it names."""

    cities: list[str] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    countries: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)

    def add_country(self, code: str) -> None:
        """A country once."""
        if code not in self.countries:
            self.countries.append(code)


def group_places(parts: Sequence[Part], hint: str | None) -> Group:
    """The cities, regions and countries of one place, or of a list of places without separators."""
    group = Group()
    for part in parts:
        for area in part.area:
            group.limits.append(area)
            if not gazetteer.is_area(area):
                group.add_country(area)
                group.named.append(area)
    parts = [part for part in parts if not part.area]
    anchors = _anchors(parts, hint)
    if anchors:
        _by_anchors(group, parts, anchors)
    else:
        _by_cities(group, parts, hint)
    return group


# --- countries and regions ---------------------------------------------------------------------


def _anchors(parts: Sequence[Part], hint: str | None) -> dict[int, str]:
    """The parts that are countries (alpha-2) or regions (ISO 3166-2), by their index."""
    anchors: dict[int, str] = {}
    for index in reversed(range(len(parts))):
        part = parts[index]
        if not part.is_anchor:
            continue
        following = next((anchors[i] for i in range(index + 1, len(parts)) if i in anchors), None)
        meaning = _meaning(parts, index, following, hint)
        if meaning:
            anchors[index] = meaning
    return dict(sorted(anchors.items()))


def _meaning(
    parts: Sequence[Part], index: int, following: str | None, hint: str | None
) -> str | None:
    """What a country or region part means here; `None` when it is a city or stays open."""
    part = parts[index]
    if part.is_code or part.is_two_things:
        return _meaning_of_ambiguous(parts, index, following, hint)
    if part.country:
        named_town = (
            following and "-" in following and index + 1 < len(parts) and parts[index + 1].is_code
        )
        return None if named_town and part.country not in gazetteer.FEDERAL else part.country
    return None if _is_rather_city(parts, index, following) else part.federal[0]


def _meaning_of_ambiguous(
    parts: Sequence[Part], index: int, following: str | None, hint: str | None
) -> str | None:
    part = parts[index]
    if following and "-" not in following:
        region = part.region_in(following)
        if region and "-" in region:
            return region
    fits = _fits(parts, index)
    if fits:
        hinted = [fit for fit in fits if hint and fit[1][:2] == hint]
        return max(hinted or fits)[1]
    firm = next(
        (
            other.country
            for other in parts
            if other.country and not other.is_code and not other.is_two_things
        ),
        None,
    )
    if firm and part.region_in(firm):
        return part.region_in(firm)
    if not part.federal:
        return part.country
    if not part.country:
        return part.federal[0]
    if hint:
        return next((code for code in (*part.federal, part.country) if code[:2] == hint), None)
    # "Town, ST" with a town too small for the tables is the American way to write a place.
    return part.federal[0] if index and part.is_code and not parts[index - 1].is_anchor else None


def _fits(parts: Sequence[Part], index: int) -> list[tuple[int, str]]:
    """Meanings that the nearest city bears out, with the people of that city."""
    part = parts[index]
    beside = [
        other for other in (*reversed(parts[:index]), *parts[index + 1 :]) if not other.is_code
    ]
    fits: list[tuple[int, str]] = []
    for other in beside[:2]:
        for city in other.cities:
            if city.region and city.region in part.federal:
                fits.append((city.people, city.region))
            elif city.country == part.country:
                fits.append((city.people, city.country))
            elif part.is_code and city.country in CODED_REGIONS and part.region_in(city.country):
                fits.append((city.people, f"{city.country}-{part.key.upper()}"))
        if part.country in gazetteer.FEDERAL and any(
            code.startswith(part.country or "") for code in other.federal
        ):
            fits.append((1, part.country or ""))
        if fits:
            break
    return fits


def _is_rather_city(parts: Sequence[Part], index: int, following: str | None) -> bool:
    """Whether the name of a region (`New York`, `Washington`) is, or may well be, a city here."""
    part = parts[index]
    if any(city.region == following for city in part.cities if following):
        return True
    inside = [city for city in part.cities if city.country == part.federal[0][:2]]
    if not inside:
        return False
    twins = [position for position, other in enumerate(parts) if other.key == part.key]
    if len(twins) > 1:
        return index == twins[0]
    if index and index == len(parts) - 1 and not parts[index - 1].is_known:
        return False  # a town too small for the tables and its state
    others = [other for position, other in enumerate(parts) if position != index]
    if any(other.federal and other.federal[0][:2] == part.federal[0][:2] for other in others):
        return any(city.region in other.federal for other in others for city in inside)
    if any(
        city.region in part.federal
        for other in others
        if not other.is_anchor
        for city in other.cities
    ):
        return False
    elsewhere = inside[0].region != part.federal[0] and inside[0].people >= LARGE_CITY
    return elsewhere or inside[0].people >= METROPOLIS


# --- cities ------------------------------------------------------------------------------------


def _by_anchors(group: Group, parts: Sequence[Part], anchors: dict[int, str]) -> None:
    """Place each part in the country of its anchor: the next one, or the one before."""
    for index, meaning in anchors.items():
        group.add_country(meaning[:2])
        if meaning in CITY_STATES and parts[index].in_country(meaning):
            _append(group.cities, parts[index].text)
        if "-" in meaning:
            group.regions.append(meaning)
        else:
            group.named.append(meaning)
    group.limits.extend(group.named)
    for country, segment in _segments(parts, anchors):
        _place_segment(group, segment, country)


def _segments(parts: Sequence[Part], anchors: dict[int, str]) -> Iterator[tuple[str, list[Part]]]:
    """The parts between anchors with the country they belong to."""
    indexes = list(anchors)
    countries = [index for index in indexes if "-" not in anchors[index]]
    backward = indexes[0] == 0 and indexes[-1] != len(parts) - 1
    segment: dict[int, list[Part]] = {}
    for index, part in enumerate(parts):
        if index in anchors:
            continue
        after = next((i for i in indexes if i > index), None)
        before = next((i for i in reversed(indexes) if i < index), None)
        owner = (before if backward else after) or after
        owner = before if owner is None else owner
        if owner is not None:
            # City, region and country in a row belong to that country.
            owner = next((i for i in countries if anchors[i] == anchors[owner][:2]), owner)
            segment.setdefault(owner, []).append(part)
    for owner, members in segment.items():
        yield anchors[owner][:2], members


def _place_segment(group: Group, segment: list[Part], country: str) -> None:
    """Cities and regions of one country; an unknown name is a city if it stands first."""
    cities = [part for part in segment if part.in_country(country)]
    only_cities = [part for part in cities if not part.region_in(country)]
    found_city = False
    for position, part in enumerate(segment):
        region = part.region_in(country)
        if part in cities and (
            not region or not (only_cities or found_city) or part in only_cities
        ):
            if region and not group.regions and _stays_open(part, country):
                continue
            found_city = True
            _append(group.cities, part.text)
        elif region:
            _append(group.regions, region)
        elif (known := _country_of_city(part)) and part.cities[0].people >= LARGE_CITY:
            group.add_country(known)
            _append(group.cities, part.text)
        elif not cities and position == 0 and _is_plausible(part):
            found_city = True
            _append(group.cities, part.text)
        elif found_city and country not in gazetteer.FEDERAL and _is_plausible(part):
            _append(group.regions, part.text)


def _append(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def _stays_open(part: Part, country: str) -> bool:
    """Whether a name is a city and a region of the US or Canada, and nothing says which."""
    inside = [city for city in part.cities if city.country == country]
    return bool(part.federal) and inside[0].people < METROPOLIS


def _is_plausible(part: Part) -> bool:
    words = part.text.split()
    return len(words) <= LONGEST_NAME and not part.is_code and not part.text[:1].islower()


def _by_cities(group: Group, parts: Sequence[Part], hint: str | None) -> None:
    """Places without any country: a well-known city or region gives it, then the hint."""
    open_parts: list[Part] = []
    for part in parts:
        country = _country_of_city(part)
        if country:
            group.add_country(country)
            _append(group.cities, part.text)
        elif len(part.regions) == 1 and not part.cities:
            (only,) = part.regions
            group.add_country(only)
            _append(group.regions, part.text)
        else:
            open_parts.append(part)
    for part in open_parts:
        _place_open(group, part, hint)


def _place_open(group: Group, part: Part, hint: str | None) -> None:
    known = [*group.countries, *([hint] if hint else [])]
    country = next((code for code in known if part.in_country(code) or part.region_in(code)), None)
    if country and not part.in_country(country):
        _append(group.regions, part.region_in(country) or part.text)
    elif country or (part.cities and not part.is_anchor):
        _append(group.cities, part.text)
    elif part.federal and part.cities:
        country = part.federal[0][:2]  # Washington: the state or the capital, in one country
    elif hint and not group.countries and not part.is_known and _is_plausible(part):
        country = hint
        _append(group.cities, part.text)
    if country:
        group.add_country(country)


def _country_of_city(part: Part) -> str | None:
    """The country of a city that is well known under this name alone."""
    if not part.cities or (part.federal and part.cities[0].people < METROPOLIS):
        return None
    first = part.cities[0]
    rival = next((city.people for city in part.cities if city.country != first.country), 0)
    return first.country if first.people >= DOMINANCE * rival else None
