"""The demo's person, their documents, and a server for small pages of the tests' own."""

import json
import threading
from collections.abc import Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from jobctrl_dagster.apply.person import Person
from jobctrl_dagster.demo.home import FOLDER
from jobctrl_dagster.settings.profile import Profile

TODAY = date(2026, 11, 30)


class PageServer:
    """Serves given pages on loopback, and records the method and path of every request."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.redirects: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self.requests: list[tuple[str, str]] = []
        pages = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                pages.requests.append((self.command, self.path))
                path = self.path.partition("?")[0]
                body = pages.pages.get(path, "").encode()
                moved = pages.redirects.get(path)
                self.send_response(302 if moved else 200 if path in pages.pages else 404)
                if moved:
                    self.send_header("Location", moved)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                for name, value in pages.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = answer  # noqa: N815 - http.server's names
            do_DELETE = do_OPTIONS = answer  # noqa: N815 - as above

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def url(self, page: str, path: str = "/form") -> str:
        """Serve a page under a path and give its address."""
        self.pages[path] = page
        return self.origin + path

    def allows(self, url: str) -> bool:
        return url.startswith(self.origin)

    def __enter__(self) -> "PageServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def pages() -> Iterator[PageServer]:
    with PageServer() as server:
        yield server


@pytest.fixture
def other_pages() -> Iterator[PageServer]:
    """A second server, which no test allows."""
    with PageServer() as server:
        yield server


@pytest.fixture(scope="session")
def profile() -> Profile:
    return Profile.model_validate(json.loads((FOLDER / "profile.json").read_text("utf-8")))


@pytest.fixture(scope="session")
def answers() -> dict[str, str | bool | int | float]:
    from ruamel.yaml import YAML

    text = (FOLDER / "answers.yaml").read_text("utf-8")
    return dict(YAML(typ="safe", pure=True).load(text)["answers"])


@pytest.fixture(scope="session")
def person(profile: Profile, answers: dict[str, str | bool | int | float]) -> Person:
    return Person.of(profile, answers, now=TODAY)


@pytest.fixture
def documents(tmp_path: Path) -> dict[str, Path]:
    made = {kind: tmp_path / f"{kind}.pdf" for kind in ("resume", "cover_letter")}
    for path in made.values():
        path.write_bytes(b"%PDF-1.7")
    return made
