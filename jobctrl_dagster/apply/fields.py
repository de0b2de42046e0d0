"""What an application form asks."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal[
    "text",
    "textarea",
    "email",
    "phone",
    "url",
    "number",
    "date",
    "select",
    "radio",
    "checkbox",
    "checkbox_group",
    "file",
    "lookup",
]
CHOICES: frozenset[Kind] = frozenset(("select", "radio", "checkbox_group"))
"""Kinds whose answer is one of the options, or several of them."""


class Question(BaseModel):
    """One question, as a person sees it.

    Attributes:
        label: the visible question, without marks for required fields.
        help: what the form says beside it.
        options: the visible names of what can be chosen, without the empty first entry.
        max_length: the longest text in characters that the field takes.
        name: the name that is sent; it says nothing reliable about the question.
        page: the page of the form, from 1.
        autocomplete: the field's own hint for browsers, such as `given-name`.
        accept: kinds of files that are taken, as in HTML.
    """

    model_config = ConfigDict(frozen=True)

    kind: Kind
    label: str
    help: str = ""
    required: bool = False
    options: tuple[str, ...] = ()
    max_length: int | None = None
    name: str = ""
    page: int = 1
    autocomplete: str = ""
    accept: str = ""
