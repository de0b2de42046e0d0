"""Text in one form for reading figures, with every character in its old place."""

import unicodedata


def plain(text: str) -> str:
    """Lower case, NFKC, digits of every script as 0-9, all blanks but line ends as one sign.

    The result has the length of the text, so that a span of one is a span of the other.
    """
    if text.isascii():
        return text.lower().translate({9: " ", 11: " ", 12: " ", 13: "\n"})
    return text.translate({ord(sign): _plain_sign(sign) for sign in set(text)})


def _plain_sign(sign: str) -> str:
    if sign.isascii():
        return sign.lower() if not sign.isspace() or sign == "\n" else _plain_blank(sign)
    if sign in "\u2028\u2029\x85":
        return "\n"
    if sign.isspace():
        return " "
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    form = _SIGNS.get(sign) or unicodedata.normalize("NFKC", sign).lower()
    return form if len(form) == 1 and not form.isspace() else sign


def _plain_blank(sign: str) -> str:
    return "\n" if sign == "\r" else " "


_SIGNS = {"٬": ",", "٫": ".", "’": "'", "‘": "'", "ʼ": "'", "′": "'", "−": "-", "‐": "-", "‑": "-"}
