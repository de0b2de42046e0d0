"""What a visitor sees of a page: the text of its main content, its controls, its data blocks."""

import html as html_entities
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from jobctrl_dagster.facts.folding import visible

LONGEST: Final = 3_000_000  # characters of a page that are read
_TOKEN: Final = re.compile(
    r"""
      <!--(?:-?>|.*?(?:--!?>|\Z))
    | <(?P<raw>script|style|textarea|title)\b(?P<raw_attributes>[^<>]*+)>
      (?P<body>.*?)(?:</(?P=raw)\b[^<>]*+>|\Z)
    | <(?P<close>/?)(?P<name>[a-z][\w:.-]*+)(?P<attributes>(?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>
    | <(?P<close_2>/?)(?P<name_2>[a-z][\w:.-]*+)(?P<attributes_2>[^<>]*+)>
    | <[!?][^<>]*+>
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_VOID_NAMES: Final = """
    area base br col embed hr img input link meta param source track wbr
"""
_VOID: Final = frozenset(_VOID_NAMES.split())
_BLOCKS_NAMES: Final = """
    address article aside blockquote body br button caption center dd details dialog div dl
    dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li
    main menu nav ol option p pre section select summary table tbody td textarea tfoot th
    thead title tr ul
"""
_BLOCKS: Final = frozenset(_BLOCKS_NAMES.split())
_NOT_SHOWN_NAMES: Final = """
    head script style template noscript svg iframe object select datalist
"""
_NOT_SHOWN: Final = frozenset(_NOT_SHOWN_NAMES.split())
_NOT_MAIN_NAMES: Final = """
    header nav aside footer
"""
_NOT_MAIN: Final = frozenset(_NOT_MAIN_NAMES.split())
_ROLES_NOT_MAIN_NAMES: Final = """
    navigation banner contentinfo complementary search
"""
_ROLES_NOT_MAIN: Final = frozenset(_ROLES_NOT_MAIN_NAMES.split())
_HIDDEN_CLASSES_NAMES: Final = """
    hidden d-none is-hidden display-none visually-hidden sr-only
"""
_HIDDEN_CLASSES: Final = frozenset(_HIDDEN_CLASSES_NAMES.split())
_HIDDEN_STYLE: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# A start tag of the key ends an open element of these names, as a browser does.
_ENDS: Final = {
    "p": ("p",),
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "tr": ("tr", "td", "th"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "option": ("option",),
}
_ENDS_PARAGRAPH: Final = _BLOCKS - {
    "br",
    "button",
    "option",
    "td",
    "th",
    "tr",
    "li",
    "html",
    "body",
    "select",
    "textarea",
}
_CONTROLS: Final = frozenset(("a", "button"))


@dataclass
class Control:
    """A link or button: its words, its target, and whether it can be used."""

    words: str = ""
    target: str = ""
    usable: bool = True


@dataclass
class Page:
    """One page; `blocks` are the texts of the main content, `linked` the letters inside links."""

    title: str = ""
    blocks: list[str] = field(default_factory=list)
    linked: int = 0
    controls: list[Control] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    has_password: bool = False
    has_microdata: bool = False

    @property
    def text(self) -> str:
        """The visible main text, one block a line."""
        return "\n".join(self.blocks)


def read_page(html: str) -> Page:
    """Read a page once from start to end, at any depth of nesting."""
    return _Reader(html[:LONGEST]).read()


class _Reader:
    """Keeps the open elements and what hides or sets apart their text."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._page = Page()
        self._open: list[tuple[str, bool, bool]] = []  # name, hides its text, is not main content
        self._names: Counter[str] = Counter()
        self._hiding = 0
        self._beside = 0
        self._block: list[str] = []
        self._control: Control | None = None

    def read(self) -> Page:
        position = 0
        for match in _TOKEN.finditer(self._html):
            self._text(self._html[position : match.start()])
            position = match.end()
            if match["raw"]:
                self._raw(match["raw"].lower(), match["raw_attributes"], match["body"])
            elif name := (match["name"] or match["name_2"]):
                attributes = match["attributes"] or match["attributes_2"] or ""
                if match["close"] or match["close_2"]:
                    self._end(name.lower())
                else:
                    self._start(name.lower(), attributes)
        self._text(self._html[position:])
        self._flush()
        return self._page

    def _raw(self, name: str, attributes: str, body: str) -> None:
        if name == "script" and "ld+json" in attributes.lower():
            self._page.data.append(body)
        elif name == "title" and not self._page.title:
            self._page.title = " ".join(html_entities.unescape(body).split())

    def _text(self, raw: str) -> None:
        if not raw or self._hiding:
            return
        text = visible(html_entities.unescape(raw) if "&" in raw else raw)
        if self._control is not None:
            self._control.words += text
        if not self._beside:
            self._block.append(text)
            if self._control is not None:
                self._page.linked += len(text)

    def _flush(self) -> None:
        if self._block:
            text = " ".join("".join(self._block).split())
            self._block.clear()
            if text:
                self._page.blocks.append(text)

    def _start(self, name: str, raw: str) -> None:
        if name in _BLOCKS:
            self._flush()
        if name == "body":
            self._end("head")
        if name in _ENDS_PARAGRAPH and self._names["p"]:
            self._end("p")
        for ended in _ENDS.get(name, ()):
            if self._open and self._open[-1][0] == ended:
                self._end(ended)
        attributes = _attributes(raw)
        self._note(name, attributes)
        if name in _VOID or (raw.endswith("/") and name not in _BLOCKS and name not in _CONTROLS):
            return
        hides = name in _NOT_SHOWN or _is_hidden(name, attributes)
        beside = name in _NOT_MAIN or attributes.get("role", "").lower() in _ROLES_NOT_MAIN
        self._open.append((name, hides, beside))
        self._names[name] += 1
        self._hiding += hides
        self._beside += beside
        if (name in _CONTROLS or attributes.get("role") == "button") and not self._hiding:
            self._add_control(attributes)

    def _note(self, name: str, attributes: dict[str, str]) -> None:
        if "jobposting" in attributes.get("itemtype", "").lower():
            self._page.has_microdata = True
        if name != "input":
            return
        kind = attributes.get("type", "").lower()
        if kind == "password":
            self._page.has_password = True
        if kind in ("submit", "button") and not self._hiding and not _is_hidden(name, attributes):
            self._page.controls.append(
                Control(attributes.get("value", ""), "", "disabled" not in attributes)
            )

    def _add_control(self, attributes: dict[str, str]) -> None:
        words = attributes.get("aria-label", "")
        usable = (
            "disabled" not in attributes and attributes.get("aria-disabled", "").lower() != "true"
        )
        self._control = Control(f"{words}\n" if words else "", attributes.get("href", ""), usable)
        self._page.controls.append(self._control)

    def _end(self, name: str) -> None:
        if name in _BLOCKS:
            self._flush()
        if not self._names[name]:
            return
        while self._open:
            opened, hides, beside = self._open.pop()
            self._names[opened] -= 1
            self._hiding -= hides
            self._beside -= beside
            if opened in _CONTROLS:
                self._control = None
            if opened == name:
                break


def _attributes(raw: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(raw):
        value = match[2] or match[3] or match[4] or ""
        found.setdefault(match[1].lower(), html_entities.unescape(value) if "&" in value else value)
    return found


def _is_hidden(name: str, attributes: dict[str, str]) -> bool:
    if "hidden" in attributes or (name == "dialog" and "open" not in attributes):
        return True
    if _HIDDEN_STYLE.search(attributes.get("style", "")):
        return True
    return bool(_HIDDEN_CLASSES & set(attributes.get("class", "").lower().split()))
