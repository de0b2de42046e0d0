"""The board library has no way to the network but the door, whatever its modules try."""

from __future__ import annotations

import ast
import asyncio
import importlib.machinery
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from jobctrl_dagster.discover.boards import library, network
from jobctrl_dagster.discover.boards.binding import Binding, bind
from jobctrl_dagster.discover.boards.kept import KeptPages
from jobctrl_dagster.discover.boards.rows import isolated_class
from jobctrl_dagster.discover.providers import providers

NAMES = [provider.name for provider in providers()]
WAYS_OUT = [
    "httpcloak", "cloakbrowser", "playwright.async_api", "requests", "urllib.request", "socket",
    "http.client", "subprocess", "curl_cffi", "aiohttp", "tls_client",
]  # fmt: skip


def binding_of(door) -> Binding:
    return Binding("unit", door, KeptPages(datetime(2026, 11, 30, tzinfo=UTC)))


def _inherited_modules(scraper: type) -> set[str]:
    return {c.__module__ for c in scraper.__mro__ if c.__module__.startswith("ats_scrapers")}


@pytest.mark.parametrize("name", NAMES)
def test_no_client_of_a_provider_can_be_built_around_the_door(name, door_to):
    scraper = isolated_class(name)
    modules = _inherited_modules(scraper) | {"ats_scrapers.fetch"}
    with bind(binding_of(door_to({}))):
        for module in (sys.modules[module] for module in modules):
            assert vars(module)["__builtins__"]["__import__"] is library._guarded_import
            client_module = vars(module).get("httpx")
            if client_module is None:
                continue
            assert client_module is network.HTTPX
            client = client_module.AsyncClient(
                proxy="http://proxy.example:8080", trust_env=True, verify=False,
                transport=httpx.AsyncHTTPTransport(),
            )  # fmt: skip
            assert isinstance(client._transport, network.BoardTransport)
            assert client._mounts == {}


@pytest.mark.parametrize("name", WAYS_OUT)
def test_another_way_to_the_network_cannot_be_imported(name):
    module = library.load("ats_scrapers.fetch")

    with pytest.raises(library.RefusedImportError, match="through the door"):
        eval(f"__import__({name!r})", vars(module))


def test_the_helpers_with_browsers_cannot_start_one(door_to):
    scraper = isolated_class("avature")("acme")
    with (
        bind(binding_of(door_to({}))),
        pytest.raises(library.RefusedImportError),
    ):
        asyncio.run(scraper._fetch_via_browserbase("https://acme.avature.net", "acme"))


def test_a_client_outside_a_reading_cannot_be_built():
    with pytest.raises(RuntimeError, match="bind"):
        network.HTTPX.AsyncClient()


@pytest.mark.parametrize("name", ["get", "post", "stream", "request", "HTTPTransport", "Client"])
def test_the_shortcuts_of_httpx_are_missing_or_refuse(name):
    shortcut = getattr(network.HTTPX, name, None)

    if shortcut is not None:
        with pytest.raises(RuntimeError):
            shortcut()


@pytest.mark.parametrize("name", ["open_connection", "create_subprocess_exec", "start_server"])
def test_asyncio_opens_no_connections_and_no_processes(name):
    assert not hasattr(network.ASYNCIO, name)


def test_no_module_of_the_library_looks_for_another_way_in():
    """`importlib` is used to look for packages, never to import one past the guard."""
    folder = Path(importlib.machinery.PathFinder.find_spec("ats_scrapers").origin).parent
    for file in (folder / "scrapers").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"import_module", "system", "popen", "__import__"}, file
            if isinstance(node, ast.Name):
                assert node.id not in {"__import__", "eval", "exec", "__builtins__"}, file


@pytest.mark.parametrize(
    "source",
    [
        "def broken(:\n",
        "import a_package_nobody_has\n",
        "raise RuntimeError('at import')\n",
        "x = 1",
    ],
    ids=["syntax", "import", "error", "no class"],
)
def test_a_broken_provider_is_quarantined_alone(
    source, tmp_path, monkeypatch, door_to, read, board
):
    package = library.load("ats_scrapers.scrapers")
    (tmp_path / "brokenats.py").write_text(source)
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    url = "https://boards-api.greenhouse.io/v1/boards/acme/jobs"
    row = {"id": 7, "title": "Cook", "absolute_url": "https://boards.greenhouse.io/acme/jobs/7"}

    sink = read(door_to({url: {"jobs": [row]}}), board("brokenats"), board("greenhouse"))

    sys.modules.pop("ats_scrapers.scrapers.brokenats", None)
    assert [(r.state, r.code) for r in sink.reports] == [
        ("failed", "broken_provider"),
        ("ok", "ok"),
    ]
    assert "brokenats" in sink.reports[0].sentence


def test_loading_one_provider_loads_no_other():
    code = (
        "import sys\n"
        "from jobctrl_dagster.discover.boards.library import provider_class\n"
        "provider_class('lever')\n"
        "names = [n for n in sys.modules if n.startswith('ats_scrapers.scrapers.')]\n"
        "assert sorted(n.rpartition('.')[2] for n in names) == ['base', 'lever'], names\n"
        "assert 'pandas' not in sys.modules\n"
    )
    import subprocess

    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
