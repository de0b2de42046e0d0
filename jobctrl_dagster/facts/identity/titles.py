"""A key under which all spellings of one job title meet."""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.folding import fold, plain_text, visible

_MARKS_AT_END: Final = 6  # no title carries more marks than this
_DASH: Final = r"\-‐‑‒–—―−"  # inside a character class
_GENDER: Final = (
    r"(?:m|w|d|f|x|h|v|k|i|n|nb|gn|g|a|div|divers|diverse?|male|female|mann?lich|weiblich"
    r"|z|zensk[ay]|mezczyzna|kobieta|homme|femme|uomo|donna)"
)
_ALL_GENDERS: Final = (
    r"all(?:e)? (?:genders?|geschlechter)|any gender|gn|gender ?neutral|geschlechtsneutral|"
    r"tous genres"
    r"|tous sexes|all|alle"
)
_GENDER_BRACKET: Final = re.compile(
    rf"\s*[(\[{{]\s*(?:{_GENDER}(?:\s*[/|,*.:_{_DASH} ]\s*{_GENDER}){{1,5}}|{_ALL_GENDERS})"
    r"\s*[)\]}]\s*"
)
_BINARY: Final = r"(?:m/[wfkvz]|[wfkv]/m|h/f|f/h)"
_GENDER_BARE: Final = re.compile(
    rf"(?<![\w/&])(?:{_BINARY}(?:/(?:d|x|i|n|nb|div|divers|a))*|(?:d|x)/{_BINARY}"
    rf"|m/(?:d|x)/[wf]|[wf]/(?:d|x)/m|all genders)(?![\w/&])"
)
_REMOTE_WORDS: Final = (
    r"(?:(?:fully|full|100 ?%|completely|entirely|all)[ -]*)?"
    r"(?:remote(?:[ -](?:work|working|job|position|role|option(?:al)?|possible|ok|only|friendly))?"
    r"|home ?-?office|work from home|wfh|telework|teletravail|teletrabajo|teletrabalho|"
    r"remoto|remota"
    r"|da remoto|lavoro da remoto|zdalnie|zdalna|praca zdalna|thuiswerk(?:en)?|telelavoro)"
    r"(?: ?\(?100 ?%\)?)?"
)
_REMOTE_MARK: Final = re.compile(
    rf"(?<=\S)\s*(?:[{_DASH}|,;:/•·*]+\s*{_REMOTE_WORDS}|[(\[{{]\s*{_REMOTE_WORDS}\s*[)\]}}])\s*$"
)
_REMOTE_BARE: Final = re.compile(
    rf"(?<!\bof)(?<!\bfor)(?<!\band)(?<!\bthe)(?<!\bto)(?<!\bnot)(?<!\bno)(?<!\bnon)(?<![&{_DASH}/])"
    rf"\s(?:fully |100% )?remote\s*$"
)
_NUMBER_PREFIX: Final = (
    r"(?:(?:req(?:uisition)?|ref(?:erence)?|job|jr|jo|id|no|nr|rq|vac(?:ancy)?|pos(?:ition)?|r)"
    r"[\s.:#_№-]*(?:id|no|nr|number|code)?[\s.:#_№-]*)"
)
_YEARS: Final = r"(?:(?:19|20)\d\d(?:\s*[-/]\s*(?:19|20)?\d\d)?)"
_REQUISITION: Final = (
    rf"(?:{_NUMBER_PREFIX}\d{{2,5}}[-_/]\d{{2,}}|{_NUMBER_PREFIX}\d{{3,}}|#\s*\d{{3,}}"
    rf"|[a-z]{{1,4}}[-_]?\d{{5,}}|(?!{_YEARS}\b)\d{{4,}}(?:[-_/]\d{{1,}})?|(?:19|"
    rf"20)\d\d[-_]\d{{3,}})"
)
_REQUISITION_MARK: Final = re.compile(
    rf"(?<=\S)(?:\s*[{_DASH}|,;:/•·_]+\s*{_REQUISITION}|\s*[(\[{{]\s*{_REQUISITION}\s*[)\]}}]"
    rf"|\s+(?:#\s*\d{{3,}}|(?:jr|req|r)[-_]?\d{{4,}}))\s*$"
)
_INITIALS: Final = re.compile(r"(?<!\w)(\w{1,2}) ?& ?(\w)(?!\w)")
_INITIAL_WORDS: Final = re.compile(r"(?<!\w)([a-z]) and ([a-z])(?!\w)")
# A level stands at the end of the title or of a part of it that a comma, dash or bracket ends.
_LEVEL: Final = re.compile(rf"(?<=\s)(i{{1,3}}|iv|v)(?=\s*(?:$|[,;:|({_DASH}/\[]))")
_LEVELS: Final = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}
_WORDS: Final = {"sr": "senior", "snr": "senior", "jr": "junior", "jnr": "junior"}
_TOKEN: Final = re.compile(r"\.net\b|[^\W_]&[^\W_]|[^\W_]+[+#]*|.", re.DOTALL)


def title_key(title: object) -> str:
    """The key of a job title; `''` for a missing one.

    Gender marks, a remote mark and a requisition number at the end make no difference; level,
    field, place and speciality do.
    """
    return _key(plain_text(title)[:20_000])


@lru_cache(maxsize=4096)
def _key(title: str) -> str:
    text = title
    for _ in range(3):
        text = html.unescape(text) if "&" in text else text
    text = " ".join(fold(visible(" ".join(text.split()))).split())
    return _joined(_without_marks(text)) or _joined(text)


def _without_marks(text: str) -> str:
    """The folded title without gender marks, and without the marks at its end."""
    text = _GENDER_BARE.sub(" ", _GENDER_BRACKET.sub(" ", text)).strip()
    for _ in range(_MARKS_AT_END):
        shorter = _trimmed(_REQUISITION_MARK.sub("", text))
        shorter = _trimmed(_REMOTE_MARK.sub("", shorter))
        shorter = _trimmed(_REMOTE_BARE.sub("", shorter))
        if shorter == text or not any(map(str.isalnum, shorter)):
            break
        text = shorter
    return text


def _trimmed(text: str) -> str:
    return text.rstrip(" ,;:|/•·*_-‐‑‒–—―−")


def _joined(text: str) -> str:
    """Letters, digits and the signs that belong to a name, without blanks."""
    text = _INITIAL_WORDS.sub(r"\1&\2", _INITIALS.sub(r"\1&\2", text))
    text = _LEVEL.sub(lambda found: _LEVELS[found.group(1)], text)
    return "".join(_piece(found.group()) for found in _TOKEN.finditer(text))


def _piece(piece: str) -> str:
    if piece == ".net" or "&" in piece[1:-1]:
        return piece
    if piece == "&":
        return "and"
    if piece[0].isalnum():
        return _WORDS.get(piece, piece)
    return piece if unicodedata.category(piece) in ("Mn", "Mc", "Sc") else ""
