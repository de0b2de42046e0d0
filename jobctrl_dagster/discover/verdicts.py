"""How the reading of a unit ended, in the words of `UnitReport`."""

from __future__ import annotations

from collections.abc import Sequence

from jobctrl_dagster.discover.records import Unit, UnitReport, UnitState
from jobctrl_dagster.gate.addresses import shown
from jobctrl_dagster.gate.refusals import NotRecorded, Refusal, refusal_in

GONE = frozenset({404, 410})
FORBIDDEN = frozenset({401, 403, 406, 451})


class SourceError(Exception):
    """A source answered, but not with what can be read; carries the code for the report."""

    def __init__(self, code: str, sentence: str, *, status: int | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = status


def check_status(status: int, url: str) -> None:
    """Refuse an answer that carries no list.

    Raises:
        SourceError: The status is not a success.
    """
    if not 200 <= status < 300:
        raise SourceError(*status_words(status, shown(url)), status=status)


def completed(
    unit: Unit,
    *,
    postings: int,
    faults: int,
    notes: Sequence[str] = (),
    announced: int | None = None,
    status: int | None = 200,
) -> UnitReport:
    """Report a unit that was read to its end.

    Args:
        unit: The unit.
        postings: How many rows became postings.
        faults: How many rows could not be read.
        notes: What the source could not do.
        announced: How many rows the source says it has, where it says so.
        status: The status of its answers, if it has any.
    """
    rows = postings + faults
    if announced is not None and rows < announced:
        state: UnitState = "cut_short"
        code = "fewer_rows_than_announced"
        sentence = f"{unit.id} announces {announced} postings, and {rows} could be read."
    elif postings == 0 and faults:
        state, code = "failed", "no_row_readable"
        sentence = f"{unit.id} lists {faults} rows, and none could be read; see their reasons."
    elif rows == 0:
        state, code, sentence = "empty", "empty", f"{unit.id} answered and lists no postings."
    else:
        state, code = "ok", "ok"
        sentence = f"{unit.id}: {postings} postings read."
        if faults:
            sentence = f"{unit.id}: {postings} postings read, {faults} rows could not be."
    return UnitReport(
        unit=unit.id, state=state, code=code, sentence=sentence, status=status,
        postings=postings, notes=tuple(notes),
    )  # fmt: skip


def stopped(
    unit: Unit, error: BaseException, *, postings: int = 0, notes: Sequence[str] = ()
) -> UnitReport:
    """Report a unit that an error ended; what was read before it stays."""
    state, code, sentence, status = _words(error)
    if postings and state != "unsupported":
        state = "cut_short"
        sentence = f"{sentence} The {postings} postings read before stay."
    return UnitReport(
        unit=unit.id, state=state, code=code, sentence=sentence, status=status,
        postings=postings, notes=tuple(notes),
    )  # fmt: skip


def unsupported(unit: Unit, code: str, sentence: str) -> UnitReport:
    """Report a unit that this installation cannot or may not read."""
    return UnitReport(unit=unit.id, state="unsupported", code=code, sentence=sentence)


def _words(error: BaseException) -> tuple[UnitState, str, str, int | None]:
    if not isinstance(error, SourceError):
        error = refusal_in(error) or error
    if isinstance(error, NotRecorded):
        return "not_recorded", "not_recorded", "The recording has no answer for this source.", None
    if isinstance(error, Refusal):
        return "failed", str(error.code), f"{type(error).__name__}: {error}", None
    if isinstance(error, SourceError):
        state: UnitState = "dead" if error.code == "gone" else "failed"
        if error.code == "not_recorded":
            state = "not_recorded"
        if error.code == "unsupported":
            state = "unsupported"
        return state, error.code, error.sentence, error.status
    return "failed", "unexpected", f"{type(error).__name__}: {error}", None


def status_words(status: int, url: str) -> tuple[str, str]:
    """Code and sentence of an HTTP status that is no success."""
    if status in GONE:
        return "gone", f"{url} answered {status}: the board is gone; check its name in search.yaml."
    if status in FORBIDDEN:
        return "forbidden", f"{url} answered {status}: the source refuses automated reading."
    if status == 429:
        return "too_many_requests", f"{url} answered 429: read it less often."
    if status >= 500:
        return "server_error", f"{url} answered {status}; it is tried again at the next discovery."
    return "unexpected_status", f"{url} answered {status}."
