import pytest

from jobctrl_dagster.tailor.records import EntryPlan, Stated
from jobctrl_dagster.tailor.spans import shown_date, shown_span


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2022-03", "Mar 2022"),
        ("2024-06-11", "Jun 2024"),
        ("2012", "2012"),
        ("2024-06-11T10:00:00", "Jun 2024"),
        ("present", "Present"),
        ("Summer 2019", "Summer 2019"),
        ("2019-13", "2019-13"),
    ],
)
def test_dates_are_shown_by_month(written, shown):
    assert shown_date(written) == shown


@pytest.mark.parametrize(
    ("start", "end", "lasts", "shown"),
    [
        ("2020-01", "2021-02", True, "Jan 2020 – Feb 2021"),
        ("2020-01", "", True, "Jan 2020 – Present"),
        ("2020-01", "", False, "from Jan 2020"),
        ("", "2021", True, "2021"),
        ("2021", "2021", True, "2021"),
        ("", "", True, ""),
    ],
)
def test_a_span_says_no_more_than_is_stated(start, end, lasts, shown):
    def date(text):
        return Stated(text=text, item="work[0]") if text else None

    entry = EntryPlan(item="work[0]", title=(), start=date(start), end=date(end), lasts=lasts)
    assert shown_span(entry) == shown
