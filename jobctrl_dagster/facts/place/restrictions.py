"""Who may take a job, as its title and description say: residence, exclusions and time zones."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.place.gazetteer import is_area
from jobctrl_dagster.facts.place.location_words import ZONE, zones_in
from jobctrl_dagster.facts.place.name_lists import read_names, read_names_before
from jobctrl_dagster.facts.place.sentences import Sentence

Limit = tuple[str, str]  # the restriction, and the words that state it

_FLAGS: Final = re.IGNORECASE
_DUTY: Final = re.compile(
    r"\b(?:must|need(?:s|ed)? to|ha(?:ve|s) to|required?|requires|requirement|only|"
    r"restricted|limited|eligible|should be|should reside"
    r"|residents? of|open to|(?:can|able to|currently) hir(?:e|ing)|considering|accepting|"
    r"muss|mussen|müssen|erforderlich|voraussetzung|nur|doit|devez|obligatoire"
    r"|debe[ns]?|solo|sólo|deve|necessario|obrigatório|moet|musisz|wymagan\w+)\b",
    _FLAGS,
)
_NOT: Final = re.compile(
    r"\b(?:not|cannot|can't|can not|won't|don't|doesn't|isn't|aren't|unable|no|never|"
    r"exclud\w+|except\w*|ineligible|without)\b",
    _FLAGS,
)
_FIRM: Final = re.compile(
    r"\b(?:we|we're|our (?:\w+ ){0,3}|company|team|headquarter\w*|offices?|clients?|"
    r"customers?|firm|startup)\W+(?:\w+ ){0,3}?(?:are|is|were|was|live|located|based|"
    r"reside)\b"
    r"|\bheadquartered\b|\b(?:authori[sz]ed|authori[sz]ation|right|eligib\w+|permit\w*|"
    r"visa) (?:\w+ ){0,2}?(?:to )?(?:work|for employment)\b",
    _FLAGS,
)
_LIVES: Final = re.compile(
    r"\b(?:(?:physically |currently |permanently |already |primarily )*(?:located|based|"
    r"resid(?:e|es|ing|ent|ents|ency|ence)|live|lives|living|domiciled|situated|"
    r"work(?:ing)? from)"
    r"(?: and (?:work\w*|authori[sz]ed to work|eligible to work|"
    r"legally \w+ to work))?(?: (?:with)?in| from| of|"
    r",)(?: one of)?(?: the following)?(?: (?:states?|countries|locations))?:?"
    r"|(?:candidates?|applicants?|residents?|applications)(?: who are| located| based|"
    r" residing| living)*(?: (?:with)?in| from| of)"
    r"|(?:can|able to|currently|do) (?:only |currently )?(?:be )?(?:hir(?:e|ing)|"
    r"employ(?:ing)?|recruit(?:ing)?)(?: \w+){0,3}? (?:with)?in|(?:open|available|"
    r"restricted|limited) (?:only )?(?:to|in|for)(?: residents of| candidates in| those in|"
    r" people in| applicants in)?"
    r"|wohnsitz (?:ist )?in|wohnhaft in|ansässig in|r[ée]sid(?:er|ant|ez|ence|"
    r"ents?)(?: \w+)? (?:en|au|aux|de|à)|bas[ée]+s? (?:en|au|aux)|resid(?:ir|ente|entes|"
    r"encia|as?|an?)(?: \w+)? (?:en|in|em|no|na)|vivir en|residenti? in|woonachtig in|"
    r"wonen in)"
    r"\s+(?:the\s+)?",
    _FLAGS,
)
_SCOPE: Final = re.compile(
    r"\b(?:remote(?:ly)?|work(?:ing)? from home|work from anywhere|anywhere|home[- ]based|"
    r"hybrid|télétravail|homeoffice)\s*(?:[,(:-]\s*)?(?:(?:but )?(?:only )?(?:with)?in|"
    r"across|from(?: anywhere in)?|anywhere in)\s+(?:the\s+)?",
    _FLAGS,
)
_REMOTE_AND_NAME: Final = re.compile(r"\bremote\s*(?:[,(:/-]+|\s)\s*(?:the\s+)?(?=[A-Z])", _FLAGS)
_ONLY_AFTER: Final = re.compile(
    r"[ -]*(?:-based |based )?(?:residents?|candidates?|applicants?|locations?|locals?|"
    r"time ?zones?|remote)?,?\s*\bonly\b",
    _FLAGS,
)
_ONLY_BEFORE: Final = re.compile(
    r"\bonly (?:(?:\w+ ){0,4}?(?:in|from|to|within|for)|(?:hire|hiring|open|available|"
    r"accepting|considering|recruit\w*|employ\w*)(?: \w+){0,5}? (?:in|from|to|within|"
    r"for)) (?:the )?",
    _FLAGS,
)
_OUTSIDE: Final = re.compile(r"\boutside(?: of)?\s+(?:the\s+)?", _FLAGS)
_PREFERS: Final = re.compile(r"\b(?:prefer\w*|ideally|desirable|nice to have)\b", _FLAGS)
_INSISTS: Final = re.compile(r"\b(?:must|only|should)\b", _FLAGS)
_BASED: Final = re.compile(r"(?:based|located|situated)", _FLAGS)
_OF_POSITIONS: Final = re.compile(
    r"\b(?:positions?|roles?|jobs?|offices?|teams?|employees)\s*$", _FLAGS
)
_OF_PAY: Final = re.compile(
    r"\b(?:salary|pay|compensation|benefits?)\b.{0,60}\b(?:range|level|listed|eligib\w+|offered"
    r"|provided)\b[^|]*$",
    _FLAGS,
)
_ONLY: Final = re.compile(r"\bonly\b", _FLAGS)
_NOT_ONLY: Final = re.compile(r"\bnot only\b", _FLAGS)
_TRAVELS: Final = re.compile(r"\b(?:travel|ship|deliver|customers?|clients?|stores?)", _FLAGS)
_BASED_PEOPLE: Final = re.compile(
    r"[- ]based (?:candidates?|applicants?|people|residents)\b", _FLAGS
)
_DENIES: Final = re.compile(
    r"\b(?:not|cannot|can't|can not|won't|don't|doesn't|isn't|aren't|unable to|never|"
    r"no)\b[^.;]{0,40}?"
    r"\b(?:open|available|eligib\w+|hir(?:e|ing)|employ\w*|accept\w*|consider\w*|recruit\w*|"
    r"offer\w*|permitted|allowed|resid\w+|live|living"
    r"|located|based|work|support|performed|done|candidates|applicants|residents)\b",
    _FLAGS,
)
_EXCEPTS: Final = re.compile(
    r"\bexclud(?:ing|es?|ed)\b|\bexcept(?:ion of|ions?|ing)?\b|\bother than\b|\bbut not\b|"
    r"\bineligible\b",
    _FLAGS,
)
_INTO: Final = re.compile(r"\b(?:in|of|from|to|for|not|within)\b[\s:]+", _FLAGS)
_TURN: Final = re.compile(
    r"\bbut\b(?! not)|\bhowever\b|\boutside\b|\bsponsor|\bvisa|\bright to|\bwork permit"
    r"|\bauthori[sz]|\b(?:only|limited|restricted|must)\b",
    _FLAGS,
)
_EXCLUDED_AFTER: Final = re.compile(
    r"\b(?:residents?|candidates?|applicants?|applications|people|persons|those|"
    r"individuals)(?: who (?:live|reside|are)| living| located| based| residing)*"
    r" (?:of|in|from)\s+(?P<names>.{2,120}?)\s+(?:are|is|can|will|may|should)?\s*(?:not|"
    r"cannot|ineligible|excluded)\b",
    _FLAGS,
)
_ZONES: Final = re.compile(
    rf"(?<![\w/]){ZONE}(?:(?: standard)?(?: time)?\s*(?:/|,|&|-|\bor\b|\band\b|"
    rf"\bto\b)\s*(?:the )?{ZONE})*(?![\w/])",
    _FLAGS,
)
_ZONE_WORDS: Final = re.compile(
    r"^(?:\s*(?:US|U\.S\.))?\s*(?:standard )?(?:time ?-?zones?|time\b)", _FLAGS
)
_ZONE_WORD: Final = re.compile(r"\btime ?-?zones?\b", _FLAGS)
_ZONE_ONLY: Final = re.compile(r"(?:[ -]*(?:time ?-?zones?|time))?\s*\bonly\b", _FLAGS)
_ONLY_SOON: Final = re.compile(r"\bonly\b[^.;]{0,30}$", _FLAGS)
_HOURS: Final = re.compile(r"\bhours\b", _FLAGS)
_INTO_ZONE: Final = re.compile(
    r"\b(?:in|within|to|from|of)\s+(?:an? |the |one of )?"
    r"(?:US |U\.S\. |american )?(?:following )?$",
    _FLAGS,
)
_ZONE_DUTY: Final = re.compile(
    r"\b(?:must|only|need to|have to|required?|open to|restricted|limited|candidates?|"
    r"applicants?|located|based|live|living|resid\w+)\b",
    _FLAGS,
)
_NOT_A_HOME: Final = re.compile(
    r"\b(?:overlap\w*|\d ?(?:am|pm)|\d\d?:\d\d|hours|hrs|any time ?-?zone|schedule|shift"
    r"|meeting|call|deadline|prefer\w*|ideally|nice to have|plus)\b",
    _FLAGS,
)


def limits_of(sentences: Iterable[Sentence], *, federal: bool = False) -> list[Limit]:
    """All restrictions of a posting's sentences in their order, each once.

    Args:
        sentences: of the title and description.
        federal: the job is in the United States, so that `Georgia` is the state.
    """
    found: dict[str, str] = {}
    for sentence in sentences:
        if not sentence.of_limits:
            continue
        for restriction in _limits_of_sentence(sentence.text, federal=federal):
            found.setdefault(restriction, sentence.source)
    return list(found.items())


def joined_limit(names: Sequence[str]) -> str:
    """The restriction that admits any of these places."""
    return "/".join(names) + " only"


@lru_cache(maxsize=8192)
def _limits_of_sentence(text: str, *, federal: bool) -> tuple[str, ...]:
    zones = _zone_limit(text)
    excluded = _excluded(text, federal=federal)
    names = _residence(text, excluded, federal=federal)
    limits = ["/".join(zones), joined_limit(names) if names else ""]
    return tuple(limit for limit in (*limits, *(f"not {name}" for name in excluded)) if limit)


# --- exclusions --------------------------------------------------------------------------------


def _excluded(text: str, *, federal: bool) -> tuple[str, ...]:
    """Countries and states that a sentence leaves out."""
    if not _NOT.search(text) and "other than" not in text:
        return ()
    federal = federal or bool(re.search(r"\bstates?\b|\bUS\b|\bU\.S\.|United States", text))
    for mark in _EXCEPTS.finditer(text):
        names = _names_soon(text[mark.end() :], federal=federal)
        if names:
            return names
    for mark in _DENIES.finditer(text):
        turn = _TURN.search(text, mark.start())
        names = _names_soon(text[mark.end() : turn.start() if turn else len(text)], federal=federal)
        if names:
            return names
    after = _EXCLUDED_AFTER.search(text)
    return _no_areas(read_names(after["names"], federal=federal)) if after else ()


def _names_soon(text: str, *, federal: bool) -> tuple[str, ...]:
    """The first places that a text names, at its start or after a preposition."""
    starts = [0, *(mark.end() for mark in _INTO.finditer(text[:150]))]
    found = (_no_areas(read_names(text[start:], federal=federal)) for start in starts)
    return next((names for names in found if names), ())


def _no_areas(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if not is_area(name))


# --- residence ---------------------------------------------------------------------------------


def _residence(text: str, excluded: Sequence[str], *, federal: bool) -> tuple[str, ...]:
    """The places in one of which a sentence wants a person to live."""
    for names in _residence_readings(text, federal=federal):
        kept = tuple(name for name in names if name not in excluded)
        if kept and not (excluded and len(kept) < len(names)):
            return kept
    return ()


def _residence_readings(text: str, *, federal: bool) -> Iterator[tuple[str, ...]]:
    """All that a sentence may mean as a limit of residence, the surest first."""
    if _OF_PAY.search(text):
        return
    if _NOT.search(text):
        yield from (read_names(text[end:], federal=federal) for end in _ends(_OUTSIDE, text))
    for mark in _SCOPE.finditer(text):
        if not _NOT.search(text[max(0, mark.start() - 60) : mark.start()]) and not _TRAVELS.search(
            text
        ):
            yield read_names(text[mark.end() :], federal=federal)
    yield from (read_names_before(text[: mark.start()]) for mark in _ONLY_AFTER.finditer(text))
    if _FIRM.search(text) and not _ONLY.search(text):
        return
    for end in _ends(_ONLY_BEFORE, text):
        if not _NOT_ONLY.search(text[:end]):
            yield read_names(text[end:], federal=federal)
    if _DUTY.search(text):
        yield from _duties(text, federal=federal)
    if len(text) < 80 and text.count(" ") <= 10 and not _NOT.search(text):
        yield from (
            read_names(text[end:], federal=federal) for end in _ends(_REMOTE_AND_NAME, text)
        )


def _ends(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    return (mark.end() for mark in pattern.finditer(text))


def _duties(text: str, *, federal: bool) -> Iterator[tuple[str, ...]]:
    """The places in which a sentence that states a duty wants a person to live."""
    if _PREFERS.search(text) and not _INSISTS.search(text):
        return
    for mark in _LIVES.finditer(text):
        if _BASED.match(mark.group()) and _OF_POSITIONS.search(text[: mark.start()]):
            continue
        if not _NOT.search(text[max(0, mark.start() - 80) : mark.end()]):
            yield read_names(text[mark.end() :], federal=federal)
    for mark in _BASED_PEOPLE.finditer(text):
        if not _NOT.search(text[max(0, mark.start() - 80) : mark.end()]):
            yield read_names_before(text[: mark.start()])


# --- time zones --------------------------------------------------------------------------------


def _zone_limit(text: str) -> tuple[str, ...]:
    """The time zones in one of which a sentence wants a person to live."""
    if not _ZONE_DUTY.search(text):
        return ()
    for mark in _ZONES.finditer(text):
        before, after = text[: mark.start()], text[mark.end() : mark.end() + 30]
        hours = bool(_HOURS.search(after))
        clocked = hours or _NOT_A_HOME.search(text)
        if _ZONE_ONLY.match(after) or (_ONLY_SOON.search(before) and not clocked):
            return zones_in(mark.group())
        speaks_of_zones = _ZONE_WORDS.match(after) or _ZONE_WORD.search(text)
        if _INTO_ZONE.search(before) and speaks_of_zones and not _NOT_A_HOME.search(text):
            return zones_in(mark.group())
    return ()
