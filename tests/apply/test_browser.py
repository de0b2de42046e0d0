"""Finding a browser, and being sure that it is gone."""

import os
import stat
from pathlib import Path

import psutil
import pytest

from jobctrl_dagster.apply.browser import BrowserFailed, BrowserMissing, find_browser, open_browser


def program(folder: Path, name: str, script: str = "#!/bin/sh\nexit 3\n") -> Path:
    path = folder / name
    path.write_text(script)
    path.chmod(0o755)
    return path


def test_the_named_browser_comes_first_and_then_the_path(tmp_path: Path):
    named, usual = program(tmp_path, "mine"), program(tmp_path, "chromium-browser")
    found = find_browser({"PATH": str(tmp_path), "JOBCTRL_BROWSER": str(named)})
    assert found == str(named)
    assert find_browser({"PATH": str(tmp_path)}) == str(usual)


def test_the_newest_of_playwrights_own_is_the_last_resort(tmp_path: Path):
    folder = tmp_path / "chromium-1200" / "chrome-linux"
    folder.mkdir(parents=True)
    own = program(folder, "chrome")
    environ = {"PATH": "", "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    assert find_browser(environ) == str(own)


def test_a_missing_browser_says_what_to_do(tmp_path: Path):
    empty = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    with pytest.raises(BrowserMissing, match="playwright install chromium"):
        find_browser(empty)
    with pytest.raises(BrowserMissing, match="JOBCTRL_BROWSER is nothing"):
        find_browser(empty | {"JOBCTRL_BROWSER": "nothing"})


def test_a_browser_that_ends_at_once_is_said_to_have_failed(tmp_path: Path):
    broken = program(tmp_path, "broken")
    environ = {"PATH": os.environ["PATH"], "JOBCTRL_BROWSER": str(broken)}
    with pytest.raises(BrowserFailed, match="code 3"), open_browser(tmp_path, environ=environ):
        pass
    assert list(tmp_path.glob("browser-*")) == []


@pytest.mark.browser
def test_nothing_is_left_when_the_body_stops_the_browser_and_raises(tmp_path: Path):
    secret = dict(os.environ) | {"SOME_API_KEY": "secret"}
    with pytest.raises(KeyError), open_browser(tmp_path, environ=secret) as opened:
        assert stat.S_IMODE(opened.profile.stat().st_mode) == 0o700
        assert opened.profile.parent == tmp_path
        leader = psutil.Process(opened.process.pid)
        family = [leader, *leader.children(recursive=True)]
        assert len(family) > 1
        assert "SOME_API_KEY" not in leader.environ()
        opened.stop()
        opened.stop()
        raise KeyError
    assert not any(each.is_running() and each.status() != "zombie" for each in family)
    assert list(tmp_path.iterdir()) == []
