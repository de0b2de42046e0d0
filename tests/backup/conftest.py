"""A home that the demo market filled, copied for each test, and what is read of it."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.backup.make import make_backup
from jobctrl_dagster.demo.home import write_demo_home
from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.engine import make_engine
from tests.integration.in_process import run_all


@pytest.fixture(scope="session")
def market_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's home after discovery, enriching and scoring; never written to again."""
    home = Home(tmp_path_factory.mktemp("market") / "home")
    with DemoMarket() as market:
        write_demo_home(home, market.origin)
        write_private(home.files / "letter.pdf", b"%PDF-1.7 \x00\xff")
        opened = Installation.open({"JOBCTRL_HOME": str(home.root)})
        run_all(opened)
        opened.close()
    return home.root


@pytest.fixture
def home(market_home: Path, tmp_path: Path) -> Home:
    """A filled home of the test's own."""
    shutil.copytree(market_home, tmp_path / "home")
    return Home(tmp_path / "home")


@pytest.fixture(scope="session")
def market_archive(market_home: Path) -> Path:
    """A backup of the demo's home; never written to again."""
    target = market_home.parent / "market.tar.gz"
    return make_backup(Home(market_home), target, environ={}).path


@pytest.fixture
def archive(market_archive: Path, tmp_path: Path) -> Path:
    """A backup of the home, the test's own."""
    return Path(shutil.copy(market_archive, tmp_path / "b.tar.gz"))


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest) -> Mapping[str, str]:
    """The environment of an empty machine, with a database of each kind."""
    if request.param == "sqlite":
        return {}
    return {"JOBCTRL_DATABASE_URL": str(request.getfixturevalue("postgresql_url"))}


@pytest.fixture
def opened() -> Iterator[Callable[..., Store]]:
    """Opens the store of a home; all are closed with the test."""
    stores: list[Store] = []

    def open_store(home: Home, environ: Mapping[str, str] | None = None) -> Store:
        stores.append(Store.open(home.database_url(environ or {})))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


def all_rows(url: str) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, as the types of the store give them."""
    engine = make_engine(url)
    with engine.connect() as connection:
        rows = {
            table.name: [
                dict(row)
                for row in connection.execute(
                    sa.select(table).order_by(*table.primary_key.columns)
                ).mappings()
            ]
            for table in schema.metadata.sorted_tables
        }
    engine.dispose()
    return rows
