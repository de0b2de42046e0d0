"""Real processes on one database: many at once, and one that is killed between two writes."""

import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.synchronize import Event
from typing import Any

import sqlalchemy as sa

from jobctrl_dagster.status import read_status
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.tenants import list_tenants
from tests.store.rows import raw, take_in

PROCESSES, EACH = 4, 250


def _store(url: str, number: int, faults: "multiprocessing.Queue[str]") -> None:
    store = Store.open(url)
    try:
        for row in range(EACH):
            take_in(store, raw(f"{number}-{row}"), run=f"run {number}")
        faults.put("")
    except Exception as fault:  # noqa: BLE001 - the parent fails on it
        faults.put(repr(fault))
    finally:
        store.close()


def _look(url: str, over: Event, faults: "multiprocessing.Queue[str]") -> None:
    """What a page that shows the status does all the time; it writes too, as it folds events."""
    store = Store.open(url)
    try:
        while not over.wait(0.05):
            assert read_status(store, "me").funnel.closes
        faults.put("")
    except Exception as fault:  # noqa: BLE001 - the parent fails on it
        faults.put(repr(fault))
    finally:
        store.close()


def test_four_processes_store_a_thousand_jobs_while_another_shows_the_status(
    store: Store, store_url: str
) -> None:
    context = multiprocessing.get_context("spawn")
    faults, over = context.Queue(), context.Event()
    writers = [
        context.Process(target=_store, args=(store_url, number, faults))
        for number in range(PROCESSES)
    ]
    reader = context.Process(target=_look, args=(store_url, over, faults))
    for process in (reader, *writers):
        process.start()
    found = [faults.get(timeout=120) for _ in writers]
    over.set()
    found.append(faults.get(timeout=120))
    for process in (reader, *writers):
        process.join(30)
    assert found == [""] * (PROCESSES + 1)
    with store.read() as connection:
        keys = connection.scalars(sa.select(schema.jobs.c.job_key)).all()
        ids: Any = connection.scalars(sa.select(schema.sightings.c.external_id)).all()
    assert len(keys) == len(set(keys)) == PROCESSES * EACH
    assert set(ids) == {f"{n}-{row}" for n in range(PROCESSES) for row in range(EACH)}
    assert read_status(store, "me").funnel.discovered == PROCESSES * EACH


WRITER = """
import sys, time
import sqlalchemy as sa
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.tenants import add_tenant
store = Store.open(sys.argv[1])
add_tenant(store, "first")
with store.unit_of_work() as unit:
    row = {"name": "second", "weight": 1.0, "paused": False, "created_at": store.clock()}
    unit.execute(sa.insert(schema.tenants).values(**row))
    print("written", flush=True)
    time.sleep(60)
    unit.commit()
"""


def test_a_process_killed_between_two_writes_leaves_the_first_alone(
    store: Store, store_url: str
) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, store_url], stdout=subprocess.PIPE, text=True
    )
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written\n"
    finally:
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        if writer.stdout is not None:
            writer.stdout.close()
    assert [tenant.name for tenant in list_tenants(store)] == ["first"]
    assert take_in(store, raw(1)).kind == "new", "the database is free for the next writer"
