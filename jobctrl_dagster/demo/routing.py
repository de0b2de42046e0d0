"""Requests, responses and the table that leads from one to the other."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote


@dataclass(frozen=True)
class Request:
    """One request as a handler sees it.

    `origin` is where this server is reached (`http://127.0.0.1:PORT`), `names` are the parts of the
    path that the route names, `query` holds the first value of each query field, `body` is what was
    sent along, and `headers` go by their names in lower case.
    """

    method: str
    path: str
    origin: str
    names: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Response:
    """One answer; `body` is sent as it is, without a body for HEAD."""

    status: int
    content_type: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


Handler = Callable[[Request], Response]


@dataclass(frozen=True)
class Route:
    """A path such as `/lever/{board}/{id}`, the methods it takes and who answers."""

    template: str
    handler: Handler
    methods: tuple[str, ...] = ("GET", "HEAD")

    def match(self, path: str) -> dict[str, str] | None:
        """The named parts of a path that fits, else None."""
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.template))
        found = re.fullmatch(pattern, path)
        return None if found is None else {k: unquote(v) for k, v in found.groupdict().items()}


@dataclass(frozen=True)
class Match:
    """What a path leads to: the route if one fits, its names, and the methods the path takes."""

    route: Route | None
    names: Mapping[str, str]
    allowed: tuple[str, ...]


def find(routes: Iterable[Route], method: str, path: str) -> Match:
    """Look a request up in the table; the first route that fits path and method wins."""
    names: dict[str, str] = {}
    allowed: list[str] = []
    for route in routes:
        fits = route.match(path.rstrip("/") or "/")
        if fits is None:
            continue
        names = fits
        if method in route.methods:
            return Match(route, fits, route.methods)
        allowed.extend(route.methods)
    return Match(None, names, tuple(allowed))


def json_response(data: Any, status: int = 200) -> Response:
    """An answer in JSON, UTF-8."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(status, "application/json; charset=utf-8", body)


def html_response(page: str, status: int = 200) -> Response:
    """An answer in HTML, UTF-8."""
    return Response(status, "text/html; charset=utf-8", page.encode())


def text_response(
    text: str, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """An answer in plain text, UTF-8."""
    return Response(status, "text/plain; charset=utf-8", text.encode(), headers or {})
