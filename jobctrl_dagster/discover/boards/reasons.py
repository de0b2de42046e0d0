"""Why a board gave no whole list, told from the wire rather than from the library's words."""

from __future__ import annotations

from jobctrl_dagster.discover.boards.binding import Answer, Binding
from jobctrl_dagster.discover.verdicts import SourceError, status_words
from jobctrl_dagster.gate.refusals import NotRecorded

MALFORMED = frozenset({"MalformedJSONError", "JSONDecodeError", "ParseError"})


def error_behind(error: Exception, binding: Binding, where: str) -> Exception:
    """Name the cause of a reading that failed.

    Args:
        error: What the library raised.
        binding: The log of the unit.
        where: The unit, for the sentence.
    """
    missing = _missing_module(error)
    if missing is not None:
        return SourceError("unsupported", f"{where} needs {missing}, which goes round the door.")
    if binding.repeated:
        return SourceError("repeats_itself", f"{where} answers every page with the same one.")
    last = binding.answers[-1] if binding.answers else None
    if last is not None and (last.status is None or not 200 <= last.status < 300):
        return _error_of(last)
    if last is not None and _is_malformed(error):
        kind = last.media_type.split(";")[0] or "no content type"
        return SourceError(
            "unreadable_reply", f"{last.url} answered {kind} that is not what was asked for.",
            status=last.status,
        )  # fmt: skip
    failure = binding.last_failure
    if failure is not None:
        return _error_of(failure)
    if last is None:
        return SourceError("bad_board", f"{where}: {_first_line(error)}")
    return SourceError("unexpected_shape", f"{where}: {_first_line(error)}", status=last.status)


def error_of_silence(binding: Binding, where: str) -> Exception | None:
    """Tell a board without rows from one that did not answer; ``None`` means truly empty."""
    succeeded = [answer for answer in binding.answers if answer.status and answer.status < 300]
    if not succeeded:
        failure = binding.last_failure
        if failure is None:
            return SourceError("no_request", f"{where} was not asked: the library sent no request.")
        return _error_of(failure)
    if binding.last_failure is not None and not binding.listed:
        return _error_of(binding.last_failure)
    if any("html" in answer.media_type for answer in succeeded):
        return SourceError(
            "no_rows_in_page",
            f"{succeeded[-1].url} answered a page in which no posting was found: the board is "
            "empty, has changed, or shows a challenge instead.",
            status=succeeded[-1].status,
        )
    json_alone = all("json" in answer.media_type for answer in succeeded)
    if json_alone and not binding.listed:
        return SourceError(
            "unexpected_shape", f"{succeeded[-1].url} answered JSON without a list of postings.",
            status=succeeded[-1].status,
        )  # fmt: skip
    return None


def _error_of(answer: Answer) -> Exception:
    if answer.refusal is not None:
        if isinstance(answer.refusal, NotRecorded):
            return answer.refusal
        return SourceError(answer.refusal.code, str(answer.refusal))
    assert answer.status is not None
    return SourceError(*status_words(answer.status, answer.url), status=answer.status)


def _missing_module(error: BaseException | None) -> str | None:
    while error is not None:
        if isinstance(error, ImportError):
            return error.name or "a missing library"
        error = error.__cause__ or error.__context__
    return None


def _is_malformed(error: BaseException | None) -> bool:
    while error is not None:
        if type(error).__name__ in MALFORMED:
            return True
        error = error.__cause__
    return False


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
