"""A tenant's jobs as a table for other programs: CSV, JSON or Parquet, one row each."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Format", "Order"]


class Format(StrEnum):
    """What the table is written as."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


class Order(StrEnum):
    """By the date of posting; jobs without one come last either way."""

    NEWEST = "newest"
    OLDEST = "oldest"
