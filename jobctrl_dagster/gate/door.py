"""The one door through which every request to a board, feed or posting page goes.

Each hop of a request, redirects included, is checked, paced, bounded and answered here, whether it
comes from this package or from a library that owns a client of its own.
"""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import httpx

from jobctrl_dagster.clock import Clock, utc_now
from jobctrl_dagster.gate.addresses import Address, AddressRules, shown
from jobctrl_dagster.gate.answers import Answer, Reply
from jobctrl_dagster.gate.bodies import ACCEPT_ENCODING, too_large
from jobctrl_dagster.gate.chains import Chain, chain_of, set_chain
from jobctrl_dagster.gate.door_settings import DoorSettings, Kind
from jobctrl_dagster.gate.network import Network, Resolver, system_resolver
from jobctrl_dagster.gate.pacing import Pacer, retry_after
from jobctrl_dagster.gate.refusals import AddressRefused, NetworkFailed, TooManyRedirects
from jobctrl_dagster.gate.replay import Replay
from jobctrl_dagster.gate.robots import Robots
from jobctrl_dagster.gate.transports import DoorAsyncTransport, DoorTransport
from jobctrl_dagster.gate.turns import HostTurns

if TYPE_CHECKING:
    from requests.adapters import BaseAdapter

__all__ = ["Door", "DoorSettings", "Kind"]

_LIBRARY_AGENTS = ("python-httpx/", "python-requests/")


def _keep_queries_out_of_logs() -> None:
    """`httpx` logs whole URLs at the level INFO, and their queries may hold keys."""
    logger = logging.getLogger("httpx")
    logger.setLevel(max(logger.level, logging.WARNING))


