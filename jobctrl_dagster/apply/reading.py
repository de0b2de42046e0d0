"""Reads what the current page asks, by the labels that a person sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

from jobctrl_dagster.apply.fields import Question
from jobctrl_dagster.apply.words import means

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Frame, JSHandle, Page

Wall = Literal["captcha", "sign_in", ""]
_MARKS = re.compile(
    r"[*✱∗＊]+(\s*required\b)?|\((required|pflichtfeld|obligatoire|obligatorio)\)|^required\.",
    re.IGNORECASE,
)
_SOME_QUESTIONS = 3


@dataclass(frozen=True)
class Button:
    """A control that can be pressed.

    Attributes:
        text: its visible words.
        submits: whether pressing it sends its form.
        method: the method of its form, or an empty text.
        href: where it leads, if it is a link.
    """

    text: str
    submits: bool
    method: str
    href: str
    place: tuple[int, int]


@dataclass(frozen=True)
class PageForm:
    """The form of one page, with its live elements.

    Attributes:
        questions: in the order of the page.
        buttons: those of the form; of the whole page where the form has no button.
    """

    frame: Frame
    questions: tuple[Question, ...]
    buttons: tuple[Button, ...]
    _handle: JSHandle
    _index: int
    _indexes: tuple[tuple[int, ...], ...]

    def element(self, question: int, option: int = 0) -> ElementHandle:
        """The element of a question, by their numbers from 0."""
        path = f"(f) => f[{self._index}].questions[{question}].elements[{option}]"
        return _element(self._handle, path)

    def option_index(self, question: int, option: int) -> int:
        """Where an option stands in its list, the empty entries counted."""
        return self._indexes[question][option]

    def button(self, button: Button) -> ElementHandle:
        """The element of a button."""
        form, number = button.place
        return _element(self._handle, f"(f) => f[{form}].buttons[{number}].element")


def read_form(page: Page, number: int = 1) -> PageForm | None:
    """The application form that the page shows, or None.

    Args:
        page: an open page; its frames are read as well.
        number: which page of the form this is, from 1.
    """
    best: PageForm | None = None
    for frame in page.frames:
        for form in _forms(frame, number):
            if _weight(form) > (_weight(best) if best else 0):
                best = form
    return best if best is not None and (number > 1 or is_application(best.questions)) else None


def is_application(questions: tuple[Question, ...]) -> bool:
    """Whether a form asks what an application asks: a resume, or who one is and some more."""
    asked = {meaning for each in questions for meaning in means(each.label)}
    uploads = any(each.kind == "file" for each in questions)
    named = bool(asked & {"full_name", "first_name", "last_name"})
    reached = bool(asked & {"email", "phone"}) or any(each.kind == "email" for each in questions)
    if uploads and (named or reached or "resume" in asked):
        return True
    return named and reached and len(questions) > _SOME_QUESTIONS


def find_buttons(page: Page, meaning: str) -> Iterator[tuple[ElementHandle, Button]]:
    """The buttons and links of the whole page whose words have a meaning, such as `open_form`."""
    for frame in page.frames:
        handle, forms = _read(frame)
        for place, button in _buttons(len(forms) - 1, forms[-1]) if forms else ():
            if meaning in means(button.text, buttons=True):
                yield _element(handle, f"(f) => f[{place[0]}].buttons[{place[1]}].element"), button


def read_wall(page: Page) -> Wall:
    """What stands before the form that only a person can pass."""
    from playwright.sync_api import Error

    for frame in page.frames:
        try:
            wall: Wall = frame.evaluate(page_script("walls"))
        except Error:  # a frame that was refused or has gone shows nothing
            continue
        if wall:
            return wall
    return ""


@cache
def page_script(name: str) -> str:
    """One of the scripts that run inside the page."""
    folder = files("jobctrl_dagster.apply").joinpath("page_scripts")
    return folder.joinpath(f"{name}.js").read_text(encoding="utf-8")


def _forms(frame: Frame, number: int) -> Iterator[PageForm]:
    handle, forms = _read(frame)
    for index, form in enumerate(forms[:-1]):
        asked = tuple(_question(each, number) for each in form["questions"])
        own = [button for _, button in _buttons(index, form)]
        everywhere = [button for _, button in _buttons(len(forms) - 1, forms[-1])]
        indexes = tuple(tuple(each["indexes"]) for each in form["questions"])
        yield PageForm(frame, asked, tuple(own or everywhere), handle, index, indexes)


def _read(frame: Frame) -> tuple[JSHandle, list[dict[str, Any]]]:
    """The raw forms of a frame; a frame that was refused or has gone has none."""
    from playwright.sync_api import Error

    try:
        handle = frame.evaluate_handle(page_script("questions"))
        told: list[dict[str, Any]] = handle.evaluate(
            "(forms) => forms.map((form) => ({"
            "questions: form.questions.map(({elements, ...told}) => told),"
            "buttons: form.buttons.map(({element, ...told}) => told)}))"
        )
    except Error:
        return frame.evaluate_handle("() => []"), []
    return handle, told


def _buttons(form: int, told: dict[str, Any]) -> Iterator[tuple[tuple[int, int], Button]]:
    for number, each in enumerate(told["buttons"]):
        if not each["disabled"]:
            place = (form, number)
            yield (
                place,
                Button(each["text"], each["submits"], each["method"], each["href"], place),
            )


def _question(told: dict[str, Any], number: int) -> Question:
    shown = str(told["label"])
    starred = bool(_MARKS.search(shown)) and not told["required"]
    fields = {name: value for name, value in told.items() if name != "indexes"}
    fields |= {"label": clean(shown), "required": told["required"] or starred, "page": number}
    fields["options"] = tuple(clean(option) for option in told["options"])
    return Question.model_validate(fields)


def clean(label: str) -> str:
    """A label without the marks of a required field."""
    return " ".join(_MARKS.sub(" ", label).split()).strip(" :") or " ".join(label.split())


def _weight(form: PageForm) -> int:
    uploads = any(each.kind == "file" for each in form.questions)
    return len(form.questions) + 10 * uploads


def _element(handle: JSHandle, path: str) -> ElementHandle:
    element = handle.evaluate_handle(path).as_element()
    if element is None:
        raise LookupError("the field is no longer on the page")
    return element
