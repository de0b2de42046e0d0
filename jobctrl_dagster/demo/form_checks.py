"""What a market accepts as an application, and what it says beside a field it does not accept."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from jobctrl_dagster.demo.form_fields import FILE_TYPES, Field, Form, known_places
from jobctrl_dagster.demo.multipart import Part

MISSING = "This field is required."


@dataclass(frozen=True)
class Received:
    """A filled form: the texts of each field, and its files that hold something."""

    values: Mapping[str, tuple[str, ...]]
    files: Mapping[str, Part]

    def text(self, name: str) -> str:
        """The first text of a field without the space around it, else an empty one."""
        return next((value.strip() for value in self.values.get(name, ())), "")


def received(parts: Iterable[Part]) -> Received:
    """Sort the parts of a form into texts and files."""
    values: dict[str, tuple[str, ...]] = {}
    files: dict[str, Part] = {}
    for part in parts:
        if part.filename is None:
            values[part.name] = (*values.get(part.name, ()), part.text)
        elif part.filename:
            files[part.name] = part
    return Received(values, files)


def faults(form: Form, filled: Received) -> dict[str, str]:
    """The messages by field name; empty if the application is acceptable."""
    found = {field.name: _fault(field, filled) for field in form.fields}
    return {name: message for name, message in found.items() if message}


def _fault(field: Field, filled: Received) -> str | None:
    file = filled.files.get(field.name)
    texts = [value for value in filled.values.get(field.name, ()) if value.strip()]
    if field.kind == "file_or_text" and filled.text(field.text_name):
        texts.append(filled.text(field.text_name))
    if not texts and file is None:
        return MISSING if field.required else None
    if file is not None:
        return _file_fault(field, file)
    if field.kind == "file":
        return "Attach a file."
    return next((fault for text in texts if (fault := _text_fault(field, text.strip()))), None)


def _file_fault(field: Field, file: Part) -> str | None:
    if field.kind not in {"file", "file_or_text"}:
        return "This field takes no file."
    if PurePath(file.filename or "").suffix.casefold() not in FILE_TYPES:
        return f"Use one of these file types: {', '.join(t[1:] for t in FILE_TYPES)}."
    return None if file.content else "This file is empty."


def _text_fault(field: Field, text: str) -> str | None:
    if field.limit is not None and len(text) > field.limit:
        return f"Use at most {field.limit} characters."
    if field.options and text not in {option.value for option in field.options}:
        return "Choose one of the entries."
    match field.kind:
        case "email" if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text):
            return "Enter a valid e-mail address."
        case "tel" if not re.fullmatch(r"[+()\d][\d\s().-]{5,}", text):
            return "Enter a valid phone number."
        case "number" if not re.fullmatch(r"\d{1,3}(\.\d+)?", text):
            return "Enter a number."
        case "date" if not _is_date(text):
            return "Enter a date as YYYY-MM-DD."
        case "place" if text not in known_places():
            return "Choose a place from the list."
    return None


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def answers(form: Form, filled: Received) -> dict[str, str]:
    """What was answered by visible label; texts of one question are joined with a semicolon."""
    found: dict[str, str] = {}
    for field in form.fields:
        words = {option.value: option.label for option in field.options}
        texts = filled.values.get(field.name, ()) or filled.values.get(field.text_name, ())
        shown = "; ".join(words.get(text, text) for text in texts if text.strip())
        if shown:
            found[field.label] = shown
    return found
