"""Which addresses a request may go to.

The same parse of a URL is used for the checks and for the connection, so that no second reading
of it can disagree. Sources: RFC 6890 (special-purpose addresses), RFC 6052 (NAT64), RFC 3056
(6to4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx

from jobctrl_dagster.gate.refusals import AddressRefused

IPAddress = IPv4Address | IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}

_HOST_NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
_NUMERIC_LABEL = re.compile(r"[0-9]+|0x[0-9a-f]*")
_LOCAL_NAMES = ("localhost", "local", "localdomain", "internal", "home.arpa")
_NAT64 = IPv6Network("64:ff9b::/96")
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_NEVER: tuple[IPv4Network | IPv6Network, ...] = (
    IPv4Network("168.63.129.16/32"),  # the platform address of a cloud provider, public by number
    IPv4Network("192.88.99.0/24"),  # retired 6to4 relays
    IPv6Network("3fff::/20"),  # documentation
)


@dataclass(frozen=True)
class Address:
    """Where a request goes.

    Attributes:
        scheme: `http` or `https`.
        host: Lower case, ASCII, without brackets or a final dot.
        port: The port, also where the URL leaves it out.
        path: The path, without query.
    """

    scheme: str
    host: str
    port: int
    path: str

    @property
    def host_port(self) -> str:
        """`host:port`, an IPv6 host in brackets: the form of the settings' list of hosts."""
        return join_host_port(self.host, self.port)

    @property
    def pace_key(self) -> str:
        """The name under which the host is paced: the port counts only where it is unusual."""
        return self.host if self.port in DEFAULT_PORTS.values() else self.host_port

    @property
    def origin(self) -> str:
        """`scheme://host`, with the port where it is not the scheme's own."""
        shown_port = DEFAULT_PORTS[self.scheme] != self.port
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{self.host_port if shown_port else host}"

    def __str__(self) -> str:
        return f"{self.origin}{self.path}"


