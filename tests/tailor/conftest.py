"""The demo person, postings that ask for something, and readers for finished documents."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jobctrl_dagster.score.records import Evidence, Requirement
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.resume import read_resume
from jobctrl_dagster.tailor.records import TailorInput

DEMO = Path(__file__).resolve().parents[2] / "jobctrl_dagster" / "demo" / "profile.json"


@pytest.fixture(scope="session")
def demo() -> Profile:
    return read_resume(DEMO).profile


def requirement(text: str, *terms: str, item: str = "", **fields: Any) -> Requirement:
    """A requirement that is a met must, unless said otherwise."""
    evidence = (Evidence(item=item, how="vector", detail="likeness", strength=0.9),) if item else ()
    values = {"id": f"r-{text}", "kind": "must", "verdict": "met", **fields}
    return Requirement(text=text, terms=terms, evidence=evidence, **values)


@pytest.fixture
def asks() -> Callable[..., Requirement]:
    return requirement


@pytest.fixture
def posting() -> Callable[..., TailorInput]:
    def make(*requirements: Requirement, **fields: Any) -> TailorInput:
        values = {
            "job_key": "me.tarnwick.data-engineer.1a2b3c4d",
            "company": "Tarnwick",
            "title": "Data Engineer",
            **fields,
        }
        return TailorInput(requirements=requirements, **values)

    return make


@pytest.fixture
def person() -> Callable[..., Profile]:
    def make(*highlights: str, basics: dict[str, Any] | None = None, **sections: Any) -> Profile:
        work = [{"name": "Acme", "position": "Engineer", "highlights": list(highlights)}]
        return Profile.model_validate(
            {"basics": {"name": "José Müller", **(basics or {})}, "work": work, **sections}
        )

    return make


@pytest.fixture
def long(demo: Profile) -> Profile:
    """A profile whose posts say more than two pages hold."""
    work = [
        post.model_copy(
            update={"highlights": (*post.highlights, *(f"Did task {n} of {at}" for n in range(30)))}
        )
        for at, post in enumerate(demo.work)
    ]
    return demo.model_copy(update={"work": tuple(work)})
