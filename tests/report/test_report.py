"""The page: what it shows of a store, and that what others wrote stays text."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from lxml import html
from typer.testing import CliRunner

from jobctrl_dagster.cli import app
from jobctrl_dagster.demo.home import write_demo_home
from jobctrl_dagster.report.page import render
from jobctrl_dagster.report.picture import PLACES, draw_funnel
from jobctrl_dagster.report.reading import SHOWN_DROPS, read_report
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.funnel import Funnel, read_funnel
from tests.conftest import HeldClock
from tests.sqlmodels.filled_store import DEAD, TEXT, fill, new_database, raw

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = raw(
    66,
    "Senior Data Engineer <script>alert(1)</script>",
    company='Evil" onmouseover="alert(2)',
    location="<img src=x onerror=alert(3)>",
    url="javascript:alert(4)",
    description=TEXT.replace("COBOL", "COBOL &lt;script&gt;alert(5)&lt;/script&gt;"),
)
EVIL_INTERN = raw(67, "Intern <iframe src=//evil.example></iframe>", company="Evil")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """A store that the stages filled, once of each kind; tests only read it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('report') / 'jobctrl.db'}"
    if request.param == "postgresql":
        url = new_database(request.getfixturevalue("postgresql"), "report")
    opened = Store.open(url, clock=HeldClock())
    fill(opened, HOSTILE, EVIL_INTERN)
    yield opened
    opened.close()


def words(page: str) -> str:
    return " ".join(html.fromstring(page).text_content().split())


def test_the_page_shows_matches_drops_sources_and_what_stopped(filled: Store) -> None:
    report = read_report(filled, "me")
    page = words(render(report))
    assert report.funnel == read_funnel(filled, "me")
    assert [match.score for match in report.matches] == sorted(
        (match.score for match in report.matches), reverse=True
    )
    assert "Senior Data Engineer" in page
    assert "Experience with COBOL unmet · must have" in page
    assert "met · must have · skills[0]" in page
    assert "$40,000 - $50,000 a year your setting: 90000 USD a year" in page
    assert "Words you exclude in titles 2" in page
    assert f"{DEAD} dead It answers 404." in page
    assert "enrich: crashed 1 job" in page
    assert "enrich: robots refused 1 job" in page


def test_what_others_wrote_is_text(filled: Store) -> None:
    page = render(read_report(filled, "me"))
    tree = html.fromstring(page)
    assert {element.tag for element in tree.iter()} & {"script", "iframe", "img", "object"} == set()
    handlers = [name for item in tree.iter() for name in item.attrib if name.startswith("on")]
    assert handlers == []
    assert "<script>alert(1)</script>" in words(page)
    assert 'Evil" onmouseover="alert(2)' in words(page)
    assert "<iframe src=//evil.example></iframe>" in words(page)


def test_links_lead_to_postings_on_the_web_and_nowhere_else(filled: Store) -> None:
    tree = html.fromstring(render(read_report(filled, "me")))
    links = [str(link) for link in tree.xpath("//@href")]
    assert links
    assert all(link.startswith("https://jobs.example/") for link in links)
    assert tree.xpath("//@src | //link | //style[contains(., 'url(')] | //*[@style]/@data") == []
    assert "javascript:" not in render(read_report(filled, "me"))


def test_a_tenant_sees_nothing_of_the_others(filled: Store) -> None:
    assert {match.tenant for match in read_report(filled, "anna").matches} == {"anna"}
    assert read_report(filled, "anna").drops == ()
    empty = read_report(filled, "ben")
    assert (empty.matches, empty.drops, empty.sources, empty.stopped) == ((), (), (), ())
    everyone = read_report(filled, None)
    assert {match.tenant for match in everyone.matches} == {"anna", "me"}
    assert "for anna" in words(render(everyone))


def test_where_the_shortlist_is_empty_the_nearest_jobs_are_shown_as_such(store: Store) -> None:
    fill(store)
    with store.unit_of_work() as unit:
        unit.execute(sa.update(schema.partition_keys).values(wanted=False))
        unit.commit()
    report = read_report(store, "me")
    assert report.matches
    assert "No job has reached the threshold; these come nearest." in words(render(report))


