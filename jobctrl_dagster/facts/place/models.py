"""Where a job is, where a person wants to work, and the verdict on the two."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from jobctrl_dagster.facts.folding import plain_text, visible

WorkModel = Literal["remote", "hybrid", "onsite", "unknown"]


def _texts(value: object) -> tuple[str, ...]:
    """The texts of a sequence, without blanks, odd values and doubles; one text is a sequence."""
    items = (value,) if isinstance(value, str) else value
    if not isinstance(items, (list, tuple, set, frozenset)):
        return ()
    texts = (visible(plain_text(item)).strip() for item in items)
    return tuple(dict.fromkeys(text for text in texts if text))


def _text(value: object) -> str | None:
    return visible(plain_text(value)).strip() or None


Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]


class Place(BaseModel):
    """Where a job is done and who may take it, as far as its posting says.

    Attributes:
        cities: names as written.
        regions: ISO 3166-2 codes in the United States and Canada; elsewhere a code or the name.
        countries: ISO 3166-1 alpha-2 codes.
        restrictions: limits such as `US only`, `US-CO only`, `not US-WA`, `EST/CST`.
        evidence: the words of the posting that say so, verbatim.
    """

    model_config = ConfigDict(frozen=True)

    work_model: WorkModel = "unknown"
    cities: Texts = ()
    regions: Texts = ()
    countries: Texts = ()
    restrictions: Texts = ()
    evidence: Texts = ()


class PlaceWish(BaseModel):
    """Where a person lives and wants to work; `home_region` is an ISO 3166-2 code like `US-WA`."""

    model_config = ConfigDict(frozen=True)

    countries: Texts = ()
    cities: Texts = ()
    remote: Literal["only", "ok", "no"] = "ok"
    blocked: Texts = ()
    home_country: Annotated[str | None, BeforeValidator(_text)] = None
    home_region: Annotated[str | None, BeforeValidator(_text)] = None


class Verdict(BaseModel):
    """Whether a place suits a wish; `accepted` is `None` when the posting leaves it open."""

    model_config = ConfigDict(frozen=True)

    accepted: bool | None
    reason: str
    evidence: tuple[str, ...] = ()
