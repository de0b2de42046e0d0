"""Sets blocks with Typst and reads the PDF back as a machine does."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from io import BytesIO

from jobctrl_dagster.tailor.fonts import choose_fonts, missing_in, typst_fonts
from jobctrl_dagster.tailor.layout import BULLET, SEPARATOR, Block, Piece, printed
from jobctrl_dagster.tailor.records import Density, DocumentKind
from jobctrl_dagster.tailor.refusals import TailorRefused

# Countries that print on letter paper.
_LETTER_PAPER = frozenset({"US", "USA", "CA", "MX", "PH", "CL", "CO", "VE", "GT", "CR", "PA", "PR"})
_TITLES: dict[DocumentKind, str] = {"resume": "Resume", "cover_letter": "Cover letter"}
# A word longer than a line has no place to break; it is given one each half line. In characters.
_LONGEST_WORD = 45
_LONGEST_NAME = 22
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Sheet:
    """What a document is besides its blocks.

    Attributes:
        kind: resume or cover letter.
        author: the person's name, for the PDF's properties.
        country: code of the person's country; decides the paper.
        density: normal, or compact to save room.
    """

    kind: DocumentKind
    author: str
    country: str = ""
    density: Density = "normal"


def typeset(blocks: Sequence[Block], sheet: Sheet) -> bytes:
    """Make the PDF; the same blocks give the same bytes.

    Raises:
        TailorRefused: no font has a character (`glyph_missing`).
    """
    import typst

    refuse_missing_glyphs(blocks)
    fonts = choose_fonts("\n".join(printed(blocks)))
    data = {
        "title": f"{sheet.author} – {_TITLES[sheet.kind]}",
        "author": sheet.author,
        "paper": "us-letter" if sheet.country in _LETTER_PAPER else "a4",
        "density": sheet.density,
        "letter": sheet.kind == "cover_letter",
        "families": fonts.families,
        "icons": _any_of(fonts.icons),
        "icon_family": fonts.icon_family,
        "bullet": BULLET,
        "separator": SEPARATOR,
        "blocks": [_as_data(block) for block in blocks],
    }
    with as_file(files("jobctrl_dagster.tailor") / "document.typ") as template:
        return typst.compile(
            template,
            root=template.parent,
            font_paths=typst_fonts(),
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"data": json.dumps(data)},
            timestamp=0,
        )


def read_back(pdf: bytes) -> tuple[str, int]:
    """The text of a PDF in reading order, and its number of pages.

    Parts of a composed character, as in Devanagari, read as control characters; the character
    itself stands before them.
    """
    from pypdf import PdfReader

    pages = PdfReader(BytesIO(pdf)).pages
    text = "\n".join(page.extract_text() for page in pages)
    return _CONTROL.sub("", text), len(pages)


def count_pages(pdf: bytes) -> int:
    """The number of pages of a PDF."""
    from pypdf import PdfReader

    return len(PdfReader(BytesIO(pdf)).pages)


def refuse_missing_glyphs(blocks: Sequence[Block]) -> None:
    """Stop where a character would be printed as a box.

    Raises:
        TailorRefused: names the character and the item.
    """
    for block in blocks:
        for piece in (piece for line in block.lines for piece in line):
            missing = missing_in(piece.text)
            if missing is not None:
                raise TailorRefused("glyph_missing", _missing(missing, piece))


def _missing(characters: str, piece: Piece) -> str:
    points = " ".join(f"U+{ord(character):04X}" for character in characters)
    name = unicodedata.name(characters[0], "a character without a name").lower()
    shown = "" if unicodedata.category(characters[0]).startswith("C") else f" “{characters}”"
    return (
        f"No font of this installation has {points}{shown} ({name}), which stands in "
        f"{piece.item or 'the posting'}: “{piece.text[:60]}”. Write it in another way."
    )


def _as_data(block: Block) -> dict[str, object]:
    longest = _LONGEST_NAME if block.kind == "name" else _LONGEST_WORD
    lines = [
        [{"parts": _parts(p.text, longest), "role": p.role, "link": p.link} for p in line]
        for line in block.lines
    ]
    return {"kind": block.kind, "lines": lines, "sticky": block.sticky}


def _parts(text: str, longest: int) -> list[str]:
    """A text in parts, so that a longer word may break between two of them."""
    parts = [""]
    for word in re.split(r"(\s+)", text):
        if len(word) <= longest:
            parts[-1] += word
            continue
        for character in word:
            if len(parts[-1]) >= longest // 2 and _stands_alone(character):
                parts.append("")
            parts[-1] += character
    return parts


def _stands_alone(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"


def _any_of(characters: str) -> str:
    """A regular expression of Typst that matches one of the characters; empty for none."""
    points = "".join(rf"\x{{{ord(character):X}}}" for character in characters)
    return f"[{points}]" if points else ""
