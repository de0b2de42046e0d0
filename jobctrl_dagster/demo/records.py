"""The records of the demo market: a board, a company, a place, pay and a posting."""

import hashlib
import uuid
from datetime import date
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Provider = Literal["greenhouse", "lever", "ashby"]
Language = Literal["en", "de", "fr"]
Interval = Literal["year", "month", "day", "hour"]


class Shows(StrEnum):
    """What a posting is an example of; never part of what the boards publish."""

    REMOTE = "remote"
    HYBRID = "hybrid"
    ONSITE = "onsite"
    PART_TIME = "part_time"
    SEVERAL_PLACES = "several_places"
    PAY_RANGE = "pay_range"
    ODD_PAY = "odd_pay"
    ZERO_PAY = "zero_pay"
    STIPEND = "stipend"
    EQUITY = "equity"
    GERMAN = "german"
    FRENCH = "french"
    GENDER_MARK = "gender_mark"
    REQUISITION_IN_TITLE = "requisition_in_title"
    TWO_BOARDS = "two_boards"
    REPOST = "repost"
    AGENCY_ORIGINAL = "agency_original"
    AGENCY_COPY = "agency_copy"
    CLOSED = "closed"
    GIVES_ORDERS = "gives_orders"
    ODD_VALUES = "odd_values"
    THIN_LISTING = "thin_listing"


class Frozen(BaseModel):
    """A record that cannot change and takes no unknown field."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Board(Frozen):
    """One public board of a company; `delay` is in seconds and holds for all its answers."""

    provider: Provider
    name: str
    status: Literal["open", "dead"] = "open"
    delay: float = Field(default=0.0, ge=0)

    @property
    def key(self) -> str:
        """`provider/name`, unique in the market."""
        return f"{self.provider}/{self.name}"


class Company(Frozen):
    """An invented employer or agency, with its own words by language."""

    slug: str
    name: str
    industry: str
    boards: tuple[Board, ...]
    about: dict[Language, str]
    benefits: dict[Language, tuple[str, ...]]


class Place(Frozen):
    """A place of work: `text` as the board shows it, then its parts, as the employer wrote them."""

    text: str | None = None
    city: str | None = None
    region: str | None = None
    country: str | None = None


class Pay(Frozen):
    """Pay as worded in `text`; the other fields are filled where the board has pay fields."""

    text: str | None = None
    min: int | float | None = None
    max: int | float | None = None
    currency: str | None = None
    interval: Interval = "year"
    equity: bool = False


class Posting(Frozen):
    """One opening on one board. Its fields are explained in postings/README.txt."""

    id: str
    company: str
    board: str
    title: str
    fit: Literal["good", "half", "none"]
    shows: frozenset[Shows]
    department: str | None = None
    team: str | None = None
    workplace: Literal["remote", "hybrid", "onsite"] | None = None
    places: tuple[Place, ...]
    remote_from: tuple[str, ...] = ()
    employment: Literal["full_time", "part_time", "contract", "intern", "temporary"]
    pay: Pay | None = None
    posted: date
    updated: date | None = None
    valid_through: date | None = None
    requisition: str | None = None
    language: Language = "en"
    page: Literal["jsonld", "plain"] = "jsonld"
    state: Literal["open", "closed", "page_closed"] = "open"
    listed_text: bool = True
    apply_url: str | None = None
    same_text_as: str | None = None
    body: str | None = None

    @model_validator(mode="after")
    def _has_one_text(self) -> Self:
        if (self.body is None) == (self.same_text_as is None):
            raise ValueError(f"posting {self.id}: give either body or same_text_as")
        return self

    @property
    def public_id(self) -> str:
        """The id that its board shows: a number on Greenhouse, a UUID elsewhere."""
        if self.board.startswith("greenhouse/"):
            return str(4_000_000_000 + stable_number(self.id))
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.board}/{self.id}"))


def stable_number(text: str, below: int = 1_000_000_000) -> int:
    """A number in [0, below) that depends on the text alone."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % below
