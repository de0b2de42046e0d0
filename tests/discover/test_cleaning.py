"""Cells of foreign data: what is missing is null, what is text can be stored."""

from __future__ import annotations

import contextlib
import json
import math
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobctrl_dagster.discover.cleaning import (
    RowRejectedError,
    amount_or_none,
    build_fault,
    build_posting,
    cleaned,
    country_or_none,
    moment_or_none,
    period_or_none,
    text_or_none,
)

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.sampled_from(["nan", "\ud800", "a\0b", "None"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(ANYTHING)
def test_whatever_comes_can_be_stored_afterwards(value):
    text = json.dumps(cleaned(value), allow_nan=False, ensure_ascii=False)

    assert "\0" not in text
    text.encode("utf-8")


@given(ANYTHING)
def test_cleaning_twice_changes_nothing_more(value):
    assert cleaned(cleaned(value)) == cleaned(value)


@given(ANYTHING)
def test_a_text_is_never_empty_and_never_a_word_for_a_gap(value):
    text = text_or_none(value)

    assert text is None or (
        text.strip() == text and text.lower() not in {"", "nan", "none", "null"}
    )


@settings(deadline=None)
@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_a_posting_of_anything_is_built_or_refused(title, url, pay, place):
    posting = None
    with contextlib.suppress(RowRejectedError):
        posting = build_posting(
            source="s", provider="p", title=title, url=url, pay_minimum=pay, location=place,
            posted_at=pay, country_hint=place, extra={"row": place},
        )  # fmt: skip

    assert (posting is None) == (text_or_none(title) is None)
    if posting is not None:
        posting.model_dump_json().encode("utf-8")


@pytest.mark.parametrize(
    ("cell", "amount"),
    [
        (60000, "60000"), ("60000.0", "60000"), ("75,000", "75000"), ("1,250.50", "1250.5"),
        (18.5, "18.5"), (0, None), (-3, None), ("0", None), (math.nan, None), ("nan", None),
        (True, None), ("from 5", None), ("12,5", None), (math.inf, None), (None, None),
        ([5], None),
    ],
)  # fmt: skip
def test_amounts_are_plain_and_positive(cell, amount):
    assert amount_or_none(cell) == (None if amount is None else Decimal(amount))


@pytest.mark.parametrize(
    ("cell", "moment"),
    [
        ("2026-08-03T03:18:43-04:00", (2026, 8, 3, 7, 18, 43)),
        ("2026-08-05 09:41:37 UTC", (2026, 8, 5, 9, 41, 37)),
        ("2026-08-05", (2026, 8, 5)),
        ("2026-08-05T09:41:37", (2026, 8, 5, 9, 41, 37)),
        ("Fri, 10 Jul 2026 22:45:30 +0000", (2026, 7, 10, 22, 45, 30)),
        (1_785_792_634, (2026, 8, 3, 21, 30, 34)),
        (1_785_792_634_000, (2026, 8, 3, 21, 30, 34)),
        ("1785792634", (2026, 8, 3, 21, 30, 34)),
        ("Posted Today", None), ("30+ days ago", None), ("2026-02-31", None), (math.nan, None),
        (0, None), (True, None), ("", None), ({}, None),
    ],
)  # fmt: skip
def test_times_are_absolute_and_utc(cell, moment):
    assert moment_or_none(cell) == (None if moment is None else datetime(*moment, tzinfo=UTC))


@pytest.mark.parametrize(
    ("cell", "code"),
    [("de", "DE"), ("UK", "GB"), ("ZZ", None), ("Atlantis", None), (None, None), (5, None)],
)
def test_a_country_hint_is_a_country(cell, code):
    assert country_or_none(cell) == code


@pytest.mark.parametrize(
    ("cell", "period"),
    [
        ("YEAR", "year"), ("per-hour-wage", "hour"), ("monthly", "month"), ("1 WEEK", "week"),
        ("per-year-salary", "year"), ("fortnight", None), (None, None),
    ],
)  # fmt: skip
def test_a_period_is_one_of_five(cell, period):
    assert period_or_none(cell) == period


def test_pay_without_amounts_has_no_currency():
    posting = build_posting(
        source="s", provider="p", title="Cook", pay_minimum=0, pay_maximum=0, pay_currency="USD",
        pay_period="year", pay_text="competitive",
    )  # fmt: skip

    assert (posting.pay_currency, posting.pay_period) == (None, None)
    assert posting.pay_text == "competitive"


def test_a_fault_keeps_the_row_within_bounds():
    fault = build_fault("s", 3, "bad\ud800", row={"text": "x" * 5_000}, external_id=math.nan)

    assert len(fault.raw) == 2_000
    assert (fault.reason, fault.external_id) == ("bad", None)


def test_nothing_heavy_is_imported_before_a_source_is_read():
    code = (
        "import sys\n"
        "from jobctrl_dagster.discover import family, plan, port, providers, verdicts\n"
        "for kind in port.ADAPTERS: port.adapter_for(kind)\n"
        "heavy = {'ats_scrapers', 'jobstreaming', 'pandas', 'lxml', 'extruct', 'trafilatura',"
        " 'pycountry', 'requests', 'dagster', 'sqlalchemy', 'ruamel'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )

    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://example.com/jobs/1", True),
        ("HTTP://example.com", True),
        ("example.com:8080/jobs", True),
        ("/jobs/1", True),
        ("javascript:alert(1)", False),
        (" JavaScript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
    ],
)
def test_only_the_address_of_a_page_becomes_a_link(address: str, kept: bool) -> None:
    posting = build_posting(source="a", provider="csv", title="Engineer", url=address)
    assert posting.url == (address.strip() if kept else None)
