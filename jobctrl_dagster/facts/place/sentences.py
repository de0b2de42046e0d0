"""A posting's title and description as single sentences, each in three forms."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from jobctrl_dagster.facts.folding import fold, plain_text, visible
from jobctrl_dagster.facts.place import gazetteer

LONGEST: Final = 400  # characters of a sentence that are read and quoted at once
_DASHES: Final = re.compile("[‐‑‒–—―−]")
_QUOTES: Final = re.compile("[’‘ʼ`´]")
_END: Final = re.compile(
    r"(?<=[.!?])(?<![A-Z]\.)\s+(?![a-z])|[\n\r•·\u2028\u2029\x00\ud800-\udfff]+|(?<=[。！？])"
)
_TAG: Final = re.compile(r"</?[a-zA-Z!]|&(?:lt|amp|nbsp|#\d+|\w+);")
# A sentence that says something of the work model has one of these, one of residence one of those.
_MODEL: Final = re.compile(
    r"remot|office|on-?site|on site|in[- ]person|h[iy]brid|ibrid|hybryd|wfh|home|anywhere|"
    r"wherever|tele(?:work|com|tra|lav)"
    r"|distan[cz]|vor ort|buro|mobil|ortsun|zu hause|presen[ct]i|presenza|prasenz|"
    r"smart work|zdaln|biur|thuis|kantoor|huis"
    r"|virtual|headquarters|stacjonarn|afstand|bureau|oficina|ufficio|in sede|escritorio|"
    r"sur (?:site|place)"
)
_LIMIT: Final = re.compile(
    r"resid|located|based|live|living|hire|hiring|only|zone|exclud|except|eligible|outside|"
    r"employ|applica|candidate"
    r"|wohn|woon|remote|anywhere|open to|work(?:ing)? (?:in|from)|vivir|base|other than"
)
_CAPITALS: Final = re.compile(r"[A-Z\u00c0-\u00de][\w.]*")


@dataclass(frozen=True)
class Sentence:
    """One sentence.

    Attributes:
        source: as it stands, for quotation.
        text: NFKC with plain hyphens and apostrophes, case kept.
        folded: `text` in lower case without accents.
        of_model: it may speak of the work model.
        of_limits: it may speak of residence or time zones.
    """

    source: str
    text: str
    folded: str
    of_model: bool
    of_limits: bool

    @classmethod
    def of(cls, source: str) -> "Sentence":
        """The three forms of a sentence."""
        source = source.strip(" \t-*·•")
        text = source
        if not source.isascii():
            text = unicodedata.normalize(
                "NFKC", _QUOTES.sub("'", _DASHES.sub("-", visible(source)))
            )
            text = _DASHES.sub("-", text)
        text = " ".join(text.split())
        folded = fold(text)
        of_model, of_limits = bool(_MODEL.search(folded)), _may_limit(text, folded)
        return cls(" ".join(source.split()), text, folded, of_model, of_limits)


def _may_limit(text: str, folded: str) -> bool:
    """Whether a sentence names a country, state, area or time zone beside a word for living."""
    known = first_words()
    return any(word in known for word in _CAPITALS.findall(text)) and bool(_LIMIT.search(folded))


@cache
def first_words() -> frozenset[str]:
    """The first words of all countries, states, areas and time zones, as text writes them."""
    words = {name.split(" ")[0] for name in gazetteer.limit_names()}
    words |= {word.split("-")[0] for word in words}
    shown = {word.capitalize() for word in words} | {
        word.upper() for word in words if len(word) < 9
    }
    codes = set(gazetteer.country_codes()) | gazetteer.federal_codes() | {"UK", "EU"}
    zones = set(gazetteer.names()["time_zones"]) | {
        name.capitalize() for name in gazetteer.names()["time_zones"]
    }
    shown |= codes | zones
    dotted = {".".join(word) for word in shown if len(word) < 4 and word.isupper()}
    return frozenset(shown | dotted | {f"{word}." for word in (*dotted, *shown)})


def telling_sentences(value: object) -> list[Sentence]:
    """The sentences of a text, plain or HTML, that may say where and from where one works."""
    raw = plain_text(value)
    if _TAG.search(raw):
        from jobctrl_dagster.facts.text import clean_html

        raw = clean_html(raw)
    found: list[Sentence] = []
    for piece in _END.split(raw):
        folded = fold(piece)
        if _MODEL.search(folded) or _may_limit(piece, folded):
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
