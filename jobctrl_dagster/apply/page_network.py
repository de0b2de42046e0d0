"""The only way from a page to a server: GET and HEAD, to allowed addresses, sent by us.

The browser itself has no network. Each request of a page arrives here; what may pass is sent
through the checked connections of `jobctrl_dagster.gate` and its answer handed to the page.
Everything else is aborted and written down.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

import httpx

from jobctrl_dagster.gate.addresses import (
    Address,
    AddressRules,
    join_host_port,
    read_address,
    why_refused,
)
from jobctrl_dagster.gate.answers import Answer
from jobctrl_dagster.gate.bodies import ACCEPT_ENCODING
from jobctrl_dagster.gate.network import Network, Resolver, system_resolver
from jobctrl_dagster.gate.refusals import AddressRefused, Refusal

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route, WebSocketRoute

Allowed = Callable[[str], bool]
READING = frozenset(("GET", "HEAD"))
LARGEST_BODY = 20 * 1024 * 1024
SECONDS = 15.0
"""The longest wait for one answer."""

_MOST_REDIRECTS = 5
_NOT_PASSED_ON = frozenset(("host", "connection", "accept-encoding", "content-length", "cookie"))


class Opened(NamedTuple):
    """Where a page's address led after redirects, and its status."""

    url: str
    status: int


class _PageAddresses(AddressRules):
    """Public addresses, and those private ones that are allowed by their number."""

    def __init__(self, allowed: Allowed) -> None:
        super().__init__()
        self._allowed_url = allowed

    def check_resolved(self, host: str, port: int, found: Sequence[str]) -> None:
        for text in found:
            plain = text.partition("%")[0]
            reason = why_refused(ip_address(plain))
            if reason and not self._allowed_url(f"http://{join_host_port(plain, port)}/"):
                raise self._refused(join_host_port(host, port), f"{text}, {reason}")


class PageNetwork:
    """Answers the requests of one browser context.

    Args:
        allowed: whether a URL may be asked for; private addresses always need its consent.
        deadline: `time.monotonic()` after which nothing is sent.
        resolve: gives the IP addresses of a name.
    """

    def __init__(
        self, allowed: Allowed, *, deadline: float, resolve: Resolver = system_resolver
    ) -> None:
        self._allowed = allowed
        self._deadline = deadline
        self._network = Network(_PageAddresses(allowed), resolve=resolve)
        self._client_cookies = httpx.Cookies()
        self._host = ""
        self._opened: tuple[str, Answer] | None = None
        self.blocked: list[str] = []
        """What did not pass, in order: method, and path; with the host where it is another."""
        self.cut_off = 0
        """How many of the blocked would have changed something: all but GET and HEAD."""

    def form_is_at(self, url: str) -> None:
        """Name the form's own host, which is allowed as long as it is public."""
        with suppress(AddressRefused):
            self._host = read_address(url).host_port

    def guard(self, context: BrowserContext) -> None:
        """Take over every request and WebSocket of a context; its service workers are off."""
        context.route("**/*", self._answer)
        context.route_web_socket("**/*", self._refuse_socket)

    def close(self) -> None:
        """Close the connections."""
        self._network.close()

    def open(self, url: str) -> Opened:
        """Ask for a page before the browser does, which then gets this answer.

        Raises:
            Refusal: it may not be asked for, or did not answer.
        """
        self.form_is_at(url)
        answer, final = self._follow("GET", url, {"accept": "text/html"})
        self.form_is_at(final)
        self._opened = (final, answer)
        return Opened(final, answer.status)

    def _answer(self, route: Route) -> None:
        request = route.request
        if request.method not in READING:
            self.cut_off += 1
            self._block(route, request.method, request.url)
            return
        try:
            if request.is_navigation_request():
                answer = self._page(request.method, request.url, request.headers)
            else:
                answer, _ = self._follow(request.method, request.url, request.headers)
        except (Refusal, ValueError):
            self._block(route, request.method, request.url)
            return
        headers = {name: ", ".join(answer.headers.get_list(name)) for name in answer.headers}
        cookies = answer.headers.get_list("set-cookie")
        if cookies:
            headers["set-cookie"] = "\n".join(cookies)
        with suppress_closed():
            route.fulfill(status=answer.status, headers=headers, body=answer.content)

    def _page(self, method: str, url: str, headers: dict[str, str]) -> Answer:
        """The answer to a navigation; a redirect becomes a page that goes on by itself."""
        if self._opened is not None and self._opened[0] == url:
            answer, self._opened = self._opened[1], None
            return answer
        answer = self._send(method, url, headers)
        return answer if answer.location is None else _moved(urljoin(url, answer.location))

    def _follow(self, method: str, url: str, headers: dict[str, str]) -> tuple[Answer, str]:
        for _ in range(_MOST_REDIRECTS):
            answer = self._send(method, url, headers)
            if answer.location is None:
                return answer, url
            url = urljoin(url, answer.location)
        raise AddressRefused("too many redirects")

    def _send(self, method: str, url: str, headers: dict[str, str]) -> Answer:
        address = self._checked(url)
        seconds = min(SECONDS, self._deadline - time.monotonic())
        if seconds <= 0:
            raise AddressRefused("the time of the dry run is over")
        kept = {n: v for n, v in headers.items() if n.lower() not in _NOT_PASSED_ON and n[0] != ":"}
        kept["accept-encoding"] = ACCEPT_ENCODING
        request = httpx.Request(method, url, headers=kept, cookies=self._client_cookies)
        answer = self._network.send(request, address, seconds=seconds, limit=LARGEST_BODY)
        self._client_cookies.extract_cookies(
            httpx.Response(answer.status, headers=answer.headers, request=request)
        )
        return answer

    def _checked(self, url: str) -> Address:
        """The address of a URL that may be asked for; names are checked again once resolved."""
        address = read_address(url)
        if self._allowed(url):
            return address
        if address.host_port != self._host:
            raise AddressRefused(f"{address.host_port} is not among the allowed addresses")
        return AddressRules().check(url)

    def _block(self, route: Route, method: str, url: str) -> None:
        self._note(method, url)
        with suppress_closed():
            route.abort("blockedbyclient")

    def _refuse_socket(self, socket: WebSocketRoute) -> None:
        self.cut_off += 1
        self._note("WEBSOCKET", socket.url.replace("ws", "http", 1))
        socket.close()

    def _note(self, method: str, url: str) -> None:
        try:
            address = read_address(url)
        except AddressRefused:
            scheme = url.partition(":")[0][:20]
            self.blocked.append(f"{method} {scheme}: (no address of the web)")
            return
        host = "" if address.host_port == self._host else address.host_port
        self.blocked.append(f"{method} {host}{address.path}")


def suppress_closed() -> suppress:
    """Ignore that the page went away meanwhile, with what it had asked for."""
    from playwright.sync_api import Error

    return suppress(Error)


def _moved(url: str) -> Answer:
    """A page that goes on to another address, which is then asked for, and checked, by itself."""
    target = json.dumps(url).replace("<", "\\u003c")
    page = f"<!doctype html><script>location.replace({target})</script>"
    headers = httpx.Headers({"Content-Type": "text/html; charset=utf-8"})
    return Answer(200, headers, page.encode())
