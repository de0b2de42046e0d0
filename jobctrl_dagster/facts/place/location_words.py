"""The words in a location field that are no place: work models, zones, worldwide, fillers."""

import re
from typing import Final

from jobctrl_dagster.facts.place import gazetteer

_FULL: Final = (
    r"(?:100 ?% ?|fully[ -]*|full[ -]*|completely |entirely |permanent |praca |work |"
    r"lavoro |trabajo |trabalho |en |in |da |a |à |de )"
)
_AFTER: Final = (
    r"(?:[ -]*(?:first|only|friendly|ok|okay|work(?:ing)?|job|position|role|possible|"
    r"eligible|available"
    r"|complete?|total|totale|100 ?%|partiel|partial|parziale|office)\b)"
)
_REMOTE: Final = re.compile(
    rf"\b{_FULL}*(?:remotely|remote|wfh|work from home|working from home|home[ -]?office|"
    rf"home[ -]?based"
    r"|telecommut(?:e|ing)|telework(?:ing)?|t[ée]l[ée]travail|teletrabajo|teletrabalho|telelavoro"
    r"|smart working|[aà] distance|distanciel|remot[oa]|a distancia|[aà] dist[aâ]ncia|zdaln[iaey]e?"
    r"|thuiswerk(?:en)?|telewerk(?:en)?|op afstand|mobiles arbeiten|fernarbeit|ortsunabh[aä]ngig"
    rf"|virtual)\b{_AFTER}*",
    re.IGNORECASE,
)
_HYBRID: Final = re.compile(
    rf"\b{_FULL}*(?:h[yií]brid[eoa]?n?|ibrid[oa]|hybrydow[aeyo]|part(?:ial|ially|ly)? remote"
    rf"|t[ée]l[ée]travail partiel|teilweise (?:remote|home ?office))\b{_AFTER}*",
    re.IGNORECASE,
)
_ONSITE: Final = re.compile(
    rf"\b{_FULL}*(?:on[ -]?site|in[ -]office|in[ -]person|office[ -]based|vor ort|sur site|"
    rf"sur place|en pr[ée]sentiel"
    r"|presencial|in sede|in presenza|stacjonarn[aie]e?|op locatie)\b",
    re.IGNORECASE,
)
_NOT_REMOTE: Final = re.compile(r"\b(?:non|not|no)[ -]+remote\b", re.IGNORECASE)
_OFFICE_DAYS: Final = re.compile(
    r"\b\d ?(?:-|x|×)? ?\d? ?(?:days?|tage?|jours?|d[ií]as?|giorni|dni|dagen)\b", re.IGNORECASE
)

_NAMES: Final = (
    r"EST|EDT|CST|CDT|MST|MDT|PST|PDT|AKST|AKDT|HST|AST|ADT|BRT|ART|WET|BST|CET|CEST|EET|"
    r"EEST|SAST|MSK|IST"
    r"|SGT|HKT|JST|KST|AEST|AEDT|ACST|AWST|NZST|NZDT|(?:UTC|GMT)(?: ?[+-] ?\d{1,2}(?::?\d\d)?)?"
)
_LONG_NAMES: Final = r"eastern|central|mountain|pacific|atlantic|ET|CT|MT|PT"
ZONE: Final = (
    rf"(?:(?:{_NAMES})\b|(?:{_LONG_NAMES})(?=(?: standard)?(?: time\b|[/,&]| and | or | to |-)))"
)
_ZONES: Final = re.compile(
    rf"(?<![\w/])(?:{_NAMES}|(?:{_LONG_NAMES}) time)(?:\s*(?:/|,|&|-|or|and|"
    rf"to)\s*(?:{_NAMES}|(?:{_LONG_NAMES}) time))*"
    r"(?![\w/])(?:[ -]*(?:time ?zones?|hours|times?|only))*",
    re.IGNORECASE,
)
_ONE_ZONE: Final = re.compile(rf"\b(?:{_NAMES}|{_LONG_NAMES})(?!\w)", re.IGNORECASE)
_RANGE: Final = re.compile(
    r"(?:UTC|GMT) ?([+-] ?\d{1,2})\s*(?:to|-|and)\s*(?:UTC|GMT) ?([+-] ?\d{1,2})", re.IGNORECASE
)

