"""Finding the option that an answer means: by its whole name, then by what is known of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jobctrl_dagster.apply.words import is_decline, plain_label, qualifiers, yes_or_no
from jobctrl_dagster.facts.folding import fold
from jobctrl_dagster.facts.place import gazetteer

DECLINED = "declined"
"""The source of an answer that says nothing of the person."""
SURE = 94.0
"""Least likeness, of 100, of two names that are taken for one."""
CLEAR = 5.0
"""How much less alike the next option must be."""
_SHORTEST = 6
_NUMBER = r"(\d{1,3})"
_YEARS = r"(?: ?(?:years?|yrs?|jahren?|ans?|annees?|anos?))?"
_BELOW = re.compile(
    rf"^(?:less than|fewer than|under|below|up to|<|unter|weniger als|moins de|menos de) ?{_NUMBER}"
)
_ABOVE = re.compile(
    rf"^(?:more than|over|above|at least|>=?|uber|mehr als|mindestens|plus de|mas de) ?{_NUMBER}"
    rf"|^{_NUMBER}{_YEARS} ?(?:\+|(?:or|and) (?:more|above|over)|oder mehr|ou plus|o mas)"
)
_BETWEEN = re.compile(rf"^(?:from |between )?{_NUMBER}{_YEARS} ?(?:-|–|—|to|and|bis|a) ?{_NUMBER}")
_ALONE = re.compile(rf"^{_NUMBER}{_YEARS}$")


@dataclass(frozen=True)
class Answer:
    """What is said to a question.

    Attributes:
        value: the words, or yes and no.
        source: where it is from: the id of a profile item, a key of answers.yaml, or `declined`.
        aliases: other names of the same thing, the best first.
        amount: a measured number of years, which decides between ranges.
        country: the code of a country, whose names in all languages count as one.
    """

    value: str | bool
    source: str
    aliases: tuple[str, ...] = ()
    amount: float | None = None
    country: str = ""

    @property
    def truth(self) -> bool | None:
        """Yes or no, also when it is written as a word; None for anything else."""
        if isinstance(self.value, bool):
            return self.value
        return yes_or_no(self.value) if len(self.value.split()) == 1 else None

    @property
    def text(self) -> str:
        """The answer as it is typed."""
        if isinstance(self.value, bool):
            return "Yes" if self.value else "No"
        return self.value


def choose(options: Sequence[str], answer: Answer) -> int | None:
    """The number of the one option that the answer means, or None."""
    if answer.source == DECLINED:
        return next((n for n, option in enumerate(options) if is_decline(option)), None)
    if answer.truth is not None:
        return _yes_or_no(options, wanted=answer.truth)
    for name in (answer.text, *answer.aliases):
        found = _named(options, name)
        if found is not None:
            return found
    if answer.country:
        return _only(
            i for i, o in enumerate(options) if gazetteer.country_named(o) == answer.country
        )
    if answer.amount is not None:
        return in_range(options, answer.amount)
    return _alike(options, answer.text)


def in_range(options: Sequence[str], amount: float) -> int | None:
    """The number of the one range that holds a number of years, or None.

    Ranges of whole years hold the years that are complete; where two of them share a bound, the
    exact number decides.
    """
    ranges = [(number, each) for number, o in enumerate(options) if (each := range_of(o))]
    holding = [number for number, (low, high) in ranges if low <= math.floor(amount) < high + 1]
    if len(holding) > 1:
        exact = dict(ranges)
        holding = [n for n in holding if exact[n][0] <= amount < max(exact[n][1], exact[n][0] + 1)]
    return holding[0] if len(holding) == 1 else None


def range_of(option: str) -> tuple[float, float] | None:
    """Least and greatest whole years of an option such as `4 to 6 years`; None for no range."""
    text = " ".join(fold(option).split())
    if match := _BELOW.match(text):
        strict = not text.startswith("up to")
        return 0, int(match[1]) - (1 if strict else 0)
    if match := _ABOVE.match(text):
        return int(match[1] or match[2]), math.inf
    if match := _BETWEEN.match(text):
        return int(match[1]), int(match[2])
    if match := _ALONE.match(text):
        return int(match[1]), int(match[1])
    return None


def _yes_or_no(options: Sequence[str], *, wanted: bool) -> int | None:
    fitting = [number for number, option in enumerate(options) if yes_or_no(option) is wanted]
    bare = [number for number in fitting if len(plain_label(options[number]).split()) == 1]
    return _only(bare if len(fitting) > 1 else fitting)


def _named(options: Sequence[str], name: str) -> int | None:
    exact = [number for number, option in enumerate(options) if _key(option) == _key(name)]
    if exact:
        return exact[0]
    plain = plain_label(name)
    return _only(n for n, option in enumerate(options) if plain and plain_label(option) == plain)


def _alike(options: Sequence[str], text: str) -> int | None:
    """The one option that is the same but for a letter or a sign; never another number or sense."""
    from rapidfuzz import fuzz

    if len(text) < _SHORTEST:
        return None
    ranked = sorted(
        ((fuzz.ratio(_key(option), _key(text)), number) for number, option in enumerate(options)),
        reverse=True,
    )
    if not ranked or ranked[0][0] < SURE:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < CLEAR:
        return None
    best = options[ranked[0][1]]
    same = qualifiers(best) == qualifiers(text) and _digits(best) == _digits(text)
    return ranked[0][1] if same else None


def _only(found: Iterable[int]) -> int | None:
    numbers = list(found)
    return numbers[0] if len(numbers) == 1 else None


def _key(text: str) -> str:
    return " ".join(re.sub(r"[^\w+#]+", " ", fold(text)).split())


def _digits(text: str) -> str:
    return re.sub(r"\D+", " ", text).strip()
