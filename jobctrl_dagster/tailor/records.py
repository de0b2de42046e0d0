"""What tailoring reads, plans and makes.

Every planned text stands beside the id of the profile item it comes from: ``work[0].highlights[2]``
for a text of its own, ``work[0]`` for a field of an entry, such as its title or dates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from jobctrl_dagster.score.records import Frozen, Requirement

DocumentKind = Literal["resume", "cover_letter"]
Density = Literal["normal", "compact"]
ContactKind = Literal["email", "phone", "place", "address"]
FrameName = Literal[
    "recipient",
    "subject",
    "salutation",
    "opening",
    "quote",
    "lead_asked",
    "lead_plain",
    "point",
    "point_asked",
    "point_alone",
    "point_alone_asked",
    "enclosure",
    "closing",
    "regards",
    "signature",
]


class TailorInput(Frozen):
    """One posting, as tailoring reads it."""

    job_key: str
    company: str = Field(description="Name as shown; a letter needs one.")
    title: str
    requirements: tuple[Requirement, ...] = ()
    tailor: bool = Field(default=True, description="False: the base resume is used unchanged.")


class Stated(Frozen):
    """Words of the profile, and where they stand in it."""

    text: str
    item: str


class Bullet(Stated):
    """One highlight, verbatim."""

    requirement: str | None = Field(default=None, description="Id of what it bears out best.")


class Contact(Stated):
    """A way to reach the person."""

    kind: ContactKind
    label: str = Field(default="", description="Name of the network, where no address is given.")


class Listing(Frozen):
    """Several short texts under a label that is no word of the profile, such as "Courses"."""

    label: str
    texts: tuple[Stated, ...]


class EntryPlan(Frozen):
    """A post, project, school, certificate or other entry, with all that is printed of it."""

    item: str
    title: tuple[Stated, ...] = Field(description="What stands first, joined by commas.")
    organization: tuple[Stated, ...] = Field(default=(), description="The line below the title.")
    link: Stated | None = None
    start: Stated | None = Field(default=None, description="As the profile writes it.")
    end: Stated | None = None
    lasts: bool = Field(default=False, description="Without an end it lasts until now.")
    texts: tuple[Stated, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    listings: tuple[Listing, ...] = ()


class SkillPlan(Frozen):
    """One group of skills; keywords the posting asks for come first."""

    item: str
    name: Stated | None
    level: Stated | None
    keywords: tuple[Stated, ...] = ()


class ResumePlan(Frozen):
    """What a resume prints, in order within each section."""

    name: Stated
    contacts: tuple[Contact, ...]
    headline: Stated | None
    summary: Stated | None
    posts: tuple[EntryPlan, ...]
    skills: tuple[SkillPlan, ...]
    education: tuple[EntryPlan, ...]
    projects: tuple[EntryPlan, ...]
    certificates: tuple[EntryPlan, ...]
    languages: tuple[tuple[Stated, ...], ...]
    volunteer: tuple[EntryPlan, ...] = ()
    awards: tuple[EntryPlan, ...] = ()
    publications: tuple[EntryPlan, ...] = ()
    interests: tuple[SkillPlan, ...] = ()
    references: tuple[EntryPlan, ...] = ()
    left_out: tuple[str, ...] = Field(default=(), description="Bullets that found no room.")
    tailored: bool = True
    density: Density = "normal"
    country: str = Field(default="", description="Country code; decides the size of the paper.")

    def entries(self) -> Iterator[EntryPlan]:
        """Every entry of every section."""
        yield from self.posts
        yield from self.education
        yield from self.projects
        yield from self.certificates
        yield from self.volunteer
        yield from self.awards
        yield from self.publications
        yield from self.references

    def stated(self) -> Iterator[Stated]:
        """Every text of the profile that the plan prints."""
        yield self.name
        yield from self.contacts
        yield from (text for text in (self.headline, self.summary) if text)
        for entry in self.entries():
            yield from entry_texts(entry)
        for group in (*self.skills, *self.interests):
            yield from (text for text in (group.name, group.level) if text)
            yield from group.keywords
        for language in self.languages:
            yield from language


def entry_texts(entry: EntryPlan) -> Iterator[Stated]:
    """Every text of the profile that an entry prints."""
    yield from entry.title
    yield from entry.organization
    yield from (text for text in (entry.link, entry.start, entry.end) if text)
    yield from entry.texts
    yield from entry.bullets
    for listing in entry.listings:
        yield from listing.texts


class Paragraph(Frozen):
    """A paragraph of a letter: a fixed frame, filled with words of the profile and the posting."""

    frame: FrameName
    text: str
    items: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = Field(
        default=(), description="Slot of the frame and what fills it."
    )


class LetterPlan(Frozen):
    """What a cover letter prints, in order."""

    company: str
    title: str
    name: Stated
    contacts: tuple[Contact, ...]
    paragraphs: tuple[Paragraph, ...]
    tailored: bool = True
    country: str = ""


class Document(Frozen):
    """A finished document.

    ``text`` is what a machine reads back from the PDF; ``digest`` is the SHA-256 of the PDF.
    """

    kind: DocumentKind
    pdf: bytes
    text: str
    digest: str
    pages: int
    items: tuple[str, ...] = Field(description="Profile items it prints, each once, in order.")
    tailored: bool
    warnings: tuple[str, ...] = ()