class Door:
    """Sends requests by the rules; one per process is enough, and threads may share it."""

    def __init__(
        self,
        settings: DoorSettings,
        pacer: Pacer,
        *,
        replay: Replay | None = None,
        clock: Clock = utc_now,
        sleep: Callable[[float], None] = time.sleep,
        resolve: Resolver = system_resolver,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """Prepare; nothing is opened before the first request.

        Args:
            settings: The limits.
            pacer: Books the starts at each host.
            replay: Recorded responses; with them nothing reaches the network.
            clock: Gives the moment, for dates in headers and what is kept for a time.
            sleep: Waits for a host's turn.
            resolve: Gives the IP addresses of a name.
            ssl_context: How certificates are verified; the public authorities by default.
        """
        _keep_queries_out_of_logs()
        self._settings = settings
        self._replay = replay
        self._clock = clock
        self._rules = AddressRules(settings.allow_hosts)
        self._turns = HostTurns(pacer, clock=clock, sleep=sleep)
        self._network = Network(self._rules, resolve=resolve, ssl_context=ssl_context)
        product = settings.user_agent.partition("/")[0].strip()
        self._robots = Robots(self._robots_txt, product=product, clock=clock)

    def get(self, url: str, *, kind: Kind, headers: Mapping[str, str] | None = None) -> Reply:
        """Get a URL; see `request`."""
        return self.request("GET", url, kind=kind, headers=headers)

    def request(
        self,
        method: str,
        url: str,
        *,
        kind: Kind,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        json: Any = None,
        data: Mapping[str, Any] | None = None,
    ) -> Reply:
        """Send a request and follow its redirects; every status is a reply, also 4xx and 5xx.

        Args:
            method: The HTTP method.
            url: An absolute http or https URL.
            kind: Whether it is an API's or a page's.
            headers: Headers of the request.
            params: Query parameters, which replace the URL's own.
            json: A body to send as JSON.
            data: A body to send as a form.

        Raises:
            Refusal: The request was refused by a rule, or there was no usable answer.
        """
        return self._follow(
            self.transport(kind),
            method,
            url,
            headers=headers,
            params=params,
            json=json,
            data=data,
        )

    def check_address(self, url: str) -> None:
        """Whether an address may ever be requested, as far as that can be said without asking.

        Raises:
            AddressRefused: it may not; nothing was connected.
        """
        self._rules.check(url)

    def transport(self, kind: Kind) -> httpx.BaseTransport:
        """The door as a transport of an `httpx.Client`, which may follow redirects itself.

        Give that client no `proxy` and no `mounts`: they would pass by the door.
        """
        return DoorTransport(lambda request: self.exchange(request, kind=kind))

    def async_transport(self, kind: Kind) -> httpx.AsyncBaseTransport:
        """The same for an `httpx.AsyncClient`; requests run on worker threads."""
        return DoorAsyncTransport(lambda request: self.exchange(request, kind=kind))

    def requests_adapter(self, kind: Kind) -> BaseAdapter:
        """The door as an adapter of a `requests.Session`; mount it at `http://` and `https://`.

        The session's proxies, certificates and timeouts are without effect.
        """
        from jobctrl_dagster.gate.requests_adapter import (
            DoorAdapter,
        )  # only where a library uses it

        return DoorAdapter(lambda request: self.exchange(request, kind=kind))

    def close(self) -> None:
        """Close every open connection."""
        self._network.close()

    def exchange(self, request: httpx.Request, *, kind: Kind, robots: bool = True) -> Answer:
        """Send a single hop; this is what every transport calls.

        A redirect is answered as such and not followed; the hop after it is recognised by the
        request's extensions, which `httpx` hands on from hop to hop.

        Args:
            request: The request, its content already read.
            kind: Whether it is an API's or a page's.
            robots: Whether robots.txt is asked first; only for pages.

        Raises:
            Refusal: See `request`.
        """
        address = self._rules.check(request.url)
        chain = chain_of(request)
        began = time.monotonic()
        if self._replay is not None:
            answer = self._recorded(self._replay, request, address, kind)
        else:
            wish = 0.0
            if robots and kind == "page":
                wish = self._robots.check(address, str(request.url))
            self._present(request, kind)
            interval = self._settings.interval(address, kind, wish)
            with self._turns.turn(address, interval, alone=kind == "page"):
                began = time.monotonic()
                answer = self._send(request, address, kind, chain)
        if answer.location is not None:
            spent = chain.spent + time.monotonic() - began
            followed = replace(chain, spent=spent)
            set_chain(request, self._redirected(request, address, answer.location, followed))
        return answer

    def _send(self, request: httpx.Request, address: Address, kind: Kind, chain: Chain) -> Answer:
        answer = self._network.send(
            request,
            address,
            seconds=max(self._settings.timeout - chain.spent, 0.0),
            limit=self._settings.body_limit(kind),
        )
        if answer.status in {429, 503}:
            pause = retry_after(answer.headers.get("Retry-After"), self._clock())
            if pause:
                self._turns.cool_down(address, pause)
        return answer

    def _redirected(
        self, request: httpx.Request, address: Address, location: str, chain: Chain
    ) -> Chain:
        """Count a redirect, and refuse one too many or one that leads nowhere readable."""
        if chain.hops >= self._settings.max_redirects:
            raise TooManyRedirects(
                f"{address} redirects once more after {chain.hops} redirects; "
                "request the final address itself."
            )
        try:
            request.url.join(location)
        except httpx.InvalidURL:
            raise AddressRefused(
                f"{address} redirects to an address that is not a readable URL; "
                "there is nothing to follow."
            ) from None
        return replace(chain, hops=chain.hops + 1)

    def _recorded(
        self, replay: Replay, request: httpx.Request, address: Address, kind: Kind
    ) -> Answer:
        recorded = replay.answer(request.method, str(request.url))
        if len(recorded.body) > self._settings.body_limit(kind):
            raise too_large(str(address), self._settings.body_limit(kind))
        return Answer.decoded(recorded.status, httpx.Headers(recorded.headers), recorded.body)

    def _present(self, request: httpx.Request, kind: Kind) -> None:
        """State who asks and which encodings are understood; pages are always asked openly."""
        request.headers["Host"] = request.url.netloc.decode("ascii")
        request.headers["Accept-Encoding"] = ACCEPT_ENCODING
        request.headers.pop("Proxy-Authorization", None)
        given = request.headers.get("User-Agent", "")
        if kind == "page" or not given or given.startswith(_LIBRARY_AGENTS):
            request.headers["User-Agent"] = self._settings.user_agent

    def _robots_txt(self, url: str) -> Reply:
        transport = DoorTransport(lambda request: self.exchange(request, kind="page", robots=False))
        return self._follow(transport, "GET", url)

    def _follow(self, transport: httpx.BaseTransport, method: str, url: str, **parts: Any) -> Reply:
        """Let a client without memory follow the redirects; each hop comes back to `exchange`."""
        limit = self._settings.max_redirects + 1
        with httpx.Client(
            transport=transport, trust_env=False, follow_redirects=True, max_redirects=limit
        ) as client:
            try:
                response = client.request(method, url, **parts)
            except (httpx.InvalidURL, httpx.UnsupportedProtocol):
                self._rules.check(url)
                raise AddressRefused(
                    f"{shown(url)} cannot be requested; correct the address."
                ) from None
            except httpx.RemoteProtocolError as error:
                raise NetworkFailed(
                    f"{shown(url)} answered with a redirect that cannot be followed; "
                    "request its target itself.",
                    retryable=False,
                ) from error
        return Reply(
            response.status_code, str(response.url), url, response.headers, response.content
        )
