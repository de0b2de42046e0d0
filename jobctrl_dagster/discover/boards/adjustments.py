"""What single providers need beyond the common treatment."""

from __future__ import annotations

from typing import Any

from jobctrl_dagster.discover.boards.library import provider_class
from jobctrl_dagster.discover.boards.rows import isolated_class


class _AtLeast(int):
    """A number that every number from it upwards equals."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and other >= int(self)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(int(self))


def adjusted_class(provider: str) -> type[Any]:
    """The isolated class of a provider, ready to be used.

    Workday stops answering after 2,000 rows of one query. The library splits a query by facets
    only where the total reads exactly 2,000; here every larger total is split as well.

    Raises:
        BrokenProviderError: The provider's module cannot be loaded.
    """
    scraper = isolated_class(provider)
    if provider == "workday":
        _, module = provider_class(provider)
        vars(module)["QUERY_TOTAL_CAP"] = _AtLeast(2000)
    return scraper
