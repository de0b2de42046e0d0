"""Job keys: the readable, immutable partition key of one tenant's job."""

from __future__ import annotations

import hashlib

COMPANY_LENGTH = 40
TITLE_LENGTH = 60


def make_job_key(tenant: str, company: str | None, title: str, posting_key: str) -> str:
    """``tenant.company-slug.title-slug.8hex``, non-Latin names transliterated.

    Args:
        tenant: Whose job it is.
        company: Name as shown, or ``None``.
        title: Title as shown.
        posting_key: Key of the canonical posting; gives the eight hex digits.
    """
    from slugify import slugify

    company_slug = slugify(company or "", max_length=COMPANY_LENGTH, word_boundary=True)
    title_slug = slugify(title, max_length=TITLE_LENGTH, word_boundary=True)
    digest = hashlib.sha256(posting_key.encode()).hexdigest()[:8]
    return f"{tenant}.{company_slug or 'unknown'}.{title_slug or 'untitled'}.{digest}"
