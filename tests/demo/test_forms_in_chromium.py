"""The application forms of the demo market, filled by their labels in a real browser."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.demo.submissions import Submission

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def market() -> "Iterator[DemoMarket]":
    with DemoMarket() as served:
        yield served


@pytest.fixture
def resume(tmp_path: Path) -> Path:
    path = tmp_path / "Marisol Hedegaard.pdf"
    path.write_bytes(b"%PDF-1.7 resume")
    return path


def open_by_its_button(page: "Page", market: DemoMarket, posting_id: str, label: str) -> None:
    """Go the way of a person: the page of the posting, then its apply button."""
    posting = next(p for p in market.market.postings if p.id == posting_id)
    page.goto(page_url(market.origin, posting))
    page.get_by_role("link", name=label).click()


def the_only(market: DemoMarket) -> Submission:
    (submission,) = market.submissions
    assert [file.name for file in submission.files] == ["Marisol Hedegaard.pdf"]
    return submission


def test_the_greenhouse_form_on_one_page(page: "Page", market: DemoMarket, resume: Path):
    open_by_its_button(page, market, "tarnwick-staff-platform", "Apply for this job")
    page.get_by_role("button", name="Submit application").click()
    page.get_by_text("Please correct the marked fields").wait_for()
    assert page.get_by_label("Email").get_attribute("aria-invalid") == "true"
    with page.expect_file_chooser() as chooser:
        page.get_by_role("group", name="Resume/CV").get_by_text("Attach").first.click()
    chooser.value.set_files(resume)
    page.get_by_text("Marisol Hedegaard.pdf").wait_for()
    page.get_by_role("button", name="Enter manually").click()
    page.get_by_label("Cover Letter, as text").fill("Dear Tarnwick")
    for label, text in {
        "First Name": "Marisol",
        "Last Name": "Hedegaard",
        "Email": "marisol@example.com",
        "Phone": "+1 206 555 0143",
        "In which city and state": "Seattle, WA",
        "How many years of professional experience": "10",
        "What are your salary expectations": "175,000 USD",
    }.items():
        page.get_by_label(label).fill(text)
    page.get_by_label("Are you legally authorized").select_option(label="Yes")
    page.get_by_role("radiogroup", name=re.compile("sponsorship")).get_by_label("No").check()
    page.get_by_label("How did you hear").select_option(label="Job board")
    orchestrators = page.get_by_role("group", name=re.compile("orchestrators"))
    orchestrators.get_by_label("Airflow").check()
    orchestrators.get_by_label("Dagster").check()
    page.get_by_label("Gender").select_option(label="I do not wish to answer")
    page.get_by_label("I have read the privacy notice").check()
    page.get_by_role("button", name="Submit application").click()
    page.get_by_text("Your application has been received").wait_for()
    assert "/confirmation?application=1" in page.url
    answers = the_only(market).answers
    assert answers["Cover Letter"] == "Dear Tarnwick"
    assert answers["Gender"] == "I do not wish to answer"
    assert "Airflow; Dagster" in answers.values()
    assert "Veteran status" not in answers


def test_the_lever_form_on_three_pages(page: "Page", market: DemoMarket, resume: Path):
    open_by_its_button(page, market, "larkmoor-streaming", "Apply for this job")
    following = page.get_by_role("button", name="Next")
    following.click()
    assert page.get_by_role("status").inner_text() == "Page 1 of 3"
    page.get_by_label("Resume/CV").set_input_files(resume)
    page.get_by_label("Full name").fill("Marisol Hedegaard")
    page.get_by_label("Email").fill("marisol@example.com")
    page.get_by_label("Current company").fill("Caskwater Insights")
    following.click()
    page.get_by_label("Which country do you live in?").select_option(
        label="United States of America"
    )
    page.get_by_label("How many years").select_option(label="10 years or more")
    summary = page.get_by_label("Sum up your experience")
    summary.press_sequentially("x" * 205)
    assert len(summary.input_value()) == 200
    following.click()
    page.get_by_role("button", name="Back").click()
    assert len(summary.input_value()) == 200
    following.click()
    assert not page.get_by_label("Full name").is_visible()
    page.get_by_role("radiogroup", name=re.compile("authorized")).get_by_label("Yes").check()
    page.get_by_role("radiogroup", name=re.compile("sponsorship")).get_by_label("No").check()
    page.get_by_label("What is your notice period?").fill("Four weeks")
    page.get_by_label("How did you hear").select_option(label="Job board")
    page.get_by_label("Favourite paper of last year").fill("None, to be honest")
    page.get_by_role("button", name="Submit application").click()
    page.get_by_text("Application submitted!").wait_for()
    assert "/thanks?application=1" in page.url
    submission = the_only(market)
    assert submission.fields["comments"] == ("Four weeks",)
    assert submission.answers["Which country do you live in?"] == "United States of America"


def test_the_lever_form_opens_on_the_page_with_a_fault(
    page: "Page", market: DemoMarket, resume: Path
):
    open_by_its_button(page, market, "tarnwick-sre", "Apply for this job")
    page.get_by_label("Resume/CV").set_input_files(resume)
    page.evaluate(
        "document.querySelectorAll('[required]').forEach(f => f.removeAttribute('required'))"
    )
    page.get_by_label("Full name").fill("Marisol Hedegaard")
    page.get_by_label("Email").fill("marisol@example.com")
    page.get_by_label("Current company").fill("Caskwater Insights")
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Submit application").click()
    page.get_by_text("Please correct the marked fields").wait_for()
    assert page.get_by_label("Resume/CV").count() == 1
    assert page.get_by_role("status").inner_text() == "Page 2 of 3"
    assert page.get_by_label("Which country").get_attribute("aria-invalid") == "true"


def test_the_ashby_form_built_by_a_script(page: "Page", market: DemoMarket, resume: Path):
    open_by_its_button(page, market, "pellworth-data-infrastructure", "Apply for this job")
    page.get_by_label("Name").fill("Marisol Hedegaard")
    page.get_by_label("Email").fill("marisol@example.com")
    page.get_by_label("Phone").fill("+1 206 555 0143")
    place = page.get_by_role("combobox", name="Where would you be working from?")
    place.fill("Nowhere")
    page.get_by_text("No place found").wait_for()
    page.get_by_label("Email").click()
    assert place.input_value() == ""
    place.press_sequentially("seat")
    page.get_by_role("option", name="Seattle, Washington, United States").click()
    assert place.input_value() == "Seattle, Washington, United States"
    page.get_by_label("Resume").set_input_files(resume)
    page.get_by_label("Years of experience with Python").fill("10")
    page.get_by_role("group", name=re.compile("right to work")).get_by_label("Yes").check()
    page.get_by_role("group", name=re.compile("sponsorship")).get_by_label("No").check()
    page.get_by_label("What is the earliest date").fill("2027-01-18")
    send = page.get_by_role("button", name="Submit Application")
    send.click()
    page.get_by_text("Your form needs corrections").wait_for()
    wrong = page.locator("[aria-invalid=true]")
    assert wrong.count() == 1
    page.get_by_label("How did you hear about Pellworth?").fill("Job board")
    send.click()
    page.get_by_text("Your application was successfully submitted").wait_for()
    assert page.url.endswith("/application")
    answers = the_only(market).answers
    assert answers["Where would you be working from?"] == "Seattle, Washington, United States"
    assert answers["What is the earliest date on which you could start?"] == "2027-01-18"


def test_the_ashby_look_up_works_from_the_keyboard_and_says_when_it_cannot(
    page: "Page", market: DemoMarket
):
    open_by_its_button(page, market, "pellworth-data-infrastructure", "Apply for this job")
    place = page.get_by_role("combobox", name="Where would you be working from?")
    place.wait_for()
    assert {method for method, _ in market.requests} == {"GET"}
    place.press_sequentially("portland")
    page.get_by_role("option").first.wait_for()
    place.press("ArrowDown")
    place.press("ArrowDown")
    place.press("Enter")
    assert place.input_value() == "Portland, Oregon, United States"
    page.route("**/ashby/api/lookup", lambda route: route.abort())
    place.fill("seat")
    page.get_by_text("Places could not be loaded").wait_for()
