"""The wall between Dagster and the rest, and the way dependencies point."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "jobctrl_dagster"
KNOW_DAGSTER = {"defs", "definitions", "run_queue", "run_launcher"}
LAYERS = (
    {"facts", "clock", "drafts", "stages", "settings"},
    {"store", "gate", "custody", "models"},
    {
        *("discover", "enrich", "score", "tailor", "apply", "slice_work", "installation"),
        *("approvals", "backup", "export", "handoff", "report", "sqlmodels", "status", "tally"),
    },
    {"cli", "demo", "defs", "job_process", "doctor"},
    {"definitions"},
)


def modules() -> list[str]:
    return sorted(
        ".".join(("jobctrl_dagster", *path.relative_to(PACKAGE).with_suffix("").parts))
        for path in PACKAGE.rglob("*.py")
        if "migrations" not in path.parts and path.name not in {"__init__.py", "__main__.py"}
    )


def top(module: str) -> str:
    return module.split(".")[1]


def test_everything_but_the_dagster_layer_loads_with_dagster_blocked() -> None:
    names = [name for name in modules() if top(name) not in KNOW_DAGSTER]
    assert len(names) > 60
    program = (
        "import sys, importlib\n"
        "for name in ('dagster', 'dagster_shared', 'dagster_postgres', 'dagster_webserver'):\n"
        "    sys.modules[name] = None\n"
        "for name in sys.argv[1:]:\n"
        "    importlib.import_module(name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=str)
def test_no_module_reaches_into_a_layer_above_its_own(path: Path) -> None:
    rank = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] == "__init__":
        return
    assert parts[0] in rank, f"{parts[0]} is in no layer; add it to LAYERS"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jobctrl_dagster."):
            other = top(node.module or "")
            assert rank[other] <= rank[parts[0]], f"{path}:{node.lineno} imports {node.module}"
