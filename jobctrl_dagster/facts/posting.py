"""All typed facts of one posting together, each with the words it was read from."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from jobctrl_dagster.facts.pay import Pay
from jobctrl_dagster.facts.place import Place


class PostingFacts(BaseModel):
    """What is known of a posting once it is enriched.

    Attributes:
        text: Readable description with paragraphs and ``- `` bullets.
        text_from: Where the text came from: the board's list, the page's data, or its main text.
        pay: Pay as stated, or ``None``.
        place: Work model, cities, regions, countries and limits of residence.
        posted_at: When it was posted, as far as it is known.
        state: ``listed`` by its board, ``active`` or ``closed`` by its page.
        state_evidence: The words or reasons for the state.
        url: Public page.
        apply_url: Where one applies; ``None`` where the address stated is refused.
        terms: Skills and technologies named, in order.
        warnings: What a person should know before trusting the posting.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    text_from: Literal["board", "jsonld", "page", "none"]
    pay: Pay | None
    place: Place
    posted_at: datetime | None
    state: Literal["listed", "active", "closed"]
    state_evidence: tuple[str, ...] = ()
    url: str | None
    apply_url: str | None
    terms: tuple[str, ...]
    warnings: tuple[str, ...] = ()
