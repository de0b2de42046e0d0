"""The installation as a Dagster resource, bound to one Dagster instance."""

import os

import dagster as dg
from pydantic import PrivateAttr

from jobctrl_dagster.installation import Installation
from jobctrl_dagster.store import RuntimeIdentityMismatch

IDENTITY_KEY = "jobctrl/store"


class InstallationResource(dg.ConfigurableResource):
    """Opens JOBCTRL_HOME for a run or a tick, and closes it afterwards.

    Attributes:
        allow_ephemeral: Whether a throw-away Dagster instance will do; for tests only.
    """

    allow_ephemeral: bool = False
    _opened: Installation | None = PrivateAttr(default=None)

    def setup_for_execution(self, context: dg.InitResourceContext) -> None:
        """Open the installation and check that this instance belongs to its store.

        Raises:
            dagster.Failure: DAGSTER_HOME is not set.
            RuntimeIdentityMismatch: the instance is bound to another store.
        """
        instance = context.instance
        if instance is None or not (self.allow_ephemeral or _is_kept(instance)):
            msg = (
                "DAGSTER_HOME is not set, so Dagster would forget this run at once; set it to a "
                "folder that holds dagster.yaml, such as $JOBCTRL_HOME/dagster (make run does)"
            )
            raise dg.Failure(msg, allow_retries=False)
        opened = Installation.open()
        try:
            bind_identity(instance, opened.store.identity)
        except RuntimeIdentityMismatch:
            opened.close()
            raise
        self._opened = opened

    def teardown_after_execution(self, context: dg.InitResourceContext) -> None:  # noqa: ARG002 - signature of the base
        """Close what was opened."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    @property
    def opened(self) -> Installation:
        """The open installation."""
        if self._opened is None:
            msg = "the installation is open only while a run or a tick is under way"
            raise RuntimeError(msg)
        return self._opened


def _is_kept(instance: dg.DagsterInstance) -> bool:
    """Whether runs of the instance outlive the process; Dagster makes up a folder otherwise."""
    return bool(os.environ.get("DAGSTER_HOME")) and not instance.is_ephemeral


def bind_identity(instance: dg.DagsterInstance, identity: str) -> None:
    """Bind a Dagster instance to the first store it is used with.

    Raises:
        RuntimeIdentityMismatch: it is bound to another one; nothing has been written.
    """
    cursors = instance.daemon_cursor_storage
    known = cursors.get_cursor_values({IDENTITY_KEY}).get(IDENTITY_KEY)
    if known is None:
        cursors.set_cursor_values({IDENTITY_KEY: identity})
    elif known != identity:
        msg = (
            f"this Dagster instance belongs to the store {known}, but JOBCTRL_HOME or "
            f"JOBCTRL_DATABASE_URL leads to the store {identity}; point both to the same "
            "installation, or give this one a DAGSTER_HOME of its own"
        )
        raise RuntimeIdentityMismatch(msg)


@dg.definitions
def resources() -> dg.Definitions:
    """Resources of every asset, op and sensor; runs work in one process."""
    return dg.Definitions(
        resources={
            "installation": InstallationResource(),
            # Data lives in the store; what ops hand each other never leaves their process.
            "io_manager": dg.mem_io_manager,
        },
        executor=dg.in_process_executor,
    )
