"""The settings a person writes, as strict models: an unknown key is an error.

Two files: ``config.yaml`` describes the installation (`SystemSettings`), ``search.yaml`` one
tenant's search (`SearchSettings`). Every default here is the one the starter files explain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

Family = Literal["company_boards", "broad_boards", "public_feeds", "community", "imports"]
FAMILIES: tuple[Family, ...] = (
    "company_boards",
    "public_feeds",
    "broad_boards",
    "community",
    "imports",
)
TENANT_PATTERN = r"^[a-z0-9-]{1,32}$"
COUNTRY_PATTERN = r"^[A-Z]{2}$"
REGION_PATTERN = r"^[A-Z]{2}-[A-Z0-9]{1,3}$"
CURRENCY_PATTERN = r"^[A-Z]{3}$"
HOST_PORT_PATTERN = r"^[^/\s:]+:\d{1,5}$"
FORMS: Mapping[str, str] = {
    COUNTRY_PATTERN: "a country code of two capital letters such as GB",
    REGION_PATTERN: "a region code such as US-CA or DE-BE",
    CURRENCY_PATTERN: "a currency code of three capital letters such as EUR",
    HOST_PORT_PATTERN: "a host with its port such as localhost:8080",
}
"""What each pattern asks for, in a person's words."""
CountryCode = Annotated[str, Field(pattern=COUNTRY_PATTERN)]


class Strict(BaseModel):
    """A frozen model that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class HostSettings(Strict):
    """How other people's servers are treated."""

    allow: tuple[Annotated[str, Field(pattern=HOST_PORT_PATTERN)], ...] = Field(
        default=(),
        description="Exact host:port pairs on private or loopback addresses that may be fetched.",
    )
    api_interval: float = Field(default=0.5, ge=0, description="Seconds between API requests.")
    page_interval: float = Field(default=2.0, ge=0, description="Seconds between page requests.")
    intervals: dict[str, Annotated[float, Field(ge=0)]] = Field(
        default_factory=dict, description="Seconds between requests for single hosts."
    )
    timeout: float = Field(default=20.0, gt=0, le=120, description="Seconds for one operation.")


CRON_FIELDS: tuple[tuple[str, int, int], ...] = (
    ("minute", 0, 59),
    ("hour", 0, 23),
    ("day of the month", 1, 31),
    ("month", 1, 12),
    ("day of the week", 0, 7),
)
_CRON_PART = re.compile(r"(\*|(\d{1,2})(-(\d{1,2}))?)(/([1-9]\d?))?")


def _cron_fault(value: str) -> str:
    """What is wrong with a cron expression of numbers; empty when nothing is."""
    fields = value.split()
    if len(fields) != len(CRON_FIELDS):
        return f"it has {len(fields)} fields, not minute, hour, day, month, weekday"
    for text, (name, least, most) in zip(fields, CRON_FIELDS, strict=True):
        for part in text.split(","):
            match = _CRON_PART.fullmatch(part)
            numbers = [int(match[i]) for i in (2, 4) if match[i]] if match else []
            if match is None or numbers != sorted(numbers):
                return f"{part!r} is no {name}"
            if any(not least <= number <= most for number in numbers):
                return f"the {name} {part!r} is not within {least} to {most}"
    return ""


class ScheduleSettings(Strict):
    """When discovery runs by itself, once the schedule is switched on."""

    cron: str = Field(default="0 7 * * *", description="Five-field cron expression.")
    timezone: str = Field(default="UTC", description="IANA name of the local time.")

    @field_validator("cron")
    @classmethod
    def _five_fields(cls, value: str) -> str:
        if fault := _cron_fault(value):
            msg = f"{value!r} is no cron expression: {fault}"
            raise ValueError(msg)
        return value

    @field_validator("timezone")
    @classmethod
    def _known_timezone(cls, value: str) -> str:
        if value not in available_timezones():
            msg = f"{value!r} is no time zone; write an IANA name such as Europe/Berlin"
            raise ValueError(msg)
        return value


class SystemSettings(Strict):
    """The installation: ``config.yaml`` in JOBCTRL_HOME."""

    slots: int = Field(default=4, ge=1, le=64, description="Stage bodies that work at once.")
    max_parallel_families: int = Field(
        default=1, ge=1, le=4, description="Families of one execution that crawl at once."
    )
    recrawl_minutes: int = Field(
        default=15, ge=0, description="A board read more recently is taken from the store."
    )
    family_timeout_minutes: int = Field(default=60, ge=1, description="Longest crawl of a family.")
    hosts: HostSettings = Field(
        default=HostSettings(), description="How other people's servers are treated."
    )
    schedule: ScheduleSettings = Field(
        default=ScheduleSettings(), description="When discovery runs by itself."
    )


class PayFloor(Strict):
    """The least pay that keeps a job; a job whose range reaches it is kept."""

    amount: Decimal = Field(gt=0, description="Yearly amount.")
    currency: str = Field(pattern=CURRENCY_PATTERN, description="ISO 4217 code.")
    require_stated: bool = Field(
        default=False, description="Whether jobs that state no pay are dropped as well."
    )


