"""The place of a posting, put together from its fields, title and description."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from jobctrl_dagster.facts.folding import fold, plain_text, visible
from jobctrl_dagster.facts.place import gazetteer
from jobctrl_dagster.facts.place.location import Located, read_location
from jobctrl_dagster.facts.place.models import Place, WorkModel
from jobctrl_dagster.facts.place.restrictions import Limit, joined_limit, limits_of
from jobctrl_dagster.facts.place.sentences import Sentence, telling_sentences
from jobctrl_dagster.facts.place.work_model import Said, said_of_job

LONGEST_LIST: Final = 500  # offices that are read
_BOARD_WORDS: Final[dict[str, WorkModel]] = {
    "remote": "remote",
    "fullyremote": "remote",
    "remoteonly": "remote",
    "remotelocal": "remote",
    "telecommute": "remote",
    "virtual": "remote",
    "hybrid": "hybrid",
    "remotehybrid": "hybrid",
    "partlyremote": "hybrid",
    "partiallyremote": "hybrid",
    "onsite": "onsite",
    "inoffice": "onsite",
    "office": "onsite",
    "inperson": "onsite",
}


def read_place(
    location: object,
    *,
    title: object = "",
    description: object = "",
    country_hint: object = None,
    offices: object = (),
    workplace_type: object = None,
) -> Place:
    """Where a job is done and who may take it.

    Args:
        location: the location field of the posting.
        title: of the posting; it may carry a mark such as `- Remote`.
        description: plain text or HTML.
        country_hint: alpha-2 code of the country for what the location leaves open.
        offices: further places, each like a location field.
        workplace_type: the board's own field for the work model.
    """
    hint = gazetteer.country(plain_text(country_hint)) if plain_text(country_hint) else None
    field = read_location(location, hint)
    places = [field, *(read_location(office, hint) for office in _texts(offices))]
    sentences = _sentences(plain_text(description))
    said = said_of_job(title, sentences)
    model, why = _work_model(said, plain_text(workplace_type), field)
    countries = _once(code for place in places for code in place.countries)
    limits = [*_field_limits(field, remote=model == "remote")]
    limits += limits_of(
        [Sentence.of(plain_text(title)[:1000]), *sentences], federal="US" in countries
    )
    restrictions = _once(restriction for restriction, _ in limits)
    spans = [place.span for place in places if place.countries or place.cities or place.regions]
    return Place(
        work_model=model,
        cities=_once_folded(city for place in places for city in place.cities),
        regions=_once(region for place in places for region in place.regions),
        countries=countries,
        restrictions=restrictions,
        evidence=_once([*spans, *why, *(span for _, span in limits)]),
    )


@lru_cache(maxsize=64)
def _sentences(description: str) -> tuple[Sentence, ...]:
    return tuple(telling_sentences(description))


def _texts(offices: object) -> list[str]:
    if isinstance(offices, str):
        return [offices]
    if not isinstance(offices, (list, tuple)):
        return []
    return [office for office in offices[:LONGEST_LIST] if isinstance(office, str)]


def _work_model(said: Said | None, board: str, field: Located) -> tuple[WorkModel, list[str]]:
    """The work model by the first source that says something, and the words of that source."""
    if said:
        return said[0], [said[1]]
    key = "".join(filter(str.isalnum, fold(board)))
    if key in _BOARD_WORDS:
        return _BOARD_WORDS[key], [visible(board).strip()]
    if field.work_model:
        return field.work_model, [field.span]  # type: ignore[return-value]  # a field names only known models
    return "unknown", []


def _field_limits(field: Located, *, remote: bool) -> Iterable[Limit]:
    """The limits that the location field of a remote job sets."""
    if not remote:
        return
    for alternatives in field.residence:
        yield joined_limit(alternatives), field.span
    if field.zones:
        yield "/".join(field.zones), field.span
    for limit, span in limits_of([Sentence.of(field.span)], federal="US" in field.countries):
        if limit.startswith("not "):
            yield limit, span


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _once_folded(cities: Iterable[str]) -> tuple[str, ...]:
    return tuple({gazetteer.place_key(city): city for city in reversed([*cities])}.values())[::-1]
