"""Which units an execution reads, and in which order."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jobctrl_dagster.discover.records import Unit
from jobctrl_dagster.settings.schema import (
    FAMILIES,
    CompanyBoard,
    Family,
    Search,
    Sources,
    SystemSettings,
)

ReplayIndex = Iterable[Mapping[str, Any]] | Path
"""Entries of a recording's index, of which only ``url`` is read, or the recording's folder."""

BOARD_ADDRESSES = (
    ("greenhouse", re.compile(r"^https://boards-api\.greenhouse\.io/v1/boards/([^/?]+)/jobs")),
    ("lever", re.compile(r"^https://api\.lever\.co/v0/postings/([^/?]+)")),
    ("ashby", re.compile(r"^https://api\.ashbyhq\.com/posting-api/job-board/([^/?]+)")),
    ("smartrecruiters", re.compile(r"^https://api\.smartrecruiters\.com/v1/companies/([^/?]+)/p")),
    ("workable", re.compile(r"^https://apply\.workable\.com/api/v1/widget/accounts/([^/?]+)")),
    ("recruitee", re.compile(r"^https://([a-z0-9-]+)\.recruitee\.com/api/offers")),
    ("pinpoint", re.compile(r"^https://([a-z0-9-]+)\.pinpointhq\.com/postings\.json")),
)
WORKDAY_ADDRESS = re.compile(
    r"^(https://[a-z0-9-]+\.wd\d+\.myworkdayjobs\.com)/wday/cxs/[^/]+/([^/]+)/jobs"
)
FEED_HOSTS = {
    "remoteok.com": "remoteok",
    "weworkremotely.com": "weworkremotely",
    "remotive.com": "remotive",
    "www.arbeitnow.com": "arbeitnow",
    "himalayas.app": "himalayas",
    "jobicy.com": "jobicy",
    "www.themuse.com": "themuse",
}
OWN_ORIGINS = {"jobs.eu.lever.co": "https://api.eu.lever.co"}
"""Origins of systems that keep the boards of a region apart, by the host of their pages."""
COMMUNITY_HOSTS = {"hn.algolia.com": "hackernews"}


def plan_units(
    sources: Sources,
    system: SystemSettings,  # noqa: ARG001 - a plan is made of the installation and the sources
    *,
    replay_index: ReplayIndex | None = None,
) -> dict[Family, list[Unit]]:
    """Plan the units of all families.

    Args:
        sources: What the person wrote.
        system: The installation.
        replay_index: The recording of a replay session; it replaces the sources.

    Returns:
        Every family, in the order of `FAMILIES`, with its units in the order of the settings. A
        source named twice is one unit.
    """
    if replay_index is not None:
        sources = sources_from_replay(replay_index)
    planned: dict[Family, list[Unit]] = {
        "company_boards": [_board_unit(board) for board in sources.company_boards],
        "public_feeds": [_named_unit("public_feeds", "feed", n) for n in sources.public_feeds],
        "broad_boards": _search_units(sources),
        "community": [_named_unit("community", "community", n) for n in sources.community],
        "imports": [
            Unit(
                id=f"import:{source.url or source.path}", family="imports", kind="import",
                config=source.model_dump(exclude_none=True),
            )
            for source in sources.imports
        ],
    }  # fmt: skip
    return {family: _once(planned[family]) for family in FAMILIES}


def sources_from_replay(index: ReplayIndex) -> Sources:
    """Read the sources out of a recording: whatever it answers is asked for."""
    boards: dict[tuple[str, str], CompanyBoard] = {}
    feeds: dict[str, None] = {}
    community: dict[str, None] = {}
    entries = read_replay_index(index) if isinstance(index, Path) else index
    for entry in entries:
        url = str(entry["url"])
        found = _board_at(url)
        host = urlsplit(url).hostname or ""
        if found is not None:
            boards[found] = CompanyBoard(provider=found[0], board=found[1])
        elif host in FEED_HOSTS:
            feeds[FEED_HOSTS[host]] = None
        elif host in COMMUNITY_HOSTS:
            community[COMMUNITY_HOSTS[host]] = None
    return Sources(
        company_boards=tuple(boards.values()), public_feeds=tuple(feeds), community=tuple(community)
    )


def read_replay_index(folder: Path) -> list[dict[str, Any]]:
    """Read ``index.json`` of a recording, in the folder itself or in its ``replay``."""
    for candidate in (folder / "index.json", folder / "replay" / "index.json"):
        if candidate.is_file():
            entries: list[dict[str, Any]] = json.loads(candidate.read_text("utf-8"))
            return entries
    msg = f"{folder} holds no index.json; point JOBCTRL_REPLAY at a folder of recorded responses"
    raise FileNotFoundError(msg)


def _board_at(url: str) -> tuple[str, str] | None:
    workday = WORKDAY_ADDRESS.match(url)
    if workday:
        return "workday", f"{workday[1]}/{workday[2]}"
    for provider, pattern in BOARD_ADDRESSES:
        match = pattern.match(url)
        if match:
            return provider, match[1]
    return None


def _board_unit(board: CompanyBoard) -> Unit:
    provider, name = board.provider, board.board
    if board.url is not None:
        from jobctrl_dagster.discover.boards.library import BrokenProviderError, resolve

        with contextlib.suppress(BrokenProviderError):
            provider, name = resolve(board.url) or (None, None)
    host = urlsplit(board.url or "").hostname
    config = {
        "provider": provider, "board": name, "url": board.url, "company": board.company,
        "api": board.api or OWN_ORIGINS.get(host or ""),
    }  # fmt: skip
    label = f"{provider}:{_short(name)}" if provider and name else f"url:{_short(board.url or '')}"
    return Unit(
        id=label, family="company_boards", kind="company_board",
        config={key: value for key, value in config.items() if value is not None},
    )  # fmt: skip


def _short(board: str) -> str:
    """A board's name; of an address, its first host label and its path."""
    if not board.startswith(("http://", "https://")):
        return board
    parts = urlsplit(board)
    host = parts.hostname or ""
    if host.endswith(".myworkdayjobs.com"):
        host = host.split(".")[0]
    return f"{host}{parts.path.rstrip('/')}" + (f"?{parts.query}" if parts.query else "")


def _named_unit(family: Family, kind: str, name: str) -> Unit:
    return Unit(id=f"{kind}:{name}", family=family, kind=kind, config={"name": name})


def _search_units(sources: Sources) -> list[Unit]:
    """One unit per query and site, query by query: a board is never asked twice at once."""
    broad = sources.broad_boards
    return [
        Unit(
            id=f"{site}:{_search_label(search)}", family="broad_boards", kind="broad_board",
            config={
                "site": site, "accept_terms": broad.accept_terms,
                "search": search.model_dump(exclude_none=True),
            },
        )
        for search in broad.searches
        for site in broad.sites
    ]  # fmt: skip


def _search_label(search: Search) -> str:
    parts = [search.query, search.location, search.country]
    parts.append("remote" if search.remote else None)
    parts.append(f"{search.max_age_days}d" if search.max_age_days else None)
    return "/".join(part for part in parts if part)


def _once(units: Iterable[Unit]) -> list[Unit]:
    kept: dict[str, Unit] = {}
    for unit in units:
        kept.setdefault(unit.id, unit)
    return list(kept.values())
