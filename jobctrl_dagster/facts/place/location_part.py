"""One part of a location field with all that it may mean."""

from dataclasses import dataclass
from functools import lru_cache

from jobctrl_dagster.facts.place import gazetteer
from jobctrl_dagster.facts.place.gazetteer import City


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
        inside = upper.startswith(gazetteer.FEDERAL)
        country, regions = (None, (upper,)) if inside else (upper[:2], ())
        return Part(text, key, country, regions, frozenset(), (), ())
    if len(key) == 2 and key.isascii() and key.isalpha():
        code, federal = gazetteer.country_of_code(key), gazetteer.federal_region_of_code(key)
        cities = gazetteer.cities_named(text) if not (code or federal) else ()
        return Part(text, key, code, federal, frozenset(), cities, ())
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
