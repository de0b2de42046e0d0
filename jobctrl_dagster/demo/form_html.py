"""Parts that the forms of all providers are written with: the page around them, and controls."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Template

from jobctrl_dagster.demo.addresses import board_url, page_url
from jobctrl_dagster.demo.form_fields import FILE_TYPES, PAGES, Field, Form
from jobctrl_dagster.demo.records import Posting

Attributes = Mapping[str, str | bool | None]

_INPUT_TYPES = {"email": "email", "tel": "tel", "number": "number", "date": "date"}


@dataclass(frozen=True)
class View:
    """A form as one reader sees it: of a posting, with what was filled in and what is wrong."""

    form: Form
    posting: Posting
    company: str
    origin: str
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def submit(self) -> str:
        """Where the form is sent."""
        return f"{page_url(self.origin, self.posting)}/submit"

    def value(self, name: str) -> str:
        """The text that a field holds."""
        return next(iter(self.values.get(name, ())), "")


def page(view: View, main: str, *, title: str) -> str:
    """A whole page around its main part, which is HTML; the title is plain text."""
    return _template("page.html").substitute(
        title=html.escape(f"{title} - {view.company}"),
        company=html.escape(view.company),
        provider=view.form.provider,
        posting=page_url(view.origin, view.posting),
        board=board_url(view.origin, view.posting.board),
        main=main,
    )


def notice(view: View, heading: str, sentence: str, *, kind: str) -> str:
    """A page that says one thing; `kind` is done or alert."""
    main = (
        f"<h1>{html.escape(heading)}</h1>\n"
        f'<p class="facts">{html.escape(view.posting.title)}</p>\n'
        f'<p class="{kind}" role="{"status" if kind == "done" else "alert"}">'
        f"{html.escape(sentence)}</p>"
    )
    return page(view, main, title=heading)


def application(view: View, **parts: str) -> str:
    """The page of a form, from the provider's template; `parts` are HTML."""
    places = "; ".join(place.text for place in view.posting.places if place.text)
    alert = "Please correct the marked fields; nothing has been sent." if view.faults else ""
    main = _template(f"{view.form.provider}.html").substitute(
        title=html.escape(view.posting.title),
        facts=html.escape(" · ".join(filter(None, (view.company, places)))),
        submit=html.escape(view.submit),
        alert=alert and f'<p class="alert" role="alert">{alert}</p>',
        **parts,
    )
    return page(view, main, title=f"Apply: {view.posting.title}")


@functools.cache
def _template(name: str) -> Template:
    return Template((PAGES / name).read_text(encoding="utf-8"))


def attributes(values: Attributes) -> str:
    """Attributes as in a start tag; False and None leave one out."""
    shown = (
        f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'
        for name, value in values.items()
        if value is not None and value is not False
    )
    return "".join(shown)


def error(question: Field, view: View) -> str:
    """The place beside a field for what is wrong with it."""
    message = html.escape(view.faults.get(question.name, ""))
    return f'<p class="error" id="{question.id}-error" role="alert">{message}</p>'


def control(question: Field, view: View, bound: Attributes) -> str:
    """The element that takes a text, a file, or one entry of a list."""
    common: Attributes = {
        "id": question.id,
        "name": question.name,
        "maxlength": str(question.limit) if question.limit else None,
        "autocomplete": question.autocomplete,
        "aria-describedby": f"{question.id}-error",
        "aria-invalid": "true" if question.name in view.faults else None,
        **bound,
    }
    value = view.value(question.name)
    if question.kind == "textarea":
        return f"<textarea{attributes(common)}>\n{html.escape(value)}</textarea>"
    if question.kind == "select":
        entries = "\n".join(
            f"<option{attributes({'value': o.value, 'selected': o.value == value})}>"
            f"{html.escape(o.label)}</option>"
            for o in question.options
        )
        empty = '<option value="">Select…</option>'
        return f"<select{attributes(common)}>\n{empty}\n{entries}\n</select>"
    if question.kind in {"file", "file_or_text"}:
        return f"<input{attributes({**common, 'type': 'file', 'accept': ','.join(FILE_TYPES)})}>"
    kind = _INPUT_TYPES.get(question.kind, "text")
    return f"<input{attributes({**common, 'type': kind, 'value': value})}>"


def tick(question: Field, view: View, number: int, *, required: bool = False) -> str:
    """One radio button or checkbox of a question, without its label."""
    option = question.options[number]
    return "<input{}>".format(
        attributes(
            {
                "type": "radio" if question.kind == "radio" else "checkbox",
                "id": f"{question.id}-{number}",
                "name": question.name,
                "value": option.value,
                "checked": option.value in view.values.get(question.name, ()),
                "required": required,
                "aria-invalid": "true" if question.name in view.faults else None,
            }
        )
    )
