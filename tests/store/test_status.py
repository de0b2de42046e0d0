"""What the status says of sources."""

from pathlib import Path

import pytest

from jobctrl_dagster.discover.run import FamilyFailed, run_family
from jobctrl_dagster.status import read_status
from jobctrl_dagster.store import Store
from tests.conftest import HeldClock
from tests.store.boards import GONE, fake_boards, installation, planned
from tests.store.rows import raw


def crawl(store: Store, folder: Path, *units: str, tenant: str = "me") -> None:
    for run in planned(store, *units, tenant=tenant):
        try:
            run_family(installation(store, folder), run, run_id=f"run of {run.execution_id}")
        except FamilyFailed:
            continue


def named(store: Store, tenant: str | None) -> list[str]:
    return [source.source for source in read_status(store, tenant).sources]


def test_a_tenant_sees_the_trouble_of_its_own_sources_alone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_boards(monkeypatch, {"board:mine": GONE, "import:/home/you/list.csv": GONE})
    crawl(store, tmp_path, "board:mine")
    crawl(store, tmp_path, "import:/home/you/list.csv", tenant="you")
    assert named(store, "me") == ["board:mine"]
    assert named(store, "you") == ["import:/home/you/list.csv"]
    assert named(store, None) == ["board:mine", "import:/home/you/list.csv"]


def test_a_source_that_is_no_longer_named_is_no_longer_in_trouble(
    store: Store, clock: HeldClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_boards(monkeypatch, {"board:old": GONE, "board:new": [raw(1)]})
    crawl(store, tmp_path, "board:old", "board:new")
    assert named(store, "me") == ["board:old"]
    clock.forward(86_400)
    crawl(store, tmp_path, "board:new")
    assert named(store, "me") == []
