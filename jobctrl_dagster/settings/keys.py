"""Which keys exist, and which of them a person probably meant."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from jobctrl_dagster.settings.faults import KeyPath
from jobctrl_dagster.settings.schema import Answers, SearchSettings, SystemSettings

FILES: Mapping[str, type[BaseModel]] = types.MappingProxyType(
    {"config.yaml": SystemSettings, "search.yaml": SearchSettings, "answers.yaml": Answers}
)
SAME_LEVEL = 75
"""Least likeness (0-100) at which a key of the same group is taken as meant."""
SLIP = 80
"""Least likeness at which a key that may be the person's own counts as a misspelt one."""
ELSEWHERE = 90
"""Least likeness at which a key of another group is taken as meant."""


@dataclass(frozen=True)
class SchemaKey:
    """One key that a file may hold.

    Attributes:
        group: dotted path of the group it belongs to, with ``[]`` for list entries; empty at top.
        name: the key as it is written.
        field: its declaration: type, default and description.
    """

    group: str
    name: str
    field: FieldInfo

    @property
    def path(self) -> str:
        """Dotted path, such as ``sources.company_boards[].url``."""
        return f"{self.group}.{self.name}" if self.group else self.name


def schema_keys(model: type[BaseModel], group: str = "") -> Iterator[SchemaKey]:
    """Every key of a model and of the models inside it, in their order."""
    for name, field in model.model_fields.items():
        key = SchemaKey(group, field.alias or name, field)
        yield key
        inner, listed = _inner_model(field.annotation)
        if inner is not None:
            yield from schema_keys(inner, key.path + ("[]" if listed else ""))


def _inner_model(annotation: object) -> tuple[type[BaseModel] | None, bool]:
    """The model that a field holds, and whether it holds a list of them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    listed = typing.get_origin(annotation) is tuple
    for argument in typing.get_args(annotation):
        inner, deeper = _inner_model(argument)
        if inner is not None:
            return inner, listed or deeper
    return None, False


def group_of(path: KeyPath) -> str:
    """The group that a key of a file stands in: its path without the last key and the numbers."""
    text = ""
    for part in path[:-1]:
        text += "[]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def nearest_key(path: KeyPath, model: type[BaseModel]) -> str:
    """The key that a person most likely meant by one that does not exist.

    Looked for in the same group, then among words that other programs use, then in the
    whole file, then in the other files; at last the likest key at all.

    Returns:
        A dotted path in backticks, with the file's name behind it when it belongs into another.
    """
    name, group = str(path[-1]), group_of(path)
    keys = list(schema_keys(model))
    here = _likest(name, [key for key in keys if key.group == group])
    if here and here[1] >= SAME_LEVEL:
        return f"`{here[0].path}`"
    if model in FILES.values() and (known := _other_words().get(_plain(name))):
        same = [key for key in keys if key.group == group and key.name == known.split(".")[-1]]
        return f"`{same[0].path}`" if same else _with_file(known, model)
    anywhere = _likest(name, keys)
    if anywhere and anywhere[1] >= ELSEWHERE:
        return f"`{anywhere[0].path}`"
    for file, other in FILES.items() if model in FILES.values() else ():
        beyond = _likest(name, list(schema_keys(other)))
        if other is not model and beyond and beyond[1] >= ELSEWHERE:
            return f"`{beyond[0].path}` in {file}"
    best = max((found for found in (here, anywhere) if found), key=lambda found: found[1])
    return f"`{best[0].path}`"


def likeness(written: str, known: str) -> float:
    """How alike two keys are, 0 to 100; case, hyphens and underscores do not count."""
    from rapidfuzz import fuzz

    return fuzz.ratio(_plain(written), _plain(known))


def is_slip(written: str, known: str) -> bool:
    """Whether a key is most likely a known one, misspelt: quite alike, or one stroke away."""
    from rapidfuzz.distance import OSA

    if likeness(written, known) >= SLIP:
        return True
    return len(known) >= 4 and OSA.distance(_plain(written), _plain(known)) <= 1


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")


def _likest(name: str, keys: list[SchemaKey]) -> tuple[SchemaKey, float] | None:
    rated = [(key, likeness(name, key.name)) for key in keys]
    return max(rated, key=lambda found: found[1], default=None)


def _with_file(path: str, model: type[BaseModel]) -> str:
    """Add the file's name to a path that is not in this file."""
    for file, other in FILES.items():
        if any(key.path == path for key in schema_keys(other)):
            return f"`{path}`" if other is model else f"`{path}` in {file}"
    return f"`{path}`"


@cache
def _other_words() -> Mapping[str, str]:
    """Words for a key that other programs use, mapped to the key that means it here."""
    from ruamel.yaml import YAML

    text = (resources.files("jobctrl_dagster.settings") / "other_words.yaml").read_text("utf-8")
    table: dict[str, list[str]] = YAML(typ="safe", pure=True).load(text)
    return {_plain(word): path for path, words in table.items() for word in words}
