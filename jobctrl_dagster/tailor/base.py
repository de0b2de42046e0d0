"""The resume as the profile has it: everything, in the profile's own order."""

from __future__ import annotations

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor import entries
from jobctrl_dagster.tailor.records import EntryPlan, ResumePlan, entry_texts
from jobctrl_dagster.tailor.refusals import TailorRefused


def base_plan(profile: Profile) -> ResumePlan:
    """The whole profile in its own order; entries that state nothing are no entries.

    Raises:
        TailorRefused: the profile has no name, or says nothing else.
    """
    basics = profile.basics
    name = entries.stated(basics.name, "basics")
    if name is None:
        raise TailorRefused(
            "name_missing", "The profile has no name: fill in basics.name, it heads every document."
        )
    if not profile.items():
        raise TailorRefused(
            "profile_empty", "The profile states nothing but a name: fill in work, education, …"
        )
    return ResumePlan(
        name=name,
        contacts=entries.contacts(profile),
        headline=entries.stated(basics.label, "basics.label"),
        summary=entries.stated(basics.summary, "basics.summary"),
        posts=_filled(entries.posts(profile)),
        skills=entries.skills(profile),
        education=_filled(entries.education(profile)),
        projects=_filled(entries.projects(profile)),
        certificates=_filled(entries.certificates(profile)),
        languages=entries.languages(profile),
        volunteer=_filled(entries.volunteer(profile)),
        awards=_filled(entries.awards(profile)),
        publications=_filled(entries.publications(profile)),
        interests=entries.interests(profile),
        references=_filled(entries.references(profile)),
        country=basics.location.country_code.strip().upper(),
    )


def _filled(found: tuple[EntryPlan, ...]) -> tuple[EntryPlan, ...]:
    return tuple(entry for entry in found if any(True for _ in entry_texts(entry)))
