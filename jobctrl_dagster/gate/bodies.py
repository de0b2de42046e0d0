"""Reading a body within its limit, compressed or not."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from jobctrl_dagster.gate.refusals import BodyTooLarge, NetworkFailed

ACCEPT_ENCODING = "gzip, deflate"
"""The encodings that `read_body` can undo, as the request header states them."""

_STEP = 65_536
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS
_RAW_DEFLATE = -zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"


def check_declared(length: str | None, limit: int, where: str) -> None:
    """Refuse a body by its Content-Length, before any of it is read.

    Raises:
        BodyTooLarge: The declared length is over the limit.
    """
    if length is not None and length.isascii() and length.isdigit() and int(length[:18]) > limit:
        raise too_large(where, limit)


def read_body(chunks: Iterable[bytes], encoding: str, *, limit: int, where: str) -> bytes:
    """The whole body, decoded.

    Args:
        chunks: The body as it arrives.
        encoding: The Content-Encoding header, or an empty string.
        limit: The largest size in bytes, of what is sent and of what it decodes to.
        where: The address as messages show it.

    Raises:
        BodyTooLarge: Either size passed the limit; nothing more was read or decoded.
        NetworkFailed: The encoding is unknown or the compressed data is damaged.
    """
    sent = _within(chunks, limit, where)
    names = [name for part in encoding.split(",") if (name := part.strip().lower())]
    names = [name for name in names if name != "identity"]
    if not names:
        return b"".join(sent)
    if len(names) > 1 or names[0] not in {"gzip", "x-gzip", "deflate"}:
        first = next(iter(sent), b"")
        if not first:
            return b""
        raise NetworkFailed(
            f"{where} answered in an encoding that was not asked for ({encoding[:40]!r}); "
            "the site must be read in another way.",
            retryable=False,
        )
    return b"".join(_within(_inflate(sent, where), limit, where))


def too_large(where: str, limit: int) -> BodyTooLarge:
    """The refusal of a body over its limit."""
    return BodyTooLarge(
        f"The answer of {where} is larger than the {limit:,} bytes that are read of one; "
        "ask for less of it, or treat it as unreadable."
    )


def _within(chunks: Iterable[bytes], limit: int, where: str) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise too_large(where, limit)
        yield chunk


def _inflate(chunks: Iterable[bytes], where: str) -> Iterator[bytes]:
    """Decompress in small steps, so that a few bytes never unfold into much memory at once."""
    decoder = zlib.decompressobj(_GZIP_OR_ZLIB)
    started = False
    for chunk in chunks:
        rest = chunk
        while rest:
            if decoder.eof:
                if not _GZIP_MAGIC.startswith(rest[:2]):
                    return
                decoder = zlib.decompressobj(_GZIP_OR_ZLIB)
            try:
                piece = decoder.decompress(rest, _STEP)
            except zlib.error:
                if started:
                    raise _damaged(where) from None
                decoder = zlib.decompressobj(_RAW_DEFLATE)
                piece = _first_raw(decoder, rest, where)
            started = True
            yield piece
            rest = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
    if started and not decoder.eof:
        yield decoder.flush(_STEP)
        if not decoder.eof:
            raise _damaged(where)


def _first_raw(decoder: zlib._Decompress, data: bytes, where: str) -> bytes:
    """Some servers send deflate without its zlib header."""
    try:
        return decoder.decompress(data, _STEP)
    except zlib.error:
        raise _damaged(where) from None


def _damaged(where: str) -> NetworkFailed:
    return NetworkFailed(f"The compressed answer of {where} is damaged or cut off; try it again.")
