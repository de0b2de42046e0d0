"""Fonts that ship with the installation, and which of them a text needs.

Typst prints a box, and says nothing, where no font has a character: what is printed is looked up in
the fonts' own tables first. Fonts of the system are never used, so that a document is the same on
every machine.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typst

# An icon font draws letters and digits as icons too; only symbols are taken from it.
_FIRST_SYMBOL = 0x2190
_PRIVATE_USE = range(0xE000, 0xF900)
_CHINESE = "Noto Sans SC"
_JOINERS = frozenset("\u200c\u200d")


@dataclass(frozen=True)
class Face:
    """One font family.

    Attributes:
        family: its name in Typst.
        paths: the regular and the bold font file.
        leads: matches a character whose presence puts this family before the Chinese one, as
            kana do with the Japanese shapes of Chinese characters.
        icons: holds symbols in its heaviest weight, and is used for nothing else.
    """

    family: str
    paths: tuple[Path, ...]
    leads: str
    icons: bool

    @cached_property
    def characters(self) -> frozenset[int]:
        """Code points that the family has in every weight in use."""
        from fontTools.ttLib import TTFont

        tables = []
        for path in self.paths:
            with TTFont(path, lazy=True) as font:
                tables.append(frozenset(font.getBestCmap()))
        common = frozenset.intersection(*tables)
        if not self.icons:
            return common
        return frozenset(c for c in common if c >= _FIRST_SYMBOL and c not in _PRIVATE_USE)


@dataclass(frozen=True)
class Choice:
    """What a text is set in.

    Attributes:
        families: in order of preference.
        icons: characters that come from the icon font.
        icon_family: the icon font, or empty.
    """

    families: tuple[str, ...]
    icons: str = ""
    icon_family: str = ""


def choose_fonts(text: str) -> Choice:
    """Choose the families for a text; characters that no font has are left to `missing_in`."""
    faces = _order(text)
    drawn = [face for face in faces if face.icons]
    written = [face for face in faces if not face.icons]
    clusters = set(_clusters(text))
    needed: list[str] = []
    for face in written:
        took = {cluster for cluster in clusters if _has(face, cluster)}
        if took or not needed:
            needed.append(face.family)
        clusters -= took
        if not clusters:
            break
    icons = {c for cluster in clusters for c in cluster if any(_has(f, c) for f in drawn)}
    return Choice(tuple(needed), "".join(sorted(icons)), drawn[0].family if icons else "")


def missing_in(text: str) -> str | None:
    """The first character of a text that no font has together with the marks it bears."""
    faces = _order(text)
    for cluster in _clusters(text):
        if any(_has(face, cluster) for face in faces):
            continue
        lone = [c for c in cluster if not any(_has(face, c) for face in faces)]
        return lone[0] if lone else cluster
    return None


@lru_cache(maxsize=1)
def typst_fonts() -> typst.Fonts:
    """The fonts as Typst finds them, read once in a process."""
    import typst

    folders = dict.fromkeys(str(path.parent) for face in _faces() for path in face.paths)
    return typst.Fonts(include_system_fonts=False, font_paths=list(folders))


@lru_cache(maxsize=1)
def _faces() -> tuple[Face, ...]:
    rows = json.loads((files("jobctrl_dagster.tailor") / "fonts.json").read_text("utf-8"))
    found = []
    for row in rows:
        folder = _package_folder(row["package"]) / row["folder"]
        paths = tuple(folder / name for name in row["files"])
        found.append(Face(row["family"], paths, row.get("leads", ""), row.get("icons", False)))
    return tuple(found)


def _package_folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"the font package {package} is not installed: install the project anew")
    return Path(spec.origin).parent


def _order(text: str) -> tuple[Face, ...]:
    """Families in order; the Chinese one comes after one whose own script is in the text."""
    faces = list(_faces())
    if text.isascii():
        return tuple(faces)
    leading = [face for face in faces if face.leads and re.search(face.leads, text)]
    if not leading:
        return tuple(faces)
    rest = [face for face in faces if face not in leading]
    at = next(i for i, face in enumerate(rest) if face.family == _CHINESE)
    return (*rest[:at], *leading, *rest[at:])


def _has(face: Face, cluster: str) -> bool:
    return _covers(face, cluster) or (
        len(cluster) > 1 and _covers(face, unicodedata.normalize("NFC", cluster))
    )


def _covers(face: Face, characters: Iterable[str]) -> bool:
    return all(c in _JOINERS or ord(c) in face.characters for c in characters)


def _clusters(text: str) -> Iterator[str]:
    """Characters, each with the marks that follow it; white space is left out."""
    cluster = ""
    for character in text:
        if cluster and (unicodedata.category(character).startswith("M")):
            cluster += character
            continue
        if cluster:
            yield cluster
        cluster = "" if character.isspace() else character
    if cluster:
        yield cluster
