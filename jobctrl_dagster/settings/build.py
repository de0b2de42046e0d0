"""From a document to a strict model; what does not fit becomes faults with lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from jobctrl_dagster.settings.document import Document, kind_of
from jobctrl_dagster.settings.faults import Fault, KeyPath, SettingsError, dotted
from jobctrl_dagster.settings.keys import nearest_key
from jobctrl_dagster.settings.schema import FORMS

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Model = TypeVar("Model", bound=BaseModel)

_EXPECTED: Mapping[str, str] = {
    "string_type": "must be text",
    "string_sub_type": "must be text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "decimal_type": "must be a number",
    "decimal_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a group of keys",
    "model_type": "must be a group of keys",
    "model_attributes_type": "must be a group of keys",
}
_BOUNDS: Mapping[str, tuple[str, str]] = {
    "greater_than": ("gt", "must be more than {}"),
    "greater_than_equal": ("ge", "must be at least {}"),
    "less_than": ("lt", "must be less than {}"),
    "less_than_equal": ("le", "must be at most {}"),
    "string_too_short": ("min_length", "must have at least {} characters"),
}


def build(model: type[Model], document: Document) -> Model:
    """Read a document as a model, without turning one type into another.

    A key that is left empty means its default.

    Raises:
        SettingsError: lists every key that is unknown, missing or of a wrong kind.
    """
    data = document.data
    try:
        return _validate(model, data)
    except ValidationError as error:
        empty = [path for e in error.errors() if (path := _left_empty(e, document)) is not None]
        if not empty:
            raise SettingsError(_faults(error, model, document)) from error
    filled = json.loads(json.dumps(data))
    for path in empty:
        _drop(filled, path)
    try:
        return _validate(model, filled)
    except ValidationError as error:
        raise SettingsError(_faults(error, model, document)) from error


def _validate(model: type[Model], data: object) -> Model:
    """Validate as JSON: there a list is a tuple, and still ``true`` is no number."""
    return model.model_validate_json(json.dumps(data), strict=True)


def _left_empty(error: ErrorDetails, document: Document) -> KeyPath | None:
    path = document.within(error["loc"])
    known = error["type"] not in {"extra_forbidden", "missing", "json_invalid"}
    if known and path and isinstance(path[-1], str) and document.value(path) is None:
        return path
    return None


def _drop(data: Any, path: KeyPath) -> None:
    for part in path[:-1]:
        data = data[part]
    data.pop(path[-1], None)


def _faults(error: ValidationError, model: type[BaseModel], document: Document) -> list[Fault]:
    """One fault a key, in the order of the file."""
    found: dict[tuple[KeyPath, str], Fault] = {}
    unions: dict[KeyPath, int] = {}
    for detail in error.errors():
        path = detail["loc"] if detail["type"] == "missing" else document.within(detail["loc"])
        unions[path] = unions.get(path, 0) + (path != detail["loc"])
        found.setdefault((path, detail["type"]), _fault(detail, path, model, document))
    faults = []
    for (path, _), fault in found.items():
        if unions[path] < 2:
            faults.append(fault)
        elif all(fault.key != other.key for other in faults):
            value = kind_of(document.value(path))
            problem = f"must be text, a number or true/false, not {value}"
            faults.append(Fault(problem, file=fault.file, line=fault.line, key=fault.key))
    return sorted(faults, key=lambda fault: fault.line or 0)


def _fault(
    detail: ErrorDetails, path: KeyPath, model: type[BaseModel], document: Document
) -> Fault:
    kind = detail["type"]
    say = _SENTENCES.get(kind, _say_value)
    problem, advice = say(detail, path, model, document)
    line = document.line(path)
    return Fault(problem, file=document.file, line=line, key=dotted(path), advice=advice)


_Sentence = Callable[["ErrorDetails", KeyPath, type[BaseModel], Document], tuple[str, str]]


def _say_unknown(
    _: ErrorDetails, path: KeyPath, model: type[BaseModel], document: Document
) -> tuple[str, str]:
    value = document.value(path)
    holding = f" (it holds {', '.join(map(str, value))})" if isinstance(value, dict) else ""
    advice = f"the nearest valid key is {nearest_key(path, model)}"
    return f"is a key that nothing reads{holding}", advice


def _say_missing(
    _: ErrorDetails, path: KeyPath, __: type[BaseModel], document: Document
) -> tuple[str, str]:
    del document
    return "is missing", f"add the key `{path[-1]}` there"


def _say_choice(
    detail: ErrorDetails, path: KeyPath, _: type[BaseModel], document: Document
) -> tuple[str, str]:
    expected = detail.get("ctx", {}).get("expected", "")
    return f"must be {expected}, not {kind_of(document.value(path))}", ""


def _say_form(
    detail: ErrorDetails, path: KeyPath, _: type[BaseModel], document: Document
) -> tuple[str, str]:
    pattern = detail.get("ctx", {}).get("pattern", "")
    form = FORMS.get(pattern, f"text of the form {pattern}")
    return f"must be {form}, not {kind_of(document.value(path))}", ""


def _say_rule(
    detail: ErrorDetails, path: KeyPath, _: type[BaseModel], document: Document
) -> tuple[str, str]:
    del path, document
    return f"is not right: {detail['msg'].removeprefix('Value error, ')}", ""


def _say_value(
    detail: ErrorDetails, path: KeyPath, _: type[BaseModel], document: Document
) -> tuple[str, str]:
    value = document.value(path)
    if detail["type"] in _BOUNDS:
        name, sentence = _BOUNDS[detail["type"]]
        bound = format(detail["ctx"][name], "g")
        return f"{sentence.format(bound)}, not {kind_of(value)}", ""
    expected = _EXPECTED.get(detail["type"])
    if expected is None:
        return f"cannot be used: {detail['msg']}", ""
    advice = "put `- ` before each entry, or write [a, b]" if expected == "must be a list" else ""
    return f"{expected}, not {kind_of(value)}", advice


_SENTENCES: Mapping[str, _Sentence] = {
    "extra_forbidden": _say_unknown,
    "missing": _say_missing,
    "literal_error": _say_choice,
    "string_pattern_mismatch": _say_form,
    "value_error": _say_rule,
}
