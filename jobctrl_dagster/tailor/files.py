"""Documents as files that only their owner can read, each with a note of what it is."""

from __future__ import annotations

import json
from pathlib import Path

from jobctrl_dagster.settings.home import make_private_folder, write_private
from jobctrl_dagster.tailor.records import Document

_LONGEST_NAME = 60
_LONGEST_JOB = 130


def write_document(folder: Path, job_key: str, document: Document, person_name: str) -> Path:
    """Write ``Jose-Muller_resume_<job>.pdf`` and, beside it, ``….pdf.json`` with its digest.

    Both are written whole or not at all, with mode 0600; the note comes last, so that a PDF whose
    digest is not the one in its note was not finished.

    Args:
        folder: Where to; made with mode 0700 where it is missing.
        job_key: The job, ``tenant.company.title.8hex``; its tenant is not part of the name.
        document: The document.
        person_name: The person's name, non-Latin ones transliterated.

    Returns:
        The path of the PDF.

    Raises:
        SettingsError: the folder cannot be made or written.
    """
    make_private_folder(folder)
    path = folder / file_name(job_key, document, person_name)
    write_private(path, document.pdf)
    note = {
        "kind": document.kind,
        "job_key": job_key,
        "sha256": document.digest,
        "pages": document.pages,
        "tailored": document.tailored,
        "items": document.items,
        "warnings": document.warnings,
    }
    content = json.dumps(note, ensure_ascii=False, indent=2) + "\n"
    write_private(note_path(path), content.encode())
    return path


def note_path(path: Path) -> Path:
    """Where the note of a document stands."""
    return path.with_name(f"{path.name}.json")


def file_name(job_key: str, document: Document, person_name: str) -> str:
    """The name of a document's file: ASCII letters, digits, hyphens and underscores."""
    from slugify import slugify

    person = slugify(person_name, lowercase=False, max_length=_LONGEST_NAME, word_boundary=True)
    _, _, job = job_key.partition(".")
    number = job.rpartition(".")[2]
    name = slugify(job.removesuffix(f".{number}"), max_length=_LONGEST_JOB, word_boundary=True)
    parts = (person, document.kind, "-".join(filter(None, (name, slugify(number)))))
    return f"{'_'.join(filter(None, parts))}.pdf"
