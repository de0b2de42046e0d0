"""What scoring reads and what it answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from jobctrl_dagster.facts.place import Place, Verdict

RequirementKind = Literal["must", "nice", "responsibility"]
RequirementVerdict = Literal["met", "partly", "unmet", "unknown"]


class Frozen(BaseModel):
    """A frozen record without unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ProfileFact(Frozen):
    """One item of the person's profile."""

    id: str = Field(description="Id of the item in the profile; evidence refers to it.")
    kind: str = Field(description="work_title, highlight, summary, skill, education, language, …")
    text: str


class ScoreInput(Frozen):
    """A posting as scoring reads it."""

    title: str
    description: str = Field(description="Clean text; list items are lines that begin with '- '.")
    company: str | None = None
    place: Place | None = None
    years_of_work: float | None = Field(default=None, description="The person's, not the job's.")


class Evidence(Frozen):
    """Why a requirement counts as met or partly met."""

    item: str = Field(description="Id of the profile item; 'years_of_work' for the length of work.")
    how: Literal["term", "vector", "years"]
    detail: str
    strength: float = Field(ge=0, le=1)


class Requirement(Frozen):
    """One thing a posting asks for, quoted, with what the profile says to it."""

    id: str = Field(description="Derived from the words, so that it is stable across readings.")
    text: str
    kind: RequirementKind
    terms: tuple[str, ...] = ()
    years: int | None = None
    verdict: RequirementVerdict
    evidence: tuple[Evidence, ...] = ()


class ScoreCard(Frozen):
    """How well a posting fits a profile, and why."""

    score: int = Field(ge=1, le=10)
    exact: float = Field(ge=1, le=10, description="The score before rounding; orders equal ones.")
    eligibility: Verdict | None = Field(description="Place rules; never part of the number.")
    requirements: tuple[Requirement, ...]
    summary: str
    provisional: bool = Field(description="Too little text; score again after enrichment.")
    engine: str
    warnings: tuple[str, ...] = ()
