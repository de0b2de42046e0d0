"""The fixed sentences of a cover letter. None says anything about the person.

What is in braces is filled in: the company and title of the posting, technologies that both the
posting and the quoted words name, and words of the profile as they stand.
"""

from __future__ import annotations

import string
from collections.abc import Mapping

from jobctrl_dagster.tailor.records import FrameName

FRAMES: dict[FrameName, str] = {
    "recipient": "{company}\nHiring team",
    "subject": "Application: {title}",
    "salutation": "Dear hiring team at {company},",
    "opening": "I am applying for the position of {title}.",
    "quote": "{quote}",
    "lead_asked": "These lines of my resume speak to what you ask for:",
    "lead_plain": "These lines are from my resume:",
    "point": "{quote} ({post})",
    "point_asked": "{terms}: {quote} ({post})",
    "point_alone": "{quote}",
    "point_alone_asked": "{terms}: {quote}",
    "enclosure": "My resume comes with this letter.",
    "closing": "I would be glad to talk with you about the position. Thank you for your time.",
    "regards": "Kind regards",
    "signature": "{name}",
}


def frame_text(frame: FrameName, words: Mapping[str, str]) -> str:
    """A frame filled in; words of several parts, such as ``post.1``, are joined by commas."""
    joined: dict[str, str] = {}
    for slot, word in words.items():
        name = slot.split(".", 1)[0]
        joined[name] = f"{joined[name]}, {word}" if name in joined else word
    return "".join(
        literal + (joined.get(field, "") if field else "")
        for literal, field, _, _ in string.Formatter().parse(FRAMES[frame])
    )
