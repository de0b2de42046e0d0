"""Loads the modules of ats-scrapers one by one, kept off from the network.

Importing `ats_scrapers.scrapers` would import every provider, so that one broken module takes
all with it, and each module would build HTTP clients of its own. Here each module is loaded
alone, on first use, with an ``import`` statement that is ours: `httpx` and
`asyncio` are ours; what opens connections or starts processes is refused, and so is every package
but the parsers (so no browsers, no proxies, no other HTTP client).
"""

from __future__ import annotations

import builtins
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from jobctrl_dagster.discover.boards.network import ASYNCIO, HTTPX

PACKAGE = "ats_scrapers"
PROVIDERS = "ats_scrapers.scrapers"
EMPTY_PACKAGES = frozenset({PACKAGE, PROVIDERS})
ALLOWED_PACKAGES = frozenset({"bs4", "Crypto", "lxml", "pydantic", "pydantic_core", "soupsieve"})
REFUSED_STANDARD = frozenset({
    "_socket", "_ssl", "ctypes", "ftplib", "http.client", "http.server", "imaplib",
    "multiprocessing", "nntplib", "poplib", "pty", "selectors", "smtplib", "socket",
    "socketserver", "ssl", "subprocess", "telnetlib", "urllib.request", "webbrowser", "xmlrpc",
})  # fmt: skip
OURS = {"httpx": HTTPX, "asyncio": ASYNCIO}
_LOCK = threading.RLock()


class RefusedImportError(ImportError):
    """A provider module asked for something that would go round the door."""


class BrokenProviderError(Exception):
    """A provider module could not be loaded; the others are not touched by it."""


def _guarded_import(
    name: str,
    globals: Any = None,  # noqa: A002 - the names of builtins.__import__
    locals: Any = None,  # noqa: A002 - as above
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> Any:
    if name in OURS:
        return OURS[name]
    if not _is_allowed(name, fromlist or ()):
        msg = f"{name} is not available here: boards are read through the door alone"
        raise RefusedImportError(msg, name=name)
    return builtins.__import__(name, globals, locals, fromlist or (), level)


def _is_allowed(name: str, fromlist: Sequence[str]) -> bool:
    parts = name.split(".")
    if parts[0] == PACKAGE or parts[0] in ALLOWED_PACKAGES:
        return True
    if parts[0] not in sys.stdlib_module_names:
        return False
    named = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    named |= {f"{name}.{item}" for item in fromlist}
    return not named & REFUSED_STANDARD


GUARDED_BUILTINS = {**vars(builtins), "__import__": _guarded_import}


class _GuardedLoader(importlib.abc.Loader):
    """Runs a module whose import statement is ours."""

    def __init__(self, inner: importlib.abc.Loader) -> None:
        self._inner = inner

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = GUARDED_BUILTINS
        if module.__name__ not in EMPTY_PACKAGES:
            self._inner.exec_module(module)


class _GuardedFinder(importlib.abc.MetaPathFinder):
    """Finds the library's modules where they are installed and guards them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.split(".", maxsplit=1)[0] != PACKAGE:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _GuardedLoader(spec.loader)
        return spec


def _install() -> None:
    if any(isinstance(finder, _GuardedFinder) for finder in sys.meta_path):
        return
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]
    sys.meta_path.insert(0, _GuardedFinder())


def load(name: str) -> ModuleType:
    """Load one module of the library by its full name.

    Raises:
        BrokenProviderError: The module is missing or fails while it is loaded, for any reason.
    """
    with _LOCK:
        _install()
        try:
            return importlib.import_module(name)
        except Exception as error:
            msg = f"{name} cannot be loaded ({type(error).__name__}: {error})"
            raise BrokenProviderError(msg) from error


def registered_names() -> tuple[str, ...]:
    """Names of all provider modules that are installed, sorted, without loading any."""
    package = load(PROVIDERS)
    import pkgutil

    found = (module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(sorted(name for name in found if name != "base" and not name.startswith("_")))


def provider_class(provider: str) -> tuple[type[Any], ModuleType]:
    """Give the class that the library registers for a provider, and its module.

    Raises:
        BrokenProviderError: There is no such provider, or its module is broken.
    """
    if not provider.isidentifier() or provider.startswith("_"):
        msg = f"{provider!r} is no provider of company boards"
        raise BrokenProviderError(msg)
    module = load(f"{PROVIDERS}.{provider}")
    registry = load(f"{PROVIDERS}.base").ScraperRegistry
    for ats, scraper in registry.all().items():
        if ats.value == provider:
            return scraper, module
    msg = f"{module.__name__} registers no provider"
    raise BrokenProviderError(msg)


def resolve(url: str) -> tuple[str, str] | None:
    """Read a careers address as provider and board name; ``None`` where it names no system."""
    try:
        found = load(f"{PACKAGE}.resolve").resolve_careers_url(url)
    except ValueError:
        return None
    return (found.ats.value, found.slug) if found else None
