"""The visible text of HTML, read by one pass over its tags at any depth of nesting."""

import re
from typing import Final

from jobctrl_dagster.facts.entities import decode_entities
from jobctrl_dagster.facts.mojibake import mend

_TOKEN = re.compile(
    r"""
      <!--(?:-?>|.*?(?:--!?>|\Z))                                # comment
    | <(script|style)(?:\s[^<>]*+|/)?>.*?(?:</\1\s*+/?>|\Z)      # unread element
    | <(/?)([a-z][\w:.-]*+)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>  # tag with sound quotes
    | <(/?)([a-z][\w:.-]*+)([^<>]*+)>                            # tag with a stray quote
    | <(?:!doctype|\?xml|!\[if|!\[endif)[^<>]*+>                 # declaration
    | <!\[cdata\[ | \]\]>                                        # marks of a CDATA section
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_CUT_OFF = re.compile(r"<(?:/([a-z][\w:.-]*)|([a-z][\w:.-]*)\s[^<>]*=[^<>]*)\Z", re.IGNORECASE)
_CLOSING = re.compile(r"</([a-z][\w:.-]*)", re.IGNORECASE)

_BLOCK_NAMES: Final = """
    address article aside audio blockquote body canvas caption center details dialog dir div dl
    fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
    iframe legend main menu nav noscript object ol optgroup p pre section select summary table
    tbody template textarea tfoot thead title ul video
"""
_INLINE_NAMES: Final = """
    a abbr acronym applet area b base basefont bdi bdo big blink button circle cite code col
    colgroup data datalist defs del dfn ellipse em embed font frame g i img input ins kbd label li
    line link map mark marquee math meta meter mfrac mi mn mo mrow msub msup nobr noembed noframes
    output param path picture polygon polyline portal progress q rb rect rp rt rtc ruby s samp
    script slot small source span strike strong style sub sup svg symbol time track tt u use var
    wbr
"""
_BARE_ATTRIBUTE_NAMES: Final = """
    allowfullscreen async autofocus autoplay checked clear compact controls default defer dir
    disabled draggable hidden inert ismap itemscope loop multiple muted nohref noshade novalidate
    nowrap open readonly required reversed selected
"""
_BLOCKS: Final = frozenset(_BLOCK_NAMES.split())
_LISTS: Final = frozenset(["ul", "ol", "menu", "dir"])
_LINES: Final = frozenset(["br", "tr", "dt", "dd", "option", "cr"])
_CELLS: Final = frozenset(["td", "th"])
_TAGS: Final = _BLOCKS | _LINES | _CELLS | frozenset(_INLINE_NAMES.split())
_BARE_ATTRIBUTES: Final = frozenset(_BARE_ATTRIBUTE_NAMES.split())

# Private marks between pieces of text; control characters never reach the text itself.
_PARAGRAPH, _LINE, _ITEM, _ITEM_END, _LIST = "\x02", "\x03", "\x04", "\x05", "\x06"
_BREAK = re.compile("[ \x02-\x06]*[\x02-\x06][ \x02-\x06]*+")
_SPACES = re.compile(r"\s+")
_DOUBLE_BULLET = re.compile("^- [-–•·▪●◦‣*] ", re.MULTILINE)
_LATE_CONTROL = re.compile("[\x80-\x9f]")


def has_markup(text: str) -> bool:
    """Whether text holds a real tag, comment or declaration."""
    if "<" not in text or ">" not in text:
        return "<!--" in text
    known = _Known(text)
    return any(_is_markup(match, known) for match in _TOKEN.finditer(text))


def render(html: str) -> str:
    """The visible text of HTML; `<` and `>` that belong to no tag stay."""
    reader = _Reader(html)
    text = _LATE_CONTROL.sub("", mend(reader.read()))
    text = _SPACES.sub(" ", text)
    text = _BREAK.sub(_as_break, text)
    return _DOUBLE_BULLET.sub("- ", text).strip()


class _Known:
    """Which names are tags in one text: those of HTML, custom ones, and those it closes."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._closed: frozenset[str] | None = None

    def __contains__(self, name: str) -> bool:
        if name in _TAGS or "-" in name or ":" in name:
            return True
        if self._closed is None:
            self._closed = frozenset(found.lower() for found in _CLOSING.findall(self._text))
        return name in self._closed


def _is_markup(match: re.Match[str], known: _Known) -> bool:
    name = match[3] or match[6]
    if name is None:
        return match.group() != "]]>"
    return name.lower() in known and _are_attributes(match[4] or match[7] or "")


def _are_attributes(text: str) -> bool:
    """Whether the rest of a tag is attributes and not prose, as in `a <b and c> d`."""
    rest = text.strip(" \t\r\n\f/")
    if not rest or "=" in rest:
        return True
    if not text[0].isspace():
        return False
    return all(
        word.lower() in _BARE_ATTRIBUTES or "-" in word or ":" in word for word in rest.split()
    )


class _Reader:
    """Reads HTML once from start to end, writing text and break marks."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._known = _Known(html)
        self._has_cdata = "<![cdata[" in html.lower()
        self._out: list[str] = []
        self._lists = 0
        self._preformatted = 0

    def read(self) -> str:
        position = 0
        for match in _TOKEN.finditer(self._html):
            if not _is_markup(match, self._known) and not self._ends_cdata(match):
                continue
            self._text(self._html[position : match.start()])
            position = match.end()
            self._tag((match[3] or match[6] or "").lower(), closes=bool(match[2] or match[5]))
        self._text(self._without_cut_off_tag(self._html[position:]))
        return "".join(self._out)

    def _ends_cdata(self, match: re.Match[str]) -> bool:
        return match.group() == "]]>" and self._has_cdata

    def _without_cut_off_tag(self, tail: str) -> str:
        cut = _CUT_OFF.search(tail, max(0, tail.rfind("<")))
        if cut and (cut[1] or cut[2]).lower() in self._known:
            return tail[: cut.start()]
        return tail

    def _text(self, raw: str) -> None:
        if not raw:
            return
        text = decode_entities(raw)
        self._out.append(text.replace("\n", _LINE) if self._preformatted else text)

    def _tag(self, name: str, *, closes: bool) -> None:
        if name == "li":
            self._out.append(_ITEM_END if closes else _ITEM)
        elif name in _LISTS:
            self._list(closes=closes)
        elif name in _BLOCKS:
            self._out.append(_PARAGRAPH)
            if name == "pre":
                self._preformatted = 0 if closes else 1
        elif name in _LINES:
            self._out.append(_LINE)
        elif name in _CELLS:
            self._out.append(" ")

    def _list(self, *, closes: bool) -> None:
        if closes:
            self._lists = max(0, self._lists - 1)
        mark = _LINE if self._lists else _LIST
        self._out.append(_ITEM_END + mark if closes else mark)
        if not closes:
            self._lists += 1


def _as_break(match: re.Match[str]) -> str:
    run = match.group()
    if match.end() == len(match.string):
        return ""
    opens_item = run.rfind(_ITEM) > run.rfind(_ITEM_END)
    bullet = "- " if opens_item else ""
    if match.start() == 0:
        return bullet
    if opens_item and _ITEM_END in run and _LIST not in run:
        return "\n" + bullet
    if _PARAGRAPH in run or _LIST in run:
        return "\n\n" + bullet
    return "\n" + bullet
