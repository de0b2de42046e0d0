"""The daily discovery: off at first, once a day at its local time, and never over another one."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from zoneinfo import ZoneInfo

import dagster as dg
import pytest
from dagster._utils.schedules import schedule_execution_time_iterator

from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.defs.schedules import schedules
from jobctrl_dagster.discover.executions import family_runs, plan_execution, set_family_state
from jobctrl_dagster.discover.records import Unit
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.settings.starter import write_starter
from jobctrl_dagster.store.tenants import add_tenant, set_paused

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path))
    monkeypatch.delenv("JOBCTRL_DATABASE_URL", raising=False)
    home = Home(tmp_path)
    write_starter(home, "me", None)
    schedule = {"cron": "30 2 * * *", "timezone": "Europe/Berlin"}
    write_private(home.config, json.dumps({"schedule": schedule}).encode())
    opened = Installation.open()
    yield opened
    opened.close()


@pytest.fixture
def daily(opened: Installation) -> dg.ScheduleDefinition:
    [schedule] = schedules().schedules or ()
    assert isinstance(schedule, dg.ScheduleDefinition)
    return schedule


def tick(daily: dg.ScheduleDefinition, at: datetime) -> list[dg.RunRequest]:
    resource = InstallationResource(allow_ephemeral=True)
    with (
        dg.DagsterInstance.ephemeral() as instance,
        dg.build_schedule_context(
            instance=instance,
            scheduled_execution_time=at,
            resources={"installation": resource},
        ) as context,
    ):
        made = daily(context)
    return made if isinstance(made, list) else []


@pytest.mark.parametrize(
    ("change", "at"),
    [("2026-10-25", "02:30"), ("2026-03-29", "03:00")],
    ids=["an hour twice", "an hour missing"],
)
def test_it_runs_once_on_the_day_when_the_clocks_change(
    daily: dg.ScheduleDefinition, change: str, at: str
) -> None:
    day = datetime.fromisoformat(change).replace(tzinfo=BERLIN)
    ticks = [
        moment.astimezone(BERLIN)
        for moment in takewhile(
            lambda moment: moment < day + timedelta(days=2),
            schedule_execution_time_iterator(
                (day - timedelta(days=1)).timestamp(),
                daily.cron_schedule,
                daily.execution_timezone,
            ),
        )
    ]
    assert [f"{moment:%m-%d}" for moment in ticks] == [
        f"{day + timedelta(days=offset):%m-%d}" for offset in (-1, 0, 1)
    ]
    assert f"{ticks[1]:%H:%M}" == at
    assert f"{ticks[0]:%H:%M}" == f"{ticks[2]:%H:%M}" == "02:30"


def test_each_day_has_a_run_of_its_own_and_a_repeated_tick_has_not(
    daily: dg.ScheduleDefinition,
) -> None:
    first = datetime(2026, 10, 24, 2, 30, tzinfo=BERLIN)
    keys = [tick(daily, first + timedelta(days=day))[0].run_key for day in range(3)]
    assert len(set(keys)) == 3
    assert tick(daily, first)[0].run_key == keys[0], "Dagster launches a run key once"


def test_no_discovery_starts_over_one_that_is_still_under_way(
    daily: dg.ScheduleDefinition, opened: Installation
) -> None:
    at = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)
    assert [request.partition_key for request in tick(daily, at)] == ["me"]
    unit = Unit(id="board:a", family="company_boards", kind="company_board")
    execution = plan_execution(
        opened.store, "me", {"company_boards": [unit]}, max_parallel_families=1
    )
    assert tick(daily, at + timedelta(days=1)) == []
    add_tenant(opened.store, "you")
    assert [request.partition_key for request in tick(daily, at + timedelta(days=2))] == ["you"]
    [run] = family_runs(opened.store, execution)
    set_family_state(opened.store, run, "succeeded")
    set_paused(opened.store, "you", paused=True)
    assert [request.partition_key for request in tick(daily, at + timedelta(days=3))] == ["me"]
