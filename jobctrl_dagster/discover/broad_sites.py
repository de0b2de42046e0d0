"""What each broad board can do, and what it is therefore asked for."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from jobctrl_dagster.settings.schema import Search

Filter = Literal["place", "age", "remote"]

COUNTRY_NAMES = {
    "CZ": "czech republic", "GB": "uk", "HK": "hong kong", "KR": "south korea", "TR": "turkey",
    "TW": "taiwan", "US": "usa", "VE": "venezuela", "VN": "vietnam",
}  # fmt: skip


class Site(BaseModel):
    """One broad board; the fields are explained at the top of ``broad_sites.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    title: str
    door: Literal["api", "page"]
    filters: frozenset[Filter]
    by_country: bool = False
    one_of: tuple[Filter, ...] = ()
    countries: frozenset[str] = frozenset()
    key: str | None = None
    reason: str | None = None


class Ask(BaseModel):
    """What a site is asked for, and what is left to us.

    Attributes:
        request: Arguments of the library's search request.
        country: The country its postings must be in, if it is known.
        newest_days: Oldest age in days that we let pass ourselves, where the site does not.
        remote_only: Whether we drop what is not remote, where the site does not.
        notes: What the site could not do, in sentences.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    request: dict[str, Any]
    country: str | None = None
    newest_days: int | None = None
    remote_only: bool = False
    notes: tuple[str, ...] = ()


class CannotAskError(Exception):
    """A site that is not asked at all; code and sentence go into the report."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@functools.cache
def sites() -> Mapping[str, Site]:
    """All broad boards by name."""
    from ruamel.yaml import YAML  # needed when a board is read, not at import

    text = files("jobctrl_dagster.discover").joinpath("broad_sites.yaml").read_text("utf-8")
    table = TypeAdapter(tuple[Site, ...]).validate_python(YAML(typ="safe").load(text))
    return {site.name: site for site in table}


def sites_as_markdown() -> str:
    """The table for the documentation."""
    lines = ["| board | name in settings | countries | filters by |", "|---|---|---|---|"]
    for site in sites().values():
        where = ", ".join(sorted(site.countries)) or "all"
        filters = ", ".join(sorted(site.filters)) or "nothing"
        if len(site.one_of) > 1:
            filters += f" ({' or '.join(site.one_of)}, one at a time)"
        row = site.reason or f"{where} | {filters}"
        lines.append(f"| {site.title} | `{site.name}` | {row} |")
    return "\n".join(lines) + "\n"


def plan_ask(site: Site, search: Search) -> Ask:
    """Decide what a site is asked for; whatever it cannot filter is left to us.

    Raises:
        CannotAskError: The site cannot be read, or does not know the country.
    """
    _check(site, search)
    wanted: list[Filter] = [name for name in ("age", "remote") if _wants(search, name)]
    rivals = [name for name in site.one_of if name in wanted]
    asked = site.filters - set(rivals[1:])
    left = [name for name in wanted if name not in asked]
    request = {
        "site_name": site.name,
        "search_term": search.query,
        "location": _place(site, search),
        "results_wanted": search.results,
        "is_remote": search.remote and "remote" in asked,
        "hours_old": _hours(search) if "age" in asked else None,
    }
    if site.by_country and search.country:
        request["country_indeed"] = _country_name(search.country)
    return Ask(
        request=request,
        country=search.country,
        newest_days=search.max_age_days if "age" in left else None,
        remote_only="remote" in left,
        notes=tuple(_notes(site, search, rivals, left)),
    )


def _notes(site: Site, search: Search, rivals: list[Filter], left: list[Filter]) -> Iterator[str]:
    if len(rivals) > 1:
        yield (
            f"{site.title} filters by {rivals[0]} or {rivals[1]}, not by both: it was asked for "
            f"{rivals[0]}, and {rivals[1]} was checked here."
        )
    for name in left:
        if name not in rivals:
            yield f"{site.title} does not filter by {name}: it was checked here."
    if search.country and "place" not in site.filters:
        yield f"{site.title} does not filter by place: the country was checked here."


def _place(site: Site, search: Search) -> str | None:
    """The place to ask for by name; the country stands in where the site takes none."""
    if "place" not in site.filters:
        return None
    if search.location or site.by_country or not search.country:
        return search.location
    return _country_name(search.country)


def _check(site: Site, search: Search) -> None:
    if site.reason:
        raise CannotAskError("needs_more_than_http", site.reason)
    if search.country and site.countries and search.country not in site.countries:
        sentence = f"{site.title} does not know {search.country}; it was not asked."
        raise CannotAskError("unknown_country", sentence)
    if site.key and not os.environ.get(site.key):
        sentence = f"{site.title} needs the key of an account in {site.key}; it was not asked."
        raise CannotAskError("needs_key", sentence)


def _wants(search: Search, name: str) -> bool:
    return search.remote if name == "remote" else search.max_age_days is not None


def _hours(search: Search) -> int | None:
    return search.max_age_days * 24 if search.max_age_days else None


def _country_name(code: str) -> str:
    if code in COUNTRY_NAMES:
        return COUNTRY_NAMES[code]
    import pycountry  # its tables load slowly

    found = pycountry.countries.get(alpha_2=code)
    return found.name.lower() if found else code
