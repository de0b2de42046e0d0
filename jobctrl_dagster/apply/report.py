"""What came of filling a form: labels and sources, never the values themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from jobctrl_dagster.apply.fields import Kind

State = Literal["ready", "needs_answer", "layout_changed", "stuck", "refused"]

Cause = Literal["no_answer", "declined", "no_option", "does_not_fit", "look_up", "not_kept"]
"""Why a question stays open: nothing is on file; it is about who the person is; none of the
options is the answer; the answer has another kind or length; its choices come by a request that a
dry run does not send; the field did not keep what was put in."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class FilledField(_Record):
    """A field that holds an answer.

    Attributes:
        source: the profile item, the key in answers.yaml, the document, or `declined`.
        matches: whether the field, read back, holds what was put in.
    """

    label: str
    kind: Kind
    source: str
    required: bool
    matches: bool
    page: int = 1


class Unanswered(_Record):
    """A question that was left open."""

    label: str
    required: bool
    reason: str
    cause: Cause = "no_answer"
    page: int = 1


class FormReport(_Record):
    """One dry run.

    Attributes:
        url: the address that was opened.
        system: who runs the form, such as `greenhouse`; `unknown` where it cannot be told.
        pages: how many pages of the form were seen.
        blocked_requests: method and address of what the page asked for and did not get; the
            host is left out where it is the form's, queries always.
        screenshots: one for each page seen, in order.
        values_file: label, value and source of everything that was filled in, for the owner's
            eyes alone.
        submit: the words on the control that would send the form, or an empty text.
        sentence: what happened, for a person.
    """

    url: str
    system: str
    pages: int
    filled: tuple[FilledField, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    blocked_requests: tuple[str, ...] = ()
    screenshots: tuple[Path, ...] = ()
    values_file: Path
    submit: str = ""
    state: State
    sentence: str
