"""Run measurements: ``python -m bench [--only NAME] [--quick]``; results in bench/results."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from bench.figures import Figure, write

NAMES = ("loading", "scoring")


def main() -> int:
    """Measure, print, write; 1 when a bar is not reached."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", choices=NAMES)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    options = parser.parse_args()
    missed = 0
    for name in [options.only] if options.only else NAMES:
        figures = import_module(f"bench.{name}").measure(quick=options.quick)
        path: Path = write(name, figures)
        print(f"{name} -> {path}")
        for figure in figures:
            print(f"  {_line(figure)}")
            missed += figure.holds is False
    return 1 if missed else 0


def _line(figure: Figure) -> str:
    line = f"{figure.figure}: {figure.value:.3g} ± {figure.spread:.2g} {figure.unit}"
    if figure.bar is not None:
        line += f" (bar {figure.bar:g}: {'holds' if figure.holds else 'MISSED'})"
    return line + (f"; against {figure.against}" if figure.against else "")


if __name__ == "__main__":
    sys.exit(main())
