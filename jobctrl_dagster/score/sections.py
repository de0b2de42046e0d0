"""Splits a posting into the units that may be requirements: bullets and sentences by section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from jobctrl_dagster.score.tables import plain, table, wording_index, words_of

Section = Literal["must", "nice", "responsibility", "skip", "open"]

_BULLET = re.compile(r"^\s*(?:[-*•·▪◦●‣–—✓✔➢►]|\d{1,2}[.)])\s+")
_INLINE_BULLET = re.compile(r"\s+[•▪◦●‣➢►➕✅]\s*|(?<=[.;:)])\s+-\s+(?=[A-ZÀ-Þ])")
_BOLD_HEADING = re.compile(r"\*\*([^*\n]{2,70}:)\s*\*\*|\*\*([^*\n]{2,70})\*\*(?=\n)")
_EDGE = re.compile(r"^[\W_]+|[^\w+#)]+$")
_SENTENCE_END = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!\bz\.B\.)(?<!\bincl\.)(?<!\bSr\.)(?<!\bJr\.)"
    r"(?<=[.!?;])\s+(?=[\"'(]?[A-ZÀ-ÞŁŚŻŹĆ0-9])"
)
_ABOUT = r"About(?: [A-Z][\w.&'-]+){1,3}(?=\s*:|\s+[A-Z])"
_OF_THE_EMPLOYER = frozenset({"about", "life", "why", "über", "join"})
_LONGEST_HEADING = 110
_FLAT_LINE = 300
_BODY_LINE = 60
_LONG_UNIT = 200


class Unit(NamedTuple):
    """A bullet or sentence, quoted, with the section it stands in."""

    text: str
    section: Section
    bullet: bool


@lru_cache(maxsize=1)
def _phrases() -> dict[str, Section]:
    """Map each heading phrase to its section."""
    return {
        plain(phrase): cast("Section", section)
        for section, languages in table("headings").items()
        for phrases in languages.values()
        for phrase in phrases
    }


@lru_cache(maxsize=1)
def _in_line() -> re.Pattern[str]:
    """Match known headings inside running text, as pages leave them that lost their markup."""
    words = sorted(_phrases(), key=lambda phrase: (-len(phrase), phrase))
    alone = frozenset(map(plain, table("wording")["stand_alone"]))
    named = [phrase for phrase in words if " " in phrase or phrase in alone]
    capital = "|".join(re.escape(p[0].upper()) + _any_case(p[1:]) for p in named if len(p) >= 8)
    return re.compile(
        rf"(?:(?<=[^\s,&/-])\s+|^)(?=[A-ZÀ-Þ])((?:{capital})(?=[…?.]*\s*:|[…?.]*\s+[^a-z\s,&/-])|{_ABOUT})"
    )


def _any_case(text: str) -> str:
    return f"(?i:{re.escape(text)})".replace("'", "['’]")


def heading_section(line: str) -> Section | None:
    """Return the section that ``line`` opens, or None where it is no heading at all.

    A short line that reads like a heading but is in no table opens the section ``open``.
    """
    if len(line) > _LONGEST_HEADING or _BULLET.match(line):
        return None
    bare = plain(_EDGE.sub("", line.strip()))
    if not bare:
        return None
    known = _phrases().get(bare)
    if known:
        return known
    if line.rstrip().endswith((".", "!", ";", ",")):
        return None
    if bare.split()[0] in _OF_THE_EMPLOYER and not _phrases().keys() & {bare}:
        return _longest_known(bare) or "skip"
    return _longest_known(bare) or _unknown_heading(line, bare)


def _longest_known(bare: str) -> Section | None:
    """Find the longest phrase that makes up at least half of a heading."""
    words = re.findall(r"[^\s,:/|()–—?]+", bare)
    count = len(words)
    for size in range(count, (count - 1) // 2, -1):
        for start in range(count - size + 1):
            found = _phrases().get(" ".join(words[start : start + size]))
            if found:
                return found
    return None


def _unknown_heading(line: str, bare: str) -> Section | None:
    words = bare.split()
    if line.rstrip().endswith(":"):
        return "open"
    letters = re.sub(r"\W", "", line)
    titled = sum(word[:1].isupper() for word in line.split()) >= len(words) - 1
    return "open" if len(words) <= 6 and letters and (letters.isupper() or titled) else None


def split_units(text: str) -> Iterator[Unit]:
    """Yield the units of ``text`` in order, each with the section of the last heading above it."""
    section: Section = "open"
    within_list = False
    for line, following in pairwise([*_lines(text), ""]):
        opened = heading_section(line)
        if opened == "open":
            opened = _unknown_section(line, following, section if within_list else "open")
        if opened:
            section, within_list = opened, True
            continue
        bullet = within_list = bool(_BULLET.match(line))
        inside = section
        for part in _parts(_BULLET.sub("", line, count=1).strip()):
            lead, rest = _lead_in(part)
            inside = lead or inside
            yield Unit(rest, inside, bullet)
        section = section if bullet else inside


def _unknown_section(line: str, following: str, around: Section) -> Section | None:
    """Place a heading that is in no table; None where it is rather a line of text.

    One that introduces a list inside a list is a sub-heading and stays in its section; one with a
    colon may say by its wording what the list is.
    """
    if line.endswith(":"):
        return _asking(line) or around
    if _BULLET.match(following):
        return around
    return "open" if len(following) > _BODY_LINE else None


def _asking(line: str) -> Section | None:
    """Return the section that a line in front of a list asks for, by its wording."""
    labels = wording_index().labels(words_of(plain(line)))
    return "nice" if "nice" in labels else "must" if "must" in labels else None


def _lead_in(line: str) -> tuple[Section | None, str]:
    """Take a known heading off the front of a sentence: ``Requirements: five years ...``."""
    front, colon, rest = line.partition(":")
    if colon and rest.strip() and len(front) <= 60:
        found = _phrases().get(plain(_EDGE.sub("", front)))
        if found:
            return found, rest.strip()
    return None, line


def _lines(text: str) -> Iterator[str]:
    if "**" in text:
        text = _BOLD_HEADING.sub(r"\n\1\2\n", text)
    for raw in text.split("\n"):
        line = raw.strip()
        if not line:
            continue
        if len(line) <= _FLAT_LINE:
            yield line
            continue
        opened = _in_line().sub(lambda match: f"\n{match.group(1)}\n", line)
        for piece in _INLINE_BULLET.sub("\n- ", opened).split("\n"):
            if piece.strip(" :"):
                yield piece.strip().removeprefix(": ").strip()


@lru_cache(maxsize=1)
def _glued() -> re.Pattern[str]:
    """Match the seam of two bullets that were run together without a full stop."""
    starters = "|".join(map(re.escape, table("wording")["starters"]))
    return re.compile(rf"(?<=[a-z0-9)\]%+#])\s+(?=(?:{starters})(?:['’]\w+)?\s)")


def _parts(text: str) -> Iterator[str]:
    for sentence in _SENTENCE_END.split(text):
        pieces = _glued().split(sentence) if len(sentence) > _LONG_UNIT else [sentence]
        for piece in pieces:
            if re.search(r"\w", piece):
                yield piece.strip()
