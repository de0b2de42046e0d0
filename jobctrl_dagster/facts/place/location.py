"""What a location field of a board names: places, limits, zones and a work model."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.folding import plain_text, visible
from jobctrl_dagster.facts.place import gazetteer, location_words
from jobctrl_dagster.facts.place.location_group import group_places
from jobctrl_dagster.facts.place.location_part import Part

LONGEST: Final = 20_000  # characters of a field that are read
MOST_PARTS: Final = 60  # parts of one place that are read
EVIDENCE: Final = 300  # characters of a field that are quoted
_DASHES: Final = re.compile("[‐‑‒–—―−]")
_STRONG: Final = re.compile(
    r"[;|\n•·]+|\s+(?:or|oder|ou|lub|und|et|y|plus)\s+|\s*/\s*|\s+[&+]\s+|\s+and\s+", re.IGNORECASE
)
_EXCLUDING: Final = re.compile(
    r"\b(?:except\w*|exclud\w+|excl\.|other than|but not|not (?:in|available))", re.IGNORECASE
)
_CERTAIN: Final = re.compile(r"[;|\n•·]")
_WEAK: Final = re.compile(r"[,()\[\]:、，]|\s-+\s*|-+\s+|^-+|-+$|--+")
_CODE_AND_PLACE: Final = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_][\w '.]*)+")


@dataclass(frozen=True)
class Located:
    """What one location field says.

    Attributes:
        named: countries that the field names, as against those known through a city or region.
        residence: the residence limits the field would set for a remote job, each a tuple of
            alternatives (country codes, ISO 3166-2 codes, wider areas).
        zones: time zones in the order of the field, upper case.
        open_to_all: the field says worldwide or anywhere.
        work_model: the work model that the field names.
        unread: a place is named that nobody knows.
        span: the words of the field.
    """

    cities: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    residence: tuple[tuple[str, ...], ...] = ()
    zones: tuple[str, ...] = ()
    open_to_all: bool = False
    work_model: str | None = None
    span: str = ""


def read_location(text: object, hint: str | None = None) -> Located:
    """Read one location field; `hint` is a country code for what the field leaves open."""
    raw = plain_text(text)[:LONGEST]
    return _read(raw, hint) if raw.strip() else Located()


@lru_cache(maxsize=8192)
def _read(raw: str, hint: str | None) -> Located:
    span = " ".join(visible(raw).split())[:EVIDENCE]
    text = _DASHES.sub("-", unicodedata.normalize("NFKC", visible(raw)))
    excluding = _EXCLUDING.search(text)
    text = text[: excluding.start()] if excluding else text
    work_model, text = location_words.take_work_model(text)
    zones, text = location_words.take_zones(text)
    open_to_all, text = location_words.take_worldwide(text)
    groups = [group_places(parts, hint) for parts in map(_parts, _split(text)) if parts]
    cities = tuple(dict.fromkeys(city for group in groups for city in group.cities))
    regions = tuple(dict.fromkeys(region for group in groups for region in group.regions))
    countries = tuple(dict.fromkeys(code for group in groups for code in group.countries))
    named = tuple(dict.fromkeys(code for group in groups for code in group.named))
    limits = tuple(dict.fromkeys(limit for group in groups for limit in group.limits))
    placed = [group for group in groups if group.countries or group.limits or group.cities]
    narrow = [group.regions for group in placed if group.regions and not group.cities]
    residence: list[tuple[str, ...]] = [limits] if limits and not open_to_all else []
    if placed and len(narrow) == len(placed) and not open_to_all:
        states = dict.fromkeys(region for group in narrow for region in group)
        if all(region[:3] in ("US-", "CA-") for region in states):
            residence.append(tuple(states))
    return Located(
        cities, regions, countries, named, tuple(residence), zones, open_to_all, work_model, span
    )


def _split(text: str) -> list[str]:
    """The places of a field that lists several."""
    if not _STRONG.search(text):
        return [text]
    groups: list[str] = []
    for line in _CERTAIN.split(text):
        pieces = _STRONG.split(line)
        whole = line.strip(" ,-()")
        if (
            len(pieces) > 1
            and len(whole) < 60
            and (gazetteer.country_named(whole) or _known(whole))
        ):
            pieces = [line]
        groups.extend(_rejoined(line) if len(pieces) > 1 else pieces)
    return [group for group in groups if group.strip()]


def _rejoined(line: str) -> list[str]:
    """Split at the weaker words where they do not stand inside a name (Trinidad and Tobago)."""
    groups, start = [], 0
    for mark in _STRONG.finditer(line):
        left = re.split(r"[,;:(\[]", line[start : mark.start()])[-1]
        right = re.split(r"[,;:)\]/]", line[mark.end() :], maxsplit=1)[0]
        name = f"{left.strip()}{mark.group()}{right.strip()}"
        if len(name) < 60 and mark.group().strip() and _known(name):
            continue
        groups.append(line[start : mark.start()])
        start = mark.end()
    return [*groups, line[start:]]


def _known(name: str) -> bool:
    return bool(
        gazetteer.country_named(name)
        or gazetteer.area_named(name)
        or gazetteer.region_countries(name)
        or gazetteer.federal_region_named(name)
    )


def _parts(group: str) -> list[Part]:
    parts: list[Part] = []
    for piece in _WEAK.split(group, MOST_PARTS)[:MOST_PARTS]:
        cleaned = location_words.cleaned(piece)
        part = Part.read(cleaned) if cleaned else None
        if part is None:
            continue
        if not part.is_known and _CODE_AND_PLACE.fullmatch(cleaned):
            halves = [Part.read(half) for half in cleaned.split("-", 2)]
            if halves[0].is_anchor:
                parts.extend(halves)
                continue
        parts.extend([part] if part.is_known else _unjoined(cleaned) or [part])
    return parts


def _unjoined(text: str) -> list[Part]:
    """The parts of a place written without commas: `Austin TX`, `USA VA Chantilly`."""
    words = text.split()
    for size in range(min(3, len(words) - 1), 0, -1):
        head, tail = " ".join(words[:-size]), " ".join(words[-size:])
        if _stands_alone(tail) and (len(tail) > 2 or Part.read(head).cities):
            return [
                *(
                    [Part.read(head)]
                    if Part.read(head).is_known
                    else _unjoined(head) or [Part.read(head)]
                ),
                Part.read(tail),
            ]
    if (
        len(words) > 1
        and words[0].isupper()
        and len(words[0]) in (2, 3)
        and _stands_alone(words[0])
    ):
        return [
            Part.read(words[0]),
            *(_unjoined(" ".join(words[1:])) or [Part.read(" ".join(words[1:]))]),
        ]
    return []


def _stands_alone(text: str) -> bool:
    """Whether a text is a country or state by its letters: a name, or a code in capitals."""
    return Part.read(text).is_anchor and (text.isupper() or (len(text) > 3 and text[:1].isupper()))