def test_a_rule_with_many_jobs_names_the_newest_and_counts_the_rest(store: Store) -> None:
    more = [raw(100 + n, f"Intern {n}", company=f"Company {n}") for n in range(SHOWN_DROPS + 3)]
    fill(store, *more)
    report = read_report(store, "me")
    [rule] = [rule for rule in report.drops if rule.rule == "excluded_titles"]
    assert (rule.jobs, len(rule.shown)) == (SHOWN_DROPS + 4, SHOWN_DROPS)
    assert "and 4 more" in words(render(report))


def test_an_empty_store_says_what_to_do_next(store: Store) -> None:
    page = words(render(read_report(store, "me")))
    for sentence in ("Nothing has been discovered yet.", "No job has been scored yet."):
        assert sentence in page


# --- the picture ------------------------------------------------------------------------------


def test_bands_are_as_wide_as_their_counts_and_shares_make_a_whole() -> None:
    funnel = Funnel(discovered=10, duplicates=2, enriched=4, scored=4, shortlisted=1, dropped=4)
    funnel = Funnel(**{**vars(funnel), "below_threshold": 3, "not_attempted": 1})
    assert funnel.closes
    picture = draw_funnel(funnel)
    assert [band.count for band in picture.bands] == [10, 8, 4, 4, 1]
    widths = [round(band.width / picture.bands[0].width, 2) for band in picture.bands]
    assert widths == [1.0, 0.8, 0.4, 0.4, 0.1]
    assert sum(share.percent for share in picture.shares) == pytest.approx(100)
    assert len(picture.joins()) == 4


def test_every_final_place_of_the_funnel_has_a_share() -> None:
    ones = {name: 1 for name, _ in PLACES}
    assert Funnel(**ones, discovered=len(ones)).closes


# --- the command ------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    for name in ("JOBCTRL_REPLAY", "JOBCTRL_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("JOBCTRL_HOME", str(tmp_path / "home"))
    home = Home(tmp_path / "home")
    write_demo_home(home, "http://127.0.0.1:1")
    store = Store.open(home.database_url({}))
    fill(store, HOSTILE)
    store.close()
    return home


def test_the_file_is_readable_by_its_owner_alone(home: Home, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        result = CliRunner().invoke(app, ["report", "--tenant", "me"])
        named = CliRunner().invoke(app, ["report", "--out", str(tmp_path / "new" / "page.html")])
    finally:
        os.umask(before)
    assert (result.exit_code, named.exit_code) == (0, 0), result.output + named.output
    for file in (home.files / "report-me.html", tmp_path / "new" / "page.html"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_misspelt_tenant_is_no_empty_page(home: Home) -> None:
    result = CliRunner().invoke(app, ["report", "--tenant", "mee"])
    assert result.exit_code == 2
    assert "mee is no tenant; there are: anna, ben, me" in result.stderr
    assert not (home.files / "report-mee.html").exists()


# --- in a browser -----------------------------------------------------------------------------


@pytest.fixture
def phone() -> "Iterator[Page]":
    from playwright.sync_api import sync_playwright

    program = os.environ.get("JOBCTRL_BROWSER") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser.new_context(viewport={"width": 320, "height": 640}).new_page()
        browser.close()


@pytest.mark.browser
def test_a_phone_shows_the_page_whole_and_asks_nobody(home: Home, phone: "Page") -> None:
    """No text leaves the screen, nothing is fetched, nothing runs, in light and in dark."""
    CliRunner().invoke(app, ["report", "--tenant", "me"])
    heard: list[str] = []
    phone.on("request", lambda request: heard.append(request.url))
    phone.on("dialog", lambda dialog: heard.append(dialog.message))
    phone.on("console", lambda message: heard.append(message.text))
    address = (home.files / "report-me.html").as_uri()
    grounds = set()
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two literals
        phone.goto(address)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 320
        grounds.add(phone.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert set(heard) == {address}
    assert len(grounds) == 2
    counts = phone.locator("svg.funnel text.count").all_text_contents()
    assert counts[:2] == ["11", "10"]
