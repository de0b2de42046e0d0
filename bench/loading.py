"""What loading the definitions costs above ``import dagster``, each in a process of its own."""

import subprocess
import sys

from bench.figures import Figure, median_of

IMPORT = "import time; t = time.perf_counter(); import dagster; {}; print(time.perf_counter() - t)"
LOAD = (
    "from jobctrl_dagster.definitions import defs; "
    "defs().get_repository_def().load_all_definitions()"
)


def measure(*, quick: bool) -> list[Figure]:
    """Seconds of both, and their difference."""
    times = 3 if quick else 9
    alone, alone_spread = median_of(lambda: _seconds(IMPORT.format("pass")), times)
    loaded, loaded_spread = median_of(lambda: _seconds(IMPORT.format(LOAD)), times)
    return [
        Figure("import dagster", alone, "s", alone_spread),
        Figure(
            "loading the definitions",
            loaded - alone,
            "s",
            loaded_spread,
            bar=1.0,
            against=f"import dagster alone, {alone:.2f} s",
        ),
    ]


def _seconds(program: str) -> float:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])
