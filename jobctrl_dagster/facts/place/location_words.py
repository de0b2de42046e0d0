"""The words in a location field that are no place: work models, zones, worldwide, fillers."""

import re
from typing import Final

from jobctrl_dagster.facts.place import gazetteer

_FULL: Final = r"(?:100 ?% ?|fully[ -]*|full[ -]*|completely |entirely |permanent |praca |work |lavoro |trabajo |trabalho |en |in |da |a |à |de )"  # fmt: skip
_AFTER: Final = (
    r"(?:[ -]*(?:first|only|friendly|ok|okay|work(?:ing)?|job|position|role|possible|eligible|available"
    r"|complete?|total|totale|100 ?%|partiel|partial|parziale|office)\b)"
)
_REMOTE: Final = re.compile(
    rf"\b{_FULL}*(?:remotely|remote|wfh|work from home|working from home|home[ -]?office|home[ -]?based"
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
    rf"\b{_FULL}*(?:on[ -]?site|in[ -]office|in[ -]person|office[ -]based|vor ort|sur site|sur place|en pr[ée]sentiel"
    r"|presencial|in sede|in presenza|stacjonarn[aie]e?|op locatie)\b",
    re.IGNORECASE,
)
_NOT_REMOTE: Final = re.compile(r"\b(?:non|not|no)[ -]+remote\b", re.IGNORECASE)
_OFFICE_DAYS: Final = re.compile(r"\b\d ?(?:-|x|×)? ?\d? ?(?:days?|tage?|jours?|d[ií]as?|giorni|dni|dagen)\b", re.IGNORECASE)  # fmt: skip

_NAMES: Final = (
    r"EST|EDT|CST|CDT|MST|MDT|PST|PDT|AKST|AKDT|HST|AST|ADT|BRT|ART|WET|BST|CET|CEST|EET|EEST|SAST|MSK|IST"
    r"|SGT|HKT|JST|KST|AEST|AEDT|ACST|AWST|NZST|NZDT|(?:UTC|GMT)(?: ?[+-] ?\d{1,2}(?::?\d\d)?)?"
)
_LONG_NAMES: Final = r"eastern|central|mountain|pacific|atlantic|ET|CT|MT|PT"
ZONE: Final = rf"(?:(?:{_NAMES})\b|(?:{_LONG_NAMES})(?=(?: standard)?(?: time\b|[/,&]| and | or | to |-)))"
_ZONES: Final = re.compile(
    rf"(?<![\w/])(?:{_NAMES}|(?:{_LONG_NAMES}) time)(?:\s*(?:/|,|&|-|or|and|to)\s*(?:{_NAMES}|(?:{_LONG_NAMES}) time))*"
    r"(?![\w/])(?:[ -]*(?:time ?zones?|hours|times?|only))*",
    re.IGNORECASE,
)
_ONE_ZONE: Final = re.compile(rf"\b(?:{_NAMES}|{_LONG_NAMES})(?!\w)", re.IGNORECASE)
_RANGE: Final = re.compile(r"(?:UTC|GMT) ?([+-] ?\d{1,2})\s*(?:to|-|and)\s*(?:UTC|GMT) ?([+-] ?\d{1,2})", re.IGNORECASE)  # fmt: skip

_SCOPE: Final = re.compile(r"\b(?:any ?where|worldwide|global(?:ly)?|work from)\s+(?:with)?in\b", re.IGNORECASE)
_WORLDWIDE: Final = re.compile(
    r"\b(?:work(?:ing)? from anywhere|anywhere in the world|any ?where|world[ -]?wide|all over the world|global(?:ly)?|international"
    r"|weltweit|monde entier|partout dans le monde|mundial|en todo el mundo|na całym świecie|wereldwijd)\b",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"^(?:(?:with)?in|from|across|throughout|based|at|near|around|locations?|offices?|only|the|any location|all|cities"
    r"|greater|metro|downtown|central office|en|em|dans|w|nel|je|either|must be|candidates|residents of)\s+(?=\w)",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r"\s+(?:bay area|(?:metropolitan|metro|urban|greater|local)?\s*area|metropolitan region|metro|region|hq|headquarters"
    r"|head office|offices?|campus|only|based|preferred|residents|candidates|citizens|time ?zones?|hours|or|and|nationwide)$",
    re.IGNORECASE,
)
_FILLERS: Final = frozenset(
    (
        "location,locations,multiple,multiple locations,various,various locations,several locations"
        ",flexible,nationwide,home,field,office,offices,hq,headquarters,distributed,tbd,none"
        ",unspecified,not specified,other,all,see description,multiple cities,open,and,the,from,with"
        ",only,plus,more,others,based,any,any location,all locations,preferred,optional,time"
        ",timezone,zone,country,city,region,state,n a"
    ).split(",")
)
_COUNT: Final = re.compile(r"^\d+\+?\s+(?:more\s+)?(?:locations?|offices?|places|standorte?|sites?|cities|more|others?)", re.IGNORECASE)  # fmt: skip
_WITH_DIGIT: Final = re.compile(r"\S*\d\S*")


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
        low, high = sorted(int(end.replace(" ", "")) for end in span.groups())
        if high - low <= 26:
            return tuple(f"UTC{hours:+d}" for hours in range(low, high + 1))
    return tuple(dict.fromkeys(found.group().upper().replace(" ", "") for found in _ONE_ZONE.finditer(text)))


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
    piece = _COUNT.sub("", piece.strip(" \t-.*'\""))
    if not any(map(str.isalpha, piece)):
        return ""
    piece = " ".join(_WITH_DIGIT.sub(" ", piece).split())
    for _ in range(3):
        shorter = _TRAILING.sub("", _LEADING.sub("", piece))
        if shorter == piece or gazetteer.country_named(piece) or gazetteer.area_named(piece):
            break
        piece = shorter
    return "" if gazetteer.place_key(piece) in _FILLERS else piece
