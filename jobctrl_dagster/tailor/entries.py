"""Turns the sections of a profile into what a resume prints of them, in the profile's own order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from jobctrl_dagster.settings.profile import (
    Education,
    Profile,
    Project,
    Section,
    Volunteer,
    Work,
)
from jobctrl_dagster.tailor.records import (
    Bullet,
    Contact,
    ContactKind,
    EntryPlan,
    Listing,
    SkillPlan,
    Stated,
)

Entry = TypeVar("Entry", bound=Section)


def stated(text: str, item: str) -> Stated | None:
    """A text with its place, or nothing where the profile is silent."""
    return Stated(text=text.strip(), item=item) if text.strip() else None


def contacts(profile: Profile) -> tuple[Contact, ...]:
    """E-mail, phone, place of living and addresses on the web, each once."""
    basics = profile.basics
    place = basics.location
    found = [
        _contact("email", basics.email, "basics"),
        _contact("phone", basics.phone, "basics"),
        _contact("place", place.city, "basics.location"),
        _contact("place", place.region, "basics.location"),
        _contact("place", place.country_code, "basics.location"),
        _contact("address", basics.url, "basics"),
    ]
    for item, account in _numbered("basics.profiles", basics.profiles):
        if account.url.strip():
            found.append(_contact("address", account.url, item))
        else:
            found.append(_contact("address", account.username, item, label=account.network))
    kept = {(each.kind, each.text): each for each in reversed(found) if each}
    return tuple(each for each in found if each and kept[each.kind, each.text] is each)


def _contact(kind: ContactKind, text: str, item: str, *, label: str = "") -> Contact | None:
    if not text.strip():
        return None
    return Contact(kind=kind, text=text.strip(), item=item, label=label.strip())


def posts(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every post held."""
    return tuple(
        _post(item, post, post.name, (post.location,), (post.description,))
        for item, post in _numbered("work", profile.work)
    )


def volunteer(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every unpaid post."""
    return tuple(
        _post(item, post, post.organization, (), ())
        for item, post in _numbered("volunteer", profile.volunteer)
    )


def projects(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every project."""
    return tuple(_project(item, each) for item, each in _numbered("projects", profile.projects))


def education(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every school, with courses and score."""
    return tuple(_school(item, each) for item, each in _numbered("education", profile.education))


def certificates(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every certificate."""
    return tuple(
        _award(item, (each.name, each.issuer), each.date, url=each.url)
        for item, each in _numbered("certificates", profile.certificates)
    )


def awards(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every prize or grant."""
    return tuple(
        _award(item, (each.title, each.awarder), each.date, summary=each.summary)
        for item, each in _numbered("awards", profile.awards)
    )


def publications(profile: Profile) -> tuple[EntryPlan, ...]:
    """Every text published."""
    return tuple(
        _award(
            item,
            (each.name, each.publisher),
            each.release_date,
            summary=each.summary,
            url=each.url,
        )
        for item, each in _numbered("publications", profile.publications)
    )


def references(profile: Profile) -> tuple[EntryPlan, ...]:
    """What other people wrote."""
    return tuple(
        EntryPlan(
            item=item,
            title=_all((each.name,), item),
            texts=_all((each.reference,), f"{item}.reference"),
        )
        for item, each in _numbered("references", profile.references)
    )


def skills(profile: Profile) -> tuple[SkillPlan, ...]:
    """Every group of skills."""
    return tuple(
        _group(item, each.name, each.level, each.keywords)
        for item, each in _numbered("skills", profile.skills)
    )


def interests(profile: Profile) -> tuple[SkillPlan, ...]:
    """Every interest."""
    return tuple(
        _group(item, each.name, "", each.keywords)
        for item, each in _numbered("interests", profile.interests)
    )


def languages(profile: Profile) -> tuple[tuple[Stated, ...], ...]:
    """Every language with its fluency."""
    found = (
        _all((each.language, each.fluency), item)
        for item, each in _numbered("languages", profile.languages)
    )
    return tuple(language for language in found if language)


def _post(
    item: str,
    post: Work | Volunteer,
    organization: str,
    where: Sequence[str],
    about: Sequence[str],
) -> EntryPlan:
    title = _all((post.position,), item)
    rest = _all((organization, *where), item)
    texts = [stated(text, f"{item}.description") for text in about]
    texts.append(stated(post.summary, f"{item}.summary"))
    return EntryPlan(
        item=item,
        title=title or rest,
        organization=rest if title else (),
        link=stated(post.url, item),
        start=stated(post.start_date, item),
        end=stated(post.end_date, item),
        lasts=True,
        texts=tuple(text for text in texts if text),
        bullets=_bullets(item, post.highlights),
    )


def _school(item: str, school: Education) -> EntryPlan:
    degree = _all((school.study_type, school.area), item)
    institution = _all((school.institution,), item)
    return EntryPlan(
        item=item,
        title=degree or institution,
        organization=institution if degree else (),
        link=stated(school.url, item),
        start=stated(school.start_date, item),
        end=stated(school.end_date, item),
        listings=_listings(
            ("Score", _all((school.score,), f"{item}.score")),
            ("Courses", _each(school.courses, f"{item}.courses")),
        ),
    )


def _project(item: str, project: Project) -> EntryPlan:
    return EntryPlan(
        item=item,
        title=_all((project.name, project.entity), item),
        link=stated(project.url, item),
        start=stated(project.start_date, item),
        end=stated(project.end_date, item),
        texts=_all((project.description,), f"{item}.description"),
        bullets=_bullets(item, project.highlights),
        listings=_listings(
            ("Roles", _each(project.roles, f"{item}.roles")),
            ("Keywords", _each(project.keywords, f"{item}.keywords")),
        ),
    )


def _award(
    item: str, title: Sequence[str], date: str, *, summary: str = "", url: str = ""
) -> EntryPlan:
    return EntryPlan(
        item=item,
        title=_all(title, item),
        link=stated(url, item),
        end=stated(date, item),
        texts=_all((summary,), f"{item}.summary"),
    )


def _group(item: str, name: str, level: str, keywords: Sequence[str]) -> SkillPlan:
    return SkillPlan(
        item=item,
        name=stated(name, item),
        level=stated(level, f"{item}.level"),
        keywords=_each(keywords, f"{item}.keywords"),
    )


def _bullets(item: str, highlights: Sequence[str]) -> tuple[Bullet, ...]:
    found = _each(highlights, f"{item}.highlights")
    return tuple(Bullet(text=text.text, item=text.item) for text in found)


def _listings(*lists: tuple[str, tuple[Stated, ...]]) -> tuple[Listing, ...]:
    return tuple(Listing(label=label, texts=texts) for label, texts in lists if texts)


def _all(texts: Sequence[str], item: str) -> tuple[Stated, ...]:
    """Texts of one item."""
    return tuple(found for text in texts if (found := stated(text, item)))


def _each(texts: Sequence[str], item: str) -> tuple[Stated, ...]:
    """Texts of a list, each with its number in the item."""
    found = (stated(text, f"{item}[{index}]") for index, text in enumerate(texts))
    return tuple(text for text in found if text)


def _numbered(section: str, entries: Sequence[Entry]) -> Iterator[tuple[str, Entry]]:
    for index, entry in enumerate(entries):
        yield f"{section}[{index}]", entry
