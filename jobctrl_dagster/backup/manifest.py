"""What an archive says of itself: whose store it holds, at which revision, and every member."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

MANIFEST = "manifest.json"
"""Name of the last member; an archive without it is cut short."""
HOME, TABLES, DAGSTER = "home", "store", "dagster"
"""Folders in the archive: files of the home, a JSONL file for each table, Dagster's home."""
FORMAT = 1


class Member(BaseModel):
    """One file of the archive."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int
    sha256: str


class Manifest(BaseModel):
    """Everything that a restore checks before it writes.

    Attributes:
        format: Version of the archive's layout.
        program: Version of the program that made it.
        made_at: When, in UTC.
        identity: Identity of the store.
        revision: Schema revision of the tables.
        database: Kind of database that they were read from.
        dagster: Whether Dagster's databases are in it.
        rows: Rows by table, in an order in which they can be inserted.
        members: Size and digest of every other file of the archive, by name.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal[1]
    program: str
    made_at: datetime
    identity: str
    revision: str
    database: Literal["sqlite", "postgresql"]
    dagster: bool
    rows: dict[str, int]
    members: dict[str, Member]

    @property
    def files(self) -> int:
        """How many files it holds besides the tables."""
        return len(self.members) - len(self.rows)


def table_member(table: str) -> str:
    """Name of the member that holds a table's rows."""
    return f"{TABLES}/{table}.jsonl"
