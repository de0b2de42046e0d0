"""The table of company-board providers: what is covered, and by what."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

Cover = Literal["recorded", "schema", "unsupported"]


class Provider(BaseModel):
    """One provider of company boards."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    title: str
    reach: Literal["company", "employer", "market"]
    cover: Cover
    reason: str = ""


@functools.cache
def providers() -> tuple[Provider, ...]:
    """All providers, sorted by name."""
    from ruamel.yaml import YAML

    text = files("jobctrl_dagster.discover").joinpath("providers.yaml").read_text("utf-8")
    table = TypeAdapter(tuple[Provider, ...]).validate_python(YAML(typ="safe").load(text))
    return tuple(sorted(table, key=lambda provider: provider.name))


def provider_named(name: str) -> Provider | None:
    """The entry of a provider; ``None`` where the table has none."""
    return next((provider for provider in providers() if provider.name == name), None)


def providers_as_markdown() -> str:
    """The table for the documentation."""
    lines = ["| provider | name in settings | reads | covered by |", "|---|---|---|---|"]
    covers = {"recorded": "recorded answers of real boards", "schema": "the library's schema"}
    lines += [
        f"| {p.title} | `{p.name}` | {p.reach} | {covers.get(p.cover) or f'not read: {p.reason}'} |"
        for p in providers()
    ]
    return "\n".join(lines) + "\n"
