"""The vocabulary, arranged for finding its names in running text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from jobctrl_dagster.facts.vocabulary import VOCABULARY

Use = Literal["plain", "capital", "company"]

# A word of Latin letters and digits, with the signs that may end a name; letters of another
# script end a word.
WORD = re.compile(
    "[0-9A-Za-z_\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u024f\u1e00-\u1eff]+(?:\\+\\+|#(?!\\w))?"
)
_USES: Final[dict[str, Use]] = {"^": "capital", "~": "company"}


@dataclass(frozen=True)
class Spelling:
    """One way to write a name.

    Attributes:
        name: the usual name.
        written: this spelling, with its letter case.
        use: where it counts: anywhere, with its capital, or in technical company only.
        rest: what follows the first word, as pairs of the sign between and the next word.
    """

    name: str
    written: str
    use: Use
    rest: tuple[tuple[str, str], ...]


@cache
def spellings_by_first_word() -> dict[str, tuple[Spelling, ...]]:
    """All spellings by their first word in lower case, the longest first."""
    found: dict[str, list[Spelling]] = {}
    for line in VOCABULARY.splitlines():
        if line and not line.startswith("#"):
            for first, spelling in _read_line(line):
                found.setdefault(first, []).append(spelling)
    return {
        first: tuple(sorted(spellings, key=lambda each: -len(each.rest)))
        for first, spellings in found.items()
    }


def _read_line(line: str) -> Iterator[tuple[str, Spelling]]:
    entries = [entry.strip() for entry in line.split("|")]
    name = entries[0].rstrip("~^")
    for entry in entries:
        written = entry.rstrip("~^")
        words = list(WORD.finditer(written))
        rest = tuple(
            (_separator(written[left.end() : right.start()]), right.group().casefold())
            for left, right in pairwise(words)
        )
        first = written[: words[0].end()].casefold()
        use = _USES.get(entry[-1], "plain")
        yield first, Spelling(name=name, written=written, use=use, rest=rest)


def _separator(text: str) -> str:
    return " " if text.strip() in ("", "-") else text.strip()
