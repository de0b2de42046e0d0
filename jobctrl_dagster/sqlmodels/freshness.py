"""When the SQL models are due: the store has come to rest, or a minute has passed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from jobctrl_dagster.store import schema
from jobctrl_dagster.store.store import Store

QUIET_SECONDS = 10.0
LONGEST_SECONDS = 60.0


@dataclass(frozen=True)
class Seen:
    """What the last look saw.

    Attributes:
        latest: Newest event that was seen.
        since: When it was first seen, in Unix seconds.
        built: Newest event that the models were asked to be built with.
        built_at: When that was.
    """

    latest: int = 0
    since: float = 0.0
    built: int = 0
    built_at: float = 0.0

    @classmethod
    def parse(cls, cursor: str | None) -> Seen:
        """Read a cursor; an empty or unreadable one is a first look."""
        try:
            return cls(**json.loads(cursor or "{}"))
        except (ValueError, TypeError):
            return cls()

    def dump(self) -> str:
        """Write a cursor."""
        return json.dumps(asdict(self))

    def decide(self, latest: int, now: float) -> Decided:
        """Whether to build, with ``latest`` the newest event of the store."""
        seen = self if latest == self.latest else replace(self, latest=latest, since=now)
        if latest <= self.built:
            return Decided(seen, build=False, why="Nothing has changed since the last build.")
        quiet = now - seen.since >= QUIET_SECONDS
        overdue = now - self.built_at >= LONGEST_SECONDS and self.built_at > 0
        if not quiet and not overdue:
            return Decided(seen, build=False, why="The store is still changing.")
        return Decided(replace(seen, built=latest, built_at=now), build=True, why="")


@dataclass(frozen=True)
class Decided:
    """What to do, and what to remember."""

    seen: Seen
    build: bool
    why: str


def latest_event(store: Store) -> int:
    """Id of the newest event, 0 for an empty store."""
    with store.read() as connection:
        return connection.scalar(sa.select(sa.func.max(schema.events.c.id))) or 0
