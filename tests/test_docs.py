"""The documentation says what the program says."""

import re
from pathlib import Path

from typer.testing import CliRunner

from jobctrl_dagster.cli import app
from jobctrl_dagster.discover.sources_page import sources_page

PROJECT = Path(__file__).resolve().parents[1]


def test_the_page_of_sources_is_the_one_that_make_docs_writes() -> None:
    written = (PROJECT / "docs" / "sources.md").read_text(encoding="utf-8")
    assert written == sources_page(), "run `make docs`"


def test_the_readme_names_every_verb_and_no_other() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `jobctrl ([a-z-]+)", readme, re.MULTILINE))
    listed = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "200"}).output
    commands = listed.partition("Commands")[2]
    there = set(re.findall(r"^[│|\s]*([a-z-]+) {2,}", commands, re.MULTILINE))
    assert named
    assert named <= there
    assert there - named == set()


def test_every_make_target_that_the_readme_names_is_there() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z-]+)", readme)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
