"""Whether an everyday word such as `Go`, `Excel` or `C` is used as the name of a technology."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from jobctrl_dagster.facts import term_words as table
from jobctrl_dagster.facts.term_index import Spelling

_REACH: Final = 240  # characters of context to either side


@dataclass(frozen=True)
class Mention:
    """A spelling found in a text, from `start` up to `end`."""

    spelling: Spelling
    start: int
    end: int


_BOUNDARY = re.compile(r"(?<!\be\.g)(?<!\bi\.e)[.!?…]\s|[\n\r]")
_LIST_GAP = re.compile(r"[\s]*(?:[,;/|•·:()\[\]–—+&\n]|(?<=\s)-(?=\s))[\s,;/|•·:()\[\]–—+&*\"'-]*")
_WORD = re.compile(r"[^\W_][\w'’]*")
_LEADING = " \t*•·-–—\"'“”‘’(["


def is_name(text: str, mentions: list[Mention], position: int, found: Mapping[str, int]) -> bool:
    """Whether the everyday word at `position` of `mentions` is a name there.

    Args:
        text: the whole text, NFKC.
        mentions: all spellings in the text in order.
        position: which of them is asked about.
        found: names that are sure to be in the text, with their places.
    """
    scene = _Scene(text, mentions, position, found)
    if scene.is_blocked():
        return False
    written = text[scene.start : scene.end]
    expected = scene.mention.spelling.written
    if written != expected and not (written.isupper() and len(written) > 3):
        return scene.is_strict_list_item()
    return (
        scene.is_followed_by_its_noun()
        or scene.is_list_item()
        or scene.follows_lead()
        or scene.follows_label()
        or scene.is_subject_of_definition()
        or scene.has_its_purpose()
        or scene.is_capital_in_technical_sentence()
    )


class _Scene:
    """One everyday word with the words around it."""

    def __init__(
        self, text: str, mentions: list[Mention], position: int, found: Mapping[str, int]
    ) -> None:
        self.mention = mentions[position]
        self.start, self.end = self.mention.start, self.mention.end
        self._text, self._mentions, self._position, self._found = text, mentions, position, found
        self._left = _BOUNDARY.split(text[max(0, self.start - _REACH) : self.start])[-1]
        self._right = _BOUNDARY.split(text[self.end : self.end + _REACH] + " ")[0].rstrip()
        self._words_left = [word.casefold() for word in _WORD.findall(self._left)]
        self._words_right = _WORD.findall(self._right)
        self._is_letter = self.end - self.start == 1
        self._is_season = self.mention.spelling.written == "Spring"

    @property
    def _previous(self) -> str:
        """The word before, unless a sign parts it."""
        joined = self._left.endswith((" ", "\xa0")) and self._left.rstrip()[-1:].isalnum()
        return self._words_left[-1] if joined and self._words_left else ""

    @property
    def _next(self) -> str:
        """The word after, unless a sign other than a hyphen parts it."""
        gap = self._right[:2].lstrip(" \xa0-")
        joined = self._right[:1] in (" ", "\xa0", "-") and gap[:1].isalnum()
        return self._words_right[0] if joined else ""

    def is_blocked(self) -> bool:
        before, after = self._text[self.start - 1 : self.start], self._text[self.end : self.end + 1]
        if before in ("&", "°", "$", "'", "’", "-", "_", "‑") and before:
            return True
        if after in ("&", "$", "€", "£", "'", "’", "+", "_") and after:
            return True
        following = self._next.casefold()
        if after in ("-", "‑") and self._text[self.end + 1 : self.end + 2].isalnum():
            return following not in table.PRODUCT and following not in self._found
        if self._is_letter and after == "." and self._text[self.end + 1 : self.end + 2].isalnum():
            return True
        if following in table.BLOCK_AFTER or re.fullmatch(r"(?:19|20)\d\d", following):
            return True
        return self._previous in table.BLOCK_BEFORE

    def is_followed_by_its_noun(self) -> bool:
        following = self._next.casefold()
        if self._right.startswith(" (") and self._words_right:
            following = self._words_right[0].casefold()
        if not following:
            return False
        if self._is_letter or self._is_season:
            return following in table.CODE
        if following.isdigit():
            return len(following) < 3 and self._is_sentence_technical()
        return following in table.PRODUCT or self._touches_term(1)

    def _touches_term(self, step: int) -> bool:
        other = self._neighbour(step)
        if other is None or other.spelling.use == "company":
            return False
        gap = self._text[self.end : other.start] if step > 0 else self._text[other.end : self.start]
        return gap == " "

    def _neighbour(self, step: int) -> Mention | None:
        place = self._position + step
        return self._mentions[place] if 0 <= place < len(self._mentions) else None

    def _is_technical(self, other: Mention) -> bool:
        """Whether a neighbour in a list makes this word a name."""
        if other.spelling.name == self.mention.spelling.name:
            return False
        if other.spelling.use != "company" or other.spelling.name in self._found:
            return True
        written = self._text[other.start : other.end]
        return not self._is_letter and len(written) > 1 and written == other.spelling.written

    def is_list_item(self) -> bool:
        if self._opens_line() and not self._ends_item():
            return False
        return self._has_list_neighbour(-1, spare=3) or self._has_list_neighbour(1, spare=1)

    def is_strict_list_item(self) -> bool:
        """Whether a word in lower case stands between signs of a list beside a sure term."""
        ends = (self._ends_item() and not self._right.lstrip().startswith((".", "?", "!"))) or (
            not self._right.strip(" .")
        )
        if not ends or not (self._begins_item() or self._follows_conjunction()):
            return False
        return any(
            other is not None
            and (other.spelling.use != "company" or other.spelling.name in self._found)
            and self._has_list_neighbour(step, spare=0)
            for step in (-1, 1)
            for other in [self._neighbour(step)]
        )

    def _has_list_neighbour(self, step: int, *, spare: int) -> bool:
        other = self._neighbour(step)
        if other is None or not self._is_technical(other):
            return False
        start, end = (other.end, self.start) if step < 0 else (self.end, other.start)
        between = self._text[start:end]
        if len(between) > 60 or _BOUNDARY.search(between.strip()):
            return False
        words = [word.casefold() for word in _WORD.findall(between)]
        near, far = (words[-1:], words[:-1]) if step < 0 else (words[:1], words[1:])
        edge = re.search(r"\W*\Z", between) if step < 0 else re.match(r"\W*", between)
        signs = edge.group() if edge else ""
        if near and near[0] in table.CONJUNCTIONS | {"with"}:
            extra = far
            if near[0] == "with" and extra:
                return False
        elif _LIST_GAP.search(" " + signs + " ") and signs.strip(" "):
            extra = words
        else:
            return False
        return len(extra) <= spare and (step < 0 or set(extra) <= table.SHORT_QUALIFIERS)

    def _opens_line(self) -> bool:
        return not self._left.strip(_LEADING)

    def _begins_item(self) -> bool:
        return self._opens_line() or self._left.rstrip()[-1:] in set(",;/|•·:([–—+&-")

    def _follows_conjunction(self) -> bool:
        return self._previous in table.CONJUNCTIONS

    def _ends_item(self) -> bool:
        rest = self._right.lstrip(" \xa0")
        if not rest or rest[0] in ",;/|•·:()[]–—+&.!?":
            return True
        following = self._words_right[0].casefold() if self._words_right else ""
        if following in table.CONJUNCTIONS | {"with"}:
            return True
        return following in table.PRODUCT or self._text[self.end : self.end + 1] == "\n"

    def follows_lead(self) -> bool:
        """`experience with X`, `written in X`, `Kenntnisse in X`."""
        words = self._words_left[-4:]
        while words and words[-1] in table.SHORT_QUALIFIERS:
            words = words[:-1]
        if len(words) < 2 or not self._previous or words[-1] not in table.JOINT:
            return False
        if (
            self._is_season
            and words[-1] in table.SEASON
            and words[-2] not in ("written", "proficient")
        ):
            return False
        return words[-2] in table.LEAD and not self._is_proper_name()

    def follows_label(self) -> bool:
        """`Engineer (X)`, `Languages: X`, `Developer - X`."""
        if self._is_season or not self._begins_item() or self._opens_line():
            return False
        gap = self._left.rstrip()
        last = self._words_left[-1] if self._words_left else ""
        return last in table.LABEL and gap[-1:] in set(",/|:([–—-") and self._ends_item()

    def is_subject_of_definition(self) -> bool:
        """`X is our main language`."""
        words = {word.casefold() for word in self._words_right}
        return self._next in ("is", "ist", "est", "es") and not words.isdisjoint(table.KINDS)

    def is_capital_in_technical_sentence(self) -> bool:
        if self._is_letter or self._opens_line() or self._is_proper_name():
            return False
        if self._is_season and self._previous in table.SEASON:
            return False
        comma = self._left.rstrip().endswith((",", ":", "(", "/", "e.g.", "i.e."))
        if not comma and self._previous not in table.BEFORE:
            return False
        return self._is_sentence_technical()

    def has_its_purpose(self) -> bool:
        """`X for the front end`, `X on the server`."""
        if self._next not in ("for", "on") or self.mention.spelling.written in table.AMBIGUOUS_FOR:
            return False
        return self._shares_sentence_with_term() or (
            not self._is_letter and self._is_sentence_technical()
        )

    def _is_sentence_technical(self) -> bool:
        around = {*self._words_left, *(word.casefold() for word in self._words_right)}
        is_field = not self._is_season and not around.isdisjoint(table.FIELD)
        return is_field or self._shares_sentence_with_term()

    def _shares_sentence_with_term(self) -> bool:
        begin, end = self.start - len(self._left), self.end + len(self._right)
        return any(
            other.spelling.use != "company" and begin <= other.start < end
            for step in (-2, -1, 1, 2)
            if (other := self._neighbour(step)) is not None
        )

    def _is_proper_name(self) -> bool:
        """Whether a capital word beside it makes it part of another name, as in `Ada Lovelace`."""
        following = self._next
        if following[:1].isupper() and following.casefold() not in table.PRODUCT:
            return not self._touches_term(1)
        word = self._left.rstrip().split(" ")[-1] if self._previous else ""
        return (
            word[:1].isupper()
            and len(self._words_left) > 1
            and word.casefold()
            not in table.BEFORE | table.LEAD | table.JOINT | table.SHORT_QUALIFIERS
        )
