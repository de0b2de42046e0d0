"""The answers that the person wrote down, and to which questions they are answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jobctrl_dagster.apply.choices import Answer
from jobctrl_dagster.apply.fields import Question
from jobctrl_dagster.apply.known_facts import skills_in
from jobctrl_dagster.apply.words import means, plain_label, qualifiers, yes_or_no
from jobctrl_dagster.facts.folding import fold

StoredValue = str | bool | int | float

_ALIKE = 96.0
"""Least likeness, of 100, of two wordings of one question."""
_MEASURES = ("money:", "hourly", "daily", "monthly")
_IMPLIED = frozenset(("later", "any_employer"))


@dataclass(frozen=True)
class StoredAnswers:
    """What answers.yaml holds: the question, or the words of it that matter, with the answer."""

    answers: Mapping[str, StoredValue]

    def find(self, question: Question) -> Answer | None:
        """The stored answer to a question, or None.

        The same words come first, then another wording of the same question: one that asks for
        the same, of the same country, with the same sense. Answers that contradict each other are
        none.
        """
        label = question.label
        for fits in (_same_words, self._same_question, _part_of_it, _nearly_same_words):
            found = {key: value for key, value in self.answers.items() if fits(label, key, value)}
            if found:
                values = {str(value) for value in found.values()}
                key, value = next(iter(found.items()))
                return Answer(_typed(value), f"answers.yaml: {key}") if len(values) == 1 else None
        return None

    def _same_question(self, label: str, key: str, value: StoredValue) -> bool:
        meanings = means(label)
        if not meanings or meanings != means(key):
            return False
        if "years_with" in meanings and (skills_in(label) or {label}) != skills_in(key):
            return False
        asked, told = qualifiers(label), qualifiers(key)
        if _hard(asked) != _hard(told):
            return False
        of_value = qualifiers(value) if isinstance(value, str) else frozenset()
        if not {q for q in asked if q.startswith(_MEASURES)} <= told | of_value:
            return False
        return self._follows(asked, told, value)

    def _follows(self, asked: frozenset[str], told: frozenset[str], value: StoredValue) -> bool:
        """Whether an answer of now or later, of one or any employer, is an answer to the other."""
        truth = _truth(value)
        if "later" in asked and "later" not in told and truth is not True:
            return False
        if "later" in told and "later" not in asked and truth is not False:
            return False
        if "any_employer" in asked - told:
            return truth is False or self._needs_no_sponsor()
        return True

    def _needs_no_sponsor(self) -> bool:
        told = [_truth(v) for key, v in self.answers.items() if means(key) == {"sponsorship"}]
        return bool(told) and all(each is False for each in told)


def _typed(value: StoredValue) -> str | bool:
    return value if isinstance(value, bool) else str(value).strip()


def _truth(value: StoredValue) -> bool | None:
    if isinstance(value, bool):
        return value
    return yes_or_no(value) if isinstance(value, str) else None


def _hard(found: frozenset[str]) -> set[str]:
    return {each for each in found if each not in _IMPLIED and not each.startswith(_MEASURES)}


def _same_words(label: str, key: str, _value: StoredValue) -> bool:
    return _words(label) == _words(key)


def _part_of_it(label: str, key: str, _value: StoredValue) -> bool:
    """Whether the key is some words of a question that asks for nothing else that is known."""
    if means(label) != means(key) or means(label) or qualifiers(label) != qualifiers(key):
        return False
    words = _words(key)
    return len(words.split()) > 1 and f" {words} " in f" {_words(label)} "


def _nearly_same_words(label: str, key: str, _value: StoredValue) -> bool:
    from rapidfuzz import fuzz

    if means(label) != means(key) or qualifiers(label) != qualifiers(key):
        return False
    if list(_numbers(label)) != list(_numbers(key)):
        return False
    return fuzz.ratio(plain_label(label), plain_label(key)) >= _ALIKE


def _words(text: str) -> str:
    return " ".join(re.findall(r"[\w+#]+", fold(text)))


def _numbers(text: str) -> Iterator[str]:
    return iter(re.findall(r"\d+", text))
