"""Lays a plan out as blocks: what is printed, in the order in which it is read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from jobctrl_dagster.score.records import Frozen
from jobctrl_dagster.tailor.records import (
    Contact,
    EntryPlan,
    LetterPlan,
    ResumePlan,
    SkillPlan,
    Stated,
)
from jobctrl_dagster.tailor.spans import shown_span

BULLET = "•"
SEPARATOR = " | "
JOINERS = frozenset("\u200c\u200d")
_HYPHENS = {0x2010: "-", 0x2011: "-"}
_WEB = re.compile(r"https?://\S+", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+\.)+[^\W\d_]{2,}(?:[:/?#]\S*)?")
_MAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+")

BlockKind = Literal["name", "label", "contact", "heading", "entry", "detail", "text", "bullets"]
Role = Literal["plain", "strong", "quiet", "aside"]


class Piece(Frozen):
    """A run of text; ``item`` is empty where it is no word of the profile."""

    text: str
    item: str = ""
    role: Role = "plain"
    link: str = ""


class Block(Frozen):
    """Lines set in one manner; only bullets and contacts have several.

    ``sticky`` keeps it on the page of what follows.
    """

    kind: BlockKind
    lines: tuple[tuple[Piece, ...], ...]
    sticky: bool = False


def resume_blocks(plan: ResumePlan) -> tuple[Block, ...]:
    """Everything a resume prints; a section with nothing in it has no heading."""
    parts = [
        ("Summary", list(_paragraph(plan.summary))),
        ("Skills", list(_groups(plan.skills))),
        ("Experience", list(_entries(plan.posts))),
        ("Projects", list(_entries(plan.projects))),
        ("Volunteering", list(_entries(plan.volunteer))),
        ("Education", list(_entries(plan.education))),
        ("Certificates", list(_entries(plan.certificates))),
        ("Awards", list(_entries(plan.awards))),
        ("Publications", list(_entries(plan.publications))),
        ("Languages", list(_languages(plan.languages))),
        ("Interests", list(_groups(plan.interests))),
        ("References", list(_entries(plan.references))),
    ]
    if not plan.posts:
        parts.sort(key=lambda part: part[0] not in {"Summary", "Education"})
    blocks = list(_head(plan.name, plan.headline, plan.contacts))
    for title, found in parts:
        if found:
            blocks += [_block("heading", [Piece(text=title)]), *found]
    return tuple(blocks)


def letter_blocks(plan: LetterPlan) -> tuple[Block, ...]:
    """Everything a cover letter prints."""
    blocks = list(_head(plan.name, None, plan.contacts))
    points: list[tuple[Piece, ...]] = []
    for paragraph in plan.paragraphs:
        role: Role = "strong" if paragraph.frame == "subject" else "plain"
        item = " ".join(paragraph.items)
        line = (Piece(text=printable(paragraph.text), item=item, role=role),)
        if paragraph.frame.startswith("point"):
            points.append(line)
            continue
        if points:
            blocks.append(Block(kind="bullets", lines=tuple(points)))
            points = []
        blocks.append(Block(kind="text", lines=(line,)))
    return tuple(blocks)


def printed(blocks: Iterable[Block]) -> Iterator[str]:
    """The lines of the blocks as text, in order."""
    for block in blocks:
        texts = ["".join(piece.text for piece in line) for line in block.lines]
        if block.kind == "contact":
            yield SEPARATOR.join(texts)
        elif block.kind == "bullets":
            yield from (f"{BULLET} {text}" for text in texts)
        else:
            yield from texts


def printable(text: str) -> str:
    """A text without characters that cannot be seen; line ends stay, other blanks are spaces.

    The typographic hyphens have the shape of the plain one and would be read in its place.
    """
    kept = []
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_HYPHENS)
    for character in plain.strip():
        if character.isspace():
            kept.append(character if character == "\n" else " ")
        elif not is_invisible(character):
            kept.append(character)
    return "".join(kept)


def is_invisible(character: str) -> bool:
    """Whether a character has no shape of its own and joins nothing."""
    if character in JOINERS:
        return False
    selects = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return selects or unicodedata.category(character) == "Cf"


def _block(kind: BlockKind, line: Sequence[Piece]) -> Block:
    return Block(kind=kind, lines=(tuple(line),))


def _head(name: Stated, label: Stated | None, ways: Sequence[Contact]) -> Iterator[Block]:
    yield _block("name", [_piece(name)])
    if label:
        yield _block("label", [_piece(label)])
    shown: list[list[Piece]] = []
    for kind in ("email", "phone", "place", "address"):
        found = [_contact(way) for way in ways if way.kind == kind]
        if kind == "place":
            shown += [_joined(found)] if found else []
        else:
            shown += [[piece] for piece in found]
    if shown:
        yield Block(kind="contact", lines=tuple(map(tuple, shown)))


def _contact(way: Contact) -> Piece:
    text = printable(way.text)
    if way.kind == "email":
        text = re.sub(r"^mailto:\s*", "", text, flags=re.IGNORECASE)
        link = f"mailto:{text}" if _MAIL.fullmatch(text) else ""
        return Piece(text=text, item=way.item, link=link)
    if way.kind == "address" and not way.label:
        return _address(text, way.item)
    label = printable(way.label)
    return Piece(text=f"{label}: {text}" if label else text, item=way.item)


def _address(text: str, item: str, role: Role = "plain") -> Piece:
    """An address on the web without its scheme, as a link where it is one."""
    if _WEB.fullmatch(text):
        shown = text.split("://", 1)[1].rstrip("/") or text
        return Piece(text=shown, item=item, link=text, role=role)
    link = f"https://{text}" if _HOST.fullmatch(text) else ""
    return Piece(text=text, item=item, link=link, role=role)


def _entries(entries: Sequence[EntryPlan]) -> Iterator[Block]:
    for entry in entries:
        blocks = list(_entry(entry))
        for block in blocks[:-1]:
            yield block.model_copy(update={"sticky": True})
        yield from blocks[-1:]


def _entry(entry: EntryPlan) -> Iterator[Block]:
    pieces = [_piece(text, "plain" if at else "strong") for at, text in enumerate(entry.title)]
    title, dates = _joined(pieces), printable(shown_span(entry))
    aside = [Piece(text=f" {dates}", item=entry.item, role="aside")] if dates else []
    if title or aside:
        yield _block("entry", [*title, *aside])
    below = _joined([_piece(text, "quiet") for text in entry.organization])
    if entry.link:
        address = _address(printable(entry.link.text), entry.link.item, "quiet")
        below += [*([Piece(text=SEPARATOR, role="quiet")] if below else []), address]
    if below:
        yield _block("detail", below)
    for text in entry.texts:
        yield from _paragraph(text)
    for listing in entry.listings:
        label = Piece(text=f"{listing.label}: ", role="quiet")
        yield _block("text", [label, *_joined([_piece(text) for text in listing.texts])])
    if entry.bullets:
        yield Block(kind="bullets", lines=tuple((_piece(bullet),) for bullet in entry.bullets))


def _groups(groups: Sequence[SkillPlan]) -> Iterator[Block]:
    for group in groups:
        line = [_piece(group.name, "strong")] if group.name else []
        if group.level:
            level = _piece(group.level)
            line += [Piece(text=" ("), level, Piece(text=")")] if line else [level]
        if group.keywords:
            line += [Piece(text=": ")] if line else []
            line += _joined([_piece(word) for word in group.keywords])
        if line:
            yield _block("text", line)


def _languages(languages: Sequence[tuple[Stated, ...]]) -> Iterator[Block]:
    shown = []
    for language in languages:
        line = [_piece(language[0], "strong")]
        for fluency in language[1:]:
            line += [Piece(text=" ("), _piece(fluency), Piece(text=")")]
        shown.append(line)
    if shown:
        line = list(shown[0])
        for pieces in shown[1:]:
            line += [Piece(text=", "), *pieces]
        yield _block("text", line)


def _paragraph(text: Stated | None) -> Iterator[Block]:
    if text:
        yield _block("text", [_piece(text)])


def _piece(text: Stated, role: Role = "plain") -> Piece:
    return Piece(text=printable(text.text), item=text.item, role=role)


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces with commas between them."""
    line: list[Piece] = []
    for piece in pieces:
        line += [Piece(text=", ", role=piece.role), piece] if line else [piece]
    return line
