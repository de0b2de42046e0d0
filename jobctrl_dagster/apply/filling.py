"""Fills a page for one person: every field its kind of answer, every field read back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jobctrl_dagster.apply.choices import DECLINED, Answer, choose
from jobctrl_dagster.apply.controls import STEP_MS, put
from jobctrl_dagster.apply.entries import Entry, Misfit, filled, left_open
from jobctrl_dagster.apply.person import NoAnswer, Person
from jobctrl_dagster.apply.reading import PageForm
from jobctrl_dagster.apply.words import document_for

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle

DocumentKind = Literal["resume", "cover_letter"]
LOOKUP_SECONDS = 1.5
"""How long the choices of a look-up are waited for."""

_LOOK_UP = "Its choices come by a request that a dry run does not send; the text is left as typed."
_UPLOAD = "The page sends the file at once, which a dry run does not do; it is left out."
_MEDIA: Mapping[str, tuple[str, ...]] = {
    ".pdf": ("application/pdf",),
    ".doc": ("application/msword",),
    ".docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document",),
    ".txt": ("text/plain", "text/*"),
}


@dataclass(frozen=True)
class Filler:
    """Fills pages for one person.

    Attributes:
        documents: the files that may be uploaded, by kind.
        cut_off: how many requests other than GET and HEAD were refused so far.
    """

    person: Person
    documents: Mapping[DocumentKind, Path]
    cut_off: Callable[[], int]

    def fill(self, form: PageForm) -> list[Entry]:
        """Fill every question of a page, look-ups last, since leaving one may empty it.

        Returns:
            One entry for each question, in the order of the page.
        """
        asked = form.questions
        numbers = sorted(range(len(asked)), key=lambda number: asked[number].kind == "lookup")
        entries = {number: self._fill_one(form, number) for number in numbers}
        return [entries[number] for number in range(len(asked))]

    def _fill_one(self, form: PageForm, number: int) -> Entry:
        from playwright.sync_api import Error

        question = form.questions[number]
        try:
            if question.kind == "file":
                return self._upload(form, number)
            answer = self.person.answer(question)
            if isinstance(answer, NoAnswer):
                return left_open(question, answer.cause, answer.reason)
            if question.kind == "lookup":
                return self._look_up(form, number, answer)
            return put(form, number, answer)
        except Misfit as misfit:
            return left_open(question, misfit.cause, misfit.reason)
        except (Error, LookupError):  # the message may quote the value
            if form.frame.page.is_closed():
                raise
            return left_open(question, "not_kept", "The field took no input in time.")

    def _upload(self, form: PageForm, number: int) -> Entry:
        question = form.questions[number]
        kind = document_for(question.label)
        path = next((path for name, path in self.documents.items() if name == kind), None)
        if path is None:
            raise Misfit("no_answer", "No document of this kind is at hand; no other is uploaded.")
        if not accepts(question.accept, path):
            raise Misfit("does_not_fit", f"It takes {question.accept[:80]}, not {path.suffix}.")
        element, before = form.element(number), self.cut_off()
        element.set_input_files(path, timeout=STEP_MS)
        kept = element.evaluate("(e) => e.files.length ? e.files[0].name : ''")
        if not kept and self.cut_off() > before:
            raise Misfit("look_up", _UPLOAD)
        return filled(question, f"documents: {kind}", str(path), matches=kept == path.name)

    def _look_up(self, form: PageForm, number: int, answer: Answer) -> Entry:
        """Type, wait for the choices, and take the one that is the answer."""
        question, element = form.questions[number], form.element(number)
        before, picked = self.cut_off(), None
        element.click(timeout=STEP_MS)
        for text in dict.fromkeys((answer.text, "")):
            if picked is None and self.cut_off() == before:
                _type_into(form, element, text)
                picked = self._awaited_choice(form, answer, before)
        if picked is not None:
            label = picked.inner_text().strip()
            picked.click(timeout=STEP_MS)
            return filled(question, answer.source, label, matches=_holds(element, label))
        if self.cut_off() > before:
            return left_open(question, "look_up", _LOOK_UP, typed=answer.text)
        if answer.source == DECLINED:
            return left_open(question, "declined", "It offers no way to decline; it is left open.")
        return left_open(question, "no_option", "None of its choices is the answer on file.")

    def _awaited_choice(self, form: PageForm, answer: Answer, before: int) -> ElementHandle | None:
        until = time.monotonic() + LOOKUP_SECONDS
        while time.monotonic() < until and self.cut_off() == before:
            picked = _choice(form, answer)
            if picked is not None:
                return picked
            form.frame.page.wait_for_timeout(100)
        return None


def _type_into(form: PageForm, element: ElementHandle, text: str) -> None:
    if element.evaluate("(e) => e.matches('input')"):
        element.fill("", timeout=STEP_MS)
        form.frame.page.keyboard.type(text)


def accepts(accept: str, path: Path) -> bool:
    """Whether an upload's list of file kinds, as HTML writes it, takes a file by its name."""
    kinds = {kind.strip().lower() for kind in accept.split(",") if kind.strip()}
    suffix = path.suffix.lower()
    return not kinds or bool(kinds & {"*", "*/*", "application/*", suffix, *_MEDIA.get(suffix, ())})


def _choice(form: PageForm, answer: Answer) -> ElementHandle | None:
    """The visible choice of an open list that is the answer."""
    options = form.frame.query_selector_all("[role=option]")
    shown = [option for option in options if option.is_visible()]
    picked = choose([option.inner_text().strip() for option in shown], answer)
    return None if picked is None else shown[picked]


def _holds(element: ElementHandle, label: str) -> bool:
    """Whether a look-up shows the choice, in its field or in the box around it."""
    shown: str = element.evaluate(
        "(e) => { let up = e; for (let i = 0; i < 3; i++) up = up.parentElement || up;"
        " return e.value || up.innerText || ''; }"
    )
    return " ".join(label.split()) in " ".join(shown.split())
