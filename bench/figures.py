"""One measured figure, and how it is written down."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Figure:
    """A median with its spread, against a bar.

    Attributes:
        spread: Half of the distance between the quartiles, in the same unit.
        bar: What it must reach, or ``None``.
        more_is_better: Whether the bar is a least or a most.
        against: What it is compared with, in words.
    """

    figure: str
    value: float
    unit: str
    spread: float
    bar: float | None = None
    more_is_better: bool = False
    against: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the bar is reached; computed, never written by hand."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.more_is_better else self.value <= self.bar


def median_of(measure: Callable[[], float], times: int) -> tuple[float, float]:
    """Median and half the quartile distance of repeated measurements."""
    return spread_of([measure() for _ in range(times)])


def spread_of(values: Sequence[float]) -> tuple[float, float]:
    """Median and half the quartile distance."""
    if len(values) < 2:
        return values[0], 0.0
    low, _, high = statistics.quantiles(values, n=4)
    return statistics.median(values), (high - low) / 2


def write(name: str, figures: Sequence[Figure]) -> Path:
    """Write ``bench/results/NAME.json``."""
    rows = []
    for figure in figures:
        row = asdict(figure) | {"holds": figure.holds}
        del row["more_is_better"]
        rows.append(row)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    content = {"machine": machine, "date": f"{datetime.now(UTC):%Y-%m-%d}", "figures": rows}
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
