"""The exported table says of each job what the store says, on both kinds of database."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

import pytest
import sqlalchemy as sa

from jobctrl_dagster.export import Order
from jobctrl_dagster.export.columns import COLUMNS
from jobctrl_dagster.export.rows import read_rows
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.funnel import read_funnel
from tests.sqlmodels.filled_store import TEXT, fill, raw

OLD = datetime(2026, 10, 1, tzinfo=UTC)
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
NEW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """The small market, with an old job, a new one, and one without date, text and address."""
    url = f"sqlite:///{tmp_path_factory.mktemp('export') / 'jobctrl.db'}"
    if request.param == "postgresql":
        url = new_database(request.getfixturevalue("postgresql"))
    store = Store.open(url, clock=lambda: NOW)
    pay = "<p>The salary is $120,000 - $150,000 a year.</p>"
    fill(
        store,
        raw(10, "Old Engineer", company="Oldham", posted_at=OLD, description=TEXT + pay),
        raw(11, "New Engineer", company="Newham", posted_at=NEW),
        raw(12, "Gaps Engineer", company="Gapford", description=None, url=None),
    )
    yield store
    store.close()


def new_database(server: str) -> str:
    admin = sa.create_engine(server, isolation_level="AUTOCOMMIT", poolclass=sa.pool.NullPool)
    with admin.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE export"))
    return sa.engine.make_url(server).set(database="export").render_as_string(hide_password=False)


def test_the_table_agrees_with_the_store(filled: Store) -> None:
    rows = {str(row["title"]): row for row in read_rows(filled, "me")}
    old, intern = rows["Old Engineer"], rows["Data Engineering Intern"]
    assert all(list(row) == [column.name for column in COLUMNS] for row in rows.values())
    assert (old["pay_currency"], old["pay_period"]) == ("USD", "year")
    assert (old["pay_minimum"], old["pay_maximum"]) == (Decimal(120000), Decimal(150000))
    assert (old["cities"], old["countries"]) == (("Seattle",), ("US",))
    assert (old["posted_at"], old["state"]) == (OLD, "below_threshold")
    assert (old["discover_outcome"], old["score_outcome"]) == ("succeeded", "succeeded")
    assert old["score"] == round(float(str(old["exact"])))
    assert "must-haves met" in str(old["why"])
    assert intern["state"] == "dropped"
    assert str(intern["drops"]).count("excluded_titles: Data Engineering Intern") == 1
    assert "excluded_titles" in str(intern["why"])
    assert intern["score"] is None


def test_states_add_up_to_the_funnel(filled: Store) -> None:
    states = Counter(str(row["state"]) for row in read_rows(filled, "me"))
    funnel = read_funnel(filled, "me")
    assert states == {name: getattr(funnel, name) for name in states}
    assert sum(states.values()) == funnel.discovered - funnel.duplicates


def test_a_job_seen_twice_is_one_row_with_both_sources(filled: Store) -> None:
    rows = [row for row in read_rows(filled, "me") if row["title"] == "Senior Data Engineer"]
    assert [row["sources"] for row in rows] == [("greenhouse:tarnwick", "feed:remote")]


def test_a_tenant_sees_own_jobs_only(filled: Store) -> None:
    titles = [row["title"] for row in read_rows(filled, "anna")]
    assert sorted(map(str, titles)) == ["Platform Engineer", "Senior Data Engineer"]
    assert list(read_rows(filled, "ben")) == []


def test_the_shortlist_holds_what_was_promoted(filled: Store) -> None:
    rows = list(read_rows(filled, "me", shortlist=True))
    assert len(rows) == read_funnel(filled, "me").shortlisted > 0
    assert all(int(str(row["score"])) >= 6 for row in rows)


def test_undated_jobs_come_last_in_either_order(filled: Store) -> None:
    newest = list(read_rows(filled, "me", order=Order.NEWEST))
    oldest = list(read_rows(filled, "me", order=Order.OLDEST))
    assert [row["posted_at"] for row in newest[:2]] == [NEW, OLD]
    assert [row["posted_at"] for row in oldest[:2]] == [OLD, NEW]
    for rows in (newest, oldest):
        assert all(row["posted_at"] is None for row in rows[2:])
        assert "Gaps Engineer" in [row["title"] for row in rows[2:]]


def test_a_job_whose_text_changed_shows_no_older_facts(filled: Store) -> None:
    table = schema.postings
    changed = sa.update(table).where(table.c.title == "Old Engineer")
    with filled.unit_of_work() as unit:
        before = unit.execute(sa.select(table).where(table.c.title == "Old Engineer")).one()
        unit.execute(changed.values(content_digest="other"))
        unit.commit()
    (row,) = [row for row in read_rows(filled, "me") if row["title"] == "Old Engineer"]
    with filled.unit_of_work() as unit:
        unit.execute(changed.values(content_digest=before.content_digest))
        unit.commit()
    assert before.facts["apply_url"] is not None
    assert (row["pay_minimum"], row["cities"], row["apply_url"]) == (None, (), None)


def test_batches_lose_and_repeat_nothing(filled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(read_rows(filled, "me"))
    monkeypatch.setattr("jobctrl_dagster.export.rows.BATCH", 3)
    assert list(read_rows(filled, "me")) == whole
    assert len(whole) > 6
