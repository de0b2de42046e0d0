"""The only `httpx` and `asyncio` that the library's modules get to see."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import httpx

from jobctrl_dagster.discover.boards.binding import Binding, bound
from jobctrl_dagster.gate.refusals import NetworkFailed, NotRecorded, Refusal, refusal_in

LONGEST_PAUSE = 0.05
DROPPED_ARGUMENTS = frozenset({
    "transport", "mounts", "proxy", "proxies", "verify", "cert", "http1", "http2", "trust_env",
    "limits", "app",
})  # fmt: skip
VALUE_TYPES = (
    "URL", "Headers", "QueryParams", "Cookies", "Request", "Response", "Timeout", "Limits",
    "BasicAuth", "Auth", "codes",
)  # fmt: skip
ASYNC_NAMES = (
    "Semaphore", "Lock", "Event", "Queue", "QueueEmpty", "Task", "Future", "gather", "wait",
    "wait_for", "as_completed", "create_task", "ensure_future", "to_thread", "run", "shield",
    "timeout", "TaskGroup", "CancelledError", "TimeoutError", "get_running_loop",
    "get_event_loop", "current_task", "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED",
)  # fmt: skip


class BoardTransport(httpx.AsyncBaseTransport):
    """Carries the requests of one unit through its door and looks at the answers.

    A refusal of the door becomes what the library knows how to skip: an answer 404 for what is
    not recorded, a `httpx.ConnectError` for the rest. `Binding` keeps which it was.
    """

    def __init__(self, binding: Binding) -> None:
        self._binding = binding
        self._inner = binding.door.async_transport("api")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request; see `httpx.AsyncBaseTransport`."""
        binding = self._binding
        if binding.given_up:
            msg = f"{request.url.host} failed before and is not asked again"
            raise httpx.ConnectError(msg, request=request)
        if binding.repeated:
            return httpx.Response(400, request=request)
        await request.aread()
        kept = binding.kept.body(request)
        if kept is not None:
            media_type = {"content-type": "application/json"}
            content = binding.screen(request, kept)
            return httpx.Response(200, headers=media_type, content=content, request=request)
        sent = _redirected(request, binding.origin)
        try:
            reply = await self._inner.handle_async_request(sent)
            body = await reply.aread()
        except (Refusal, httpx.TransportError) as error:
            return _unanswered(binding, sent, error)
        request.extensions.update(sent.extensions)
        media_type = reply.headers.get("content-type", "")
        binding.note_answer(sent, reply.status_code, media_type)
        if reply.is_success:
            body = binding.screen(request, body)
        headers = [
            (name, value)
            for name, value in reply.headers.multi_items()
            if name.lower() not in {"content-length", "content-encoding", "retry-after"}
        ]
        return httpx.Response(reply.status_code, headers=headers, content=body, request=request)

    async def aclose(self) -> None:
        """Close the door's transport."""
        await self._inner.aclose()


def _unanswered(binding: Binding, request: httpx.Request, error: Exception) -> httpx.Response:
    refusal = refusal_in(error) or NetworkFailed(f"{request.url.host}: {error}")
    binding.note_refusal(str(request.url), refusal)
    if isinstance(refusal, NotRecorded):
        return httpx.Response(404, request=request)
    raise httpx.ConnectError(str(refusal), request=request) from error


def _redirected(request: httpx.Request, origin: httpx.URL | None) -> httpx.Request:
    """Point a request at the unit's own origin, keeping path and query."""
    if origin is None:
        return request
    prefix, path = origin.raw_path.rstrip(b"/"), request.url.raw_path
    path = path if path.startswith(prefix + b"/") else prefix + path
    url = request.url.copy_with(
        scheme=origin.scheme, host=origin.host, port=origin.port, raw_path=path
    )
    headers = [(k, v) for k, v in request.headers.multi_items() if k.lower() != "host"]
    return httpx.Request(
        request.method, url, headers=headers, content=request.content, extensions=request.extensions
    )


class BoundAsyncClient(httpx.AsyncClient):
    """An `httpx.AsyncClient` that has no way out but the unit's door."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kept = {key: item for key, item in kwargs.items() if key not in DROPPED_ARGUMENTS}
        super().__init__(*args, **kept, transport=BoardTransport(bound()), trust_env=False)


class _NoSyncClient:
    """The library reads boards asynchronously; a synchronous client has no door."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        msg = "synchronous requests have no door here"
        raise RuntimeError(msg)


async def _short_sleep(delay: float, result: Any = None) -> Any:
    """Sleep briefly: pacing and Retry-After are the door's, the library only yields."""
    return await asyncio.sleep(min(max(float(delay), 0.0), LONGEST_PAUSE), result)


def _httpx_for_boards() -> SimpleNamespace:
    names = {name: getattr(httpx, name) for name in VALUE_TYPES}
    for name in httpx.__all__:
        member = getattr(httpx, name)
        if isinstance(member, type) and issubclass(member, Exception):
            names[name] = member
    return SimpleNamespace(AsyncClient=BoundAsyncClient, Client=_NoSyncClient, **names)


HTTPX = _httpx_for_boards()
ASYNCIO = SimpleNamespace(
    **{name: getattr(asyncio, name) for name in ASYNC_NAMES}, sleep=_short_sleep
)
