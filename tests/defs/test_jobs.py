"""Jobs over several tenants, in this process: what is wrong with one stays with that one."""

import json
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
import sqlalchemy as sa

from jobctrl_dagster.defs import jobs
from jobctrl_dagster.defs.orphans import free_slices
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.discover.executions import family_runs
from jobctrl_dagster.discover.run import plan
from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.settings.starter import write_starter
from jobctrl_dagster.slice_work import work_off
from jobctrl_dagster.store import schema
from jobctrl_dagster.store.leases import take
from jobctrl_dagster.store.tenants import set_paused

ROW = {
    "title": "Data Engineer",
    "company": "Acme",
    "location": "Berlin, Germany",
    "description": "You will write Python. " * 20,
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Tenants ``able`` and ``zoe`` with a file of one posting each, ``broken`` between them."""
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path))
    monkeypatch.delenv("JOBCTRL_DATABASE_URL", raising=False)
    monkeypatch.delenv("JOBCTRL_REPLAY", raising=False)
    home = Home(tmp_path)
    for name in ("able", "broken", "zoe"):
        write_starter(home, name, None)
        rows = tmp_path / f"{name}.json"
        rows.write_text(json.dumps([ROW | {"company": f"{name} & Sons"}]))
        search = {"sources": {"imports": [{"path": str(rows)}]}}
        write_private(home.tenant(name).search, json.dumps(search).encode())
    return home


def break_settings(home: Home) -> None:
    write_private(home.tenant("broken").search, b"sauces: {}")


@pytest.fixture
def opened(home: Home) -> Iterator[Installation]:
    opened = Installation.open()
    yield opened
    opened.close()


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as instance:
        yield instance


def execute(
    instance: dg.DagsterInstance, job: dg.JobDefinition, *, succeeds: bool = True
) -> dg.ExecuteInProcessResult:
    resource = InstallationResource(allow_ephemeral=True)
    result = job.execute_in_process(
        instance=instance, resources={"installation": resource}, raise_on_error=succeeds
    )
    assert result.success == succeeds
    return result


def done(opened: Installation, stage: str) -> set[str]:
    table = schema.outcomes
    with opened.store.read() as connection:
        return set(connection.scalars(sa.select(table.c.tenant).where(table.c.stage == stage)))


def test_faulty_settings_of_a_tenant_stop_that_tenant_alone(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    break_settings(home)
    execute(instance, jobs.discover)
    assert done(opened, "discover") == {"able", "zoe"}
    execute(instance, jobs.enrich)
    assert done(opened, "enrich") == {"able", "zoe"}


def test_settings_that_break_after_discovery_hold_up_that_tenant_alone(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    execute(instance, jobs.discover)
    break_settings(home)
    execute(instance, jobs.enrich)
    assert done(opened, "enrich") == {"able", "zoe"}


def test_a_job_fails_when_no_tenant_has_usable_settings(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    for name in ("able", "zoe"):
        set_paused(opened.store, name, paused=True)
    break_settings(home)
    for job in (jobs.discover, jobs.enrich):
        result = execute(instance, job, succeeds=False)
        failure = next(event for event in result.all_events if event.is_step_failure)
        assert "sauces" in str(failure.step_failure_data.error_display_string)


def test_a_family_that_another_run_reads_is_left_to_it(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    [run] = family_runs(opened.store, plan(opened, "able"))
    take(opened.store, run.lease)
    execute(instance, jobs.discover)
    assert done(opened, "discover") == {"broken", "zoe"}


def test_what_a_faulty_profile_holds_is_not_in_dagsters_event_log(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    execute(instance, jobs.discover)
    execute(instance, jobs.enrich)
    for name in ("able", "zoe"):
        set_paused(opened.store, name, paused=True)
    profile = {"basics": {"name": "Ada", "phone": ["+49 170 5550199"]}, "diary": "Dear diary"}
    write_private(home.tenant("broken").profile, json.dumps(profile).encode())
    result = execute(instance, jobs.score, succeeds=False)
    words = "\n".join(entry.to_json() for entry in instance.all_logs(result.run_id))
    assert "profile.json" in words
    assert [word for word in ("5550199", "Dear diary") if word in words] == []


def test_what_a_killed_run_recorded_and_could_not_show_is_materialized(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    execute(instance, jobs.discover)
    killed = work_off(opened.store, opened.body("enrich", "able"), size=9, run_id="killed run")
    outcome = next(killed)
    killed.close()
    enrichment = dg.AssetKey("enrichment")
    assert instance.get_materialized_partitions(enrichment) == set()
    assert len(free_slices(instance, opened.store)) == 1
    assert instance.get_materialized_partitions(enrichment) == {outcome.job_key}
    execute(instance, jobs.enrich)
    assert done(opened, "enrich") == {"able", "broken", "zoe"}
    assert len(instance.get_materialized_partitions(enrichment)) == 3


def test_what_was_shown_before_the_run_was_killed_keeps_its_details(
    home: Home, opened: Installation, instance: dg.DagsterInstance
) -> None:
    execute(instance, jobs.discover)
    killed = work_off(opened.store, opened.body("enrich", "able"), size=9, run_id="killed run")
    outcome = next(killed)
    shown = dg.AssetMaterialization("enrichment", partition=outcome.job_key, metadata={"all": 1})
    instance.report_runless_asset_event(shown)
    killed.close()
    free_slices(instance, opened.store)
    latest = instance.get_latest_materialization_event(dg.AssetKey("enrichment"))
    assert latest is not None
    assert latest.asset_materialization is not None
    assert "all" in latest.asset_materialization.metadata
