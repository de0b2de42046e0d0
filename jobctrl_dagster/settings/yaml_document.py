"""Strict reading of YAML: every fault of the syntax has its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jobctrl_dagster.settings.document import Document, decode, read_bytes
from jobctrl_dagster.settings.faults import Fault, KeyPath, SettingsError, dotted

if TYPE_CHECKING:
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.nodes import MappingNode, Node

MOST_ENTRIES = 100_000
"""Anchors that repeat each other could make a small file endless."""
_TAG = "tag:yaml.org,2002:"
_INDENT_WITH_TAB = re.compile(r"^ *\t")


def read_yaml(file: Path, *, missing: str = "run `jobctrl init` to write it") -> Document:
    """Read a YAML file whose top is a group of keys.

    Raises:
        SettingsError: with every fault of reading; the values are not judged here.
    """
    return parse_yaml(decode(read_bytes(file, missing=missing), file), file)


def parse_yaml(text: str, file: Path) -> Document:
    """Read YAML text; `file` only names it in messages.

    Raises:
        SettingsError: as in `read_yaml`.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    yaml = YAML(typ="safe", pure=True)
    walk = _Walk(file, yaml)
    try:
        top = yaml.compose(text)
        data = None if top is None else walk.read(top, ())
    except YAMLError as error:
        raise SettingsError(_syntax_faults(error, text, file)) from error
    except RecursionError as error:
        fault = Fault("the file is nested too deeply", file=file, advice="write it flat")
        raise SettingsError([fault]) from error
    if walk.faults:
        raise SettingsError(walk.faults)
    if isinstance(data, dict):
        return Document(file, data, walk.lines)
    if top is None:
        problem = "the file holds no keys"
        advice = "fill it in; `jobctrl init --force` writes a fresh one and keeps the old beside it"
    else:
        problem = f"the file holds {'a list' if isinstance(data, list) else 'a single value'}"
        advice = "write `key: value` lines at the top of the file"
    line = walk.lines.get((), 1)
    raise SettingsError([Fault(problem, file=file, line=line, advice=advice)])


def _syntax_faults(error: YAMLError, text: str, file: Path) -> list[Fault]:
    """Say a syntax error in a person's words; tabs are named wherever they indent."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    position = getattr(error, "position", None)
    line: int | None = None
    if mark is not None:
        line = mark.line + 1
    elif isinstance(position, int):
        line = text.count("\n", 0, position) + 1
    rows = text.splitlines()[: (line or 0) + 1]
    tabs = [number for number, row in enumerate(rows, 1) if _INDENT_WITH_TAB.match(row)]
    if tabs:
        advice = "indent with spaces"
        return [Fault("a tab indents the line", file=file, line=n, advice=advice) for n in tabs]
    if position is not None:
        problem = "the file holds a control character"
        return [Fault(problem, file=file, line=line, advice="delete the character")]
    problem = " ".join(str(getattr(error, "problem", None) or error).split())
    advice = "check colons, quotes and indentation there and on the line before"
    return [Fault(f"the YAML cannot be read ({problem})", file=file, line=line, advice=advice)]


class _Walk:
    """Turns YAML nodes into plain data while it notes lines and faults."""

    def __init__(self, file: Path, yaml: Any) -> None:
        self.file = file
        self.yaml = yaml
        self.lines: dict[KeyPath, int] = {}
        self.faults: list[Fault] = []
        self.open: list[Node] = []

    def read(self, node: Node, path: KeyPath) -> Any:
        """Give the plain value of a node."""
        from ruamel.yaml.nodes import MappingNode, SequenceNode

        self.lines.setdefault(path, node.start_mark.line + 1)
        if len(self.lines) > MOST_ENTRIES:
            problem = f"the file has more than {MOST_ENTRIES} entries"
            advice = "take repeated anchors out of it"
            raise SettingsError([Fault(problem, file=self.file, advice=advice)])
        if any(node is outer for outer in self.open):
            self._fault(node, path, "contains itself", "write the values out")
            return None
        if not isinstance(node, MappingNode | SequenceNode):
            return self._scalar(node, path)
        self.open.append(node)
        if isinstance(node, MappingNode):
            value: Any = self._mapping(node, path)
        else:
            value = [self.read(child, (*path, i)) for i, child in enumerate(node.value)]
        self.open.pop()
        return value

    def _mapping(self, node: MappingNode, path: KeyPath) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value
            if str(key_node.tag) != f"{_TAG}str":
                shown = key if isinstance(key, str) else "a list or group"
                advice = "write its keys out here" if key == "<<" else "put it in quotes"
                self._fault(key_node, path, f"has the key {shown}, which is not text", advice)
                continue
            here = (*path, key)
            if key in data:
                problem = f"stands twice, first on line {self.lines[here]}"
                self._fault(key_node, here, problem, "keep one of them")
                continue
            self.lines[here] = key_node.start_mark.line + 1
            data[key] = self.read(value_node, here)
        return data

    def _scalar(self, node: Node, path: KeyPath) -> Any:
        from ruamel.yaml.error import YAMLError

        kind = str(node.tag).removeprefix(_TAG)
        if kind in {"str", "timestamp", "value"}:
            return node.value
        if kind not in {"int", "float", "bool", "null"}:
            self._fault(node, path, f"has the tag {node.tag}", "write plain text or a number")
            return None
        try:
            return self.yaml.constructor.construct_object(node)
        except (YAMLError, ValueError):
            self._fault(node, path, f"cannot be read as {kind}: {node.value!r}", "put it in quotes")
            return None

    def _fault(self, node: Node, path: KeyPath, problem: str, advice: str) -> None:
        line = node.start_mark.line + 1
        key = dotted(path)
        text = problem if key else f"the file {problem}"
        self.faults.append(Fault(text, file=self.file, line=line, key=key, advice=advice))
