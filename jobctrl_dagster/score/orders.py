"""Finds text in a posting that speaks to its reader's machine, and takes it out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from jobctrl_dagster.score.tables import table

# Signs no reader sees; they are used to hide words from a filter. Surrogates break encoders.
_INVISIBLE = re.compile("[\u00ad\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f\ud800-\udfff]")
_REST = r"[^.!?\n]*(?:\.(?!\s|$)[^.!?\n]*)*[.!?]*"
_SENTENCE_GAP = re.compile(r"((?<=[.!?])\s+)")
_QUOTE = 120


class Cleared(NamedTuple):
    """Text without orders, and the orders that were in it."""

    text: str
    orders: tuple[str, ...]


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    rules = table("orders")
    orders = "|".join(rules["orders"])
    return re.compile(rf"(?<!\w){rules['lead_in']}(?<!\w)(?:{orders}){_REST}", re.IGNORECASE)


@lru_cache(maxsize=1)
def _hints() -> tuple[str, ...]:
    """Return bits of words, one of which is in every order; they spare most lines the search."""
    return tuple(table("orders")["hints"])


def visible(text: str | float | None) -> str:
    """Return ``text`` as a person sees it; anything that is no text is empty."""
    if not isinstance(text, str):
        return ""
    return _INVISIBLE.sub("", text).replace("\r\n", "\n").replace("\x00", "")


def without_orders(text: str) -> Cleared:
    """Take out each order, from its first word to the end of its sentence.

    What stays is the text as if the order had never been written; a line or bullet that was
    nothing but an order is gone.
    """
    kept: list[str] = []
    orders: list[str] = []
    for line in text.split("\n"):
        rest, found = _clear_line(line)
        orders.extend(found)
        if not found or re.search(r"\w", rest):
            kept.append(rest)
    return Cleared("\n".join(kept), tuple(dict.fromkeys(orders)))


def _clear_line(line: str) -> tuple[str, list[str]]:
    """Return the line without orders, unchanged where it has none, and the orders."""
    orders: list[str] = []
    parts = _SENTENCE_GAP.split(line)
    for index, part in enumerate(parts):
        shown = part if part.isascii() else unicodedata.normalize("NFKC", part)
        folded = shown.casefold()
        if not any(hint in folded for hint in _hints()):
            continue
        found = [match.group().strip() for match in _pattern().finditer(shown)]
        if found:
            orders.extend(order[:_QUOTE] for order in found)
            parts[index] = _pattern().sub("", shown)
    if not orders:
        return line, []
    return re.sub(r"[ \t]{2,}", " ", "".join(parts)).strip(), orders
