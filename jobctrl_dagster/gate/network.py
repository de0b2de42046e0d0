"""One request on the wire, in bounded time.

A name is resolved once, every address it has is checked, and one of these is connected to.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpcore
import httpx

from jobctrl_dagster.gate.addresses import Address, AddressRules, join_host_port
from jobctrl_dagster.gate.answers import Answer
from jobctrl_dagster.gate.bodies import check_declared, read_body
from jobctrl_dagster.gate.refusals import NetworkFailed, TimedOut

Resolver = Callable[[str, int], Sequence[str]]
"""Returns the IP addresses of a host name; raises `OSError` where there are none."""

_MOST_ATTEMPTS = 4
_BODILESS = frozenset({204, 304})


def system_resolver(host: str, port: int) -> list[str]:
    """The addresses that this machine's resolver gives, in its order of preference."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Deadline:
    """The end of an operation's time on the network."""

    def __init__(self, seconds: float, where: str) -> None:
        """Start the time.

        Args:
            seconds: How long the operation may take from now.
            where: The address as messages show it.
        """
        self._seconds = seconds
        self._where = where
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds left.

        Raises:
            TimedOut: There are none.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def passed(self) -> TimedOut:
        """The refusal of an operation that took too long."""
        return TimedOut(
            f"{self._where} did not answer in full within the {self._seconds:.1f} seconds it had; "
            "try it again later."
        )


class _CurrentDeadline(threading.local):
    """The deadline of the request that the current thread is working on."""

    deadline: Deadline | None = None

    def left(self) -> float | None:
        return None if self.deadline is None else self.deadline.left()


class Network:
    """Sends single requests, without redirects, proxies or settings from the environment."""

    def __init__(
        self,
        rules: AddressRules,
        *,
        resolve: Resolver = system_resolver,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """Prepare; nothing is opened before the first request.

        Args:
            rules: Which addresses may be connected to.
            resolve: Gives the IP addresses of a name.
            ssl_context: How certificates are verified; the public authorities by default.
        """
        self._current = _CurrentDeadline()
        self._backend = _CheckedBackend(rules, resolve, self._current)
        self._ssl_context = ssl_context
        self._pool: httpcore.ConnectionPool | None = None
        self._lock = threading.Lock()

    def send(
        self, request: httpx.Request, address: Address, *, seconds: float, limit: int
    ) -> Answer:
        """Send one request and read its whole answer, decoded.

        Args:
            request: With its content already read.
            address: The checked address of its URL.
            seconds: The time that the operation may take, name resolution and body included.
            limit: The largest body in bytes.

        Raises:
            Refusal: `AddressRefused`, `BodyTooLarge`, `TimedOut` or `NetworkFailed`.
        """
        where = str(address)
        deadline = Deadline(seconds, where)
        self._current.deadline = deadline
        try:
            with _failures_named(where, deadline):
                return self._exchange(request, address, deadline.left(), limit)
        finally:
            self._current.deadline = None

    def close(self) -> None:
        """Close every connection; a later request opens new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    def _exchange(
        self, request: httpx.Request, address: Address, seconds: float, limit: int
    ) -> Answer:
        target = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=address.host.encode("ascii"),
            port=request.url.port,
            target=request.url.raw_path,
        )
        sent = httpcore.Request(
            request.method,
            target,
            headers=request.headers.raw,
            content=request.content,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), seconds)},
        )
        received = self._opened_pool().handle_request(sent)
        try:
            headers = httpx.Headers(received.headers)
            has_body = request.method != "HEAD" and received.status not in _BODILESS
            if has_body:
                check_declared(headers.get("Content-Length"), limit, str(address))
            stream = received.iter_stream() if has_body else iter(())
            encoding = headers.get("Content-Encoding", "")
            body = read_body(stream, encoding, limit=limit, where=str(address))
        finally:
            received.close()
        return Answer.decoded(received.status, headers, body)

    def _opened_pool(self) -> httpcore.ConnectionPool:
        with self._lock:
            if self._pool is None:
                self._pool = httpcore.ConnectionPool(
                    ssl_context=self._ssl_context or _public_authorities(),
                    max_connections=64,
                    max_keepalive_connections=16,
                    keepalive_expiry=30.0,
                    network_backend=self._backend,
                )
            return self._pool


class _CheckedBackend(httpcore.NetworkBackend):
    """Resolves a name once, checks all it resolved to, and connects to exactly that."""

    def __init__(self, rules: AddressRules, resolve: Resolver, current: _CurrentDeadline) -> None:
        self._rules = rules
        self._resolve = resolve
        self._current = current
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to one of the host's addresses; a later one is tried when one fails."""
        found = _resolved_in_time(self._resolve, host, port, self._current.left() or timeout)
        self._rules.check_resolved(host, port, found)
        attempts = found[:_MOST_ATTEMPTS]
        for position, ip in enumerate(attempts, start=1):
            left = self._current.left() or timeout
            share = None if left is None else left / (len(attempts) - position + 1)
            try:
                stream = self._sockets.connect_tcp(ip, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if position == len(attempts):
                    raise
            else:
                return _TimedStream(stream, self._current)
        raise httpcore.ConnectError(f"{join_host_port(host, port)} has no address")

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002  # the interface's argument
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002  # as above
    ) -> httpcore.NetworkStream:
        """Never used: sockets in the file system are no hosts."""
        raise httpcore.ConnectError(f"no request goes to a socket in the file system ({path})")

    def sleep(self, seconds: float) -> None:
        """The pause between connection attempts that the pool may ask for."""
        self._sockets.sleep(seconds)


class _TimedStream(httpcore.NetworkStream):
    """A connection whose every step is bounded by the deadline of the current operation."""

    def __init__(self, inner: httpcore.NetworkStream, current: _CurrentDeadline) -> None:
        self._inner = inner
        self._current = current

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._current.left() or timeout)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), 65_536):
            part = buffer[start : start + 65_536]
            self._inner.write(part, self._current.left() or timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self._current.left() or timeout
        return _TimedStream(
            self._inner.start_tls(ssl_context, server_hostname, left), self._current
        )

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


@cache
def _public_authorities() -> ssl.SSLContext:
    """Read once per process, which takes as long as a request."""
    return httpx.create_ssl_context(trust_env=False)


def _resolved_in_time(
    resolve: Resolver, host: str, port: int, seconds: float | None
) -> Sequence[str]:
    """Resolve on a thread of its own, because the system's resolver knows no time limit."""
    found: list[Sequence[str]] = []
    failed: list[OSError] = []

    def work() -> None:
        try:
            found.append(resolve(host, port))
        except (OSError, UnicodeError) as error:
            failed.append(error if isinstance(error, OSError) else OSError(str(error)))

    thread = threading.Thread(target=work, name="gate-resolver", daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise httpcore.ConnectError(f"the name {host} does not resolve ({failed[0]})")
    if not found:
        raise httpcore.ConnectTimeout(f"the name {host} did not resolve in time")
    return found[0]


@contextmanager
def _failures_named(where: str, deadline: Deadline) -> Iterator[None]:
    """Turn the wire's errors into ours."""
    try:
        yield
    except httpcore.TimeoutException:
        raise deadline.passed() from None
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
        detail = str(error) or type(error).__name__
        raise NetworkFailed(
            f"{where} could not be read ({detail}); try it again later, and if it persists check "
            "the address."
        ) from error
