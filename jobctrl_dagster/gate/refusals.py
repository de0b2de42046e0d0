"""What the door refuses or cannot do, each with a code that other code may act upon."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar


class Refusal(Exception):  # noqa: N818  # a refusal is an answer by rule, seldom an error
    """A request that was not answered; the message says what, where, and what to do next.

    Messages show addresses as `scheme://host/path`, without credentials or query.

    Attributes:
        code: A stable name for records and decisions.
        retryable: Whether the same request may succeed later without any change.
    """

    code: ClassVar[str] = "refused"
    retryable: bool = False

    def __init__(self, message: str, *, retryable: bool | None = None) -> None:
        super().__init__(message)
        if retryable is not None:
            self.retryable = retryable

    def __str__(self) -> str:
        return str(self.args[0])


class AddressRefused(Refusal):
    """The address is private, reserved, disguised, of another scheme, or carries credentials."""

    code = "address_refused"


class RobotsRefused(Refusal):
    """The site's robots.txt closes the page, or cannot be read for now (then retryable)."""

    code = "robots_refused"


class NotRecorded(Refusal):
    """Replay is on and no response is recorded for this request; it says nothing of the page."""

    code = "not_recorded"


class BodyTooLarge(Refusal):
    """The body, as sent or after decompression, is larger than the limit for its kind."""

    code = "response_body_budget"


class TooManyRedirects(Refusal):
    """One more redirect than the limit."""

    code = "redirect_budget"


class TimedOut(Refusal):
    """The operation did not end within its whole time, however busy the server kept it."""

    code = "timed_out"
    retryable = True


class NetworkFailed(Refusal):
    """No usable answer: the name, the connection, TLS or the HTTP framing failed."""

    code = "network_failed"
    retryable = True


class UnreadableReply(Refusal):
    """An answer arrived, but it is not what was asked for, such as HTML where JSON was due."""

    code = "unreadable_reply"


class CoolingDown(Refusal):
    """The host's next free start is further away than is worth waiting for.

    Attributes:
        until: When the host is free again, in UTC.
    """

    code = "host_cooldown"
    retryable = True

    def __init__(self, message: str, until: datetime) -> None:
        super().__init__(message)
        self.args = (message, until)
        self.until = until


def refusal_in(error: BaseException | None) -> Refusal | None:
    """The refusal behind an error that a library wrapped around it, or None.

    Args:
        error: What was caught; its causes and contexts are searched from the outside in.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, Refusal):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None
