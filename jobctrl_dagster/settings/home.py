"""Where everything of an installation lives: the folder named by JOBCTRL_HOME."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.schema import TENANT_PATTERN

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


@dataclass(frozen=True)
class TenantFiles:
    """The files of one tenant.

    Attributes:
        name: the tenant's name.
        folder: ``tenants/<name>`` in the home.
    """

    name: str
    folder: Path

    @property
    def profile(self) -> Path:
        """The JSON Resume: everything that may be said about the person."""
        return self.folder / "profile.json"

    @property
    def search(self) -> Path:
        """Rules, wishes and sources."""
        return self.folder / "search.yaml"

    @property
    def answers(self) -> Path:
        """Answers to questions of application forms."""
        return self.folder / "answers.yaml"


@dataclass(frozen=True)
class Home:
    """The folder of one installation; reading its properties touches no disk.

    Attributes:
        root: absolute path of the folder.
    """

    root: Path

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> Home:
        """Take the folder named by JOBCTRL_HOME, else ``~/.jobctrl``."""
        named = environ.get("JOBCTRL_HOME", "").strip() or "~/.jobctrl"
        return cls(Path(named).expanduser().absolute())

    @property
    def config(self) -> Path:
        """Settings of the installation."""
        return self.root / "config.yaml"

    @property
    def database(self) -> Path:
        """The SQLite file that is used when no database URL is given."""
        return self.root / "jobctrl.db"

    @property
    def files(self) -> Path:
        """Documents, captured pages and reports."""
        return self.root / "files"

    @property
    def dagster(self) -> Path:
        """The folder meant for DAGSTER_HOME."""
        return self.root / "dagster"

    def tenant(self, name: str) -> TenantFiles:
        """Name a tenant's files.

        Raises:
            SettingsError: the name is no tenant name.
        """
        if not re.fullmatch(TENANT_PATTERN.strip("^$"), name):
            raise SettingsError(
                [
                    Fault(
                        f"{name!r} is no tenant name",
                        advice="use 1 to 32 lower-case letters a-z, digits and hyphens, such as me",
                    )
                ]
            )
        return TenantFiles(name, self.root / "tenants" / name)

    def tenants(self) -> tuple[str, ...]:
        """Names of the tenants that have a folder, sorted; empty before ``jobctrl init``."""
        folder = self.root / "tenants"
        if not folder.is_dir():
            return ()
        names = (entry.name for entry in folder.iterdir() if entry.is_dir())
        pattern = TENANT_PATTERN.strip("^$")
        return tuple(sorted(name for name in names if re.fullmatch(pattern, name)))

    def database_url(self, environ: Mapping[str, str] = os.environ) -> str:
        """Give the SQLAlchemy URL of the store.

        JOBCTRL_DATABASE_URL wins over the SQLite file. A bare PostgreSQL URL gets the driver that
        is installed, since SQLAlchemy would take another one.
        """
        url = environ.get("JOBCTRL_DATABASE_URL", "").strip()
        if not url:
            return f"sqlite:///{self.database}"
        return re.sub(r"^postgres(ql)?://", "postgresql+psycopg2://", url)

    def create(self, tenant: str | None = None) -> None:
        """Make the folders that are missing, readable by their owner alone.

        Raises:
            SettingsError: a path is taken by a file or may not be written.
        """
        folders = [self.root, self.files, self.dagster, self.root / "tenants"]
        if tenant is not None:
            folders.append(self.tenant(tenant).folder)
        for folder in folders:
            make_private_folder(folder)


def make_private_folder(folder: Path) -> None:
    """Make a folder with mode 0700; one that is there keeps its mode.

    Raises:
        SettingsError: the path is taken by a file or may not be written.
    """
    if folder.is_dir():
        return
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True)
        folder.chmod(PRIVATE_FOLDER)
    except OSError as error:
        reason = error.strerror or str(error)
        fault = Fault(
            f"the folder cannot be made ({reason})",
            file=folder,
            advice="free the path or choose another folder in JOBCTRL_HOME",
        )
        raise SettingsError([fault]) from error


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all.

    Raises:
        SettingsError: the folder cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        fault = Fault(f"cannot be written ({reason})", file=path, advice="check its permissions")
        raise SettingsError([fault]) from error
