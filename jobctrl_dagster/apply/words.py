"""What the words on a form mean: which fact a label asks for, and what a button does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jobctrl_dagster.facts.folding import fold, visible
from jobctrl_dagster.facts.place import gazetteer

_BRACKETS = re.compile(r"[(\[][^()\[\]]{0,80}[)\]]")
_DIAL_CODE = re.compile(r"\+\d+")
_NO_WORD = re.compile(r"[^\w+#&]+|_+")
_POLITE = re.compile(
    r"^(please )?(enter |provide |add |give |state |share |select |choose )?(us )?"
    r"(what is |what s |whats )?(your|my|the|ihren?|ihr|deinen?|dein|votre|vos|ton|ta|su|tu) "
)
_OPTIONAL = re.compile(r" (optional|facultatif|opcional|freiwillig)$")
_LONGEST_NAME = 6


@dataclass(frozen=True)
class _Meaning:
    name: str
    whole: re.Pattern[str] | None
    part: re.Pattern[str] | None

    def is_in(self, plain: str) -> bool:
        """Whether a plain label has this meaning."""
        bare = _POLITE.sub("", plain)
        if self.whole and (self.whole.fullmatch(plain) or self.whole.fullmatch(bare)):
            return True
        return bool(self.part and self.part.search(plain))


@cache
def table() -> dict[str, Any]:
    """The table of words beside this module."""
    from ruamel.yaml import YAML

    text = files("jobctrl_dagster.apply").joinpath("words.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = YAML(typ="safe", pure=True).load(text)
    return loaded


@cache
def _meanings(kind: str) -> tuple[_Meaning, ...]:
    def joined(patterns: Sequence[str]) -> re.Pattern[str] | None:
        return re.compile("|".join(f"(?:{each})" for each in patterns)) if patterns else None

    def meaning(name: str, lists: Mapping[str, Sequence[str]]) -> _Meaning:
        return _Meaning(name, joined(lists.get("whole", ())), joined(lists.get("part", ())))

    return tuple(meaning(name, lists) for name, lists in table()[kind].items())


def plain_label(text: str) -> str:
    """A label as it is compared: folded, without brackets, punctuation and "optional"."""
    bare = _BRACKETS.sub(" ", visible(text))
    kept = _DIAL_CODE.sub(" ", bare if bare.strip() else text)
    words = " ".join(_NO_WORD.sub(" ", fold(kept)).split())
    return _OPTIONAL.sub("", words)


def means(text: str, *, buttons: bool = False) -> frozenset[str]:
    """The meanings of a label, or of a button's words; empty when none is known."""
    plain = plain_label(text)
    found = {
        each.name for each in _meanings("buttons" if buttons else "questions") if each.is_in(plain)
    }
    if "years_total" in found:
        found.discard("years_with")
    if "consent_future" in found:
        found.discard("consent_processing")
    if "current_salary" in found:
        found.discard("salary")
    return frozenset(found)


def qualifiers(text: str) -> frozenset[str]:
    """What ties an answer to this question: negation, times, measures, currencies, countries."""
    plain = " ".join(_NO_WORD.sub(" ", fold(visible(text))).split())
    found = {name for name, each in _qualifiers() if each.search(plain)}
    return frozenset(found | {f"country:{code}" for code in countries_in(text)} | _money(text))


@cache
def _qualifiers() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(each)) for name, each in table()["qualifiers"].items())


def _money(text: str) -> set[str]:
    signs = {"€": "EUR", "£": "GBP", "$": "USD"}
    found = set(re.findall(r"\b(USD|EUR|GBP|CHF|CAD|AUD|INR|PLN|SEK|NOK|DKK|JPY)\b", text))
    return {f"money:{code}" for code in found | {c for sign, c in signs.items() if sign in text}}


def countries_in(text: str) -> frozenset[str]:
    """Codes of the countries that running text names, and `EU`; the longest name at each place."""
    words = re.findall(r"[^\W_]+(?:[.'’-][^\W_]+)*\.?", text)
    found: set[str] = set()
    start = 0
    while start < len(words):
        size, code = _country_at(words[start : start + _LONGEST_NAME])
        if code:
            found.add(code)
        start += max(size, 1)
    return frozenset(found)


def _country_at(words: Sequence[str]) -> tuple[int, str]:
    for size in range(len(words), 0, -1):
        name = " ".join(words[:size]).rstrip(".")
        short = name.replace(".", "")
        if short in {"US", "USA", "UK", "EU"}:
            return size, {"USA": "US", "UK": "GB"}.get(short, short)
        if len(short) > 3 and short[0].isupper():
            code = gazetteer.country_named(name)
            if code or gazetteer.place_key(name) in {"european union", "europaische union"}:
                return size, code or "EU"
    return 0, ""


def document_for(label: str) -> str:
    """Which document an upload takes: `resume`, `cover_letter`, or an empty text for another."""
    plain, patterns = plain_label(label), table()["uploads"]
    if re.search(patterns["other"], plain):
        return ""
    return next(
        (kind for kind in ("resume", "cover_letter") if re.search(patterns[kind], plain)), ""
    )


def is_decline(option: str) -> bool:
    """Whether an option says that the person does not answer."""
    return bool(_declines().search(plain_label(option)))


@cache
def _declines() -> re.Pattern[str]:
    return re.compile("|".join(table()["declines"]))


def yes_or_no(text: str) -> bool | None:
    """Whether a text is, or begins with, a word for yes or no; None for neither."""
    first = plain_label(text).partition(" ")[0]
    return True if first in table()["yes"] else False if first in table()["no"] else None


def system_of(names: Sequence[str]) -> str:
    """Who runs a form, by the names of its fields; `unknown` when they tell nothing."""
    for system, pattern in table()["systems"].items():
        if any(re.search(pattern, name) for name in names):
            return str(system)
    return "unknown"
