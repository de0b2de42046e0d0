"""Whether two sightings are one job."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from jobctrl_dagster.facts.folding import fold, plain_text, visible
from jobctrl_dagster.facts.identity.addresses import canonical_url
from jobctrl_dagster.facts.identity.companies import company_key
from jobctrl_dagster.facts.identity.posting_numbers import names_one_posting
from jobctrl_dagster.facts.identity.titles import title_key

REPOST_AFTER: Final = timedelta(days=30)
NEARLY_EQUAL: Final = 0.9  # share of words two descriptions have in common, in order
LONG_DESCRIPTION: Final = 30  # words; a shorter text may be equal by chance

_TAG: Final = re.compile(r"<[/!a-zA-Z](?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*>")
_NOT_IN_NUMBER: Final = re.compile(r"[\W_]+")
_WORD: Final = re.compile(r"[^\W_]+")


def _text(value: object) -> str:
    return visible(plain_text(value).replace("\x00", ""))


def _number(value: object) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(value) or None


def _moment(value: object) -> datetime | None:
    """An aware moment; one without an offset is UTC, and what is no moment is `None`."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time(), UTC)
    if not isinstance(value, datetime) or value != value:  # noqa: PLR0124 - a pandas NaT is a datetime unequal to itself
        return None
    return value if value.utcoffset() is not None else value.replace(tzinfo=UTC)


Text = Annotated[str, BeforeValidator(_text)]


class Sighting(BaseModel):
    """One place where a job was seen, with what that place said of it."""

    model_config = ConfigDict(frozen=True)

    url: Text = ""
    company: Text = ""
    title: Text = ""
    location: Text = ""
    description: Text = ""
    posted_at: Annotated[datetime | None, BeforeValidator(_moment)] = None
    requisition_id: Annotated[str | None, BeforeValidator(_number)] = None
    source: Text = ""


class Match(BaseModel):
    """The relation of two sightings, how sure it is (0..1), and why."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["same", "repost", "different", "uncertain"]
    confidence: float = Field(ge=0, le=1)
    evidence: tuple[str, ...] = Field(min_length=1)


def same_job(a: Sighting, b: Sighting) -> Match:
    """Whether two sightings show one job, a repost of it, or two jobs; `uncertain` is for a person.

    The order of the two makes no difference to the kind.
    """
    address = canonical_url(a.url)
    if address and address == canonical_url(b.url) and names_one_posting(address):
        return _match("same", 0.99, f"one address: {address}")
    return _by_names(a, b)


def _match(
    kind: Literal["same", "repost", "different", "uncertain"], sure: float, why: str
) -> Match:
    return Match(kind=kind, confidence=sure, evidence=(why,))


def _by_names(a: Sighting, b: Sighting) -> Match:
    titles = title_key(a.title), title_key(b.title)
    companies = company_key(a.company), company_key(b.company)
    if all(titles) and titles[0] != titles[1]:
        if companies[0] and companies[0] == companies[1] and _equal_numbers(a, b):
            return _match(
                "uncertain", 0.5, f"one requisition number under two titles: {a.requisition_id}"
            )
        return _match("different", 0.95, f"two titles: {a.title!r} and {b.title!r}")
    if all(companies) and companies[0] != companies[1]:
        if _likeness(a.description, b.description) == "long":
            return _match("uncertain", 0.5, "one description under two companies")
        return _match("different", 0.95, f"two companies: {a.company!r} and {b.company!r}")
    if not all(companies):
        return _match("uncertain", 0.3, "a company is not known")
    return _of_one_company(a, b, titled=all(titles))


def _of_one_company(a: Sighting, b: Sighting, *, titled: bool) -> Match:
    """Two sightings whose companies agree, and their titles as far as both are known."""
    if _equal_numbers(a, b):
        return _match("same", 0.97, f"one company and requisition number: {a.requisition_id}")
    if _offices_apart(a, b):
        return _match("different", 0.9, f"offices in two cities: {a.location!r} and {b.location!r}")
    if a.posted_at and b.posted_at and abs(a.posted_at - b.posted_at) >= REPOST_AFTER:
        days = abs(a.posted_at - b.posted_at).days
        return _match("repost", 0.85, f"one company and title, posted {days} days apart")
    likeness = _likeness(a.description, b.description)
    if likeness == "unlike":
        return _match("uncertain", 0.5, "one company and title, but the descriptions differ")
    if likeness == "missing" and not titled:
        return _match("uncertain", 0.4, "one company, but a title and a description are missing")
    if _number_key(a) and _number_key(b):
        numbers = f"{a.requisition_id} and {b.requisition_id}"
        return _match("uncertain", 0.6, f"two requisition numbers: {numbers}")
    if likeness == "missing":
        return _match("same", 0.8, "one company and title; a description is missing")
    return _match("same", 0.95, "one company and title, and nearly equal descriptions")


def _number_key(sighting: Sighting) -> str:
    """The requisition number without blanks and punctuation; `''` for a text without a digit."""
    key = _NOT_IN_NUMBER.sub("", fold(sighting.requisition_id or ""))
    return key if any(map(str.isdigit, key)) else ""


def _equal_numbers(a: Sighting, b: Sighting) -> bool:
    key = _number_key(a)
    return bool(key) and key == _number_key(b)


def _offices_apart(a: Sighting, b: Sighting) -> bool:
    """Whether both are office jobs whose known cities have none in common."""
    if not (a.location and b.location) or fold(a.location) == fold(b.location):
        return False
    from jobctrl_dagster.facts.place import cities_apart, read_place

    places = [
        read_place(sighting.location, title=sighting.title, description=sighting.description)
        for sighting in (a, b)
    ]
    if any(place.work_model == "remote" for place in places):
        return False
    return cities_apart(places[0], places[1])


def _likeness(a: str, b: str) -> Literal["missing", "unlike", "like", "long"]:
    """How two descriptions compare; `long` are nearly equal ones too long to agree by chance."""
    first, second = _words(a), _words(b)
    if not first or not second:
        return "missing"
    if first != second and not _nearly_equal(first, second):
        return "unlike"
    return "long" if min(len(first), len(second)) >= LONG_DESCRIPTION else "like"


def _nearly_equal(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    if min(len(a), len(b)) < 0.8 * max(len(a), len(b)):
        return False
    from rapidfuzz.distance import Indel

    return bool(Indel.normalized_similarity(a, b, score_cutoff=NEARLY_EQUAL))


@lru_cache(maxsize=64)
def _words(description: str) -> tuple[str, ...]:
    """The words a reader sees, folded; a script without blanks is cut into single letters."""
    import html

    text = html.unescape(description) if "&" in description else description
    text = html.unescape(_TAG.sub(" ", text)) if "<" in text else text
    words = _WORD.findall(fold(text))
    if sum(map(len, words)) > 15 * len(words):
        return tuple(char for word in words for char in word)
    return tuple(words)
