"""Mends text whose UTF-8 bytes were read as Latin-1 or Windows-1252."""

import re
import unicodedata
from collections.abc import Iterator

_UNDEFINED = b"\x81\x8d\x8f\x90\x9d"
_WINDOWS = {
    bytes([byte]).decode("cp1252"): byte for byte in range(0x80, 0xA0) if byte not in _UNDEFINED
}
_TRAIL = "\x80-\xbf" + "".join(_WINDOWS)
_ONE = f"[\xc2-\xdf][{_TRAIL}]|[\xe0-\xef][{_TRAIL}]{{2}}|[\xf0-\xf4][{_TRAIL}]{{3}}"
_RUN = re.compile(f"(?:{_ONE})+")

# Signs that sound text may set directly after an accented letter.
_PUNCTUATION = frozenset("‘’“”‚„–—…™›‹•»«ªº°®·¡¿†‡€£ \xa0")
_MAX_LAYERS = 4


def mend(text: str) -> str:
    """Undo a wrong character set where the repair is sound.

    A run of letters and signs that reads as UTF-8 is broken text when sound text could not hold
    it, as in `CafÃ©`. A doubtful run, such as `AMANHÃ”`, is mended only beside a certain one.
    Text broken several times over is mended layer by layer.
    """
    if text.isascii():
        return text
    for _ in range(_MAX_LAYERS):
        mended = _mend_layer(text)
        if mended == text:
            break
        text = mended
    return text


def _mend_layer(text: str) -> str:
    runs = [(match, repaired) for match, repaired in _readable_runs(text)]
    if not any(_is_certain(text, match, repaired) for match, repaired in runs):
        return text
    pieces, position = [], 0
    for match, repaired in runs:
        if _is_certain(text, match, repaired) or _is_likely(text, match, repaired):
            pieces += [text[position : match.start()], repaired]
            position = match.end()
    pieces.append(text[position:])
    return "".join(pieces)


def _readable_runs(text: str) -> Iterator[tuple[re.Match[str], str]]:
    for match in _RUN.finditer(text):
        raw = bytes(_WINDOWS.get(sign, ord(sign) & 0xFF) for sign in match.group())
        try:
            repaired = raw.decode("utf-8")
        except UnicodeDecodeError:
            continue
        if all(_is_visible(sign) for sign in repaired):
            yield match, repaired


def _is_visible(sign: str) -> bool:
    return sign.isprintable() or unicodedata.category(sign) in {"Zs", "Cf"}


def _is_certain(text: str, match: re.Match[str], repaired: str) -> bool:
    run = match.group()
    if len(repaired) > 1 or run[0] == "ð" or run == "ï»¿" or any("\x80" <= s < "\xa0" for s in run):
        return True
    if run[0] == "â":
        return run[1] not in " \xa0»«"
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    if run[0] == "Â":
        return not before.isupper() and before not in ("«", "“")
    if run[0] == "Ã":
        if run[1] not in _PUNCTUATION or before.islower():
            return True
        if run[1] == "\xa0":
            return not before.isalpha()
        return after.isalpha()
    if run[0] in "ÄÅ":
        return before.islower() or (after.islower() and not before.isupper())
    return False


def _is_likely(text: str, match: re.Match[str], repaired: str) -> bool:
    """Whether a run is broken text, given that the text holds a certain one."""
    run = match.group()
    if run[0] in "ÃÂÄÅÆÐÑÎÏØÙ" and len(run) == 2:
        return True
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    return repaired.isalpha() and run[1] in "º»" and (before.isalpha() or after.isalpha())
