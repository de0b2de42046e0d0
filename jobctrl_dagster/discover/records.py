"""What every source is read into, and what is said of a unit of work."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from jobctrl_dagster.settings.schema import Family

UnitState = Literal["ok", "empty", "dead", "failed", "unsupported", "not_recorded", "cut_short"]


class Record(BaseModel):
    """A frozen row."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class RawPosting(Record):
    """One row of a source, in one shape, before any fact is read from it.

    Missing values are ``None``, never NaN, ``''`` or the word "None". Texts are as the source
    serves them, HTML included; lone surrogates and NULs are gone.
    """

    source: str = Field(description="Id of the unit that saw it, such as greenhouse:acme.")
    provider: str = Field(description="Kind of source: greenhouse, remoteok, csv, page, …")
    external_id: str | None = Field(default=None, description="The source's own id, if it has one.")
    url: str | None = Field(default=None, description="Public page of the posting.")
    apply_url: str | None = None
    company: str | None = None
    title: str
    location: str | None = None
    offices: tuple[str, ...] = ()
    country_hint: str | None = Field(default=None, description="ISO 3166-1 alpha-2.")
    workplace_type: str | None = None
    description: str | None = Field(default=None, description="HTML, Markdown or plain text.")
    pay_text: str | None = Field(default=None, description="The pay field as displayed.")
    pay_minimum: Decimal | None = None
    pay_maximum: Decimal | None = None
    pay_currency: str | None = None
    pay_period: Literal["hour", "day", "week", "month", "year"] | None = None
    posted_at: datetime | None = None
    requisition_id: str | None = None
    employment_type: str | None = None
    department: str | None = None
    language: str | None = None
    extra: dict[str, Any] = Field(default_factory=dict, description="What else the source says.")


class RowFault(Record):
    """A row that could not be read, kept so that nothing is lost in silence."""

    source: str
    position: int
    external_id: str | None = None
    reason: str
    raw: str | None = Field(default=None, description="The row as received, at most 2,000 signs.")


class Unit(Record):
    """The smallest resumable piece of a family: one board, feed, file, or query x location."""

    id: str = Field(description="Stable over executions: provider:board, feed:name, …")
    family: Family
    kind: str = Field(description="Which adapter reads it.")
    config: dict[str, Any] = Field(default_factory=dict)


class UnitReport(Record):
    """How the reading of one unit ended."""

    unit: str
    state: UnitState
    code: str
    sentence: str
    status: int | None = Field(default=None, description="HTTP status that decided, if any.")
    postings: int = 0
    faults: tuple[RowFault, ...] = ()
    notes: tuple[str, ...] = Field(
        default=(), description="What the source could not do, and how it was made up for."
    )
