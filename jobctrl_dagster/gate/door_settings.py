"""The limits of the door, and the kinds of request it tells apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from jobctrl_dagster.gate.addresses import Address, read_host_port

Kind = Literal["api", "page"]
"""`api`: a documented API or feed. `page`: a page meant for people, which robots.txt governs."""


@dataclass(frozen=True)
class DoorSettings:
    """The limits of the door.

    Attributes:
        allow_hosts: Exact `host:port` pairs that may be private, such as the demo market's.
        api_interval: Seconds between two starts at a host, for APIs.
        page_interval: The same for pages.
        timeout: Seconds an operation may spend on the network, redirects included; waiting for
            a host's turn does not count.
        max_body: The largest body of an API's answer, in bytes after decompression.
        page_max_body: The largest body of a page.
        max_redirects: Redirects that are followed.
        user_agent: How we present ourselves; what precedes `/` is the token robots.txt knows.
        intervals: Seconds between two starts for single hosts, by host or `host:port`; they
            replace both intervals and the site's own wish.
    """

    allow_hosts: frozenset[str] = frozenset()
    api_interval: float = 0.5
    page_interval: float = 2.0
    timeout: float = 20.0
    max_body: int = 16_000_000
    page_max_body: int = 1_000_000
    max_redirects: int = 4
    user_agent: str = "jobctrl-dagster/0.1 (a person's job search; obeys robots.txt)"
    intervals: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check what a person may mistype.

        Raises:
            ValueError: A host entry is malformed or a limit is out of range.
        """
        for entry in self.allow_hosts:
            read_host_port(entry)
        waits = (self.api_interval, self.page_interval, *self.intervals.values())
        if min(waits) < 0 or self.timeout <= 0 or self.max_redirects < 0:
            raise ValueError(
                "An interval or redirect limit is negative or the timeout is not positive; "
                f"correct the settings ({waits=}, {self.timeout=}, {self.max_redirects=})."
            )

    def interval(self, address: Address, kind: Kind, wish: float = 0.0) -> float:
        """Seconds between two starts at a host.

        Args:
            address: Where the request goes.
            kind: What is requested.
            wish: What the site itself asks for; the longer one counts.
        """
        for name in (address.host_port, address.host):
            if name in self.intervals:
                return self.intervals[name]
        return max(self.api_interval if kind == "api" else self.page_interval, wish)

    def body_limit(self, kind: Kind) -> int:
        """The largest body in bytes."""
        return self.max_body if kind == "api" else self.page_max_body
