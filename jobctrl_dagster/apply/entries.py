"""What became of one question: for the report, and the value for the owner's own file."""

from __future__ import annotations

from dataclasses import dataclass

from jobctrl_dagster.apply.fields import Question
from jobctrl_dagster.apply.report import Cause, FilledField, Unanswered


@dataclass(frozen=True)
class Entry:
    """One question after filling.

    Attributes:
        told: what the report says of it; never a value.
        value: what the field was given, for the owner's file alone.
    """

    told: FilledField | Unanswered
    value: str = ""


class Misfit(Exception):  # noqa: N818 - an answer that does not fit is no error of the program
    """An answer cannot be given in a field; the reason is for the person."""

    def __init__(self, cause: Cause, reason: str) -> None:
        super().__init__(reason)
        self.cause: Cause = cause
        self.reason = reason


def filled(question: Question, source: str, value: str, *, matches: bool) -> Entry:
    """The entry of a field that holds an answer."""
    told = FilledField(
        label=question.label,
        kind=question.kind,
        source=source,
        required=question.required,
        matches=matches,
        page=question.page,
    )
    return Entry(told, value)


def left_open(question: Question, cause: Cause, reason: str, typed: str = "") -> Entry:
    """The entry of a question that stays open; `typed` is what its field may still show."""
    told = Unanswered(
        label=question.label,
        required=question.required,
        reason=reason,
        cause=cause,
        page=question.page,
    )
    return Entry(told, typed)
