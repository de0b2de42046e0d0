"""From a report to one HTML page; everything that others wrote is escaped."""

from __future__ import annotations

from pathlib import Path

from jobctrl_dagster.report.picture import WIDTH, draw_funnel
from jobctrl_dagster.report.records import Report

FOLDER = Path(__file__).parent
RULES = {
    "closed": "No longer open",
    "excluded_companies": "Companies you exclude",
    "excluded_titles": "Words you exclude in titles",
    "excluded_terms": "Words you exclude",
    "pay_floor": "Pays less than your floor",
    "max_age_days": "Posted too long ago",
    "geo_mismatch": "In other places than you want",
    "blocked_place": "Places you exclude",
    "onsite_only": "Only on site",
    "remote_only": "Only remote",
    "restricted": "Closed to where you live",
}
"""Names of rules for a reader; others are shown as they are called."""
SIGNS = {"met": "✓", "partly": "◐", "unmet": "✕", "unknown": "?"}
KINDS = {"must": "must have", "nice": "nice to have", "responsibility": "task"}
TONES = ((8, "high"), (6, "good"), (4, "fair"), (0, "low"))
"""Least score of each tone, from the best."""


def render(report: Report) -> str:
    """The page: inline style, inline pictures, no scripts, no address but the postings'."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html").render(
        report=report,
        picture=draw_funnel(report.funnel),
        width=WIDTH,
        name_of=_name_of,
        signs=SIGNS,
        kinds=KINDS,
        tone=_tone,
    )


def _name_of(rule: str) -> str:
    return RULES.get(rule) or rule.replace("_", " ").capitalize()


def _tone(score: int) -> str:
    return next(name for least, name in TONES if score >= least)
