"""Faults of a tenant's settings in runs: where they are, never what the settings hold.

Dagster keeps the text and the causes of what a run raises, and a profile is private.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from jobctrl_dagster.settings.faults import SettingsError


def places(error: SettingsError) -> str:
    """Files, lines and keys of the faults."""
    named = (
        f"{fault.file or 'the settings'}"
        + (f", line {fault.line}" if fault.line else "")
        + (f", `{fault.key}`" if fault.key else "")
        for fault in error.faults
    )
    return f"Faulty settings: {'; '.join(named)}. `jobctrl doctor` says what is wrong there."


@contextmanager
def naming_places_only() -> Iterator[None]:
    """Let faulty settings fail the run in words that anyone may read.

    Raises:
        dagster.Failure: the settings are faulty.
    """
    try:
        yield
    except SettingsError as error:
        raise dg.Failure(places(error), allow_retries=False) from None