def join_host_port(host: str, port: int) -> str:
    """`host:port`, with brackets around an IPv6 host."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def read_address(url: httpx.URL | str) -> Address:
    """The address in a URL.

    Raises:
        AddressRefused: it is no http(s) URL, carries credentials, or its host is malformed.
    """
    parsed = parse_url(url)
    if parsed.scheme not in DEFAULT_PORTS:
        raise AddressRefused(
            f"Only absolute http and https addresses are requested (scheme {parsed.scheme!r}); "
            "correct the address at its source."
        )
    host = parsed.raw_host.decode("ascii").lower().removesuffix(".")
    if parsed.userinfo:
        raise AddressRefused(
            f"The address at {host} carries credentials; "
            "remove them from the URL and give them as a header."
        )
    host = _plain_ipv6(host) if ":" in host else host
    if ":" not in host and not _HOST_NAME.fullmatch(host):
        raise AddressRefused(
            f"The address has no readable host name ({host[:80]!r}); correct it at its source."
        )
    port = DEFAULT_PORTS[parsed.scheme] if parsed.port is None else parsed.port
    if not 0 < port < 65536:
        raise AddressRefused(f"Port {port} of {host} does not exist; correct the address.")
    return Address(parsed.scheme, host, port, parsed.raw_path.decode("ascii").partition("?")[0])


def shown(url: httpx.URL | str) -> str:
    """A URL as it may appear in messages and logs: without credentials, query and fragment."""
    try:
        return str(read_address(url))
    except AddressRefused:
        return "an unreadable address"


def why_refused(ip: IPAddress) -> str | None:
    """Why no request may go to this IP address, or None when it is an ordinary public one.

    IPv4 addresses inside IPv6 ones (mapped, NAT64, 6to4) are judged as what they reach.
    """
    if isinstance(ip, IPv6Address):
        inner = _embedded(ip)
        if inner is not None:
            return why_refused(inner)
        if ip not in _GLOBAL_UNICAST:
            return "not a public address"
    if ip.is_multicast:
        return "a multicast address"
    if not ip.is_global or ip.is_reserved or any(ip in network for network in _NEVER):
        return "a private, loopback, link-local or reserved address"
    return None


class AddressRules:
    """The addresses that are allowed, and the exact `host:port` pairs that need no check."""

    def __init__(self, allow_hosts: Iterable[str] = ()) -> None:
        """Keep the exceptions.

        Args:
            allow_hosts: Exact `host:port` pairs, such as `127.0.0.1:8765` or `[::1]:8765`.

        Raises:
            ValueError: An entry is not of that form.
        """
        self._allowed = frozenset(read_host_port(entry) for entry in allow_hosts)

    def allows(self, host: str, port: int) -> bool:
        """Whether this exact pair is exempt from the checks of IP addresses."""
        return join_host_port(host.lower().removesuffix("."), port) in self._allowed

    def check(self, url: httpx.URL | str) -> Address:
        """The address in a URL, checked as far as that is possible without DNS.

        Raises:
            AddressRefused: The address may not be requested.
        """
        address = read_address(url)
        if self.allows(address.host, address.port):
            return address
        if _is_local_name(address.host):
            raise self._refused(address.host_port, "a name of this machine or its network")
        literal = _literal(address)
        reason = why_refused(literal) if literal is not None else None
        if reason is not None:
            raise self._refused(address.host_port, reason)
        return address

    def check_resolved(self, host: str, port: int, found: Sequence[str]) -> None:
        """Check every IP address to which a name resolved.

        Raises:
            AddressRefused: One of them is no ordinary public address.
        """
        if self.allows(host, port):
            return
        for text in found:
            reason = why_refused(ip_address(text.partition("%")[0]))
            if reason is not None:
                raise self._refused(join_host_port(host, port), f"{text}, {reason}")

    def _refused(self, host_port: str, reason: str) -> AddressRefused:
        return AddressRefused(
            f"{host_port} is {reason}, which postings may not lead to; "
            "if this is a server of your own, list exactly this host:port in the settings."
        )


def read_host_port(entry: str) -> str:
    """The normal form of a `host:port` entry.

    Raises:
        ValueError: The entry has no port, no host, or more than these two.
    """
    host, _, port = entry.strip().lower().rpartition(":")
    bare = host.removeprefix("[").removesuffix("]").removesuffix(".")
    well_formed = ":" not in bare or (host.startswith("[") and _plain_ipv6(bare))
    if not bare or not well_formed or not port.isascii() or not port.isdigit() or "/" in entry:
        raise ValueError(
            f"{entry!r} in the list of allowed hosts is not of the form host:port; "
            "write for example 127.0.0.1:8765 or [::1]:8765."
        )
    return join_host_port(_plain_ipv6(bare) if ":" in bare else bare, int(port))


def parse_url(url: httpx.URL | str) -> httpx.URL:
    """The URL, taken apart.

    Raises:
        AddressRefused: It cannot be.
    """
    try:
        parsed = httpx.URL(url)
        parsed.raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError, TypeError, ValueError):
        # The parser's message may quote credentials.
        raise AddressRefused(
            "The address given is not a readable URL; correct it at its source."
        ) from None
    return parsed


def _plain_ipv6(host: str) -> str:
    """The shortest spelling of an IPv6 host, or an empty string for what is none of its own."""
    try:
        return str(IPv6Address(host)) if "%" not in host else ""
    except ValueError:
        return ""


def _is_local_name(host: str) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in _LOCAL_NAMES)


def _literal(address: Address) -> IPAddress | None:
    """The IP address that the host is written as, or None for a name.

    A host whose last label is a number is an IP address to many resolvers (`127.1`, `0x7f000001`);
    only the plain dotted form is accepted.
    """
    host = address.host
    if ":" not in host and not _NUMERIC_LABEL.fullmatch(host.rpartition(".")[2]):
        return None
    try:
        return ip_address(host)
    except ValueError:
        raise AddressRefused(
            f"{address.host_port} is an IP address in disguise; correct the address at its source."
        ) from None


def _embedded(ip: IPv6Address) -> IPv4Address | None:
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.sixtofour
