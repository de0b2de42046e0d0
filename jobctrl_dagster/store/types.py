"""Column types that hold the same values on SQLite and PostgreSQL."""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class UtcDateTime(sa.types.TypeDecorator[datetime]):
    """An aware moment, kept in UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Refuse a moment without offset; hand SQLite, which has no offsets, plain UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            msg = f"{value!r} has no UTC offset; the store keeps aware moments only"
            raise ValueError(msg)
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002 - signature of the base
        """Give the moment back in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class CleanText(sa.types.TypeDecorator[str]):
    """Text without NULs and lone surrogates, which no database keeps."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:  # noqa: ARG002 - signature of the base
        """Drop what cannot be stored."""
        return None if value is None else storable(value)


def storable(text: str) -> str:
    """The text without NULs and lone surrogates."""
    return _UNSTORABLE.sub("", text)


def plain(value: Any) -> Any:
    """A JSON value that both databases accept: no NaN, no infinity, no NUL, no lone surrogate."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {storable(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, datetime | Decimal):
        return str(value)
    return value


def to_json(value: Any) -> str:
    """Serialize strictly, for the engine."""
    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False, default=str)


Json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")
