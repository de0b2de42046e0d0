"""Compares what a machine reads from a PDF with what was planned."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from jobctrl_dagster.tailor.layout import JOINERS, is_invisible

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_SHOWN = 60


class Difference(NamedTuple):
    """The first line that does not read back as planned."""

    planned: str
    read: str


def first_difference(planned: Sequence[str], read: str) -> Difference | None:
    """Find the first planned line that is not read at its place.

    Lines break where the page wants it, so blanks may be added, but none may be lost between two
    words. Readers give the words of right-to-left scripts in differing orders: in a line that has
    any, only its characters count.

    Args:
        planned: The lines in order.
        read: Text of the whole document.
    """
    text, gaps = _squeezed(read)
    at = 0
    for line in planned:
        wanted, wanted_gaps = _squeezed(line)
        found = text[at : at + len(wanted)]
        same = found == wanted and wanted_gaps <= {gap - at for gap in gaps}
        if not same and not (_is_right_to_left(line) and sorted(found) == sorted(wanted)):
            return Difference(line[:_SHOWN], found[:_SHOWN])
        at += len(wanted)
    rest = text[at:]
    return Difference("", rest[:_SHOWN]) if rest else None


def _squeezed(text: str) -> tuple[str, set[int]]:
    """The characters of a text without blanks, and after how many of them a blank stands."""
    kept: list[str] = []
    gaps: set[int] = set()
    shown = "".join(c for c in text if not is_invisible(c) and c not in JOINERS)
    for character in unicodedata.normalize("NFKC", shown):
        if character.isspace():
            gaps.add(len(kept))
        else:
            kept.append(character)
    return "".join(kept), gaps - {0, len(kept)}


def _is_right_to_left(line: str) -> bool:
    return any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in line)
