"""The application forms of the three board providers, read from form_pages/*.yaml."""

import functools
import re
from typing import Any, Literal

from jobctrl_dagster.demo.market import FOLDER
from jobctrl_dagster.demo.records import Frozen, Provider

PAGES = FOLDER / "form_pages"
FILE_TYPES = (".pdf", ".doc", ".docx", ".txt", ".rtf")

Kind = Literal[
    "text",
    "email",
    "tel",
    "number",
    "date",
    "textarea",
    "select",
    "radio",
    "checkboxes",
    "consent",
    "file",
    "file_or_text",
    "place",
]


class Option(Frozen):
    """One entry of a list: the value that is sent, and the words that are shown."""

    value: str
    label: str


class Field(Frozen):
    """One question of a form.

    `name` is what the form sends, `label` what a person reads; `limit` is the longest text in
    characters; a field with `companies` is asked by these alone.
    """

    name: str
    label: str
    kind: Kind = "text"
    required: bool = False
    options: tuple[Option, ...] = ()
    limit: int | None = None
    hint: str | None = None
    autocomplete: str | None = None
    companies: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of its element."""
        return re.sub(r"\W+", "-", self.name).strip("-")

    @property
    def text_name(self) -> str:
        """Where a `file_or_text` field sends its text."""
        return f"{self.name}_text"


class Section(Frozen):
    """Questions under one heading, on one page of the form (from 1)."""

    title: str = ""
    intro: str = ""
    page: int = 1
    fields: tuple[Field, ...]


class Form(Frozen):
    """One provider's form as one company asks it."""

    provider: Provider
    thanks: str
    sections: tuple[Section, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, in the order of the page."""
        return tuple(field for section in self.sections for field in section.fields)

    @property
    def pages(self) -> int:
        """How many pages the form has."""
        return max(section.page for section in self.sections)


def form_of(provider: Provider, company: str, company_name: str) -> Form:
    """The form of a provider as a company (slug, and name as shown) asks it."""
    form = _read(provider)
    sections = []
    for section in form.sections:
        asked = (f for f in section.fields if not f.companies or company in f.companies)
        named = tuple(
            f.model_copy(update={"label": f.label.replace("{company}", company_name)})
            for f in asked
        )
        intro = section.intro.replace("{company}", company_name)
        sections.append(section.model_copy(update={"fields": named, "intro": intro}))
    thanks = form.thanks.replace("{company}", company_name)
    return form.model_copy(update={"sections": tuple(sections), "thanks": thanks})


@functools.cache
def _read(provider: Provider) -> Form:
    from ruamel.yaml import YAML

    text = (PAGES / f"{provider}.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = YAML(typ="safe", pure=True).load(text)
    for section in data["sections"]:
        for field in section["fields"]:
            field["options"] = _options(field.get("options", ()))
    return Form.model_validate({"provider": provider, **data})


def _options(listed: Any) -> tuple[Option, ...]:
    """Options written as words, or as the name of a file with a code and a name on each line."""
    if isinstance(listed, str):
        pairs = (line.split(" ", 1) for line in _lines(listed))
        return tuple(Option(value=code, label=name) for code, name in pairs)
    return tuple(Option(value=words, label=words) for words in listed)


@functools.cache
def known_places() -> tuple[str, ...]:
    """All places of the look-up, as it shows and sends them."""
    return _lines("places.txt")


def _lines(name: str) -> tuple[str, ...]:
    lines = (PAGES / name).read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def places_like(query: str, most: int = 8) -> tuple[str, ...]:
    """The places a look-up offers: those with words that begin like the query's, best first."""
    wanted = re.findall(r"\w+", query.casefold())
    if not wanted:
        return ()
    found = [
        place
        for place in known_places()
        if all(any(w.startswith(q) for w in re.findall(r"\w+", place.casefold())) for q in wanted)
    ]
    found.sort(key=lambda place: not place.casefold().startswith(wanted[0]))
    return tuple(found[:most])
