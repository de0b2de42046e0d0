"""Reading a person's files strictly: what nothing would read is an error, with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.schema import Answers, SearchSettings, SystemSettings

if TYPE_CHECKING:
    from jobctrl_dagster.settings.profile import Profile

__all__ = [
    "Fault",
    "SettingsError",
    "load_answers",
    "load_profile",
    "load_search",
    "load_system",
]


def load_system(home: Home) -> SystemSettings:
    """Read ``config.yaml``.

    Raises:
        SettingsError: the file is absent or has faults; all of them are listed.
    """
    from jobctrl_dagster.settings.build import build
    from jobctrl_dagster.settings.yaml_document import read_yaml

    return build(SystemSettings, read_yaml(home.config))


def load_search(home: Home, tenant: str) -> SearchSettings:
    """Read a tenant's ``search.yaml``.

    Raises:
        SettingsError: as in `load_system`.
    """
    from jobctrl_dagster.settings.build import build
    from jobctrl_dagster.settings.yaml_document import read_yaml

    return build(SearchSettings, read_yaml(home.tenant(tenant).search, missing=_init(tenant)))


def load_answers(home: Home, tenant: str) -> Answers:
    """Read a tenant's ``answers.yaml``.

    Raises:
        SettingsError: as in `load_system`.
    """
    from jobctrl_dagster.settings.build import build
    from jobctrl_dagster.settings.yaml_document import read_yaml

    return build(Answers, read_yaml(home.tenant(tenant).answers, missing=_init(tenant)))


def load_profile(home: Home, tenant: str) -> Profile:
    """Read a tenant's ``profile.json``; `resume.read_resume` gives its notes as well.

    Raises:
        SettingsError: as in `load_system`.
    """
    from jobctrl_dagster.settings.resume import read_resume

    return read_resume(home.tenant(tenant).profile, missing=_init(tenant)).profile


def _init(tenant: str) -> str:
    return f"run `jobctrl init --tenant {tenant}` to write it"
