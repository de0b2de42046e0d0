"""Character references of HTML, decoded without harm to text that only looks like one."""

import re
from html.entities import html5

_REFERENCE = re.compile(
    r"&(?:#([0-9]++)|#[xX]([0-9a-fA-F]++)|([a-zA-Z][a-zA-Z0-9]{1,31}+))(;|(?![;=]))"
)
_NESTED_AMPERSAND = re.compile(r"&(?:(?:amp|AMP|#0*+38|#[xX]0*+26);)++(?=#?[a-zA-Z0-9])")


def decode_entities(text: str) -> str:
    """Decode each reference once; `&copies` and unknown names stay as they are.

    References to null, other control characters, surrogates and numbers beyond Unicode vanish.
    """
    if "&" not in text:
        return text
    return _REFERENCE.sub(_decoded, text)


def flatten_ampersands(text: str) -> str:
    """Reduce `&amp;amp;amp;lt;` to `&amp;lt;`, which says the same when decoded in full."""
    return _NESTED_AMPERSAND.sub("&amp;", text)


def _decoded(match: re.Match[str]) -> str:
    decimal, hexadecimal, name, end = match.groups()
    if name is not None:
        return html5.get(name + end, match.group())
    digits = (decimal or hexadecimal).lstrip("0")
    if not digits or len(digits) > 7:
        return ""
    return _character(int(digits, 10 if decimal else 16))


def _character(number: int) -> str:
    if number in (9, 10, 12, 13):
        return " " if number != 10 else "\n"
    if number < 32 or number == 127 or 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:
        return ""
    if number < 0xA0 and number > 127:
        return bytes([number]).decode("cp1252", "ignore")
    return chr(number)