class Rules(Strict):
    """What drops a job. Each drop is written down with the words that decided."""

    countries: tuple[CountryCode, ...] = Field(
        default=(), description="Countries a job may be in; none given, any will do."
    )
    cities: tuple[str, ...] = Field(
        default=(), description="Cities a job may be in; none given, any will do."
    )
    remote: Literal["only", "ok", "no"] = Field(
        default="ok", description="Whether jobs must, may or must not be remote."
    )
    home_country: CountryCode | None = Field(
        default=None, description="Country the person works from; decides on remote jobs."
    )
    home_region: Annotated[str, Field(pattern=REGION_PATTERN)] | None = Field(
        default=None, description="Region in it, for remote jobs open to some regions only."
    )
    blocked_places: tuple[str, ...] = Field(
        default=(), description="Places that drop a job, whatever else fits."
    )
    excluded_companies: tuple[str, ...] = Field(
        default=(), description="Companies whose jobs are dropped."
    )
    excluded_titles: tuple[str, ...] = Field(
        default=(), description="Words or phrases; a title that has one as whole words is dropped."
    )
    excluded_terms: tuple[str, ...] = Field(
        default=(), description="Words or phrases that drop a job when the posting has them."
    )
    pay_floor: PayFloor | None = Field(default=None, description="The least pay that keeps a job.")
    max_age_days: int | None = Field(
        default=None, ge=1, description="Jobs posted longer ago are dropped."
    )


class Wishes(Strict):
    """What orders jobs and warns; a wish never drops one."""

    titles: tuple[str, ...] = Field(default=(), description="Titles the person would like.")
    terms: tuple[str, ...] = Field(default=(), description="Skills and topics to see more of.")
    companies: tuple[str, ...] = Field(default=(), description="Companies to see first.")
    remote_weight: float = Field(
        default=0.0, ge=0, le=1, description="How much being remote lifts a job, 0 to 1."
    )


class DocumentSettings(Strict):
    """How resumes and letters are made."""

    page_limit: int = Field(default=2, ge=1, le=2, description="Most pages of a resume.")
    min_bullets: int = Field(
        default=2, ge=0, le=20, description="Bullets that each post keeps, if it has that many."
    )
    untailored: tuple[str, ...] = Field(
        default=(),
        description="Job keys or company names that get the base resume, unchanged.",
    )


class Scoring(Strict):
    """How scores decide."""

    threshold: int = Field(default=7, ge=1, le=10, description="Least score for the shortlist.")


class CompanyBoard(Strict):
    """One company's board: a careers URL, or a provider with its board name."""

    url: str | None = Field(default=None, description="The company's careers page.")
    provider: str | None = Field(default=None, description="Who runs the board, as in greenhouse.")
    board: str | None = Field(default=None, description="The board's name at its provider.")
    company: str | None = Field(default=None, description="Name to show instead of the board's.")
    api: str | None = Field(
        default=None, description="Origin that answers instead of the provider's own API host."
    )

    @model_validator(mode="after")
    def _names_one_board(self) -> CompanyBoard:
        named = (self.provider is not None, self.board is not None)
        if named != ((True, True) if self.url is None else (False, False)):
            msg = "give either `url`, or `provider` with `board`"
            raise ValueError(msg)
        return self

    @property
    def label(self) -> str:
        """Short name for messages: the URL, or ``provider:board``."""
        return self.url or f"{self.provider}:{self.board}"


class Search(Strict):
    """One query to the broad boards."""

    query: str = Field(min_length=1, description="The words to search for.")
    location: str | None = Field(default=None, description="Place to search around.")
    country: CountryCode | None = Field(default=None, description="Country to search in.")
    remote: bool = Field(default=False, description="Whether only remote jobs are asked for.")
    max_age_days: int | None = Field(default=None, ge=1, description="Age limit in days.")
    results: int = Field(default=50, ge=1, le=1000, description="Most results from each board.")


class BroadBoards(Strict):
    """Boards that search the whole market; off until their terms are accepted."""

    accept_terms: bool = Field(
        default=False,
        description="Whether the person has read and accepts each board's terms of use.",
    )
    sites: tuple[str, ...] = Field(default=(), description="Names of the boards to search.")
    searches: tuple[Search, ...] = Field(default=(), description="What to ask each of them.")


class ImportFile(Strict):
    """Postings a person brings: a file, a page address, or pasted text."""

    path: str | None = Field(
        default=None,
        description="A .csv, .json, .jsonl, .html or .txt file; relative to search.yaml.",
    )
    url: str | None = Field(default=None, description="A posting page or a list of postings.")

    @model_validator(mode="after")
    def _names_one(self) -> ImportFile:
        if (self.path is None) == (self.url is None):
            msg = "give either `path` or `url`"
            raise ValueError(msg)
        return self


class Sources(Strict):
    """Where postings come from, by family."""

    company_boards: tuple[CompanyBoard, ...] = Field(
        default=(), description="Companies whose own boards are read."
    )
    public_feeds: tuple[str, ...] = Field(default=(), description="Names of public job feeds.")
    broad_boards: BroadBoards = Field(
        default=BroadBoards(), description="Boards that search the whole market."
    )
    community: tuple[str, ...] = Field(default=(), description="Names of community hiring threads.")
    imports: tuple[ImportFile, ...] = Field(
        default=(), description="Postings the person brings along."
    )


class SearchSettings(Strict):
    """One tenant's search: ``search.yaml``."""

    rules: Rules = Field(default=Rules(), description="What drops a job.")
    wishes: Wishes = Field(default=Wishes(), description="What orders jobs.")
    scoring: Scoring = Field(default=Scoring(), description="How scores decide.")
    documents: DocumentSettings = Field(
        default=DocumentSettings(), description="How resumes and letters are made."
    )
    sources: Sources = Field(default=Sources(), description="Where postings come from.")


class Answers(Strict):
    """Answers to questions that application forms ask: ``answers.yaml``."""

    answers: dict[str, str | bool | int | float] = Field(
        default_factory=dict, description="The question, or words from it, with the answer."
    )
