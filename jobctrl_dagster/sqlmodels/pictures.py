"""Pictures of the funnel and of the scores, as PNG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PASSED = ("discovered", "enriched", "scored", "shortlisted", "tailored", "covered")
"""How far jobs came, in order."""
STANDING = (
    "duplicates",
    "dropped",
    "failed",
    "blocked",
    "below_threshold",
    "waiting_approval",
    "applied_dry_run",
    "not_attempted",
)
"""Where each sighting stands; these add up to what was discovered."""
_INK, _STRONG, _SOFT = "#334155", "#2563eb", "#94a3b8"


def funnel_png(frame: pd.DataFrame) -> bytes:
    """Bars of how far the jobs of all tenants came, and of where they stand now."""
    totals = frame.sum(numeric_only=True)
    figure = _figure(7.2, 3.4)
    far, now = figure.subplots(1, 2)
    _bars(far, PASSED, [int(totals[name]) for name in PASSED], _STRONG, "How far jobs came")
    _bars(now, STANDING, [int(totals[name]) for name in STANDING], _SOFT, "Where they stand")
    return _png(figure)


def scores_png(frame: pd.DataFrame) -> bytes:
    """The number of jobs of all tenants by score, those of a shortlist in a strong colour."""
    from matplotlib.ticker import MaxNLocator

    by_score = frame.groupby("score")[["jobs", "shortlisted"]].sum()
    by_score = by_score.reindex(range(1, 11), fill_value=0).astype(int)
    figure = _figure(6.0, 2.8)
    axes = figure.subplots()
    axes.bar(by_score.index, by_score["jobs"], color=_SOFT, label="all")
    axes.bar(by_score.index, by_score["shortlisted"], color=_STRONG, label="shortlisted")
    axes.set_xticks(range(1, 11))
    axes.set_xlabel("score", color=_INK)
    axes.set_ylabel("jobs", color=_INK)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(frameon=False, labelcolor=_INK)
    _plain(axes)
    return _png(figure)


def _bars(axes: Axes, names: tuple[str, ...], counts: list[int], colour: str, title: str) -> None:
    places = range(len(names))
    bars = axes.barh(places, counts, color=colour)
    axes.bar_label(bars, padding=3, color=_INK, fontsize=8)
    axes.set_yticks(places, [name.replace("_", " ") for name in names])
    axes.invert_yaxis()
    axes.set_xticks([])
    axes.margins(x=0.15)
    axes.set_title(title, color=_INK, fontsize=10, loc="left")
    _plain(axes)


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["bottom", "left"]].set_color(_SOFT)
    axes.tick_params(colors=_INK, labelsize=8)


def _figure(width: float, height: float) -> Figure:
    """A figure drawn without a screen and without pyplot's global state."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def _png(figure: Figure) -> bytes:
    target = io.BytesIO()
    figure.savefig(target, format="png", dpi=90)
    return target.getvalue()
