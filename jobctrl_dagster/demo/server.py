"""The HTTP server of the demo market: loopback only, one thread per connection."""

import errno
import sys
import threading
from collections.abc import Mapping
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from jobctrl_dagster.demo.boards import BoardApis
from jobctrl_dagster.demo.forms import Forms
from jobctrl_dagster.demo.market import Market, load_market
from jobctrl_dagster.demo.pages import Pages
from jobctrl_dagster.demo.routing import Match, Request, Response, Route, find, text_response

HOST = "127.0.0.1"
LARGEST_BODY = 10 * 1024 * 1024
"""Bytes of a request that are read; what is longer is cut off."""

LONGEST_DELAY = 60.0
"""Seconds; a longer wait is cut to this."""


class PortTakenError(OSError):
    """Another process listens on the port that was asked for."""


class DemoMarket:
    """The demo market, served from `start` to `stop` or inside a `with` block.

    Args:
        port: the port on 127.0.0.1; 0 takes a free one.
        delay: seconds that each answer waits.
        delays: seconds by board (`provider/name`), in place of `delay` and of the market's own.
        today: the day on which the market stands; its own day if left out.

    Raises:
        ValueError: `delays` names a board that is not in the market.
    """

    def __init__(
        self,
        port: int = 0,
        delay: float = 0.0,
        delays: Mapping[str, float] | None = None,
        *,
        today: date | None = None,
    ) -> None:
        self.market: Market = load_market(today)
        self.requests: list[tuple[str, str]] = []
        """Each request in the order of arrival: method, and path with query."""
        forms = Forms(self.market, self.requests)
        self.submissions = forms.submissions
        """Each application that was taken, in the order of arrival."""
        self.routes: tuple[Route, ...] = (
            *BoardApis(self.market).routes(),
            *forms.routes(),
            *Pages(self.market).routes(),
        )
        self._port = port
        self._delay = delay
        self._delays = {b.key: b.delay for b in self.market.boards if b.delay} | dict(delays or {})
        self._stopping = threading.Event()
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None
        known = [board.key for board in self.market.boards]
        for name in self._delays:
            if name not in known:
                raise ValueError(f"no board {name!r} in the market; it has {', '.join(known)}")

    @property
    def origin(self) -> str:
        """`http://127.0.0.1:PORT`; RuntimeError before `start` and after `stop`."""
        if self._server is None:
            raise RuntimeError("the demo market is not running: call start() first")
        return f"http://{HOST}:{self._server.server_port}"

    def start(self) -> None:
        """Bind and serve in the background.

        Raises:
            PortTakenError: the port is in use.
            OSError: the port cannot be bound for another reason.
            RuntimeError: it is running already.
        """
        if self._server is not None:
            raise RuntimeError(f"the demo market is already running at {self.origin}")
        market = self

        class Handler(_Handler):
            demo = market

        try:
            self._server = _Server((HOST, self._port), Handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise PortTakenError(
                error.errno,
                f"port {self._port} on {HOST} is taken: stop what listens there, or choose another "
                "port (0 takes a free one)",
            ) from error
        self._stopping.clear()
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.05},
            name="demo-market",
            daemon=True,
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop serving and free the port; waiting answers are let go at once. May be repeated."""
        self._stopping.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
        self._server = self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def answer(
        self,
        method: str,
        target: str,
        origin: str,
        body: bytes,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Record one request, wait as long as its board asks, and answer it."""
        self.requests.append((method, target))
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        match = find(self.routes, method, parts.path)
        self._stopping.wait(self._wait_for(parts.path, match, query))
        if match.route is not None:
            return match.route.handler(
                Request(method, parts.path, origin, match.names, query, body, headers or {})
            )
        if match.allowed:
            allowed = ", ".join(sorted(set(match.allowed)))
            return text_response(f"This address takes {allowed}\n", 405, {"Allow": allowed})
        return text_response("Not Found\n", 404)

    def _wait_for(self, path: str, match: Match, query: Mapping[str, str]) -> float:
        seconds = self._delay
        if "board" in match.names:
            key = f"{path.split('/')[1]}/{match.names['board']}"
            seconds = self._delays.get(key, seconds)
        try:
            seconds = float(query.get("delay", seconds))
        except ValueError:
            return seconds
        return min(max(0.0, seconds), LONGEST_DELAY)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what went wrong in an answer; a client that hung up is no fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    demo: DemoMarket
    timeout = 30
    server_version = "DemoMarket"
    sys_version = ""

    def _answer(self) -> None:
        response = self.demo.answer(
            self.command,
            self.path,
            f"http://{HOST}:{self.connection.getsockname()[1]}",
            self._body(),
            {name.casefold(): value for name, value in self.headers.items()},
        )
        try:
            self.send_response(response.status)
            self.send_header("Content-Type", response.content_type)
            self.send_header("Content-Length", str(len(response.body)))
            for name, value in response.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(response.body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _answer  # noqa: N815

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        return self.rfile.read(min(int(length), LARGEST_BODY)) if length.isdecimal() else b""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (name of the base class)
        """Keep the terminal quiet; `DemoMarket.requests` records what was asked."""
