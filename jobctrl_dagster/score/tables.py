"""The word tables of scoring, read once from the JSON files beside this module."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})
_WORD = re.compile(r"[^\W_]+[+#]*")

Words = tuple[str, ...]


def plain(text: str) -> str:
    """Fold case and apostrophes, so that a phrase of a table is found however it is written."""
    return text.translate(_APOSTROPHES).casefold()


def words_of(folded: str) -> Words:
    """Return the words of a text made `plain`; ``+`` and ``#`` belong to the word they follow.

    Hyphens, apostrophes and full stops part words, so that "hands-on" equals "hands on".
    """
    return tuple(_WORD.findall(folded))


class Found(NamedTuple):
    """A phrase of a table in a sequence of words, from ``start`` up to before ``end``."""

    start: int
    end: int
    label: str


class PhraseIndex:
    """Finds many phrases in a sequence of words, in one pass.

    A phrase that begins with ``*`` is the end of a longer word. One phrase may have several labels.
    """

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        self._labels: dict[Words, list[str]] = {}
        self._sizes: dict[str, list[int]] = {}
        self._suffixes: list[tuple[str, str]] = []
        for phrase, label in phrases:
            if phrase.startswith("*"):
                self._suffixes.append((plain(phrase[1:]), label))
                continue
            words = words_of(plain(phrase))
            self._labels.setdefault(words, []).append(label)
            sizes = self._sizes.setdefault(words[0], [])
            if len(words) not in sizes:
                sizes.append(len(words))
                sizes.sort(reverse=True)

    def labels(self, words: Words) -> set[str]:
        """Return the label of every phrase in ``words``, also of phrases inside longer ones."""
        found: set[str] = set()
        sizes = self._sizes
        for start, word in enumerate(words):
            if word in sizes:
                for size in sizes[word]:
                    found.update(self._labels.get(words[start : start + size], ()))
        return found

    def find(self, words: Words) -> Iterator[Found]:
        """Yield phrases from left to right, the longest at each place, none inside another."""
        start = 0
        while start < len(words):
            found = self._longest(words, start)
            if found:
                yield found
            start = found.end if found else start + 1

    def _longest(self, words: Words, start: int) -> Found | None:
        for size in self._sizes.get(words[start], ()):
            labels = self._labels.get(words[start : start + size])
            if labels:
                return Found(start, start + size, labels[0])
        for suffix, label in self._suffixes:
            if words[start].endswith(suffix):
                return Found(start, start + 1, label)
        return None


@lru_cache(maxsize=8)
def table(name: str) -> dict[str, Any]:
    """Return the table ``name`` (headings, wording, roles, asks, orders) as parsed JSON."""
    text = files("jobctrl_dagster.score").joinpath(f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def labelled(lists: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield each phrase of a mapping from label to phrases with its label."""
    for label, phrases in lists.items():
        for phrase in phrases:
            yield phrase, label


@lru_cache(maxsize=1)
def wording_index() -> PhraseIndex:
    """Return the index of wording.json; its labels are the names of the lists there."""
    return PhraseIndex(labelled(table("wording")["phrases"]))


@lru_cache(maxsize=1)
def filler_words() -> frozenset[str]:
    """Return the words that say nothing about the subject of a requirement."""
    return frozenset(plain(word) for word in table("wording")["filler"])


@lru_cache(maxsize=1)
def employer_words() -> frozenset[str]:
    """Return the first words of sentences in which an employer speaks of itself."""
    return frozenset(plain(word) for word in table("wording")["employer"])


@lru_cache(maxsize=1)
def appeal_words() -> frozenset[str]:
    """Return the first words of sentences that address the reader and ask for nothing."""
    return frozenset(plain(word) for word in table("wording")["appeals"])
