"""A profile of an engineer, and a posting that suits them."""

import pytest

from jobctrl_dagster.score.engine import PreparedProfile, prepare_profile
from jobctrl_dagster.score.records import ProfileFact

SKILLS = ("Python", "PostgreSQL", "Docker", "Kubernetes", "Apache Kafka", "FastAPI")
ENGINEER = (
    ProfileFact(id="work[0]", kind="work_title", text="Senior Backend Engineer"),
    ProfileFact(id="work[1]", kind="work_title", text="Software Developer"),
    ProfileFact(
        id="work[0].highlights[0]",
        kind="highlight",
        text="Built a distributed payment ledger in Python that handles 2,000 requests a second",
    ),
    ProfileFact(
        id="work[0].highlights[1]",
        kind="highlight",
        text="Designed REST APIs and database schemas for the billing team",
    ),
    ProfileFact(id="work[0].highlights[2]", kind="highlight", text="Mentored two junior engineers"),
    ProfileFact(id="education[0]", kind="education", text="Bachelor of Science, Computer Science"),
    ProfileFact(id="languages[0]", kind="language", text="English, native"),
    *(
        ProfileFact(id=f"skills[{index}]", kind="skill", text=skill)
        for index, skill in enumerate(SKILLS)
    ),
)


@pytest.fixture(scope="session")
def engineer() -> PreparedProfile:
    return prepare_profile(ENGINEER)
