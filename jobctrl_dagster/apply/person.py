"""What is known about the person, and what they have answered before; nothing else is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, Self

from jobctrl_dagster.apply.choices import DECLINED, Answer
from jobctrl_dagster.apply.fields import CHOICES, Kind, Question
from jobctrl_dagster.apply.known_facts import Fact, known_facts, years_with
from jobctrl_dagster.apply.stored_answers import StoredAnswers, StoredValue
from jobctrl_dagster.apply.words import is_decline, means, qualifiers
from jobctrl_dagster.settings.profile import Profile

__all__ = ["Answer", "NoAnswer", "Person"]

_SHORT: frozenset[Kind] = frozenset(
    ("text", "email", "phone", "url", "number", "select", "lookup", "radio")
)
_BROWSER_HINTS: Mapping[str, str] = {
    "given-name": "first_name",
    "family-name": "last_name",
    "name": "full_name",
    "email": "email",
    "tel": "phone",
    "postal-code": "postal_code",
    "country-name": "country",
}
_LAST = re.compile(r"\b(recent|last|previous|letzte\w*|dernier\w*|[uú]ltim\w+)\b", re.IGNORECASE)
_LONGEST_HINTED = 40
_YEARS: frozenset[Kind] = frozenset(("text", "number", "select", "radio", "lookup"))


@dataclass(frozen=True)
class NoAnswer:
    """Why a question is left to the person.

    Attributes:
        reason: for the person, with what to do.
        cause: `declined` where the question is about who the person is.
    """

    reason: str
    cause: Literal["no_answer", "declined"] = "no_answer"


@dataclass(frozen=True, repr=False)
class Person:
    """Known facts and stored answers of one person; never shown as text.

    Attributes:
        facts: by the meaning of the question that asks for them; each names its profile item.
        stored: what the person wrote in answers.yaml.
        today: the day up to which years are counted.
    """

    facts: Mapping[str, Fact]
    stored: StoredAnswers
    profile: Profile
    today: date

    @classmethod
    def of(cls, profile: Profile, answers: Mapping[str, StoredValue], *, now: date) -> Self:
        """Take what a profile and an answers file state.

        Args:
            profile: the person's JSON Resume.
            answers: question, or the words of it that matter, with the answer.
            now: the day, or moment, up to which years are counted.
        """
        today = date(now.year, now.month, now.day)
        return cls(known_facts(profile, today), StoredAnswers(dict(answers)), profile, today)

    def answer(self, question: Question) -> Answer | NoAnswer:
        """The answer to a question, with its source, or why there is none.

        What the person wrote for it comes first, then the facts of the profile. Permits, visas,
        pay, notice, dates, consents and how they heard of the job are said only when the person
        has said them; questions about who they are, never.
        """
        meanings = means(question.label)
        if "who_one_is" in meanings or _options_say_who(question):
            return _declined(question)
        stored = self.stored.find(question)
        if stored is not None:
            return stored
        if "conditional" in qualifiers(question.label):
            return _open(question)
        if meanings == {"years_with"}:
            return self._years_with(question)
        return self._fact(question, meanings) or _open(question)

    def _fact(self, question: Question, meanings: frozenset[str]) -> Answer | None:
        if not meanings and len(question.label) <= _LONGEST_HINTED:
            meanings = frozenset({_BROWSER_HINTS.get(question.autocomplete, "")})
        if len(meanings) != 1 or question.kind not in _SHORT:
            return None
        (meaning,) = meanings
        fact = self.facts.get(meaning)
        if fact is None or (
            meaning == "current_company" and fact.ended and not _asks_last(question)
        ):
            return None
        if meaning == "current_title" and fact.ended and not _asks_last(question):
            return None
        return fact.answer

    def _years_with(self, question: Question) -> Answer | NoAnswer:
        if question.kind not in _YEARS:
            return _open(question)
        years = years_with(self.profile, question.label, self.today)
        return years if isinstance(years, Answer) else NoAnswer(years)


def _options_say_who(question: Question) -> bool:
    """Whether the options tell that a question is about who one is, where its label does not."""
    return any(is_decline(option) for option in question.options) and any(
        "who_one_is" in means(option) for option in question.options
    )


def _asks_last(question: Question) -> bool:
    return bool(_LAST.search(question.label))


def _declined(question: Question) -> Answer | NoAnswer:
    if question.kind in CHOICES:
        for option in question.options:
            if is_decline(option):
                return Answer(option, DECLINED)
    if question.kind == "lookup":  # whether it can be declined shows only in the open list
        return Answer("", DECLINED)
    return NoAnswer(
        "It asks who you are, and offers no way to decline; it is left open.", "declined"
    )


def _open(question: Question) -> NoAnswer:
    return NoAnswer(
        f"Nothing on file answers this; write {question.label[:120]!r} with your answer into "
        "answers.yaml."
    )
