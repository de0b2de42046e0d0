"""The project's models, a store that the stages filled, and models written by a test."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from jobctrl_dagster.sqlmodels.load import load_project
from jobctrl_dagster.sqlmodels.records import Project
from jobctrl_dagster.store import Store
from tests.conftest import HeldClock
from tests.sqlmodels.filled_store import fill, new_database

WriteModels = Callable[..., Path]


@pytest.fixture(scope="session")
def project() -> Project:
    return load_project()


@pytest.fixture(scope="session")
def filled_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file that the stages filled, to be copied."""
    file = tmp_path_factory.mktemp("filled") / "jobctrl.db"
    _fill(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def filled_database(postgresql: str) -> str:
    """The name of a PostgreSQL database that the stages filled, to be copied."""
    name = "filled_by_stages"
    _fill(new_database(postgresql, name))
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def filled(request: pytest.FixtureRequest, tmp_path: Path, clock: HeldClock) -> Iterator[Store]:
    """A store of its own that the stages filled, once of each kind."""
    if request.param == "sqlite":
        copy = shutil.copy(request.getfixturevalue("filled_file"), tmp_path / "jobctrl.db")
        url = f"sqlite:///{copy}"
    else:
        template = request.getfixturevalue("filled_database")
        admin = request.getfixturevalue("postgresql")
        url = new_database(admin, f"t{uuid4().hex[:12]}", template=template)
    opened = Store.open(url, clock=clock)
    yield opened
    opened.close()


def _fill(url: str) -> None:
    opened = Store.open(url, clock=HeldClock())
    fill(opened)
    opened.close()


@pytest.fixture
def write_models(tmp_path: Path) -> WriteModels:
    """Write models by name, and a ``schema.yml``; gives the folder."""

    def write(expectations: str, **models: str) -> Path:
        folder = tmp_path / "models_of_a_test"
        for name, sql in models.items():
            layer = "staging" if name.startswith("stg_") else "marts"
            file = folder / "models" / layer / f"{name}.sql"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(sql, encoding="utf-8")
        folder.mkdir(exist_ok=True)
        (folder / "schema.yml").write_text(expectations, encoding="utf-8")
        return folder

    return write
