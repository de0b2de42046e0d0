"""One installation, opened: home, settings, store, door, and what the stages need of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from jobctrl_dagster.backup.unfinished import refuse_unfinished
from jobctrl_dagster.clock import Clock, utc_now
from jobctrl_dagster.gate.door import Door, DoorSettings
from jobctrl_dagster.gate.replay import Replay
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.load import load_profile, load_search, load_system
from jobctrl_dagster.settings.schema import SearchSettings, SystemSettings
from jobctrl_dagster.slice_work import StageBody
from jobctrl_dagster.stages import StageName
from jobctrl_dagster.store.pacing import StorePacer
from jobctrl_dagster.store.store import Store
from jobctrl_dagster.store.tenants import Tenant, add_tenant, list_tenants


@dataclass(frozen=True)
class Installation:
    """Settings and store of one JOBCTRL_HOME.

    Attributes:
        replay_folder: Recorded responses that answer instead of the network, or ``None``.
    """

    home: Home
    system: SystemSettings
    store: Store
    replay_folder: Path | None

    @classmethod
    def open(cls, environ: Mapping[str, str] = os.environ, *, clock: Clock = utc_now) -> Self:
        """Open the installation that the environment names.

        Tenants that have a folder in the home are tenants of the store.

        Raises:
            SettingsError: a settings file is missing or faulty, or a restore was not finished.
            StoreError: the database cannot be used.
        """
        home = Home.from_env(environ)
        refuse_unfinished(home)
        system = load_system(home)
        store = Store.open(home.database_url(environ), clock=clock)
        known = {tenant.name for tenant in list_tenants(store)}
        for name in set(home.tenants()) - known:
            add_tenant(store, name)
        replay = environ.get("JOBCTRL_REPLAY", "").strip()
        return cls(home, system, store, Path(replay) if replay else None)

    @cached_property
    def replay(self) -> Replay | None:
        """The recorded responses, loaded once."""
        return None if self.replay_folder is None else Replay.load(self.replay_folder)

    @cached_property
    def door(self) -> Door:
        """The one way to the network."""
        hosts = self.system.hosts
        settings = DoorSettings(
            allow_hosts=frozenset(hosts.allow),
            api_interval=hosts.api_interval,
            page_interval=hosts.page_interval,
            intervals=hosts.intervals,
            timeout=hosts.timeout,
        )
        clock = self.store.clock
        return Door(settings, StorePacer(self.store), replay=self.replay, clock=clock)

    def search(self, tenant: str) -> SearchSettings:
        """The tenant's rules, wishes and sources, as they stand now."""
        return load_search(self.home, tenant)

    def active_tenants(self) -> list[Tenant]:
        """Tenants that new work is started for."""
        return [tenant for tenant in list_tenants(self.store) if not tenant.paused]

    def body(self, stage: StageName, tenant: str) -> StageBody:
        """What a sliced stage does for the tenant, with the settings as they stand now.

        Raises:
            SettingsError: a settings file of the tenant is missing or faulty.
            ValueError: the stage does not work in slices.
        """
        if stage == "enrich":
            from jobctrl_dagster.enrich.stage import EnrichBody

            return EnrichBody(self.store, tenant, self.search(tenant).rules, self.door)
        if stage == "score":
            from jobctrl_dagster.score.stage import score_body

            profile = load_profile(self.home, tenant)
            return score_body(self.store, tenant, self.search(tenant), profile)
        if stage in {"tailor", "cover"}:
            from jobctrl_dagster.tailor.stage import TailorBody

            profile = load_profile(self.home, tenant)
            documents = self.search(tenant).documents
            return TailorBody(self.store, tenant, stage, profile, documents, self.home.files)
        if stage == "apply":
            from jobctrl_dagster.apply.stage import apply_body

            return apply_body(self, tenant)
        msg = f"the stage {stage!r} does not work in slices"
        raise ValueError(msg)

    def close(self) -> None:
        """Close the door and the store."""
        if "door" in self.__dict__:
            self.door.close()
        self.store.close()
