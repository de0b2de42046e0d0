"""One field at a time: type, choose or tick, and read back what it holds."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from jobctrl_dagster.apply.choices import Answer, choose
from jobctrl_dagster.apply.entries import Entry, Misfit, filled, left_open
from jobctrl_dagster.apply.fields import Question
from jobctrl_dagster.apply.reading import PageForm

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle

STEP_MS = 3000
"""How long one action on a field may take."""
_TICK_MS = 800

_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_AMOUNT = re.compile(r"\d{1,3}(?:[,.' ]\d{3})+(?!\d)|\d+(?:\.\d+)?")
_YEARLY_PAY = frozenset(
    ("usd", "eur", "gbp", "chf", "cad", "aud", "a", "per", "year", "annum", "annually", "yearly")
)
"""Words beside a yearly amount that change nothing of its number."""


def put(form: PageForm, number: int, answer: Answer) -> Entry:
    """Give one field its answer.

    Args:
        form: the page.
        number: the question's place on it, from 0.
        answer: what is said to it.

    Raises:
        Misfit: the answer has no place in this field.
    """
    kind = form.questions[number].kind
    if kind in {"select", "radio"}:
        return _choose(form, number, answer)
    if kind == "checkbox":
        return _tick(form, number, answer)
    if kind == "checkbox_group":
        return _tick_several(form, number, answer)
    return _type(form, number, answer)


def written(question: Question, answer: Answer) -> str:
    """The answer as a field of this kind takes it.

    Raises:
        Misfit: it is no number, no date, or too long.
    """
    text = answer.text
    if question.kind == "number":
        text = _number(answer)
    elif question.kind == "date" and not _ISO_DAY.fullmatch(text):
        raise Misfit("does_not_fit", "The field takes a day; write the answer as YYYY-MM-DD.")
    if question.max_length is not None and len(text) > question.max_length:
        reason = (
            f"The answer has {len(text)} characters and the field takes {question.max_length}; "
            "write a shorter one, since none is cut."
        )
        raise Misfit("does_not_fit", reason)
    return text


def same(question: Question, put_in: str, read: str) -> bool:
    """Whether a field that shows `read` holds what was put in; formatting does not count."""
    if question.kind == "phone":
        digits = re.sub(r"\D", "", put_in)
        return bool(digits) and re.sub(r"\D", "", read).lstrip("0") == digits.lstrip("0")
    if question.kind == "number":
        with suppress(ValueError):
            return float(put_in) == float(read)
    return " ".join(put_in.split()) == " ".join(read.split())


def click_through(element: ElementHandle) -> None:
    """Press a styled tick by the label that stands in for it."""
    element.evaluate("(e) => (e.labels && e.labels.length ? e.labels[0] : e).click()")


def _number(answer: Answer) -> str:
    if answer.amount is not None:
        return str(math.floor(answer.amount))
    amounts = _AMOUNT.findall(answer.text)
    around = set(re.findall(r"[^\W\d_]+", _AMOUNT.sub(" ", answer.text).casefold()))
    if len(amounts) != 1 or not around <= _YEARLY_PAY:
        raise Misfit("does_not_fit", "The field takes one bare number; write the answer as one.")
    return re.sub(r"[,.' ](?=\d{3}(?!\d))", "", amounts[0])


def _type(form: PageForm, number: int, answer: Answer) -> Entry:
    question, element = form.questions[number], form.element(number)
    text = written(question, answer)
    element.fill(text, timeout=STEP_MS)
    element.evaluate("(e) => e.blur()")
    if not same(question, text, element.input_value()):
        _type_by_keys(form, element, text)
    if same(question, text, element.input_value()):
        return filled(question, answer.source, text, matches=True)
    if not question.required:
        element.fill("", timeout=STEP_MS)
        if not element.input_value():
            return left_open(question, "not_kept", "The field did not keep the answer.")
    return filled(question, answer.source, text, matches=False)


def _type_by_keys(form: PageForm, element: ElementHandle, text: str) -> None:
    """Type as a person does, for fields that take nothing that is set by a script."""
    element.fill("", timeout=STEP_MS)
    element.focus()
    form.frame.page.keyboard.type(text)
    element.evaluate("(e) => e.blur()")


def _choose(form: PageForm, number: int, answer: Answer) -> Entry:
    question = form.questions[number]
    picked = choose(question.options, answer)
    if picked is None:
        reason = f"None of its {len(question.options)} options is the answer on file."
        raise Misfit("no_option", reason)
    label = question.options[picked]
    if question.kind == "radio":
        element = form.element(number, picked)
        return filled(question, answer.source, label, matches=_set_tick(element, wanted=True))
    element, index = form.element(number), form.option_index(number, picked)
    element.select_option(index=index, timeout=STEP_MS)
    kept = element.evaluate("(e) => e.selectedIndex") == index
    return filled(question, answer.source, label, matches=kept)


def _tick(form: PageForm, number: int, answer: Answer) -> Entry:
    question, truth = form.questions[number], answer.truth
    if truth is None:
        raise Misfit("no_option", "The box takes yes or no; the answer on file is neither.")
    if question.required and not truth:
        raise Misfit("no_option", "The form goes on only with this box ticked; the answer is no.")
    kept = _set_tick(form.element(number), wanted=truth)
    return filled(question, answer.source, answer.text, matches=kept)


def _tick_several(form: PageForm, number: int, answer: Answer) -> Entry:
    """Tick the options an answer names, parted by semicolons or commas; all of them or none."""
    question = form.questions[number]
    parts = [part for part in re.split(r"[;,]", answer.text) if part.strip()]
    whole = choose(question.options, answer)
    picked = (
        [whole]
        if whole is not None
        else [choose(question.options, Answer(part.strip(), answer.source)) for part in parts]
    )
    chosen = [option for option in picked if option is not None]
    if not chosen or len(chosen) < len(picked):
        raise Misfit("no_option", "Not all of the answer on file is among its options.")
    kept = [_set_tick(form.element(number, option), wanted=True) for option in chosen]
    value = "; ".join(question.options[option] for option in chosen)
    return filled(question, answer.source, value, matches=all(kept))


def _set_tick(element: ElementHandle, *, wanted: bool) -> bool:
    """Tick or untick, by its label where it is hidden itself; whether it then is as wanted."""
    from playwright.sync_api import Error

    if not element.evaluate("(e) => e.matches('input')"):
        return _press(element)
    if element.is_checked() != wanted:
        try:
            element.set_checked(wanted, timeout=_TICK_MS)
        except Error:
            click_through(element)
    return element.is_checked() == wanted


def _press(element: ElementHandle) -> bool:
    """Press one of two buttons that stand for yes and no; whether it then shows that it is on."""
    element.click(timeout=STEP_MS)
    shows: bool = element.evaluate(
        "(e) => /active|selected|checked/i.test(e.className) ||"
        " ['pressed', 'checked', 'selected'].some((n) => e.getAttribute(`aria-${n}`) === 'true')"
    )
    return shows
