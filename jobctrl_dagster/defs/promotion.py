"""Bring Dagster's partition sets to what the store wants."""

import dagster as dg
import sqlalchemy as sa

from jobctrl_dagster.store.keys import SetName, settle_keys, unsettled_keys
from jobctrl_dagster.store.store import Store

SETS: tuple[SetName, ...] = ("tenants", "jobs", "shortlist", "approved")
ATTEMPTS = 5


def settle_partition_sets(instance: dg.DagsterInstance, store: Store) -> dict[SetName, int]:
    """Add wanted keys and take out unwanted ones; returns how many changed by set.

    Losing the process in between loses nothing: both steps may be repeated.
    """
    changed: dict[SetName, int] = {}
    for name in SETS:
        while keys := unsettled_keys(store, name):
            wanted = [key.key for key in keys if key.wanted]
            if wanted:
                _add(instance, name, wanted)
            for key in keys:
                if not key.wanted:
                    instance.delete_dynamic_partition(name, key.key)
            settle_keys(store, name, keys)
            changed[name] = changed.get(name, 0) + len(keys)
    return changed


def _add(instance: dg.DagsterInstance, name: SetName, keys: list[str]) -> None:
    """Add keys; Dagster looks which are missing, and two processes may both find one missing."""
    for _ in range(ATTEMPTS - 1):
        try:
            instance.add_dynamic_partitions(name, keys)
        except sa.exc.IntegrityError:
            continue  # the other process has added it by now
        return
    instance.add_dynamic_partitions(name, keys)
