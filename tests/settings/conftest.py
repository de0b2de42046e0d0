"""A home of its own for each test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with its folders and none of its files."""
    home = Home(tmp_path / "home")
    home.create("me")
    return home


@pytest.fixture
def faults_of() -> Callable[[Callable[[], object]], tuple[Fault, ...]]:
    """Runs something that must be refused and gives its faults."""

    def run(action: Callable[[], object]) -> tuple[Fault, ...]:
        with pytest.raises(SettingsError) as caught:
            action()
        return caught.value.faults

    return run
