"""Words that say that a text is not finished."""

from __future__ import annotations

import re
from typing import NamedTuple

_GAPS = "company|employer|job|position|role|recruiter|hiring manager|first|last|full"
_BARE = "name|title|date|number|metric|tbd|todo|xx+"

# Each kind with an example. Brackets that are no gap, such as "[1]", "[…]", "int[]" or "<T>", are
# not meant, and neither are "$120k" and "$&".
PLACEHOLDERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("an empty bracket", re.compile(r"\[[\s_?-]+\]|(?<![\w)\]])\[\]")),  # [ ]
    ("a template field", re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<%.*?%>", re.DOTALL)),  # {{name}}
    ("a template field", re.compile(r"\$\{[A-Za-z_][\w. ]*\}|%\([A-Za-z_]\w*\)s")),  # ${name}
    (
        "a gap to fill in",  # [Your Name], [company name], [date]
        re.compile(
            rf"\[\s*(?:(?:your|insert|enter|add)\b[^\[\]]*|(?:{_GAPS})(?:[ _-](?:name|title))?"
            rf"|{_BARE})\s*\]",
            re.IGNORECASE,
        ),
    ),
    (
        "a gap to fill in",  # <your name>, <company name>
        re.compile(
            rf"<\s*(?:(?:your|insert|enter)\b[^<>]*|(?:{_GAPS})[ _-](?:name|title))\s*>",
            re.IGNORECASE,
        ),
    ),
    (
        "a gap to fill in",  # {company_name}, {name}
        re.compile(
            rf"(?<![/\w])\{{\s*(?:(?:your|insert)\b[^{{}}]*|(?:{_GAPS})[ _-](?:name|title)|name"
            rf"|company)\s*\}}",
            re.IGNORECASE,
        ),
    ),
    ("an unfinished word", re.compile(r"(?<![\w-])(?:TBD|FIXME|TODO(?=\s*:|\W*$))(?![\w-])")),
    ("a figure to fill in", re.compile(r"(?<!\w)[$€£]?X{1,4}\s?%|[$€£]X{1,4}[kKmM]?\b")),  # XX%
    ("a figure to fill in", re.compile(r"(?<!\w)(?:19|20)(?:XX|xx|__|\?\?)(?!\w)")),  # 20XX
    ("sample text", re.compile(r"\blorem ipsum\b", re.IGNORECASE)),
    ("a blank to fill in", re.compile(r"_{4,}")),
)


class Unfinished(NamedTuple):
    """What is unfinished in a text."""

    kind: str
    words: str


def find_placeholder(text: str) -> Unfinished | None:
    """The first placeholder of a text."""
    for kind, pattern in PLACEHOLDERS:
        found = pattern.search(text)
        if found:
            return Unfinished(kind, found.group().strip())
    return None
