"""Readable text of titles and descriptions, whatever markup they came in."""

import re
from typing import Final

from jobctrl_dagster.facts.entities import decode_entities, flatten_ampersands
from jobctrl_dagster.facts.markup import has_markup, render
from jobctrl_dagster.facts.mojibake import mend

_CONTROLS = {
    number: None
    for number in (*range(0x20), 0x7F, 0xFEFF, 0xFFFE, 0xFFFF)
    if chr(number) not in "\t\n\v\f\r"
}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff]")
_LATE_CONTROL = re.compile("[\x80-\x9f]")
_SURROGATE = re.compile("([\ud800-\udbff][\udc00-\udfff])|[\ud800-\udfff]")
_LINE_END = re.compile("\r\n?|[\v\f\u2028\u2029]")
_BLANKS = re.compile(r"[^\S\n]+")
_MAX_ESCAPES: Final = 100


def clean_html(value: object) -> str:
    """Give the readable text of a title or description, plain, HTML or escaped HTML.

    Blocks are parted by a blank line, `<br>` by a line break, and each list item is a line that
    begins with `- `. Anything but text (`None`, a float NaN) gives `''`.
    """
    if not isinstance(value, str):
        return ""
    text = _sound_characters(value)
    if "<" not in text and "&" not in text:
        return _tidy(_LATE_CONTROL.sub("", mend(text)))
    text, is_markup = _unescaped(text)
    if is_markup:
        return render(text)
    return _tidy(_LATE_CONTROL.sub("", mend(text)))


def _sound_characters(text: str) -> str:
    if _CONTROL.search(text):
        text = text.translate(_CONTROLS)
    if not text.isascii() and _SURROGATE.search(text):
        text = _SURROGATE.sub(_joined_pair, text)
    return text


def _joined_pair(match: re.Match[str]) -> str:
    if not match[1]:
        return ""
    return match.group().encode("utf-16", "surrogatepass").decode("utf-16")


def _unescaped(text: str) -> tuple[str, bool]:
    """Decode text until it shows a tag (then it is markup) or no longer changes."""
    if has_markup(text):
        return text, True
    text = flatten_ampersands(text)
    for _ in range(_MAX_ESCAPES):
        decoded = decode_entities(text)
        if decoded == text:
            break
        text = decoded
        if has_markup(text):
            return text, True
    return text, False


def _tidy(text: str) -> str:
    text = _LINE_END.sub("\n", text)
    text = _BLANKS.sub(" ", text)
    if "\n" in text:
        text = re.sub(" ?\n ?", "\n", text)
        text = re.sub("\n{3,}", "\n\n", text)
    return text.strip()
