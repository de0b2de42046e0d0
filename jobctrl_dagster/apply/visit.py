"""Goes through one form, page after page, up to the control that would send it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jobctrl_dagster.apply.browser import OpenBrowser
from jobctrl_dagster.apply.entries import Entry
from jobctrl_dagster.apply.filling import DocumentKind, Filler
from jobctrl_dagster.apply.page_network import PageNetwork
from jobctrl_dagster.apply.person import Person
from jobctrl_dagster.apply.reading import (
    Button,
    PageForm,
    find_buttons,
    page_script,
    read_form,
    read_wall,
)
from jobctrl_dagster.apply.report import FilledField, FormReport, State, Unanswered
from jobctrl_dagster.apply.words import means, system_of
from jobctrl_dagster.settings.home import write_private

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_PAGES: Final = 12
FORM_SECONDS: Final = 4.0
"""How long a form may take to appear once its page has loaded."""
DOOR_SECONDS: Final = 1.0
"""The same, where a button to open the form is there already."""
TURN_SECONDS: Final = 3.0
"""How long the next page of a form may take."""
_STEP_MS: Final = 10_000
_LOOK_MS: Final = 150


class VisitEnded(Exception):  # noqa: N818 - how a visit ends before its form is complete
    """The visit cannot go on; says how the form is then reported."""

    def __init__(self, state: State, sentence: str) -> None:
        super().__init__(sentence)
        self.state: State = state
        self.sentence = sentence


@dataclass
class Visit:
    """One form as it is gone through.

    Attributes:
        url: the address as it was given.
        folder: gets the pictures and the values.
        entries: what became of each question so far.
        pages: how many pages of the form were seen.
        submit: the words on the control that would send the form, once it was seen.
    """

    url: str
    person: Person
    documents: Mapping[DocumentKind, Path]
    folder: Path
    network: PageNetwork
    entries: list[Entry] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    pictures: list[Path] = field(default_factory=list)
    pages: int = 0
    submit: str = ""

    def go(self, opened: OpenBrowser, url: str) -> tuple[State, str]:
        """Fill page after page; returns the state and a sentence.

        Raises:
            VisitEnded: the form is not there, not passable, or does not go on.
        """
        page = self._new_page(opened)
        page.goto(url, wait_until="domcontentloaded")
        form = self._find_form(page)
        filler = Filler(self.person, self.documents, lambda: self.network.cut_off)
        for _ in range(MOST_PAGES):
            self._fill(page, form, filler)
            button = self._next_button(form)
            if button is None:
                return self._outcome()
            form = self._turn(page, form, button)
        raise VisitEnded("stuck", f"The form did not end within {MOST_PAGES} pages.")

    def report(self, state: State, sentence: str) -> FormReport:
        """Write the values, and give the report of what was done so far."""
        values = self.folder / "values.json"
        write_private(values, json.dumps(self._values(), ensure_ascii=False, indent=1).encode())
        told = [entry.told for entry in self.entries]
        return FormReport(
            url=self.url,
            system=system_of(self.names),
            pages=self.pages,
            filled=tuple(each for each in told if isinstance(each, FilledField)),
            unanswered=tuple(each for each in told if isinstance(each, Unanswered)),
            blocked_requests=tuple(self.network.blocked),
            screenshots=tuple(self.pictures),
            values_file=values,
            submit=self.submit,
            state=state,
            sentence=sentence,
        )

    def _new_page(self, opened: OpenBrowser) -> Page:
        context = opened.browser.new_context(
            service_workers="block",
            accept_downloads=False,
            locale="en-US",
            viewport={"width": 1280, "height": 900},
        )
        context.set_default_timeout(_STEP_MS)
        self.network.guard(context)
        context.add_init_script(page_script("no_submit"))
        page = context.new_page()
        context.on("page", lambda popup: popup.close())
        return page

    def _find_form(self, page: Page) -> PageForm:
        """The form on this page, or behind its one button that opens it."""
        for opens in (True, False):
            self._check_wall(page)
            door = opens and next(find_buttons(page, "open_form"), None) is not None
            seconds = DOOR_SECONDS if door else FORM_SECONDS
            form = self._wait_for(page, seconds, lambda found: found is not None)
            if form is not None:
                return form
            self._check_wall(page, without_form=True)
            if not opens or not _open_form(page):
                break
        raise VisitEnded("layout_changed", self._nothing_found())

    def _nothing_found(self) -> str:
        sentence = "The page shows no application form that is known; look at it yourself."
        if self.network.cut_off:
            number = self.network.cut_off
            sentence += f" It may need one of the {number} requests that a dry run does not send."
        return sentence

    def _check_wall(self, page: Page, *, without_form: bool = False) -> None:
        wall = read_wall(page)
        if wall == "captcha":
            raise VisitEnded("refused", "The site asks for proof of a human; a person goes on.")
        if wall == "sign_in" and without_form:
            raise VisitEnded("refused", "The site asks to sign in first; a person goes on.")

    def _wait_for(
        self, page: Page, seconds: float, wanted: Callable[[PageForm | None], bool]
    ) -> PageForm | None:
        """The form once it is as wanted and stands still, or None when the time is over."""
        until = time.monotonic() + seconds
        before: tuple[object, ...] | None = None
        while True:
            form = read_form(page, self.pages + 1)
            now = None if form is None else form.questions
            if wanted(form) and now == before:
                return form
            if time.monotonic() > until:
                return form if wanted(form) else None
            before = now
            page.wait_for_timeout(_LOOK_MS)

    def _fill(self, page: Page, form: PageForm, filler: Filler) -> None:
        self.pages += 1
        self.names += [question.name for question in form.questions]
        self.entries += filler.fill(form)
        picture = self.folder / f"page-{self.pages}.png"
        write_private(picture, page.screenshot(full_page=True, animations="disabled"))
        self.pictures.append(picture)
        self._check_wall(page)

    def _next_button(self, form: PageForm) -> Button | None:
        """The button to the next page, or None on the last one, whose submit control is noted."""
        submit = _first(form, "submit")
        if submit is not None:
            self.submit = submit.text
            return None
        following = _first(form, "next")
        if following is None:
            raise VisitEnded(
                "layout_changed",
                "The form has no control that is known to send it or to go on; look at it.",
            )
        if following.submits and following.method != "get":
            raise self._ended("The next page opens only by sending this one, which was not done.")
        return following

    def _turn(self, page: Page, form: PageForm, button: Button) -> PageForm:
        """Press a button and wait for other questions."""
        before = (page.url, _shape(form))
        form.button(button).click()
        turned = self._wait_for(
            page,
            TURN_SECONDS,
            lambda found: found is not None and (page.url, _shape(found)) != before,
        )
        if turned is None:
            raise self._ended(f"The form did not go on to its page {self.pages + 1}.")
        return turned

    def _ended(self, sentence: str) -> VisitEnded:
        """Why the form does not go on: open questions of its pages, or something else."""
        state, why = self._outcome()
        return VisitEnded("stuck", sentence) if state == "ready" else VisitEnded(state, why)

    def _outcome(self) -> tuple[State, str]:
        """How the pages seen stand: the first field that is wrong, then what is open."""
        told = [entry.told for entry in self.entries]
        wrong = [each.label for each in told if isinstance(each, FilledField) and not each.matches]
        if wrong:
            return "stuck", f"Read back, {_listed(wrong)} not what was put in."
        missing = [each for each in told if isinstance(each, Unanswered) and each.required]
        unfit = [each.label for each in missing if each.cause in {"no_option", "not_kept"}]
        if unfit:
            return (
                "stuck",
                f"The answer on file has no place in what the form takes: {_named(unfit)}.",
            )
        asked = [each.label for each in missing if each.cause != "look_up"]
        if asked:
            number = f"{len(asked)} required question{'s' if len(asked) > 1 else ''}"
            return "needs_answer", f"Only you can answer {number}: {_named(asked)}."
        filled = sum(isinstance(each, FilledField) for each in told)
        sentence = f"{filled} fields on {self.pages} page{'s' if self.pages > 1 else ''} are filled"
        later = [each.label for each in missing]
        if later:
            sentence += f"; {_named(later)} can be looked up only when the form is really sent"
        return "ready", f"{sentence}. Nothing was sent."

    def _values(self) -> list[dict[str, object]]:
        return [
            {
                "page": entry.told.page,
                "label": entry.told.label,
                "value": entry.value,
                "source": getattr(entry.told, "source", "typed, not chosen"),
            }
            for entry in self.entries
            if entry.value
        ]


def _open_form(page: Page) -> bool:
    """Follow the link, or press the button, that opens the form; whether there was one."""
    from playwright.sync_api import Error

    for element, button in find_buttons(page, "open_form"):
        with suppress(Error):
            if button.href.startswith(("http:", "https:")):
                page.goto(button.href, wait_until="domcontentloaded")
                return True
            if not button.submits and not button.href:
                element.click()
                return True
    return False


def _first(form: PageForm, meaning: str) -> Button | None:
    """The form's button of a meaning, the last there is; a link that leads elsewhere is none."""
    found = [b for b in form.buttons if not b.href and meaning in means(b.text, buttons=True)]
    return found[-1] if found else None


def _shape(form: PageForm) -> tuple[tuple[str, str], ...]:
    return tuple((question.label, question.name) for question in form.questions)


def _named(labels: list[str]) -> str:
    shown = ", ".join(f"“{label[:80]}”" for label in labels[:3])
    return shown if len(labels) < 4 else f"{shown} and {len(labels) - 3} more"


def _listed(labels: list[str]) -> str:
    return f"{_named(labels)} {'is' if len(labels) == 1 else 'are'}"
