"""The one port that every source of postings stands behind, and the table of its adapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from jobctrl_dagster.discover.records import RawPosting, RowFault, Unit, UnitReport
from jobctrl_dagster.gate.door import Door


@dataclass(frozen=True)
class Cursor:
    """A place to go on from; everything yielded before it is safely behind.

    Asking the adapter for the next item acknowledges the cursor: store first, then ask.
    """

    position: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Waiting:
    """Nothing new yet, but the source is being read: a sign of life."""


Item = RawPosting | RowFault | Cursor | Waiting | UnitReport


class Adapter(Protocol):
    """Reads units of one kind."""

    kind: str

    def read(self, unit: Unit, door: Door, *, cursor: Mapping[str, Any] | None) -> Iterator[Item]:
        """Stream a unit; the last item, and only the last, is its `UnitReport`.

        Args:
            unit: What to read.
            door: The only way to the network.
            cursor: The position of the last acknowledged `Cursor`, or ``None`` for the start.
        """
        ...


ADAPTERS: Mapping[str, str] = {
    "company_board": "jobctrl_dagster.discover.company_boards:CompanyBoards",
    "feed": "jobctrl_dagster.discover.public_feeds:PublicFeeds",
    "community": "jobctrl_dagster.discover.community:HackerNews",
    "broad_board": "jobctrl_dagster.discover.broad_boards:BroadBoards",
    "import": "jobctrl_dagster.discover.imports:Imports",
}


def adapter_for(kind: str) -> Adapter:
    """Give the adapter of a kind.

    Raises:
        KeyError: No adapter has this kind; the message names those that exist.
    """
    try:
        module, name = ADAPTERS[kind].split(":")
    except KeyError:
        msg = f"no adapter reads units of kind {kind!r}; there are {', '.join(sorted(ADAPTERS))}"
        raise KeyError(msg) from None
    adapter: Adapter = getattr(import_module(module), name)()
    return adapter
