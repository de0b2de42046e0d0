"""When a posting was posted."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.facts.dates import read_posted

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
TOKYO = timezone(timedelta(hours=9))


def told(value, now=NOW):
    """The reading in short: a moment, a day, or a day with a plus for `at_least`."""
    posted = read_posted(value, now=now)
    if posted is None:
        return None
    assert posted.at is not None
    if posted.precision == "exact":
        return posted.at.strftime("%Y-%m-%d %H:%M:%S")
    assert (posted.at.hour, posted.at.minute, posted.at.second) == (0, 0, 0)
    return posted.at.strftime("%Y-%m-%d") + ("+" if posted.precision == "at_least" else "")


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2026-02-14T10:30:00Z", "2026-02-14 10:30:00"),
        ("2026-02-14T10:30", "2026-02-14 10:30:00"),
        ("2026-02-14 10:30:00 UTC", "2026-02-14 10:30:00"),
        ("2026-02-14 10:30:00 +0000 UTC", "2026-02-14 10:30:00"),
        ("2026-02-14T10:30:00.123456789+0530", "2026-02-14 05:00:00"),
        ("2026-02-14T10:30:00-05", "2026-02-14 15:30:00"),
        ("20260214T103000Z", "2026-02-14 10:30:00"),
        ("Sat, 14 Feb 2026 10:30:00 GMT", "2026-02-14 10:30:00"),
        ("14 Feb 2026 10:30 -0500", "2026-02-14 15:30:00"),
        ("2026-02-14T10:30:00 EST", "2026-02-14 15:30:00"),
        ("Posted 2026-02-14T10:30:00Z", "2026-02-14 10:30:00"),
    ],
)
def test_date_and_time_are_a_moment_in_utc(value, moment):
    assert told(value) == moment


@pytest.mark.parametrize(
    "value",
    [
        "2026-02-14",
        "2026/02/14",
        "14.02.2026",
        "14/02/2026",
        "02/14/2026",
        "14 Feb 2026",
        "February 14th, 2026",
        "14. Februar 2026",
        "14 février 2026",
        "14 de febrero de 2026",
        "14 lutego 2026",
        "2026年2月14日",
        "２０２６-０２-１４",
        "Posted on 2026-02-14",
        date(2026, 2, 14),
    ],
)
def test_a_date_alone_is_a_day(value):
    posted = read_posted(value, now=NOW)
    assert posted is not None
    assert (told(value), posted.relative) == ("2026-02-14", False)


def test_a_date_that_could_be_two_is_none():
    assert told("03/04/2026") is None


@pytest.mark.parametrize(
    "value",
    [1770984000, 1770984000.0, "1770984000", 1770984000000, "1770984000000", Decimal(1770984000)],
)
def test_seconds_and_milliseconds_are_told_by_their_size(value):
    assert told(value) == "2026-02-13 12:00:00"


NO_DATES = (
    *(None, "", " ", float("nan"), float("inf"), True, False, 0, -5, 10**400, 1e300),
    *(5_000_000_000, Decimal("sNaN"), "9" * 100, "x" * 200_000, "\ud800", [], b"x"),
    *("N/A", "nan", "as soon as possible", "tomorrow", "in 3 days", "2026", "3 days", "8m ago"),
    *("2026-02-30", "2026-13-01", "2026-02-14T25:00:00Z", "2026-02-14T10:30:00+99:00", "24:00"),
    *("2026-02-14T10:30:00 XYZ", "99999999999 days ago", "999999 months ago"),
    *("a few days ago", "Open until filled"),
)


@pytest.mark.parametrize("value", NO_DATES, ids=lambda value: ascii(value)[:30])
def test_what_states_no_date_stays_none(value):
    assert told(value) is None


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        ("8 minutes ago", "2026-03-10 11:52:00"),
        ("8min ago", "2026-03-10 11:52:00"),
        ("8mo ago", "2025-07-10"),
        ("an hour ago", "2026-03-10 11:00:00"),
        ("2h ago", "2026-03-10 10:00:00"),
        ("30 seconds ago", "2026-03-10 11:59:30"),
        ("Reposted 2 weeks ago", "2026-02-24"),
        ("POSTED 3 DAYS AGO", "2026-03-07"),
        ("1 year ago", "2025-03-10"),
        ("5d", "2026-03-05"),
        ("Just posted", "2026-03-10"),
        ("Posted today", "2026-03-10"),
        ("yesterday", "2026-03-09"),
        ("vor 4 Tagen", "2026-03-06"),
        ("vor einer Woche", "2026-03-03"),
        ("vorgestern", "2026-03-08"),
        ("il y a 2 semaines", "2026-02-24"),
        ("il y a un an", "2025-03-10"),
        ("aujourd’hui", "2026-03-10"),
        ("hace 3 días", "2026-03-07"),
        ("un'ora fa", "2026-03-10 11:00:00"),
        ("3 giorni fa", "2026-03-07"),
        ("há 2 semanas", "2026-02-24"),
        ("2 dagen geleden", "2026-03-08"),
        ("3 dni temu", "2026-03-07"),
        ("miesiąc temu", "2026-02-10"),
        ("5 минут назад", "2026-03-10 11:55:00"),
        ("неделю назад", "2026-03-03"),
        ("3日前", "2026-03-07"),
        ("3か月前", "2025-12-10"),
        ("2小时前", "2026-03-10 10:00:00"),
        ("一周前", "2026-03-03"),
        ("3일 전", "2026-03-07"),
        ("한 달 전", "2026-02-10"),
        ("어제", "2026-03-09"),
        ("５日前", "2026-03-05"),
    ],
)
def test_ages_are_read_in_many_languages(value, reading):
    posted = read_posted(value, now=NOW)
    assert posted is not None
    assert posted.relative
    assert told(value) == reading


@pytest.mark.parametrize(
    "value",
    [
        "30+ days ago",
        "Posted 30+ Days Ago",
        "30d+",
        "more than 30 days ago",
        "vor mehr als 30 Tagen",
        "vor 30+ Tagen",
        "il y a plus de 30 jours",
        "hace más de 30 días",
        "più di 30 giorni fa",
        "há mais de 30 dias",
        "meer dan 30 dagen geleden",
        "ponad 30 dni temu",
        "более 30 дней назад",
        "30日以上前",
        "超过30天",
        "30일 이상 전",
    ],
)
def test_so_long_ago_or_longer_gives_the_latest_day_possible(value):
    assert told(value) == "2026-02-08+"


def test_days_are_those_of_the_reader():
    after_midnight = datetime(2026, 3, 10, 0, 30, tzinfo=TOKYO)
    assert told("today", after_midnight) == "2026-03-10"
    assert told("1 day ago", after_midnight) == "2026-03-09"
    assert told("1 hour ago", after_midnight) == "2026-03-09 14:30:00"


def test_months_go_by_the_calendar():
    assert told("1 month ago", datetime(2026, 3, 31, tzinfo=UTC)) == "2026-02-28"
    assert told("1 year ago", datetime(2024, 2, 29, tzinfo=UTC)) == "2023-02-28"


def test_what_is_still_to_come_is_set_back_to_now():
    assert told("2027-01-01T00:00:00Z") == "2026-03-10 12:00:00"
    assert told("2027-01-01") == "2026-03-10"
    assert told("2026-03-10", datetime(2026, 3, 10, 0, 30, tzinfo=TOKYO)) == "2026-03-10"
    assert told("-2 days ago") == "2026-03-10"
    assert told("-3 hours ago") == "2026-03-10 12:00:00"


VALUES = st.one_of(
    st.text(max_size=40),
    st.floats(),
    st.integers(),
    st.decimals(),
    st.datetimes(),
    st.dates(),
    st.from_regex(r"-?[0-9]{1,7}\+? (days|mo|h|Tagen|日|weeks|years) ?(ago|前)?", fullmatch=True),
    st.from_regex(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{4})?)?", fullmatch=True
    ),
)


@given(VALUES, st.timezones())
def test_nothing_raises_and_nothing_is_later_than_now(value, zone):
    now = NOW.astimezone(zone)
    posted = read_posted(value, now=now)
    if posted is not None:
        assert posted.at is not None
        assert posted.at.utcoffset() == timedelta(0)
        latest = (
            now
            if posted.precision == "exact"
            else datetime.combine(now.date(), NOW.min.time(), UTC)
        )
        assert posted.at <= latest


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_a_longer_age_is_never_later(first, second):
    earlier, later = (
        read_posted(f"{n} days ago", now=NOW) for n in sorted((first, second), reverse=True)
    )
    assert earlier is not None
    assert later is not None
    assert earlier.at <= later.at
