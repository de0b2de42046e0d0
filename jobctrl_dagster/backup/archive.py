"""The archive: a private tar.gz of plain files, with its manifest as the last of them."""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from pydantic import ValidationError

from jobctrl_dagster.backup.errors import BackupError
from jobctrl_dagster.backup.manifest import DAGSTER, HOME, MANIFEST, TABLES, Manifest, Member
from jobctrl_dagster.settings.home import PRIVATE_FILE

CHUNK = 1 << 20
PLAIN_FILE = (tarfile.REGTYPE, tarfile.AREGTYPE)
UNSAFE_SIGNS = re.compile("[\\\\\0\ud800-\udfff]")
"""A backslash parts folders elsewhere; the others are in no name that all systems keep."""


class ArchiveWriter:
    """Adds members and remembers their digests for the manifest."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.members: dict[str, Member] = {}

    def add(self, name: str, path: Path, *, modified: float) -> None:
        """Add a file that nobody else writes to."""
        info = _plain_info(name, path.stat().st_size, modified)
        if not _is_safe(info):
            msg = f"the name of the file {name!r} fits no archive; rename it, and try again"
            raise BackupError(msg)
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            stream.seek(0)
            self._tar.addfile(info, stream)
        self.members[name] = Member(size=info.size, sha256=digest)

    def finish(self, manifest: Manifest) -> None:
        """Add the manifest; nothing comes after it."""
        content = manifest.model_dump_json(indent=1).encode()
        info = _plain_info(MANIFEST, len(content), manifest.made_at.timestamp())
        self._tar.addfile(info, io.BytesIO(content))


def _plain_info(name: str, size: int, modified: float) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, PRIVATE_FILE, int(modified)
    return info


@contextmanager
def writing(path: Path) -> Iterator[ArchiveWriter]:
    """Write an archive to a path that is made private first."""
    path.touch(PRIVATE_FILE, exist_ok=False)
    with path.open("wb") as stream, tarfile.open(fileobj=stream, mode="w:gz") as tar:
        yield ArchiveWriter(tar)


def members(stream: IO[bytes]) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    """Every member with its content, in order; read each before the next.

    Raises:
        BackupError: a member is no plain file with a safe name.
    """
    stream.seek(0)
    with tarfile.open(fileobj=stream, mode="r:gz") as tar:
        for info in tar:
            content = tar.extractfile(info) if _is_safe(info) else None
            if content is None:
                msg = (
                    f"the archive holds {info.name!r}, which is no plain file of an "
                    "installation; nothing of it is restored"
                )
                raise BackupError(msg)
            yield info, content


def _is_safe(info: tarfile.TarInfo) -> bool:
    """Whether the member is a plain file that stays in its folder of the archive."""
    if info.type not in PLAIN_FILE or UNSAFE_SIGNS.search(info.name):
        return False
    path = PurePosixPath(info.name)
    if path.as_posix() != info.name or ".." in path.parts or path.is_absolute():
        return False
    return info.name == MANIFEST or (
        len(path.parts) > 1 and path.parts[0] in {HOME, TABLES, DAGSTER}
    )


def verify(stream: IO[bytes], told: Callable[[str], None]) -> Manifest:
    """Read the whole archive and compare every byte with its manifest.

    Raises:
        BackupError: something is missing, added, changed or unsafe.
    """
    try:
        manifest, found, rows = _read_all(stream, told)
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        msg = f"the archive is damaged or no backup ({error}); take another one"
        raise BackupError(msg) from error
    if manifest is None:
        msg = "the archive is cut short: it has no manifest; take another one"
        raise BackupError(msg)
    _compare(manifest, found, rows)
    return manifest


def _read_all(
    stream: IO[bytes], told: Callable[[str], None]
) -> tuple[Manifest | None, dict[str, Member], dict[str, int]]:
    """The manifest, the members as they are, and the lines of each table."""
    found: dict[str, Member] = {}
    rows: dict[str, int] = {}
    manifest = None
    for info, content in members(stream):
        told(f"checking {info.name}")
        if info.name in found or manifest is not None:
            msg = f"the archive holds {info.name!r} twice or after its end; take another one"
            raise BackupError(msg)
        if info.name == MANIFEST:
            manifest = _parse(content.read())
            continue
        digest, lines = hashlib.sha256(), 0
        while chunk := content.read(CHUNK):
            digest.update(chunk)
            lines += chunk.count(b"\n")
        found[info.name] = Member(size=info.size, sha256=digest.hexdigest())
        if info.name.startswith(f"{TABLES}/"):
            rows[PurePosixPath(info.name).stem] = lines
    return manifest, found, rows


def _parse(content: bytes) -> Manifest:
    try:
        return Manifest.model_validate_json(content)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "manifest"
        msg = (
            f"the archive's manifest cannot be read ({where}: {fault['msg']}); it may come from "
            "a newer version of the program: install that one, or take another archive"
        )
        raise BackupError(msg) from error


def _compare(manifest: Manifest, found: dict[str, Member], rows: dict[str, int]) -> None:
    wrong = [
        name
        for name in sorted(manifest.members.keys() | found.keys())
        if manifest.members.get(name) != found.get(name)
    ]
    wrong += [
        table
        for table in sorted(manifest.rows.keys() | rows.keys())
        if manifest.rows.get(table) != rows.get(table)
    ]
    if wrong:
        msg = (
            f"the archive is damaged: {', '.join(wrong[:5])} "
            f"({len(wrong)} in all) differ from its manifest; take another one"
        )
        raise BackupError(msg)
