"""What the title and description of a posting say about its work model."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

from jobctrl_dagster.facts.folding import plain_text
from jobctrl_dagster.facts.place.sentences import Sentence

Said = tuple[Literal["remote", "hybrid", "onsite"], str]

_KINDS: Final = ("days", "no_days", "denial", "neither", "whole", "part", "offer", "elsewhere")
_COUNTED: Final = re.compile(
    r"day|tage?\b|tagen|jours?\b|dias?\b|giorn|\bdni|dzien|dag|week|month|\d ?%"
)
_FROM_HOME: Final = re.compile(
    r"remot|home|h[iy]brid|ibrid|hybryd|tele|distan|zdaln|thuis|mobil|anywhere|wherever|"
    r"any location|smart w|virtual"
    r"|zu hause|afstand|wfh|huis|ortsun"
)
_FIVE_DAYS: Final = re.compile(
    r"\b(?:5|five|funf|cinq|cinco|cinque|piec|vijf) (?:full |working )?(?:days|tage|jours|"
    r"dias|giorni|dni|dagen)\b"
)

# A mark of the title stands in brackets, or beside a dash, comma or bar, or at its end.
_REMOTE: Final = (
    r"(?:(?:fully|full|100 ?%|completely|all)[ -]*)?(?:remote(?:ly)?|home ?-?office|"
    r"work(?:ing)? from home|wfh|telecommute"
    r"|telework|teletravail|teletrabajo|teletrabalho|remot[oa]|da remoto|zdalnie|zdalna|"
    r"praca zdalna|thuiswerk(?:en)?|telelavoro"
    r"|a distance|home[- ]based|work(?:ing)? remotely)"
)
_TRADES: Final = (
    r"(?:sensing|control\w*|monitoring|access|desktop|diagnos\w+|site|sites|hands|operat\w+|"
    r"operator|pilot\w*|patient"
    r"|teams?|workforce|server|support|sens\w+|infrastructure|handling|systems?|engineering|"
    r"learning|health|care"
    r"|platform|device|proctor\w*|imaging|vehicle|visual|inspection|assist\w*|first|office|"
    r"offices|culture|people)"
)
_PLACE_AFTER: Final = (
    r"(?:[ -]+(?:in |or |within |from |only|ok|possible|eligible|position|role|job|work|"
    r"option\w*|based|friendly|optional|us\b|usa\b|uk\b|eu\b|emea\b|\w+ only)|\s*[/,|"
    r")\]:;-]|\s*$|\s*\(|\s+-)"
)
_TITLE_DENIAL: Final = re.compile(
    r"\b(?:non|not|no)[- ]+remote\b|[(\[,|/-]\s*(?:100 ?% |fully )?(?:on-?site|on site|"
    r"in[- ]office|in[- ]person|vor ort|presencial|sur site|"
    r"stacjonarn\w+)\b[^()\[\]]{0,20}(?:[)\]]|$)"
)
_TITLE_HYBRID: Final = re.compile(
    r"(?:^|[(\[,|/:-])\s*(?:flexible )?(?:hybrid[eao]?|hibrid[oa]|ibrid[oa]|"
    r"hybrydow\w+)\b(?=\s*(?:[)\],|/:;-]|$)|\s+(?:remote|work|role|position|working|in|from|"
    r"schedule|\d))|\b(?:hybrid|hybride|hibrid[oa]|ibrid[oa])$"
)
_TITLE_REMOTE: Final = re.compile(
    rf"[(\[,|/:-]\s*(?:us |usa |uk |eu |emea )?{_REMOTE}(?! {_TRADES}\b){_PLACE_AFTER}"
    rf"|^\W*{_REMOTE}\s*[)\],|/:-]|^remote (?!{_TRADES}\b)\w|"
    rf"(?<!\bof)(?<!\bfor)(?<!\band)(?<!\bthe) {_REMOTE}$"
    rf"|\b(?:100 ?%|fully) remote\b"
)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """One pattern for each kind of statement, from the table beside this module."""
    table = tomllib.loads(files(__package__).joinpath("work_model.toml").read_text("utf-8"))
    words = table["words"]
    patterns = {}
    for kind in _KINDS:
        lines = [entry["pattern"] for entry in table[kind]]
        for name in ("n", "day", "office"):
            lines = [line.replace("{" + name + "}", words[name]) for line in lines]
        patterns[kind] = re.compile("|".join(f"(?:{line})" for line in lines))
    return patterns


def said_of_title(title: object) -> Said | None:
    """The work model that marks in the title give, and the title."""
    sentence = Sentence.of(plain_text(title)[:1000])
    text = sentence.folded
    for model, pattern in (
        ("onsite", _TITLE_DENIAL),
        ("hybrid", _TITLE_HYBRID),
        ("remote", _TITLE_REMOTE),
    ):
        if pattern.search(text):
            return model, sentence.source  # type: ignore[return-value]  # the three names above are the three of Said
    return None


def said_of_job(title: object, sentences: Iterable[Sentence]) -> Said | None:
    """The strongest statement about this job: office days, a denial, an offer, home in part."""
    said: dict[str, Said] = {}
    for sentence in sentences:
        strength, model = _read(sentence.folded) if sentence.of_model else ("", None)
        if model:
            said.setdefault(strength, (model, sentence.source))
    mark = said_of_title(title)
    if mark:
        said.setdefault({"onsite": "denial", "remote": "offer", "hybrid": "part"}[mark[0]], mark)
    return next(
        (said[strength] for strength in ("days", "denial", "offer", "part") if strength in said),
        None,
    )


@lru_cache(maxsize=8192)
def _read(text: str) -> tuple[str, Literal["remote", "hybrid", "onsite"] | None]:
    """The kind of statement that a folded sentence makes, and the work model it means."""
    patterns = _patterns()
    if (
        _COUNTED.search(text)
        and patterns["days"].search(text)
        and not patterns["no_days"].search(text)
    ):
        return ("denial", "onsite") if _FIVE_DAYS.search(text) else ("days", "hybrid")
    if patterns["neither"].search(text):
        return "denial", "onsite"
    denied = patterns["denial"].search(text)
    if not _FROM_HOME.search(text):
        return ("denial", "onsite") if denied else ("", None)
    whole = patterns["whole"].search(text)
    if patterns["part"].search(text) and (denied or not whole):
        return ("", None) if patterns["elsewhere"].search(text) else ("part", "hybrid")
    if denied:
        return "denial", "onsite"
    if patterns["elsewhere"].search(text):
        return "", None
    return ("offer", "remote") if whole or patterns["offer"].search(text) else ("", None)
