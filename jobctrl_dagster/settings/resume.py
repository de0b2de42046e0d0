"""Reading a resume file; what cannot be a profile is refused with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jobctrl_dagster.settings.document import decode, read_bytes
from jobctrl_dagster.settings.faults import Fault, SettingsError
from jobctrl_dagster.settings.profile import Profile

_CONVERT = "export the profile as JSON Resume (resume.json) and give that file"
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive, as DOCX and ODT files are"),
    (b"\xd0\xcf\x11\xe0", "an old Word document"),
    (b"{\\rtf", "a rich text document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"<", "an HTML or XML page"),
)


@dataclass(frozen=True)
class ReadResume:
    """A profile as read from a file.

    Attributes:
        profile: the profile.
        notes: what was mapped from older schema versions, is kept although nothing quotes it, or
            cannot be counted with; none of it stops the profile from being used.
    """

    profile: Profile
    notes: tuple[Fault, ...]


def read_resume(file: Path, *, missing: str = "check the path") -> ReadResume:
    """Read a JSON Resume of version 1.0.0 or older.

    Raises:
        SettingsError: the file is absent, empty, of another type, broken, or has misspelt keys or
            values of a wrong kind; every fault is listed with its line.
    """
    if file.is_file() and file.stat().st_size == 0:
        problem = "the file is empty: it has no text to read a profile from"
        raise SettingsError([Fault(problem, file=file, line=1, advice=_CONVERT)])
    return parse_resume(read_bytes(file, missing=missing), file)


def parse_resume(content: bytes, file: Path) -> ReadResume:
    """Read the bytes of a JSON Resume; `file` only names it in messages.

    Raises:
        SettingsError: as in `read_resume`.
    """
    from jobctrl_dagster.settings.build import build
    from jobctrl_dagster.settings.json_document import parse_json
    from jobctrl_dagster.settings.resume_shape import present_shape

    _refuse_other_types(content, file)
    document, notes = present_shape(parse_json(decode(content, file), file))
    return ReadResume(build(Profile, document), notes)


def _refuse_other_types(content: bytes, file: Path) -> None:
    head = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if b"%PDF-" in head or file.suffix.lower() == ".pdf":
        problem = (
            "the file is a PDF, and a profile is not read from PDFs: a scan has no text layer, "
            "and text taken from a page has lost what belongs to what"
        )
        raise SettingsError([Fault(problem, file=file, advice=_CONVERT)])
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            raise SettingsError([Fault(f"the file is {name}", file=file, advice=_CONVERT)])
    if not head.startswith((b"{", b"[")) and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        kind = "a YAML file" if file.suffix.lower() in {".yaml", ".yml"} else "no JSON"
        raise SettingsError([Fault(f"the file is {kind}", file=file, line=1, advice=_CONVERT)])
