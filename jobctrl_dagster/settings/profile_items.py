"""The items of a profile that documents may quote, each with an id that says where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jobctrl_dagster.settings.profile import Profile


class ItemKind(StrEnum):
    """What an item bears witness to; one kind for each section of the profile."""

    BASICS = "basics"
    WORK = "work"
    VOLUNTEER = "volunteer"
    EDUCATION = "education"
    AWARD = "award"
    CERTIFICATE = "certificate"
    PUBLICATION = "publication"
    SKILL = "skill"
    LANGUAGE = "language"
    INTEREST = "interest"
    REFERENCE = "reference"
    PROJECT = "project"


@dataclass(frozen=True)
class ProfileItem:
    """One thing the profile states.

    Attributes:
        id: its place in the file, such as ``work[0].highlights[2]``; an entry itself, such as
            ``education[0]``, stands for its headline.
        kind: the section it comes from.
        text: the words as written; a headline joins the entry's naming fields with commas.
        start: start date of its entry as written, or the date of an award, certificate or
            publication; empty when none is stated.
        end: end date of its entry as written; empty when it lasts or none is stated.
    """

    id: str
    kind: ItemKind
    text: str
    start: str = ""
    end: str = ""


@dataclass(frozen=True)
class _Entry:
    """What one entry of a section offers to quote: a headline, texts and lists of texts."""

    headline: tuple[str, ...]
    texts: tuple[tuple[str, str], ...] = ()
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    start: str = ""
    end: str = ""


def profile_items(profile: Profile) -> tuple[ProfileItem, ...]:
    """Everything a profile states, in the order of the schema; what is blank is left out."""
    basics = _Entry((), (("label", profile.basics.label), ("summary", profile.basics.summary)))
    items = list(_items("basics", ItemKind.BASICS, basics))
    for section, kind, entries in _sections(profile):
        for index, entry in enumerate(entries):
            items.extend(_items(f"{section}[{index}]", kind, entry))
    return tuple(items)


def _items(place: str, kind: ItemKind, entry: _Entry) -> Iterator[ProfileItem]:
    headline = ", ".join(part.strip() for part in entry.headline if part.strip())
    found = [(place, headline)]
    found += [(f"{place}.{name}", text) for name, text in entry.texts]
    for name, texts in entry.lists:
        found += [(f"{place}.{name}[{index}]", text) for index, text in enumerate(texts)]
    for where, text in found:
        if text.strip():
            yield ProfileItem(where, kind, text.strip(), entry.start.strip(), entry.end.strip())


def _sections(profile: Profile) -> Iterator[tuple[str, ItemKind, Iterable[_Entry]]]:
    yield "work", ItemKind.WORK, _work(profile)
    yield "volunteer", ItemKind.VOLUNTEER, _volunteer(profile)
    yield "education", ItemKind.EDUCATION, _education(profile)
    yield "awards", ItemKind.AWARD, _awards(profile)
    yield "certificates", ItemKind.CERTIFICATE, _certificates(profile)
    yield "publications", ItemKind.PUBLICATION, _publications(profile)
    yield "skills", ItemKind.SKILL, _skills(profile)
    yield "languages", ItemKind.LANGUAGE, _languages(profile)
    yield "interests", ItemKind.INTEREST, _interests(profile)
    yield "references", ItemKind.REFERENCE, _references(profile)
    yield "projects", ItemKind.PROJECT, _projects(profile)


def _work(profile: Profile) -> Iterator[_Entry]:
    for post in profile.work:
        texts = (("description", post.description), ("summary", post.summary))
        lists = (("highlights", post.highlights),)
        yield _Entry((post.position, post.name), texts, lists, post.start_date, post.end_date)


def _volunteer(profile: Profile) -> Iterator[_Entry]:
    for post in profile.volunteer:
        headline = (post.position, post.organization)
        lists = (("highlights", post.highlights),)
        texts = (("summary", post.summary),)
        yield _Entry(headline, texts, lists, post.start_date, post.end_date)


def _education(profile: Profile) -> Iterator[_Entry]:
    for school in profile.education:
        headline = (school.study_type, school.area, school.institution)
        texts = (("score", school.score),)
        lists = (("courses", school.courses),)
        yield _Entry(headline, texts, lists, school.start_date, school.end_date)


def _awards(profile: Profile) -> Iterator[_Entry]:
    for award in profile.awards:
        texts = (("summary", award.summary),)
        yield _Entry((award.title, award.awarder), texts, start=award.date, end=award.date)


def _certificates(profile: Profile) -> Iterator[_Entry]:
    for certificate in profile.certificates:
        yield _Entry((certificate.name, certificate.issuer), start=certificate.date)


def _publications(profile: Profile) -> Iterator[_Entry]:
    for text in profile.publications:
        summary = (("summary", text.summary),)
        date = text.release_date
        yield _Entry((text.name, text.publisher), summary, start=date, end=date)


def _skills(profile: Profile) -> Iterator[_Entry]:
    for skill in profile.skills:
        texts = (("level", skill.level),)
        yield _Entry((skill.name,), texts, (("keywords", skill.keywords),))


def _languages(profile: Profile) -> Iterator[_Entry]:
    for language in profile.languages:
        yield _Entry((language.language, language.fluency))


def _interests(profile: Profile) -> Iterator[_Entry]:
    for interest in profile.interests:
        yield _Entry((interest.name,), lists=(("keywords", interest.keywords),))


def _references(profile: Profile) -> Iterator[_Entry]:
    for reference in profile.references:
        yield _Entry((), (("reference", reference.reference),))


def _projects(profile: Profile) -> Iterator[_Entry]:
    for project in profile.projects:
        lists = (
            ("highlights", project.highlights),
            ("keywords", project.keywords),
            ("roles", project.roles),
        )
        texts = (("description", project.description),)
        headline = (project.name, project.entity)
        yield _Entry(headline, texts, lists, project.start_date, project.end_date)
