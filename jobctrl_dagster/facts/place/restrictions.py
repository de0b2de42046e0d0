"""Who may take a job, as its title and description say: residence, exclusions and time zones."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from jobctrl_dagster.facts.place.location_words import ZONE, zones_in
from jobctrl_dagster.facts.place.name_lists import read_names, read_names_before
from jobctrl_dagster.facts.place.sentences import Sentence

Limit = tuple[str, str]  # the restriction, and the words that state it

_FLAGS: Final = re.IGNORECASE
_DUTY: Final = re.compile(
    r"\b(?:must|need(?:s|ed)? to|ha(?:ve|s) to|required?|requires|requirement|only|restricted|limited|eligib\w+|should|currently"
    r"|candidates?|applicants?|residents? of|open to|hires?|hiring|muss|mussen|müssen|erforderlich|voraussetzung|nur|doit|devez|obligatoire"
    r"|debe[ns]?|solo|sólo|deve|necessario|obrigatório|moet|musisz|wymagan\w+)\b",
    _FLAGS,
)
_NOT: Final = re.compile(
    r"\b(?:not|cannot|can't|can not|won't|don't|doesn't|isn't|aren't|unable|no|never|exclud\w+|except\w*|ineligible|without)\b", _FLAGS
)  # fmt: skip
_FIRM: Final = re.compile(
    r"\b(?:we|we're|our (?:\w+ ){0,3}|company|team|headquarter\w*|offices?|clients?|customers?|firm|startup)\W+(?:\w+ ){0,3}?(?:are|is|were|was|live|located|based|reside)\b"
    r"|\bheadquartered\b|\b(?:authori[sz]ed|authori[sz]ation|right|eligib\w+|permit\w*|visa) (?:\w+ ){0,2}?(?:to )?(?:work|for employment)\b",
    _FLAGS,
)
_LIVES: Final = re.compile(
    r"\b(?:(?:physically |currently |permanently |already |primarily )*(?:located|based|resid(?:e|es|ing|ent|ents|ency|ence)|live|lives|living|domiciled|situated|work(?:ing)? from)"
    r"(?: and (?:work\w*|authori[sz]ed to work|eligible to work|legally \w+ to work))?(?: (?:with)?in| from| of|,)(?: one of)?(?: the following)?(?: (?:states?|countries|locations))?:?"
    r"|(?:candidates?|applicants?|people|talent|individuals|residents?|persons)(?: who are| located| based| residing| living)*(?: (?:with)?in| from| of| across)"
    r"|(?:hire|hiring|employ|recruit)\w*(?: \w+){0,3}? (?:with)?in|(?:open|available|restricted|limited) (?:only )?(?:to|in|for)(?: residents of| candidates in| those in| people in| applicants in)?"
    r"|wohnsitz (?:ist )?in|wohnhaft in|ansässig in|r[ée]sid(?:er|ant|ez|ence|ents?)(?: \w+)? (?:en|au|aux|de|à)|bas[ée]+s? (?:en|au|aux)|resid(?:ir|ente|entes|encia|as?|an?)(?: \w+)? (?:en|in|em|no|na)|vivir en|residenti? in|woonachtig in|wonen in)"
    r"\s+(?:the\s+)?",
    _FLAGS,
)
_SCOPE: Final = re.compile(
    r"\b(?:remote(?:ly)?|work(?:ing)? from home|work from anywhere|anywhere|home[- ]based|hybrid|télétravail|homeoffice)\s*(?:[,(:-]\s*)?(?:(?:but )?(?:only )?(?:with)?in|across|from(?: anywhere in)?|anywhere in)\s+(?:the\s+)?",
    _FLAGS,
)
_REMOTE_AND_NAME: Final = re.compile(r"\bremote\s*(?:[,(:/-]+|\s)\s*(?:the\s+)?(?=[A-Z])", _FLAGS)
_ONLY_AFTER: Final = re.compile(
    r"[ -]*(?:-based |based )?(?:residents?|candidates?|applicants?|locations?|locals?|time ?zones?|remote)?,?\s*\bonly\b", _FLAGS
)  # fmt: skip
_ONLY_BEFORE: Final = re.compile(
    r"\bonly (?:(?:\w+ ){0,4}?(?:in|from|to|within|for)|(?:hire|hiring|open|available|accepting|considering|recruit\w*|employ\w*)(?: \w+){0,5}? (?:in|from|to|within|for)) (?:the )?",
    _FLAGS,
)
_OUTSIDE: Final = re.compile(r"\boutside(?: of)?\s+(?:the\s+)?", _FLAGS)
_BASED_PEOPLE: Final = re.compile(r"[- ]based (?:candidates?|applicants?|people|residents)\b", _FLAGS)
_EXCLUDES: Final = re.compile(
    r"(?:\b(?:not|cannot|can't|can not|won't|don't|isn't|aren't|unable to|not able to|never)\b[^.;]{0,90}?\b(?:residents?|people|persons|candidates?|applicants?|individuals|those|employees|anyone)?[^.;]{0,30}?\b(?:in|of|from|to)"
    r"|\bexclud(?:ing|es?|ed)(?: for| from)?:?|\b(?:with the )?except(?:ion of|ions?:|ing| for| in| those in| residents of)?|\bother than|\bbut not(?: in| from)?|\bineligible (?:in|for residents of)"
    r"|\bnot (?:available|open|eligible|offered|permitted|allowed|considered)[^.;]{0,60}?\b(?:in|of|from|to|for))"
    r"\s+(?:the\s+)?(?:(?:us |u\.s\. )?(?:states?|countries|following)\s*(?:of|:)?\s*)*(?:residents of\s+)?",
    _FLAGS,
)
_EXCLUDED_AFTER: Final = re.compile(
    r"\bresidents? (?:of|in)\s+(?P<names>.{2,120}?)\s+(?:are|is|can|will|may|should)?\s*(?:not|cannot|ineligible|excluded|n't)", _FLAGS
)  # fmt: skip
_ZONES: Final = re.compile(
    rf"(?<![\w/]){ZONE}(?:(?: standard)?(?: time)?\s*(?:/|,|&|-|\bor\b|\band\b|\bto\b)\s*(?:the )?{ZONE})*(?![\w/])", _FLAGS
)  # fmt: skip
_ZONE_WORDS: Final = re.compile(r"^(?:\s*(?:US|U\.S\.))?\s*(?:standard )?(?:time ?-?zones?|time\b)", _FLAGS)
_ZONE_DUTY: Final = re.compile(
    r"\b(?:must|only|need to|have to|required?|open to|restricted|limited|candidates?|applicants?|located|based|live|living|resid\w+)\b", _FLAGS
)  # fmt: skip
_NOT_A_HOME: Final = re.compile(
    r"\b(?:overlap\w*|\d ?(?:am|pm)|\d\d?:\d\d|hours|schedule|shift|meeting|call|deadline|prefer\w*|ideally|nice to have|plus)\b", _FLAGS
)  # fmt: skip


def limits_of(sentences: Iterable[Sentence], *, federal: bool = False) -> list[Limit]:
    """All restrictions of a posting's sentences in their order, each once.

    Args:
        sentences: of the title and description.
        federal: the job is in the United States, so that `Georgia` is the state.
    """
    found: dict[str, str] = {}
    for sentence in sentences:
        for restriction in _limits_of_sentence(sentence.text, federal=federal):
            found.setdefault(restriction, sentence.source)
    return list(found.items())


def joined_limit(names: Sequence[str]) -> str:
    """The restriction that admits any of these places."""
    return "/".join(names) + " only"


def _limits_of_sentence(text: str, *, federal: bool) -> Iterator[str]:
    zones = _zone_limit(text)
    if zones:
        yield "/".join(zones)
    excluded = _excluded(text, federal=federal)
    names = _residence(text, excluded, federal=federal)
    if names:
        yield joined_limit(names)
    yield from (f"not {name}" for name in excluded)


# --- exclusions --------------------------------------------------------------------------------


def _excluded(text: str, *, federal: bool) -> tuple[str, ...]:
    """Countries and states that a sentence leaves out."""
    if not _NOT.search(text) and "other than" not in text:
        return ()
    federal = federal or bool(re.search(r"\bstates?\b|\bUS\b|\bU\.S\.|United States", text))
    for mark in _EXCLUDES.finditer(text):
        if _OUTSIDE.search(mark.group()) or re.search(r"\bsponsor|\bvisa|\bnot (?:only|limited)\b", mark.group(), _FLAGS):
            continue
        names = read_names(text[mark.end() :], federal=federal)
        if names:
            return tuple(name for name in names if name not in _AREAS)
    after = _EXCLUDED_AFTER.search(text)
    return read_names(after["names"], federal=federal) if after else ()


_AREAS: Final = frozenset(("Europe", "EU", "EMEA", "APAC", "LATAM", "North America"))


# --- residence ---------------------------------------------------------------------------------


def _residence(text: str, excluded: Sequence[str], *, federal: bool) -> tuple[str, ...]:
    """The places in one of which a sentence wants a person to live."""
    for names in _residence_readings(text, federal=federal):
        kept = tuple(name for name in names if name not in excluded)
        if kept and not (excluded and len(kept) < len(names)):
            return kept
    return ()


def _residence_readings(text: str, *, federal: bool) -> Iterator[tuple[str, ...]]:
    duty, denied = bool(_DUTY.search(text)), bool(_NOT.search(text))
    if denied:
        for mark in _OUTSIDE.finditer(text):
            yield read_names(text[mark.end() :], federal=federal)
    for mark in _SCOPE.finditer(text):
        if not _NOT.search(text[max(0, mark.start() - 60) : mark.start()]):
            yield read_names(text[mark.end() :], federal=federal)
    for mark in _ONLY_AFTER.finditer(text):
        yield read_names_before(text[: mark.start()])
    if _FIRM.search(text) and not re.search(r"\bonly\b", text, _FLAGS):
        return
    for mark in _ONLY_BEFORE.finditer(text):
        if not re.search(r"\bnot only\b", text[: mark.end()], _FLAGS):
            yield read_names(text[mark.end() :], federal=federal)
    if duty:
        for pattern in (_LIVES, _BASED_PEOPLE):
            for mark in pattern.finditer(text):
                if _NOT.search(text[max(0, mark.start() - 80) : mark.end()]):
                    continue
                if pattern is _LIVES:
                    yield read_names(text[mark.end() :], federal=federal)
                else:
                    yield read_names_before(text[: mark.start()])
    if len(text) < 80 and not denied:
        for mark in _REMOTE_AND_NAME.finditer(text):
            names = read_names(text[mark.end() :], federal=federal)
            if names and text.count(" ") <= 8:
                yield names


# --- time zones --------------------------------------------------------------------------------


def _zone_limit(text: str) -> tuple[str, ...]:
    """The time zones in one of which a sentence wants a person to live."""
    if not _ZONE_DUTY.search(text):
        return ()
    for mark in _ZONES.finditer(text):
        after = text[mark.end() : mark.end() + 30]
        only = re.match(r"(?:[ -]*(?:time ?-?zones?|hours|time))?\s*\bonly\b", after, _FLAGS)
        before = text[: mark.start()]
        only_before = re.search(r"\bonly\b[^.;]{0,30}$", before, _FLAGS) and not re.search(r"\bhours\b", after, _FLAGS)
        if only or only_before:
            return zones_in(mark.group())
        lives = re.search(r"\b(?:in|within|to|from|of|on)\s+(?:an? |the |one of )?(?:US |U\.S\. |american )?(?:following )?$", before, _FLAGS)
        if lives and _ZONE_WORDS.match(after) and not _NOT_A_HOME.search(text):
            return zones_in(mark.group())
        if lives and re.search(r"\btime ?-?zones?\W", text, _FLAGS) and not _NOT_A_HOME.search(text):
            return zones_in(mark.group())
    return ()
