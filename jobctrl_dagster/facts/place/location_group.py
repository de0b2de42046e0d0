"""One place of a location field: which of its parts are city, region and country.

A part like `IN`, `DE` or `Georgia` is both a region and a country; the city beside it decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.place import gazetteer
from jobctrl_dagster.facts.place.gazetteer import City

DOMINANCE: Final = 3  # a city is meant without its country if it is this much larger than its namesakes
METROPOLIS: Final = 4_000_000  # people of a city that is meant rather than the region of its name
LARGE_CITY: Final = 500_000  # people of a city that may be meant rather than the region of its name
CODED_REGIONS: Final = ("BR", "AU", "IN")  # countries where a city is written with the code of its region
LONGEST_NAME: Final = 5  # words of a place that no table knows


@dataclass(frozen=True)
class Part:
    """One part of a place with all that it may mean.

    Attributes:
        country: the country it names or abbreviates, if any.
        federal: ISO 3166-2 codes of the US and Canada that it may mean.
        regions: other countries that have a region of this name.
        area: wider areas or countries that it stands for.
    """

    text: str
    key: str
    country: str | None
    federal: tuple[str, ...]
    regions: frozenset[str]
    cities: tuple[City, ...]
    area: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Part":
        """All that the tables know of a text."""
        return _read_part(text)

    @property
    def is_code(self) -> bool:
        """Whether the part is a code of two letters."""
        return len(self.key) == 2 and self.key.isascii() and self.key.isalpha()

    @property
    def is_known(self) -> bool:
        """Whether any table knows the part."""
        return bool(self.country or self.federal or self.regions or self.cities or self.area)

    @property
    def is_anchor(self) -> bool:
        """Whether the part can be a country or a region of the US or Canada."""
        return bool(self.country or self.federal)

    @property
    def is_two_things(self) -> bool:
        """Whether the part is a country and also a region of the US or Canada."""
        return bool(self.country and self.federal)

    def in_country(self, country: str) -> bool:
        """Whether a city of this name lies in the country."""
        return any(city.country == country for city in self.cities)

    def region_in(self, country: str) -> str | None:
        """The region of the country that the part names, as a code or as written."""
        for code in self.federal:
            if code.startswith(country):
                return code
        if self.is_code and gazetteer.is_region_code(f"{country}-{self.key}"):
            return f"{country}-{self.key.upper()}"
        return self.text if country in self.regions else None


@lru_cache(maxsize=16_384)
def _read_part(text: str) -> Part:
    key = gazetteer.place_key(text)
    area = gazetteer.area_named(text)
    if area:
        return Part(text, key, None, (), frozenset(), (), area)
    upper = text.upper()
    if len(upper) in (5, 6) and upper[2] == "-" and gazetteer.is_region_code(upper):
        federal = (upper,) if upper.startswith(gazetteer.FEDERAL) else ()
        return Part(text, key, upper[:2] if not federal else None, federal, frozenset(), (), ())
    if len(key) == 2 and key.isascii() and key.isalpha():
        return Part(
            text, key, gazetteer.country_of_code(key), gazetteer.federal_region_of_code(key), frozenset(), (), ()
        )  # fmt: skip
    name = gazetteer.federal_region_named(text)
    return Part(
        text,
        key,
        gazetteer.country_named(text) or gazetteer.country_of_code(text),
        (name,) if name else (),
        gazetteer.region_countries(text),
        gazetteer.cities_named(text),
        (),
    )


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
            if len(area) == 2 and area != "EU":
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


def _meaning(parts: Sequence[Part], index: int, following: str | None, hint: str | None) -> str | None:
    """What a country or region part means here; `None` when it is a city or stays open."""
    part = parts[index]
    if part.is_code or part.is_two_things:
        return _meaning_of_ambiguous(parts, index, following, hint)
    if part.country:
        named_town = following and "-" in following and index + 1 < len(parts) and parts[index + 1].is_code
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
    firm = next((other.country for other in parts if other.country and not other.is_code and not other.is_two_things), None)  # fmt: skip
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
    beside = [other for other in (*reversed(parts[:index]), *parts[index + 1 :]) if not other.is_code]
    fits: list[tuple[int, str]] = []
    for other in beside[:2]:
        for city in other.cities:
            if city.region and city.region in part.federal:
                fits.append((city.people, city.region))
            elif city.country == part.country:
                fits.append((city.people, city.country))
            elif part.is_code and city.country in CODED_REGIONS and part.region_in(city.country):
                fits.append((city.people, f"{city.country}-{part.key.upper()}"))
        if part.country in gazetteer.FEDERAL and any(code.startswith(part.country or "") for code in other.federal):
            fits.append((1, part.country or ""))
        if fits:
            break
    return fits


def _is_rather_city(parts: Sequence[Part], index: int, following: str | None) -> bool:
    """Whether the name of a region (`New York`, `Washington`) is a city here, or may well be one."""
    part = parts[index]
    if any(city.region == following for city in part.cities if following):
        return True
    inside = [city for city in part.cities if city.country == part.federal[0][:2]]
    if not inside:
        return False
    others = [other for position, other in enumerate(parts) if position != index]
    if any(other.federal and other.federal[0][:2] == part.federal[0][:2] for other in others):
        return any(city.region in other.federal for other in others for city in inside)
    if any(other.in_country(part.federal[0][:2]) and not other.is_anchor for other in others):
        return False
    elsewhere = inside[0].region != part.federal[0] and inside[0].people >= LARGE_CITY
    return elsewhere or inside[0].people >= METROPOLIS


# --- cities ------------------------------------------------------------------------------------


def _by_anchors(group: Group, parts: Sequence[Part], anchors: dict[int, str]) -> None:
    """Place each part in the country of its anchor: the next one, or the one before."""
    for meaning in anchors.values():
        group.add_country(meaning[:2])
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
    """Cities and regions of one country; a name that no table knows is a city if it stands first."""
    cities = [part for part in segment if part.in_country(country)]
    only_cities = [part for part in cities if not part.region_in(country)]
    found_city = False
    for position, part in enumerate(segment):
        region = part.region_in(country)
        if part in cities and (not region or not (only_cities or found_city) or part in only_cities):
            if region and not group.regions and _stays_open(part, country):
                continue
            found_city = True
            _append(group.cities, part.text)
        elif region:
            _append(group.regions, region)
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
    if not part.cities or part.is_code or (part.federal and part.cities[0].people < METROPOLIS):
        return None
    first = part.cities[0]
    rival = next((city.people for city in part.cities if city.country != first.country), 0)
    return first.country if first.people >= DOMINANCE * rival else None
