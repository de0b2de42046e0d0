"""The door under sessions of `requests`."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import httpx
from requests import PreparedRequest, Response
from requests import exceptions as requests_errors
from requests.adapters import HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse

from jobctrl_dagster.gate.addresses import parse_url
from jobctrl_dagster.gate.answers import Answer
from jobctrl_dagster.gate.chains import Chain, chain_of, set_chain
from jobctrl_dagster.gate.refusals import NetworkFailed, TimedOut
from jobctrl_dagster.gate.transports import Exchange

_CHAIN = "Jobctrl-Redirect-Chain"
"""Carries the chain from hop to hop, since a session copies headers; it is never sent."""


class RequestsTimedOut(TimedOut, requests_errors.ReadTimeout):
    """`TimedOut`, also for code that expects the errors of `requests`."""


class RequestsNetworkFailed(NetworkFailed, requests_errors.ConnectionError):
    """`NetworkFailed`, also for code that expects the errors of `requests`."""


class DoorAdapter(HTTPAdapter):
    """Every hop of a session goes through the door; the pool it inherits stays empty."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self._exchange = exchange

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        """Send one hop; the session's timeouts, certificates and proxies have no effect.

        Raises:
            Refusal: As the door does; what a retry may cure is an error of `requests` as well.
        """
        hop = _hop(request)
        try:
            answer = self._exchange(hop)
        except TimedOut as refusal:
            raise RequestsTimedOut(str(refusal)) from refusal.__cause__
        except NetworkFailed as refusal:
            retryable = refusal.retryable
            raise RequestsNetworkFailed(str(refusal), retryable=retryable) from refusal.__cause__
        if answer.location is not None:
            request.headers[_CHAIN] = chain_of(hop).text
        return self.build_response(request, _raw(answer))


def _hop(request: PreparedRequest) -> httpx.Request:
    chain = Chain.read(_text(request.headers.pop(_CHAIN, "")))
    framing = {"content-length", "transfer-encoding"}
    headers = {
        name: _text(value) for name, value in request.headers.items() if name.lower() not in framing
    }
    address = parse_url(request.url or "")
    hop = httpx.Request(request.method or "GET", address, headers=headers, content=_body(request))
    set_chain(hop, chain)
    return hop


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _body(request: PreparedRequest) -> bytes:
    """The body that `requests` prepared: bytes, text, a file, or pieces of these."""
    body: Any = request.body
    if hasattr(body, "read"):
        body = body.read()
    parts: Iterable[Any] = (body or b"",) if isinstance(body, str | bytes | None) else body
    return b"".join(part.encode() if isinstance(part, str) else bytes(part) for part in parts)


def _raw(answer: Answer) -> HTTPResponse:
    """The answer as `urllib3` gives it, its cookies where a session looks for them."""
    message = Message()
    headers = HTTPHeaderDict()
    for name, value in answer.headers.multi_items():
        message.add_header(name, value)
        headers.add(name, value)
    received: Any = SimpleNamespace(msg=message, isclosed=lambda: True, close=lambda: None)
    return HTTPResponse(
        body=BytesIO(answer.content),
        headers=headers,
        status=answer.status,
        preload_content=False,
        decode_content=False,
        original_response=received,
    )