_SCOPE: Final = re.compile(
    r"\b(?:any ?where|worldwide|global(?:ly)?|work from)\s+(?:with)?in\b", re.IGNORECASE
)
_WORLDWIDE: Final = re.compile(
    r"\b(?:work(?:ing)? from anywhere|anywhere in the world|any ?where|world[ -]?wide|"
    r"all over the world|global(?:ly)?|international"
    r"|weltweit|monde entier|partout dans le monde|mundial|en todo el mundo|"
    r"na całym świecie|wereldwijd)\b",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"^(?:(?:with)?in|from|across|throughout|based|at|near|around|locations?|offices?|only|"
    r"the|any location|all|cities"
    r"|greater|metro|downtown|central office|en|em|dans|w|nel|je|either|must be|candidates|"
    r"residents of)\s+(?=\w)",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r"\s+(?:bay area|(?:metropolitan|metro|urban|greater|local)?\s*area|metropolitan region|"
    r"metro|region|hq|headquarters"
    r"|head office|offices?|campus|only|based|preferred|residents|candidates|citizens|"
    r"time ?zones?|hours|or|and|nationwide)$",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(
    r"^\d+\+?\s+(?:more\s+)?(?:locations?|offices?|places|standorte?|sites?|cities|more|"
    r"others?)",
    re.IGNORECASE,
)
_FULL_STOP: Final = re.compile(r"^\.+|(?<=[a-z])\.+$")
LONGEST_PART: Final = 100  # characters of a name of a place


def take_work_model(text: str) -> tuple[str | None, str]:
    """The work model that the field names, and the field without those words."""
    if _NOT_REMOTE.search(text):
        return "onsite", _NOT_REMOTE.sub(" ; ", text)
    found: list[str] = []
    for model, pattern in (("hybrid", _HYBRID), ("remote", _REMOTE), ("onsite", _ONSITE)):
        if pattern.search(text):
            found.append(model)
            text = pattern.sub(" ; ", text)
    if found and _OFFICE_DAYS.search(text):
        return "hybrid", _OFFICE_DAYS.sub(" ", text)
    for model in ("remote", "hybrid", "onsite"):
        if model in found:
            return model, text
    return None, text


def zones_in(text: str) -> tuple[str, ...]:
    """Time zones in the order of the text, upper case; a range of offsets is written out."""
    span = _RANGE.search(text)
    if span:
        first, last = (int(end.replace(" ", "")) for end in span.groups())
        step = 1 if first <= last else -1
        if abs(first - last) <= 26:
            return tuple(f"UTC{hours:+d}" for hours in range(first, last + step, step))
    return tuple(
        dict.fromkeys(found.group().upper().replace(" ", "") for found in _ONE_ZONE.finditer(text))
    )


def take_zones(text: str) -> tuple[tuple[str, ...], str]:
    """Time zones the field names, and the field without them."""
    found = _ZONES.search(text)
    if found is None:
        return (), text
    return zones_in(found.group()), f"{text[: found.start()]} ; {text[found.end() :]}"


def take_worldwide(text: str) -> tuple[bool, str]:
    """Whether the field is open to the world, and the field without those words."""
    text = _SCOPE.sub(" ; ", text)
    return bool(_WORLDWIDE.search(text)), _WORLDWIDE.sub(" ; ", text)


def cleaned(piece: str) -> str:
    """One part of a field without counts, postal codes and words such as `Greater` and `Area`."""
    piece = _COUNT.sub("", _FULL_STOP.sub("", piece.strip(" \t-*'\"")))
    if len(piece) > LONGEST_PART or not any(map(str.isalpha, piece)):
        return ""
    piece = " ".join(word for word in piece.split() if not any(map(str.isdigit, word)))
    for _ in range(3):
        shorter = _TRAILING.sub("", _LEADING.sub("", piece))
        if shorter == piece or gazetteer.country_named(piece) or gazetteer.area_named(piece):
            break
        piece = shorter
    return "" if gazetteer.place_key(piece) in gazetteer.fillers() else piece
