"""Sites on loopback, and doors that lead to them."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from jobctrl_dagster.gate.door import Door, DoorSettings
from jobctrl_dagster.gate.pacing import MemoryPacer

Route = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Site:
    """A real HTTP server on loopback that remembers what it was asked."""

    port: int
    routes: dict[str, Route] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    connections: list[Any] = field(default_factory=list)

    @property
    def host_port(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"http://{self.host_port}{path}"

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.seen]

    def answers(self, path: str, body: bytes = b"", status: int = 200, **headers: str) -> None:
        def route(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)

        self.routes[path] = route

    def redirects(self, path: str, target: str, status: int = 302) -> None:
        self.answers(path, status=status, Location=target)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    site: Site

    def get_request(self) -> Any:
        connection = super().get_request()
        self.site.connections.append(connection[1])
        return connection

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of many of these tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:  # the name that http.server looks for
        site = self.server.site
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        site.seen.append(Seen(self.command, self.path, dict(self.headers), body))
        route = site.routes.get(path)
        if route is None:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            route(self)

    do_POST = do_HEAD = do_GET  # noqa: N815  # as above

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base's name
        pass


@pytest.fixture
def new_site() -> Iterator[Callable[..., Site]]:
    servers: list[_Server] = []

    def start(ssl_file: Path | None = None) -> Site:
        server = _Server(("127.0.0.1", 0), _Handler)
        if ssl_file is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(ssl_file)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        server.site = Site(port=server.server_address[1])
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return server.site

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def site(new_site: Callable[[], Site]) -> Site:
    return new_site()


class HeldClock:
    """A clock that moves only when told to, or when someone sleeps by it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
        self.slept: list[float] = []

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


NewDoor = Callable[..., Door]


@pytest.fixture
def new_door(clock: HeldClock) -> Iterator[NewDoor]:
    """Doors whose hosts are the given sites, unpaced unless settings say otherwise."""
    doors: list[Door] = []

    def build(*sites: Site, pacer: Any = None, **options: Any) -> Door:
        settings = {
            "allow_hosts": frozenset(each.host_port for each in sites),
            "intervals": {each.host_port: 0.0 for each in sites},
        }
        given = {name: options.pop(name) for name in list(options) if name in _SETTINGS}
        door = Door(
            DoorSettings(**{**settings, **given}),
            pacer or MemoryPacer(clock.seconds),
            clock=clock,
            sleep=clock.sleep,
            **options,
        )
        doors.append(door)
        return door

    yield build
    for door in doors:
        door.close()


_SETTINGS = frozenset(DoorSettings.__dataclass_fields__)
