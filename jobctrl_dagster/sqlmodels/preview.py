"""A frame as Markdown, for reading; what it holds is data and never markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

from jobctrl_dagster.sqlmodels.records import SqlModel

SHOWN_ROWS = 20
SHOWN_CHARACTERS = 120
_MARKUP = re.compile(r"[\\|<>\[\]`*~!&#]")


def preview(frame: pd.DataFrame, model: SqlModel, rows_in_all: int) -> str:
    """The first rows of the columns that may be shown, as a Markdown table."""
    names = [column.name for column in model.columns if column.shown]
    rows = frame[names].head(SHOWN_ROWS).itertuples(index=False, name=None)
    lines = ["| " + " | ".join(names) + " |", "|" + " --- |" * len(names)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    if rows_in_all > SHOWN_ROWS:
        lines.append(f"\nThe first {SHOWN_ROWS} of {rows_in_all} rows.")
    return "\n".join(lines)


def _cell(value: object) -> str:
    """One line of text without marks, links or HTML."""
    import pandas as pd

    if pd.isna(value):
        return ""
    if isinstance(value, pd.Timestamp):
        return f"{value:%Y-%m-%d %H:%M}"
    flat = " ".join(str(value).split())
    if len(flat) > SHOWN_CHARACTERS:
        flat = flat[: SHOWN_CHARACTERS - 1] + "…"
    return _MARKUP.sub(lambda sign: f"&#{ord(sign[0])};", flat)
