"""The page of the documentation that lists every kind of source; ``make docs`` writes it."""

from __future__ import annotations

from jobctrl_dagster.discover.broad_sites import sites_as_markdown
from jobctrl_dagster.discover.providers import providers_as_markdown
from jobctrl_dagster.discover.public_feeds import feeds_as_markdown

INTRODUCTION = """# Sources

What `search.yaml` can name, and how far each is tested. *Recorded answers* means that responses of
real boards, as they were sent, are read in the tests; *the library's schema* that the provider is
read by its documented form alone. This page is written by `make docs`.
"""


def sources_page() -> str:
    """The whole page as Markdown."""
    parts = (
        INTRODUCTION,
        "## Company boards (`company_boards`)\n",
        "Named by `url`, or by `provider` and `board`.\n",
        providers_as_markdown(),
        "## Public feeds (`public_feeds`) and community (`community`)\n",
        feeds_as_markdown(),
        "## Broad boards (`broad_boards`)\n",
        "Off until `accept_terms: true` says that you have read and accept their terms.\n",
        sites_as_markdown(),
    )
    return "\n".join(parts)
