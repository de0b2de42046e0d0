"""A small store that the real stages filled: two tenants, and a job in most final places."""

from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.discover.executions import plan_execution
from jobctrl_dagster.discover.intake import Intaker
from jobctrl_dagster.discover.records import RawPosting, Unit, UnitReport
from jobctrl_dagster.discover.units import save_report
from jobctrl_dagster.enrich.stage import EnrichBody
from jobctrl_dagster.gate.answers import Answer
from jobctrl_dagster.gate.door import Door, DoorSettings
from jobctrl_dagster.gate.pacing import MemoryPacer
from jobctrl_dagster.gate.refusals import NotRecorded, RobotsRefused
from jobctrl_dagster.score.records import ProfileFact
from jobctrl_dagster.score.stage import ScoreBody
from jobctrl_dagster.settings.schema import PayFloor, Rules, Scoring, SearchSettings
from jobctrl_dagster.slice_work import Handled, Job, work_off
from jobctrl_dagster.store import Store
from jobctrl_dagster.store.projection import refresh_status
from jobctrl_dagster.store.tenants import add_tenant

BOARD, FEED, DEAD = "greenhouse:tarnwick", "feed:remote", "lever:gone"
RULES = Rules(
    excluded_titles=("intern",),
    pay_floor=PayFloor.model_validate({"amount": 90000, "currency": "USD"}),
)
TEXT = """<p>Tarnwick moves parcels. You will build pipelines.</p><h3>Requirements</h3><ul>
<li>5 years of experience with Python and PostgreSQL</li><li>Docker and Kubernetes</li>
<li>Experience with COBOL</li></ul><h3>Nice to have</h3><ul><li>Apache Kafka</li></ul>
<p>We are a friendly team that ships every day and cares about tests, reviews and calm weeks.</p>"""
SHOPPING = """<p>Serve our guests at the counter.</p><h3>Requirements</h3><ul>
<li>2 years of experience as a pastry chef</li><li>Driving licence of class C</li></ul>
<p>We bake bread every morning at four and sell it in eleven shops across the whole county.</p>"""
PROFILE = (
    ProfileFact(id="work[0]", kind="work_title", text="Senior Data Engineer"),
    *(
        ProfileFact(id=f"skills[{number}]", kind="skill", text=skill)
        for number, skill in enumerate(("Python", "PostgreSQL", "Docker", "Kubernetes"))
    ),
)


class ClosedDoor(Door):
    """A door that refuses every page."""

    def __init__(self) -> None:
        super().__init__(DoorSettings(), MemoryPacer())

    def get(self, url: str, **_: Any) -> Answer:  # type: ignore[override]
        raise RobotsRefused(f"robots.txt closes {url}") if "robots" in url else NotRecorded(url)


class Breaking(EnrichBody):
    """Breaks on one posting, as a fault in the stage's own code would."""

    def handle(self, job: Job) -> Handled:
        if job.raw.title == "Breaks the Stage":
            raise RuntimeError("a fault in the code")
        return super().handle(job)


def raw(number: int, title: str, **fields: Any) -> RawPosting:
    known = {
        "source": BOARD,
        "provider": "greenhouse",
        "external_id": str(number),
        "url": f"https://jobs.example/{number}",
        "company": "Tarnwick",
        "title": title,
        "location": "Seattle, WA",
        "description": TEXT,
    }
    return RawPosting(**known | fields)


POSTINGS = (
    raw(1, "Senior Data Engineer"),
    raw(2, "Platform Engineer", company="Larkmoor"),
    raw(3, "Data Engineering Intern"),
    raw(
        4,
        "Junior Data Engineer",
        pay_text="$40,000 - $50,000 a year",
        description=TEXT + "<p>$40,000 - $50,000 a year</p>",
    ),
    raw(5, "Pastry Chef", company="Aubrelle", description=SHOPPING),
    raw(6, "Breaks the Stage"),
    raw(7, "No Text Anywhere", description=None, url="https://jobs.example/robots/7"),
    raw(8, "Not Recorded", description=None),
    raw(1, "Senior Data Engineer", source=FEED, provider="remote", external_id="again"),
)


def fill(store: Store, *more: RawPosting) -> None:
    """Discover, enrich and score; ``anna`` looks at two of the postings, ``ben`` at none."""
    _take_in(store, "me", [*POSTINGS, *more])
    _take_in(store, "anna", POSTINGS[:2])
    add_tenant(store, "ben")
    for tenant in ("me", "anna"):
        bodies = (
            Breaking(store, tenant, RULES, ClosedDoor()),
            ScoreBody(store, tenant, SearchSettings(scoring=Scoring(threshold=6)), PROFILE, 8.0),
        )
        for body in bodies:
            for _ in work_off(store, body, size=100, run_id="run"):
                pass
    _take_in(store, "me", [raw(9, "Waits for its Turn")])
    refresh_status(store)


def _take_in(
    store: Store, tenant: str, postings: list[RawPosting] | tuple[RawPosting, ...]
) -> None:
    add_tenant(store, tenant)
    units = [Unit(id=name, family="imports", kind="file") for name in (BOARD, FEED, DEAD)]
    execution = plan_execution(store, tenant, {"imports": units}, max_parallel_families=1)
    intaker = Intaker(store, tenant, execution, "run")
    for posting in postings:
        with store.unit_of_work() as unit:
            intaker.take(unit, posting)
            unit.commit()
    reports = (
        UnitReport(unit=BOARD, state="ok", code="ok", sentence="Read.", postings=9),
        UnitReport(unit=FEED, state="ok", code="ok", sentence="Read.", postings=1),
        UnitReport(
            unit=DEAD, state="dead", code="http_404", sentence="It answers 404.", status=404
        ),
    )
    for report in reports:
        with store.unit_of_work() as unit:
            save_report(unit, store, execution, report)
            unit.commit()


def new_database(admin_url: str, name: str, *, template: str | None = None) -> str:
    """Create a PostgreSQL database, empty or as a copy of another one; its URL."""
    engine = sa.create_engine(admin_url, isolation_level="AUTOCOMMIT", poolclass=sa.pool.NullPool)
    with engine.connect() as connection:
        copied = f" TEMPLATE {template}" if template else ""
        connection.execute(sa.text(f"CREATE DATABASE {name}{copied}"))
    return sa.engine.make_url(admin_url).set(database=name).render_as_string(hide_password=False)
