"""Notices of a page that its job is closed, filled, expired or no longer available."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from jobctrl_dagster.facts.folding import fold

LONGEST: Final = 600  # characters of a sentence that are read
_QUOTES: Final = re.compile("[’‘ʼ`´]")
_DASHES: Final = re.compile("[‐‑‒–—―−]")
_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\s+[-–—|•·]\s+")


class _Language(NamedTuple):
    notice: re.Pattern[str]
    condition: re.Pattern[str]


@cache
def _languages() -> tuple[_Language, ...]:
    table = tomllib.loads(files(__package__).joinpath("notices.toml").read_text("utf-8"))
    languages = []
    for entry in table.values():
        # The table is read in the form in which texts are compared: NFC, as `fold` gives it.
        lines = [line.replace("{job}", entry["job"]) for line in entry["notices"]]
        notice = "|".join(f"(?:{unicodedata.normalize('NFC', line)})" for line in lines)
        languages.append(_Language(re.compile(notice), re.compile(entry["conditions"])))
    return tuple(languages)


def find_notice(blocks: Iterable[str]) -> str | None:
    """The first sentence that says the job is closed, verbatim."""
    for block in blocks:
        for sentence in _END.split(block):
            if sentence and len(sentence) > 3 and _is_notice(sentence[:LONGEST]):
                return sentence[:LONGEST].strip()
    return None


def _is_notice(sentence: str) -> bool:
    text = fold(_QUOTES.sub("'", _DASHES.sub("-", sentence)))
    for language in _languages():
        found = language.notice.search(text)
        if found and not language.condition.search(text[: found.end()]):
            return True
    return False
