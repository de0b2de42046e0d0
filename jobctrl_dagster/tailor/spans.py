"""Dates as a resume prints them."""

from __future__ import annotations

import re

from jobctrl_dagster.settings.profile_dates import is_date, is_present
from jobctrl_dagster.tailor.records import EntryPlan

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ISO = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d\d))?", re.ASCII)


def shown_date(text: str) -> str:
    """``2022-03`` as ``Mar 2022``; a year alone and what is no date stay as written."""
    written = text.strip()
    if is_present(written):
        return "Present"
    found = _ISO.match(written)
    if not is_date(written) or found is None or not found["month"]:
        return written
    return f"{MONTHS[int(found['month']) - 1]} {found['year']}"


def shown_span(entry: EntryPlan) -> str:
    """The dates of an entry; one that has begun and states no end says no more than that."""
    start = shown_date(entry.start.text) if entry.start else ""
    end = shown_date(entry.end.text) if entry.end else ""
    if start and not end:
        return f"{start} – Present" if entry.lasts else f"from {start}"
    if start and end and start != end:
        return f"{start} – {end}"
    return end
