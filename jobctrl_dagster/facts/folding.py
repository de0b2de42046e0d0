"""One way to compare text: Unicode NFKC, case folding, and accents of Latin letters folded away."""

import re
import unicodedata
from typing import Final

_LATIN: Final = "a-z\u00df-\u024f\u0250-\u02af\u1e00-\u1eff"
_MARKS: Final = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
_LATIN_WITH_MARKS: Final = re.compile(f"([{_LATIN}])[{_MARKS}]+")
_SINGLE_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe"}
    | {"þ": "th", "ŋ": "ng", "ß": "ss", "ĸ": "k", "ſ": "s", "ə": "a"}
)
# Letters and marks that have no shape of their own although their category says otherwise.
_BLANK_LETTERS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_INVISIBLE: Final = re.compile(
    f"[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180b-\u180f"
    f"\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ud800-\udfff"
    f"\U000e0000-\U000e0fff{_BLANK_LETTERS}]"
)


def plain_text(value: object) -> str:
    """The value as text; everything that is no text (None, NaN, numbers) is the empty string."""
    return value if isinstance(value, str) else ""


def visible(text: str) -> str:
    """The text without control and other invisible characters, and without lone surrogates."""
    return text if text.isascii() and text.isprintable() else _INVISIBLE.sub("", text)


def fold(text: str) -> str:
    """The text as it is compared: NFKC, case folded, Latin accents dropped, digits as 0-9.

    Accents of other scripts are letters of their own there (й, ガ) and stay.
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return folded
    parted = _LATIN_WITH_MARKS.sub(r"\1", unicodedata.normalize("NFD", folded))
    joined = unicodedata.normalize("NFC", parted).translate(_SINGLE_LETTERS)
    return "".join(_ascii_digit(char) if char.isdecimal() else char for char in joined)


def _ascii_digit(char: str) -> str:
    return char if char.isascii() else str(unicodedata.decimal(char))
