"""Write the settings of the demo person, whose every source is the demo market."""

from __future__ import annotations

from pathlib import Path

from jobctrl_dagster.settings.home import Home, write_private

FOLDER = Path(__file__).parent
TENANT = "me"


def write_demo_home(home: Home, origin: str) -> None:
    """Fill a home with the demo's settings; its market's exact host:port is all it may fetch.

    Args:
        home: The home; demo files that are there are replaced.
        origin: Address of the demo market, such as ``http://127.0.0.1:8765``.
    """
    home.create(TENANT)
    files = home.tenant(TENANT)
    host = origin.partition("://")[2]
    written = {
        home.config: _filled("config.yaml", host=host),
        files.search: _filled("search.yaml", origin=origin),
        files.profile: (FOLDER / "profile.json").read_bytes(),
        files.answers: (FOLDER / "answers.yaml").read_bytes(),
        marker(home): f"{origin}\n".encode(),
    }
    for path, content in written.items():
        if not path.exists() or path.read_bytes() != content:
            write_private(path, content)


def _filled(name: str, **values: str) -> bytes:
    text = (FOLDER / name).read_text(encoding="utf-8")
    for placeholder, value in values.items():
        text = text.replace("{" + placeholder + "}", value)
    return text.encode()


def marker(home: Home) -> Path:
    """The file that says a home is the demo's, and where its market is."""
    return home.root / "demo-market"


def is_demo_home(home: Home) -> bool:
    """Whether the demo wrote this home; any other home is a person's own and is left alone."""
    return marker(home).is_file()
