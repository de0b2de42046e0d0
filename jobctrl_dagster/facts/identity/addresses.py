"""The canonical form of a posting's address, and whether an address names one posting."""

import re
from typing import Final, NamedTuple
from urllib.parse import unquote

from jobctrl_dagster.facts.folding import plain_text
from jobctrl_dagster.facts.identity import job_systems

_ESCAPED_AMPERSAND: Final = re.compile(r"&(?:(?:amp|#0*38|#x0*26);)+", re.IGNORECASE)
_UNWANTED: Final = re.compile("[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2060\ufeff\ud800-\udfff]")
_SCHEME: Final = re.compile(r"(?:(https?):/*|//)", re.IGNORECASE)
_OTHER_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
_HOST: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\]")
_DOMAIN: Final = re.compile(r"[a-z0-9_.-]+\.(?:[a-z]{2,}|xn--[a-z0-9-]+)|localhost")
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PATH_UNSAFE: Final = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]")
_QUERY_UNSAFE: Final = re.compile(r"[^A-Za-z0-9\-._~!$&'()*,;=:@/?%]")

_TRACKING: Final = frozenset(
    [
        "gh_src",
        "fbclid",
        "gclid",
        "msclkid",
        "trk",
        "trackingid",
        "refid",
        "rltr",
        "trid",
        "lever-source",
        "lever-origin",
    ]
)
_TRACKING_PREFIXES: Final = ("utm_", "mc_", "_hs")
_WORKDAY_HOST: Final = re.compile(r"(?:^|\.)(?:myworkdayjobs|myworkdaysite|workday)\.com$")


class Address(NamedTuple):
    """The parts of an address after cleaning; `query` holds escaped name and value pairs."""

    host: str
    path: str
    query: tuple[tuple[str, str], ...]
    fragment: str

    def text(self) -> str:
        """The address as one text."""
        query = "&".join(name + value for name, value in self.query)
        return (
            f"https://{self.host}{self.path}"
            + (f"?{query}" if query else "")
            + (f"#{self.fragment}" if self.fragment else "")
        )


def canonical_url(url: object) -> str:
    """One text for all addresses of a posting that differ only in form or tracking.

    Args:
        url: an http or https address, with or without its scheme.

    Returns:
        The canonical `https` address, the same when applied twice; `''` for anything else.
    """
    address = read_address(plain_text(url))
    if address is None:
        return ""
    return job_systems.known_form(address.host, address.path, address.query) or address.text()


def read_address(text: str) -> Address | None:
    """The cleaned parts of an address, or `None` when the text is no web address."""
    text = _ESCAPED_AMPERSAND.sub("&", _UNWANTED.sub("", text)).strip()
    scheme = _SCHEME.match(text)
    if scheme is None and _OTHER_SCHEME.match(text):
        return None
    rest = text[scheme.end() :] if scheme else text
    before_fragment, _, fragment = rest.partition("#")
    before_query, _, query = before_fragment.partition("?")
    authority, slash, path = before_query.partition("/")
    host = _host(authority, named=scheme is not None)
    if host is None:
        return None
    return Address(host, _path(slash + path), _query(query, host), _fragment(fragment, host))


def _host(authority: str, *, named: bool) -> str | None:
    """Lower case A-label host with any unusual port; `named` says that a scheme came before it."""
    name, port = authority.rpartition("@")[2].strip(), ""
    found = re.fullmatch(r"(.*?):([0-9]*)", name, re.DOTALL)
    if found and not (name.startswith("[") and name.endswith("]")):
        name, port = found.groups()
    label = _a_label(name)
    if label is None or not _HOST.fullmatch(label):
        return None
    if not named and not _DOMAIN.fullmatch(label):
        return None
    if len(port) > 5 or (port and int(port) > 65535):
        return None
    return label if not port or int(port) in (80, 443) else f"{label}:{int(port)}"


def _a_label(name: str) -> str | None:
    if name.isascii():
        return name.lower().rstrip(".")
    import idna

    if len(name) > 255:
        return None
    try:
        return idna.encode(name, uts46=True).decode("ascii").lower().rstrip(".")
    except (idna.IDNAError, UnicodeError):
        return None


def _encode(text: str, unsafe: re.Pattern[str]) -> str:
    """Percent-encode what must be, decode what need not be, and write escapes in upper case."""
    text = _ESCAPE.sub(_tidy_escape, text)
    return unsafe.sub(lambda found: _percent(found.group()), text)


def _tidy_escape(found: re.Match[str]) -> str:
    if found.group(1) is None:
        return "%25"
    char = chr(int(found.group(1), 16))
    return char if char in _UNRESERVED else found.group().upper()


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "ignore"))


def _path(path: str) -> str:
    kept: list[str] = []
    for segment in _encode(path, _PATH_UNSAFE).split("/")[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    return "".join(f"/{segment}" for segment in kept).rstrip("/")


def query_pairs(query: str) -> list[tuple[str, str]]:
    """Name and value of each parameter; the value keeps its leading `=` where there is one."""
    pairs = []
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        if part:
            pairs.append((name, equals + value))
    return pairs


def _query(query: str, host: str) -> tuple[tuple[str, str], ...]:
    # A plus in a query is a blank in the form encoding that all boards use.
    encoded = _encode(query.replace("+", " "), _QUERY_UNSAFE)
    kept = [pair for pair in query_pairs(encoded) if not _is_tracking(pair[0], host)]
    return tuple(sorted(kept, key=lambda pair: pair[0]))


def _is_tracking(name: str, host: str) -> bool:
    name = unquote(name).casefold()
    if name in _TRACKING or name.startswith(_TRACKING_PREFIXES):
        return True
    if name == "source":
        return bool(_WORKDAY_HOST.search(host))
    return name in ("from", "vjs") and job_systems.is_indeed(host)


def _fragment(fragment: str, host: str) -> str:
    """The fragment if it is a route, cleaned like a path and query; else nothing."""
    encoded = _encode(fragment.strip(), _QUERY_UNSAFE)
    if not encoded.startswith(("/", "!")):
        return ""
    route, _, query = encoded.partition("?")
    kept = "&".join(name + value for name, value in _query(query, host))
    route = route.rstrip("/")
    if route in ("", "!"):
        route = "" if not kept else route + "/"
    return route + (f"?{kept}" if kept else "")
