"""A posting's title and description as single sentences, each in three forms."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from jobctrl_dagster.facts.folding import fold, plain_text, visible

LONGEST: Final = 400  # characters of a sentence that are read and quoted at once
_DASHES: Final = re.compile("[‐‑‒–—―−]")
_QUOTES: Final = re.compile("[’‘ʼ`´]")
_END: Final = re.compile(r"(?<=[.!?])(?<![A-Z]\.)\s+(?![a-z])|[\n\r•·\u2028\u2029\x00\ud800-\udfff]+|(?<=[。！？])")
_TAG: Final = re.compile(r"</?[a-zA-Z!]|&(?:lt|amp|nbsp|#\d+|\w+);")
# Every sentence that says something of work model, residence or time zone has one of these.
_TRIGGERS: Final = re.compile(
    r"remot|office|onsite|on-site|on site|in-person|in person|hybrid|hibrid|ibrid|hybryd|wfh|from home"
    r"|from anywhere|anywhere|home[- ]?(?:work|based)|tele(?:work|comm|trav|trab|lav)|distan[cz]|vor ort"
    r"|buro|mobil|ortsunab|zu hause|presen[ct]i|smart work|zdaln|biur|thuis|kantoor|virtual|prasenz|presenza"
    r"|resid|locat|based|liv(?:e|ing) in|hire|hiring|only|time ?-?zone|exclud|except|eligible|outside"
    r"|ineligible|employ|applicants|candidates|wohn|stacjonarn|afstand|bureau|oficina|ufficio|escritorio"
    r"|woon|work in|work from|gmt|utc|open to"
)


@dataclass(frozen=True)
class Sentence:
    """One sentence.

    Attributes:
        source: as it stands, for quotation.
        text: NFKC with plain hyphens and apostrophes, case kept.
        folded: `text` in lower case without accents.
    """

    source: str
    text: str
    folded: str

    @classmethod
    def of(cls, source: str) -> "Sentence":
        """The three forms of a sentence."""
        text = source
        if not source.isascii():
            text = unicodedata.normalize("NFKC", _QUOTES.sub("'", _DASHES.sub("-", visible(source))))
            text = _DASHES.sub("-", text)
        text = " ".join(text.split())
        return cls(" ".join(source.split()), text, fold(text))


def telling_sentences(value: object) -> list[Sentence]:
    """The sentences of a text, plain or HTML, that may say where and from where one works."""
    raw = plain_text(value)
    if _TAG.search(raw):
        from jobctrl_dagster.facts.text import clean_html

        raw = clean_html(raw)
    found: list[Sentence] = []
    for piece in _END.split(raw):
        lowered = piece.lower() if piece.isascii() else fold(piece)
        if _TRIGGERS.search(lowered):
            found.extend(map(Sentence.of, _windows(piece)))
    return found


def _windows(piece: str) -> list[str]:
    """A sentence, or its overlapping windows where it is very long."""
    if len(piece) <= LONGEST:
        return [piece]
    windows, start = [], 0
    while start < len(piece):
        end = min(start + LONGEST, len(piece))
        blank = piece.rfind(" ", start + LONGEST // 2, end) if end < len(piece) else end
        end = blank if blank > 0 else end
        windows.append(piece[start:end])
        if end >= len(piece):
            break
        overlap = piece.rfind(" ", end - LONGEST // 4, end)
        start = overlap if overlap > start else end
    return windows
