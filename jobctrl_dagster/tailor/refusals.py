"""Why a document is not made."""

from __future__ import annotations

from typing import Literal

RefusalCode = Literal[
    "name_missing",
    "profile_empty",
    "company_unknown",
    "title_unknown",
    "not_in_profile",
    "base_changed",
    "post_lost",
    "section_lost",
    "placeholder",
    "glyph_missing",
    "page_overflow",
    "company_not_named",
    "other_company_named",
    "frame_changed",
    "text_differs",
    "digest_differs",
]


class TailorRefused(Exception):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """A document that would be wrong, unfinished or unreadable is not made.

    Attributes:
        code: what kind of fault it is.
        sentence: what is wrong, where, and what to do about it.
    """

    def __init__(self, code: RefusalCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
