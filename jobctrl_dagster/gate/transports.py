"""The door under clients of `httpx`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import anyio.to_thread
import httpx

from jobctrl_dagster.gate.answers import Answer
from jobctrl_dagster.gate.refusals import NetworkFailed, TimedOut

Exchange = Callable[[httpx.Request], Answer]
"""Sends one hop."""


class HttpxTimedOut(TimedOut, httpx.ReadTimeout):
    """`TimedOut`, also for code that expects the errors of `httpx`."""


class HttpxNetworkFailed(NetworkFailed, httpx.NetworkError):
    """`NetworkFailed`, also for code that expects the errors of `httpx`."""


class DoorTransport(httpx.BaseTransport):
    """Every hop of a client goes through the door."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one hop; refusals are raised as they are."""
        request.read()
        with _errors_of_httpx():
            return _response(self._exchange(request), request)


class DoorAsyncTransport(httpx.AsyncBaseTransport):
    """Every hop of an asynchronous client goes through the door, on a worker thread."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one hop; a cancelled request is left to end within its time limit."""
        await request.aread()
        with _errors_of_httpx():
            answer = await anyio.to_thread.run_sync(self._exchange, request, abandon_on_cancel=True)
        return _response(answer, request)


def _response(answer: Answer, request: httpx.Request) -> httpx.Response:
    return httpx.Response(
        answer.status, headers=answer.headers, content=answer.content, request=request
    )


@contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """Make what a retry may cure an error of `httpx` as well, so that libraries retry it."""
    try:
        yield
    except TimedOut as refusal:
        raise HttpxTimedOut(str(refusal), retryable=refusal.retryable) from refusal.__cause__
    except NetworkFailed as refusal:
        raise HttpxNetworkFailed(str(refusal), retryable=refusal.retryable) from refusal.__cause__
