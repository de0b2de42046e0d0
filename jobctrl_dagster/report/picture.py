"""The geometry of the funnel: bands that narrow with the jobs, and shares of a bar."""

from __future__ import annotations

from dataclasses import dataclass

from jobctrl_dagster.store.funnel import Funnel

WIDTH = 360.0
"""Units across; about the pixels of a phone, so that texts keep their size there."""
WIDEST, NARROWEST = 220.0, 3.0
MIDDLE = 240.0
BAND, GAP = 30.0, 16.0

PLACES: tuple[tuple[str, str], ...] = (
    ("waiting_approval", "wait for your approval"),
    ("applied_dry_run", "form filled in, not sent"),
    ("not_attempted", "on their way"),
    ("below_threshold", "fit too little"),
    ("dropped", "dropped by a rule"),
    ("duplicates", "seen before"),
    ("blocked", "blocked"),
    ("failed", "failed"),
)
"""Where a sighting can stand, in the order of the bar; they add up to what was discovered."""


@dataclass(frozen=True)
class Band:
    """One step of the funnel, in units of the picture."""

    label: str
    count: int
    left: float
    top: float
    width: float

    @property
    def right(self) -> float:
        """Its right end."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + BAND

    @property
    def text_line(self) -> float:
        """Where its texts stand."""
        return self.top + BAND / 2 + 5


@dataclass(frozen=True)
class Share:
    """A part of the bar.

    Attributes:
        name: Name in the funnel's line, for its colour.
        percent: Of all that was discovered.
    """

    name: str
    label: str
    count: int
    percent: float


@dataclass(frozen=True)
class FunnelPicture:
    """Both pictures."""

    bands: tuple[Band, ...]
    height: float
    shares: tuple[Share, ...]

    def joins(self) -> tuple[str, ...]:
        """The slopes between neighbouring bands, as points of polygons."""
        return tuple(
            f"{upper.left:.1f},{upper.bottom:.1f} {upper.right:.1f},{upper.bottom:.1f} "
            f"{lower.right:.1f},{lower.top:.1f} {lower.left:.1f},{lower.top:.1f}"
            for upper, lower in zip(self.bands, self.bands[1:], strict=False)
        )


def draw_funnel(funnel: Funnel) -> FunnelPicture:
    """Lay the funnel out; steps that no job has reached yet are left out after the shortlist."""
    steps = [
        ("sightings", funnel.discovered),
        ("jobs", funnel.discovered - funnel.duplicates),
        ("read", funnel.enriched),
        ("scored", funnel.scored),
        ("shortlisted", funnel.shortlisted),
    ]
    later = [("with resume", funnel.tailored), ("with letter", funnel.covered)]
    steps += [step for step in later if step[1]]
    most = max(count for _, count in steps) or 1
    bands = []
    for number, (label, count) in enumerate(steps):
        width = max(WIDEST * count / most, NARROWEST)
        top = number * (BAND + GAP)
        bands.append(Band(label, count, MIDDLE - width / 2, top, width))
    return FunnelPicture(tuple(bands), bands[-1].bottom, _shares(funnel))


def _shares(funnel: Funnel) -> tuple[Share, ...]:
    counts = [(name, label, int(getattr(funnel, name))) for name, label in PLACES]
    whole = sum(count for _, _, count in counts) or 1
    return tuple(
        Share(name, label, count, 100 * count / whole) for name, label, count in counts if count
    )
