"""What the page shows, as plain records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from jobctrl_dagster.score.records import RequirementKind, RequirementVerdict
from jobctrl_dagster.status import Trouble, TroubledSource
from jobctrl_dagster.store.funnel import Funnel


@dataclass(frozen=True)
class RequirementLine:
    """What a posting asks for, and what the profile says to it.

    Attributes:
        items: Ids of the profile items that bear it out.
    """

    text: str
    kind: RequirementKind
    verdict: RequirementVerdict
    items: tuple[str, ...]


@dataclass(frozen=True)
class MatchCard:
    """A job with its score and what decided it.

    Attributes:
        url: Public page of the posting; only http and https.
        eligible: Whether the place rules accept it; ``None`` where unknown.
        place_reason: The rule that speaks, where they do not plainly accept it.
    """

    tenant: str
    job_key: str
    title: str
    company: str | None
    place: str | None
    url: str | None
    score: int
    summary: str
    provisional: bool
    eligible: bool | None
    place_reason: str
    warnings: tuple[str, ...]
    requirements: tuple[RequirementLine, ...]


@dataclass(frozen=True)
class DroppedJob:
    """A job that a rule dropped, with the setting and the words that decided."""

    title: str
    company: str | None
    value: str
    quote: str


@dataclass(frozen=True)
class DroppedByRule:
    """The jobs that one rule drops.

    Attributes:
        jobs: How many there are in all.
        shown: The newest of them.
    """

    rule: str
    jobs: int
    shown: tuple[DroppedJob, ...]


@dataclass(frozen=True)
class Report:
    """Everything on the page.

    Attributes:
        tenant: Whose search; ``None`` for all.
        made_at: When the store was read.
        matches: The best of the shortlist, or of all scored jobs where it is empty.
    """

    tenant: str | None
    made_at: datetime
    funnel: Funnel
    matches: tuple[MatchCard, ...]
    drops: tuple[DroppedByRule, ...]
    sources: tuple[TroubledSource, ...]
    stopped: tuple[Trouble, ...]
