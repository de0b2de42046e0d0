"""Names of skills and technologies in a text."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from jobctrl_dagster.facts.term_company import Mention, is_name
from jobctrl_dagster.facts.term_index import WORD, Spelling, spellings_by_first_word

_ADDRESS = re.compile(r"https?://\S+|www\.\S+")
_MOST_REFUSALS = 200  # of one everyday word in one text; ordinary postings stay far below
_HYPHENS = frozenset("-‐‑")  # NFKC leaves these three apart


def find_terms(text: object) -> tuple[str, ...]:
    """Give the usual names of the skills and technologies in a text.

    They come in order of first appearance, each once. Names that are also everyday words count
    only where they are used as names. Anything but text gives `()`.
    """
    if not isinstance(text, str) or not text:
        return ()
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    if "://" in plain or "www." in plain:
        plain = _ADDRESS.sub(" ", plain)
    mentions = list(_mentions(plain))
    found: dict[str, int] = {}
    waiting = []
    for mention in mentions:
        if mention.spelling.use != "company":
            found.setdefault(mention.spelling.name, mention.start)
        else:
            waiting.append(mention)
    if waiting:
        _settle(plain, mentions, found)
    return tuple(sorted(found, key=found.__getitem__))


def _settle(text: str, mentions: list[Mention], found: dict[str, int]) -> None:
    """Add the everyday words used as names; one that is settled may settle its neighbour."""
    for _ in range(2):
        before = len(found)
        refused: Counter[str] = Counter()
        for position, mention in enumerate(mentions):
            name = mention.spelling.name
            if mention.spelling.use != "company" or found.get(name, len(text)) <= mention.start:
                continue
            if refused[name] >= _MOST_REFUSALS:
                continue
            if is_name(text, mentions, position, found):
                found[name] = mention.start
            else:
                refused[name] += 1
        if len(found) == before:
            break


def _mentions(text: str) -> Iterator[Mention]:
    index = spellings_by_first_word()
    words = list(WORD.finditer(text))
    skip_to = 0
    for number, word in enumerate(words):
        first = word.group().casefold()
        if word.start() < skip_to:
            continue
        for key in _keys(text, word, first, index):
            mention = _longest(text, words, number, key, index[key])
            if mention is not None:
                skip_to = mention.end
                yield mention
                break


def _keys(
    text: str, word: re.Match[str], first: str, index: dict[str, tuple[Spelling, ...]]
) -> Iterator[str]:
    """The index keys a word may stand for: with its signs, and without them."""
    start = word.start()
    if start and text[start - 1] == "." and not text[start - 2 : start - 1].isalnum():
        dotted = "." + first
        if dotted in index:
            yield dotted
    if first in index:
        yield first
    last = first[-1]
    if last in "+#" and len(first) > 3:
        bare = first.rstrip("+#")
        if bare in index:
            yield bare
    elif last.isdigit() and len(first) > 3:
        bare = first.rstrip("0123456789")
        if len(bare) > 2 and bare in index and index[bare][-1].use == "plain":
            yield bare


def _longest(
    text: str,
    words: list[re.Match[str]],
    number: int,
    key: str,
    spellings: tuple[Spelling, ...],
) -> Mention | None:
    start = words[number].start() - key.startswith(".")
    for spelling in spellings:
        last = number + len(spelling.rest)
        if last >= len(words) or not _follows(text, words, number, spelling):
            continue
        end = words[last].end()
        if not _is_part_of_address(text, start, end) and _is_written_as_name(
            spelling, text[start:end]
        ):
            return Mention(spelling=spelling, start=start, end=end)
    return None


def _follows(text: str, words: list[re.Match[str]], number: int, spelling: Spelling) -> bool:
    for step, (separator, wanted) in enumerate(spelling.rest):
        left, right = words[number + step], words[number + step + 1]
        if right.group().casefold() != wanted:
            return False
        between = text[left.end() : right.start()]
        if separator == " ":
            if between != " " and between not in _HYPHENS and not _is_blank(between):
                return False
        elif between.strip() != separator and (separator, between) != ("'", "’"):
            return False
    return True


def _is_blank(between: str) -> bool:
    return between.isspace() and "\n" not in between


def _is_written_as_name(spelling: Spelling, written: str) -> bool:
    """Whether the letter case fits; everyday words in lower case are left to their company."""
    if spelling.use != "capital":
        return True
    return written == spelling.written or (written.isupper() and len(written) > 3)


def _is_part_of_address(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if "@" in (before, after):
        return True
    if after == "." and (text[end + 1 : end + 2].islower() or text[end + 1 : end + 2] == "_"):
        return True
    return before == "." and text[start - 2 : start - 1].isalnum() and text[start].islower()
