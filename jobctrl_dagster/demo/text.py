"""The text of a posting: headings, paragraphs and bullets, and their HTML and plain forms."""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """One paragraph (a single line) or one bullet list (a line per bullet)."""

    lines: tuple[str, ...]
    bullets: bool = False


@dataclass(frozen=True)
class Section:
    """Blocks under one heading; an empty heading shows none."""

    heading: str
    blocks: tuple[Block, ...]

    @property
    def is_list(self) -> bool:
        """True if the section holds a bullet list."""
        return any(block.bullets for block in self.blocks)


@dataclass(frozen=True)
class Markup:
    """How one publisher writes HTML; each field holds one `{}` for its content."""

    heading: str = "<h2>{}</h2>"
    paragraph: str = "<p>{}</p>"
    bullets: str = "<ul>{}</ul>"
    item: str = "<li>{}</li>"


def parse(source: str) -> tuple[Section, ...]:
    """Read the light markup of the market data.

    `## ` starts a heading and `- ` a bullet, any other line goes on with the block before it, and
    a blank line ends a block. Text before the first heading is a section without heading.
    """
    sections: list[Section] = []
    for chunk in re.split(r"^## ", source.strip(), flags=re.MULTILINE):
        starts_with_heading = bool(sections) or source.startswith("## ")
        heading, _, rest = chunk.partition("\n") if starts_with_heading else ("", "", chunk)
        blocks = tuple(_block(part) for part in re.split(r"\n\s*\n", rest) if part.strip())
        if heading or blocks:
            sections.append(Section(heading.strip(), blocks))
    return tuple(sections)


def _block(source: str) -> Block:
    parts = re.split(r"^\s*- ", source.strip("\n"), flags=re.MULTILINE)
    lines = tuple(" ".join(part.split()) for part in parts if part.strip())
    return Block(lines, bullets=len(parts) > 1)


def as_html(sections: Iterable[Section], markup: Markup) -> str:
    """Write the sections as HTML in one publisher's manner, one element after another."""
    parts: list[str] = []
    for section in sections:
        if section.heading:
            parts.append(markup.heading.format(html.escape(section.heading, quote=False)))
        parts.extend(_block_html(block, markup) for block in section.blocks)
    return "\n".join(parts)


def _block_html(block: Block, markup: Markup) -> str:
    lines = [html.escape(line, quote=False) for line in block.lines]
    if not block.bullets:
        return markup.paragraph.format(lines[0])
    return markup.bullets.format("\n".join(markup.item.format(line) for line in lines))


def items_html(section: Section, markup: Markup) -> str:
    """The bullets of a section as bare items, without the list element around them."""
    return "".join(
        markup.item.format(html.escape(line, quote=False))
        for block in section.blocks
        if block.bullets
        for line in block.lines
    )


def as_plain(sections: Iterable[Section]) -> str:
    """Write the sections as plain text, bullets marked with a dot."""
    parts: list[str] = []
    for section in sections:
        lines = [section.heading] if section.heading else []
        for block in section.blocks:
            lines.extend(f"• {line}" if block.bullets else line for line in block.lines)
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
