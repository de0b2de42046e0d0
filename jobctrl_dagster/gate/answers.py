"""What came back: one hop's answer, and the reply that callers see."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from typing import Any

import httpx

from jobctrl_dagster.gate.addresses import shown
from jobctrl_dagster.gate.refusals import UnreadableReply

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_STALE_AFTER_DECODING = ("Content-Encoding", "Content-Length", "Transfer-Encoding")
_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w:.-]{1,40})""", re.IGNORECASE)
_META_CHARSET = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.IGNORECASE
)
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class Answer:
    """The answer to one request, its body already decoded and its headers true of that body."""

    status: int
    headers: httpx.Headers
    content: bytes

    @classmethod
    def decoded(cls, status: int, headers: httpx.Headers, content: bytes) -> Answer:
        """An answer without the headers that described its encoded body."""
        kept = httpx.Headers(headers.raw)
        for name in _STALE_AFTER_DECODING:
            kept.pop(name, None)
        return cls(status, kept, content)

    @property
    def location(self) -> str | None:
        """Where this answer redirects to, as the header says it, or None."""
        return self.headers.get("Location") if self.status in _REDIRECTS else None


@dataclass(frozen=True)
class Reply:
    """The final answer to a request.

    Attributes:
        status: The HTTP status.
        url: Where the answer came from, after redirects.
        requested_url: What was asked for.
        headers: The answer's headers; names are case-insensitive.
        content: The decoded body.
    """

    status: int
    url: str
    requested_url: str
    headers: httpx.Headers
    content: bytes

    @property
    def text(self) -> str:
        """The body as text.

        The encoding is the byte order mark's, the header's, the page's own, UTF-8 where that
        fits, and Windows-1252 otherwise; what does not fit becomes U+FFFD.
        """
        return self.content.decode(_encoding(self.content, self.headers), errors="replace")

    def json(self) -> Any:
        """The body read as JSON.

        Raises:
            UnreadableReply: It is not JSON.
        """
        try:
            return json.loads(self.content)
        except UnicodeDecodeError:
            return self._json_of_text()
        except ValueError as error:
            raise self._not_json(error) from None
        except RecursionError as error:
            raise self._not_json(error) from None

    def _json_of_text(self) -> Any:
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise self._not_json(error) from None

    def _not_json(self, error: Exception) -> UnreadableReply:
        kind = self.headers.get("Content-Type", "no content type")
        start = self.content[:200].lstrip().lower()
        looks = "an HTML page" if start.startswith((b"<!doctype html", b"<html")) else "a body"
        return UnreadableReply(
            f"{shown(self.url)} answered {self.status} with {looks} ({kind[:60]}) where JSON was "
            f"due: {error}; check that the board still exists at this address and is not behind "
            "a login or a block."
        )


def _encoding(content: bytes, headers: httpx.Headers) -> str:
    for mark, name in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return name
    declared = _CHARSET.search(headers.get("Content-Type", ""))
    if declared and (known := _known(declared[1])):
        return known
    meta = _META_CHARSET.search(content[:2048])
    if meta and (known := _known(meta[1].decode("ascii"))):
        return known
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "windows-1252"
    return "utf-8"


def _known(label: str) -> str | None:
    """The codec of a label, read as browsers do: Latin-1 means Windows-1252."""
    try:
        name = codecs.lookup(label).name
        b"text".decode(name, errors="replace")
    except (LookupError, UnicodeError):
        return None
    return "windows-1252" if name in {"iso8859-1", "ascii"} else name
