"""A person's profile: JSON Resume 1.0.0, the only source of what may be said about them.

Field names are the schema's in snake case and its own in files. An empty text or list means that
nothing is stated. Keys outside the schema are kept and written out again.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

if TYPE_CHECKING:
    from jobctrl_dagster.settings.profile_items import ProfileItem


class Section(BaseModel):
    """A frozen part of the profile that keeps keys it does not know."""

    model_config = ConfigDict(
        extra="allow", frozen=True, alias_generator=to_camel, populate_by_name=True
    )


class Place(Section):
    """Where the person lives."""

    address: str = ""
    postal_code: str = ""
    city: str = ""
    country_code: str = ""
    region: str = ""


class OnlineProfile(Section):
    """An account on a network."""

    network: str = ""
    username: str = ""
    url: str = ""


class Basics(Section):
    """Name, contact and the person in a sentence."""

    name: str = ""
    label: str = ""
    image: str = ""
    email: str = ""
    phone: str = ""
    url: str = ""
    summary: str = ""
    location: Place = Place()
    profiles: tuple[OnlineProfile, ...] = ()


class Work(Section):
    """A post held."""

    name: str = ""
    location: str = ""
    description: str = ""
    position: str = ""
    url: str = ""
    start_date: str = ""
    end_date: str = ""
    summary: str = ""
    highlights: tuple[str, ...] = ()


class Volunteer(Section):
    """Unpaid work."""

    organization: str = ""
    position: str = ""
    url: str = ""
    start_date: str = ""
    end_date: str = ""
    summary: str = ""
    highlights: tuple[str, ...] = ()


class Education(Section):
    """A school or degree."""

    institution: str = ""
    url: str = ""
    area: str = ""
    study_type: str = ""
    start_date: str = ""
    end_date: str = ""
    score: str = ""
    courses: tuple[str, ...] = ()


class Award(Section):
    """A prize or grant."""

    title: str = ""
    date: str = ""
    awarder: str = ""
    summary: str = ""


class Certificate(Section):
    """A certificate."""

    name: str = ""
    date: str = ""
    url: str = ""
    issuer: str = ""


class Publication(Section):
    """A text that was published."""

    name: str = ""
    publisher: str = ""
    release_date: str = ""
    url: str = ""
    summary: str = ""


class Skill(Section):
    """A skill, with the words that stand for parts of it."""

    name: str = ""
    level: str = ""
    keywords: tuple[str, ...] = ()


class Language(Section):
    """A language spoken."""

    language: str = ""
    fluency: str = ""


class Interest(Section):
    """An interest."""

    name: str = ""
    keywords: tuple[str, ...] = ()


class Reference(Section):
    """What another person wrote."""

    name: str = ""
    reference: str = ""


class Project(Section):
    """A project, paid or not."""

    name: str = ""
    description: str = ""
    highlights: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    start_date: str = ""
    end_date: str = ""
    url: str = ""
    roles: tuple[str, ...] = ()
    entity: str = ""
    type: str = ""


class Meta(Section):
    """About the file itself."""

    canonical: str = ""
    version: str = ""
    last_modified: str = ""


class Profile(Section):
    """One person's profile."""

    schema_url: str = Field(default="", alias="$schema")
    basics: Basics = Basics()
    work: tuple[Work, ...] = ()
    volunteer: tuple[Volunteer, ...] = ()
    education: tuple[Education, ...] = ()
    awards: tuple[Award, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    publications: tuple[Publication, ...] = ()
    skills: tuple[Skill, ...] = ()
    languages: tuple[Language, ...] = ()
    interests: tuple[Interest, ...] = ()
    references: tuple[Reference, ...] = ()
    projects: tuple[Project, ...] = ()
    meta: Meta = Meta()

    def items(self) -> tuple[ProfileItem, ...]:
        """Everything that may be quoted, in the order of the schema, each with a stable id."""
        from jobctrl_dagster.settings.profile_items import profile_items

        return profile_items(self)

    def months_of_work(self, now: date) -> int:
        """Months in which at least one post was held, rounded, up to and including `now`.

        Posts at the same time count once. A post without a readable start counts nothing; one
        without an end lasts until now. A month alone is the whole month, a year alone its middle.
        """
        from jobctrl_dagster.settings.profile_dates import months_held

        return months_held(((post.start_date, post.end_date) for post in self.work), now)

    def as_json_resume(self) -> dict[str, Any]:
        """The profile as JSON Resume 1.0.0: the keys the person wrote, and no others."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)
