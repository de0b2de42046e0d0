"""Fixtures shared by all tests: recorded data, a clock that stands, and both kinds of store."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest

from tests.postgresql import running_postgresql

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def recorded() -> Path:
    """The folder of recorded boards, pages and resumes; a test skips where it is absent."""
    if not RECORDED.is_dir():
        pytest.skip("the recorded boards and pages are not beside the project")
    return RECORDED


class HeldClock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL server of this test session; gives the URL for its administration.

    Its user is not ours, so its folder is none of pytest's, which are closed to others.
    """
    with (
        TemporaryDirectory(prefix="jobctrl-postgresql-") as folder,
        running_postgresql(Path(folder)) as url,
    ):
        yield url


@pytest.fixture
def postgresql_url(postgresql: str) -> Iterator[str]:
    """A database of its own."""
    import sqlalchemy as sa

    admin = sa.create_engine(postgresql, isolation_level="AUTOCOMMIT", poolclass=sa.pool.NullPool)
    name = f"t{uuid4().hex[:12]}"
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    yield sa.engine.make_url(postgresql).set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'jobctrl.db'}"
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def store(store_url: str, clock: HeldClock) -> Iterator[object]:
    """A store with a clock that stands, once of each kind."""
    from jobctrl_dagster.store import Store

    opened = Store.open(store_url, clock=clock)
    yield opened
    opened.close()
