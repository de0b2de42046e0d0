"""The sensors, one tick at a time."""

import json
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from jobctrl_dagster.defs import handoff
from jobctrl_dagster.defs.handoff import handoff_families
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.discover.executions import family_runs, plan_execution
from jobctrl_dagster.discover.records import Unit
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.settings.schema import FAMILIES
from jobctrl_dagster.settings.starter import write_starter
from jobctrl_dagster.stages import SLICED
from jobctrl_dagster.store.tenants import set_paused


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """Tenants ``me`` and ``you``, each with an execution of two planned families."""
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path))
    monkeypatch.delenv("JOBCTRL_DATABASE_URL", raising=False)
    home = Home(tmp_path)
    for name in ("me", "you"):
        write_starter(home, name, None)
    write_private(home.config, json.dumps({}).encode())
    opened = Installation.open()
    for name in ("me", "you"):
        plan = {
            family: [Unit(id=f"{name}:{family}", family=family, kind="fake")]
            for family in FAMILIES[:2]
        }
        plan_execution(opened.store, name, plan, max_parallel_families=1)
    yield opened
    opened.close()


def tick(sensor: dg.SensorDefinition) -> list[dg.RunRequest]:
    resource = InstallationResource(allow_ephemeral=True)
    with (
        dg.DagsterInstance.ephemeral() as instance,
        dg.build_sensor_context(instance=instance, resources={"installation": resource}) as context,
    ):
        made = sensor(context)
        return [item for item in made if isinstance(item, dg.RunRequest)]


def test_each_execution_gets_one_family_at_a_time_and_each_is_asked_for_once(
    opened: Installation,
) -> None:
    first = tick(handoff_families)
    assert sorted(request.partition_key for request in first) == [
        f"{FAMILIES[0]}|me",
        f"{FAMILIES[0]}|you",
    ]
    assert tick(handoff_families) == []


def test_nothing_is_started_for_a_paused_tenant(opened: Installation) -> None:
    set_paused(opened.store, "you", paused=True)
    assert [request.partition_key for request in tick(handoff_families)] == [f"{FAMILIES[0]}|me"]
    states = {(run.tenant, run.state) for run in family_runs(opened.store)}
    assert ("you", "requested") not in states
    set_paused(opened.store, "you", paused=False)
    assert [request.partition_key for request in tick(handoff_families)] == [f"{FAMILIES[0]}|you"]


def test_few_ticks_wait_since_the_code_server_has_few_threads(
    opened: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: dict[str, float] = {}

    def note(_opened: Installation, stage: str, *, seconds: float) -> list[object]:
        waits[stage] = seconds
        return []

    monkeypatch.setattr(handoff, "await_slices", note)
    for stage in SLICED:
        tick(getattr(handoff, f"handoff_{stage.name}"))
    assert len(waits) == len(SLICED)
    assert {stage for stage, seconds in waits.items() if seconds} == {"enrich", "score"}
