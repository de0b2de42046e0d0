"""The application forms of the demo market over HTTP: what they take, refuse and record."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.form_fields import Field, Form, form_of, places_like
from jobctrl_dagster.demo.home import write_demo_home
from jobctrl_dagster.demo.market import load_market
from jobctrl_dagster.demo.records import Posting
from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.load import load_answers

MARKET = load_market()
RESUME = b"%PDF-1.7\r\n\x00\xff--resume\r\n"
OF_EACH_KIND = ("tarnwick-staff-platform", "larkmoor-streaming", "pellworth-data-infrastructure")
EMAIL = "ada@example.com"


@pytest.fixture
def market() -> Iterator[DemoMarket]:
    with DemoMarket() as served:
        yield served


@pytest.fixture
def http(market: DemoMarket) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=market.origin, trust_env=False, timeout=10) as session:
        yield session


def posting_of(posting_id: str) -> Posting:
    return next(posting for posting in MARKET.postings if posting.id == posting_id)


def form(posting: Posting) -> Form:
    provider = posting.board.split("/")[0]
    return form_of(provider, posting.company, MARKET.company(posting.company).name)


def address(posting_id: str, tail: str = "submit") -> str:
    return f"{page_url('', posting_of(posting_id))}/{tail}"


def form_address(posting_id: str) -> str:
    tail = "application" if posting_of(posting_id).board.startswith("ashby/") else "apply"
    return address(posting_id, tail)


def an_answer(field: Field) -> str:
    if field.options:
        return field.options[0].value
    return {
        "email": EMAIL,
        "tel": "+1 206 555 0143",
        "number": "10",
        "date": "2027-01-18",
        "place": "Seattle, Washington, United States",
    }.get(field.kind, "Some words")


def filled(posting_id: str) -> dict[str, str]:
    """The required fields of a posting's form, without files."""
    fields = form(posting_of(posting_id)).fields
    return {f.name: an_answer(f) for f in fields if f.required and f.kind != "file"}


def resume(posting_id: str) -> dict[str, tuple[str, bytes, str]]:
    name = next(f.name for f in form(posting_of(posting_id)).fields if f.kind == "file")
    return {name: ("resume.pdf", RESUME, "application/pdf")}


def apply(http: httpx.Client, posting_id: str, **options: Any) -> httpx.Response:
    files = options.pop("files", resume(posting_id))
    data = {**filled(posting_id), **options.pop("data", {})}
    return http.post(address(posting_id), data=data, files=files, **options)


@pytest.mark.parametrize("posting_id", OF_EACH_KIND)
def test_an_application_is_recorded_with_its_answers_and_the_digest_of_its_file(
    market: DemoMarket, http: httpx.Client, posting_id: str
):
    reply = apply(http, posting_id, follow_redirects=True)
    assert reply.status_code == 200
    assert form(posting_of(posting_id)).thanks in reply.text
    (submission,) = market.submissions
    assert (submission.board, submission.public_id) == (
        posting_of(posting_id).board,
        posting_of(posting_id).public_id,
    )
    assert submission.email == EMAIL
    assert submission.fields == {name: (text,) for name, text in filled(posting_id).items()}
    (file,) = submission.files
    assert (file.name, file.size) == ("resume.pdf", len(RESUME))
    assert file.sha256 == hashlib.sha256(RESUME).hexdigest()


@pytest.mark.parametrize("posting_id", OF_EACH_KIND)
def test_a_second_application_with_the_same_address_is_refused_and_told_so(
    market: DemoMarket, http: httpx.Client, posting_id: str
):
    apply(http, posting_id)
    mail = next(f.name for f in form(posting_of(posting_id)).fields if f.kind == "email")
    again = apply(http, posting_id, data={mail: f" {EMAIL.upper()} "})
    assert again.status_code == 409
    assert "You have already applied for this job" in again.text
    assert len(market.submissions) == 1
    assert apply(http, posting_id, data={mail: "grace@example.com"}).status_code == 303
    assert [submission.number for submission in market.submissions] == [1, 2]


@pytest.mark.parametrize("posting_id", OF_EACH_KIND)
def test_each_missing_field_is_named_and_nothing_is_recorded(
    market: DemoMarket, http: httpx.Client, posting_id: str
):
    reply = http.post(
        address(posting_id), files={"x": ("", b"")}, headers={"Accept": "application/json"}
    )
    assert reply.status_code == 422
    required = {f.name for f in form(posting_of(posting_id)).fields if f.required}
    assert reply.json()["faults"] == dict.fromkeys(required, "This field is required.")
    assert list(market.submissions) == []


@pytest.mark.parametrize("posting_id", OF_EACH_KIND[:2])
def test_messages_stand_beside_their_fields_and_what_was_typed_stays(
    http: httpx.Client, posting_id: str
):
    from lxml import html

    reply = apply(http, posting_id, data={"email": "ada at example"}, files={"x": ("", b"")})
    assert reply.status_code == 422
    tree = html.fromstring(reply.text)
    messages = {p.get("id"): p.text for p in tree.xpath("//p[@class='error'][text()]")}
    assert messages == {
        "resume-error": "This field is required.",
        "email-error": "Enter a valid e-mail address.",
    }
    (email,) = tree.xpath("//input[@id='email']")
    assert (email.get("value"), email.get("aria-invalid")) == ("ada at example", "true")
    kept = {e.get("name"): e.get("value") for e in tree.xpath("//input[@type='text']")}
    texts = {f.name for f in form(posting_of(posting_id)).fields if f.kind == "text" and f.required}
    assert {name: kept[name] for name in texts} == dict.fromkeys(texts, "Some words")
    chosen = {e.getparent().get("name") for e in tree.xpath("//option[@selected]")}
    assert chosen == {n for n in filled(posting_id) if tree.xpath(f"//select[@name='{n}']")}


@pytest.mark.parametrize(
    ("posting_id", "label", "text", "message"),
    [
        ("tarnwick-staff-platform", "Phone", "call me", "Enter a valid phone number."),
        (
            "tarnwick-staff-platform",
            "How did you hear about this job?",
            "A bird",
            "Choose one of the entries.",
        ),
        (
            "larkmoor-streaming",
            "Sum up your experience for the hiring team",
            "x" * 201,
            "Use at most 200 characters.",
        ),
        ("pellworth-data-infrastructure", "Years of experience with Python", "ten", "number"),
        (
            "pellworth-data-infrastructure",
            "What is the earliest date on which you could start?",
            "soon",
            "Enter a date as YYYY-MM-DD.",
        ),
        (
            "pellworth-data-infrastructure",
            "Where would you be working from?",
            "Seattle",
            "Choose a place from the list.",
        ),
    ],
)
def test_an_answer_of_the_wrong_kind_is_refused(
    http: httpx.Client, posting_id: str, label: str, text: str, message: str
):
    name = next(f.name for f in form(posting_of(posting_id)).fields if f.label == label)
    reply = apply(http, posting_id, data={name: text})
    assert reply.status_code == 422
    assert message in reply.text


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (("resume.exe", RESUME), "Use one of these file types"),
        (("resume.pdf", b""), "This file is empty."),
    ],
)
def test_a_file_of_another_type_or_without_content_is_refused(
    http: httpx.Client, file: tuple[str, bytes], message: str
):
    reply = apply(http, "tarnwick-staff-platform", files={"resume": file})
    assert reply.status_code == 422
    assert message in reply.text


def test_a_cover_letter_comes_as_text_or_as_a_file(market: DemoMarket, http: httpx.Client):
    job = "tarnwick-staff-platform"
    apply(http, job, data={"cover_letter_text": "Dear Tarnwick,\nhello."})
    letter = {"cover_letter": ("letter.docx", b"PK", "application/octet-stream")}
    apply(http, job, data={"email": "grace@example.com"}, files={**resume(job), **letter})
    first, second = market.submissions
    assert first.answers["Cover Letter"] == "Dear Tarnwick,\nhello."
    assert {file.field for file in second.files} == {"resume", "cover_letter"}


def test_the_name_of_a_field_may_say_nothing_of_its_question(
    market: DemoMarket, http: httpx.Client
):
    apply(http, "larkmoor-streaming", data={"comments": "Four weeks"})
    assert market.submissions[0].answers["What is your notice period?"] == "Four weeks"
    assert market.submissions[0].answers["Which country do you live in?"] == "Afghanistan"


def test_the_paper_of_last_year_is_a_must_at_one_company_alone():
    def asked(posting_id: str) -> list[bool]:
        fields = form(posting_of(posting_id)).fields
        return [f.required for f in fields if f.label == "Favourite paper of last year"]

    assert asked("larkmoor-streaming") == [True]
    assert asked("tarnwick-sre") == []
    assert asked("pellworth-data-infrastructure") == [False]


def test_every_open_posting_has_a_form_and_no_other_has(http: httpx.Client):
    for posting in MARKET.postings:
        reply = http.get(form_address(posting.id))
        assert reply.status_code == (200 if posting.state == "open" else 303)
        if posting.state != "open":
            assert reply.headers["location"].endswith(page_url("", posting))
            assert http.post(address(posting.id)).status_code == 303
    assert http.get("/lever/larkmoor/unknown/apply").status_code == 404


def test_a_confirmation_is_shown_for_what_was_received_alone(http: httpx.Client):
    thanks = address("larkmoor-streaming", "thanks")
    assert http.get(thanks).status_code == 404
    done = apply(http, "larkmoor-streaming").headers["location"]
    assert http.get(done).status_code == 200
    other = address("larkmoor-backend-go", "thanks")
    assert http.get(other, params={"application": "1"}).status_code == 404


def test_what_is_no_whole_form_is_refused(market: DemoMarket, http: httpx.Client):
    reply = http.post(address("larkmoor-streaming"), json={"name": "Ada"})
    assert reply.status_code == 400
    assert "application/json is no multipart/form-data" in reply.text
    assert len(market.submissions) == 0


def test_the_record_proves_that_nothing_was_posted(market: DemoMarket, http: httpx.Client):
    for posting_id in OF_EACH_KIND:
        http.get(form_address(posting_id))
    http.head("/robots.txt")
    assert http.get("/record").json() == {
        "requests": {"GET": 4, "HEAD": 1},
        "writes": [],
        "submissions": [],
    }


def test_the_record_shows_each_write_and_each_submission(http: httpx.Client):
    apply(http, "tarnwick-staff-platform")
    http.post("/ashby/api/lookup", json={"query": "sea"})
    record = http.get("/record").json()
    assert record["requests"] == {"GET": 1, "POST": 2}
    assert record["writes"] == [
        {"method": "POST", "path": address("tarnwick-staff-platform")},
        {"method": "POST", "path": "/ashby/api/lookup"},
    ]
    (submission,) = record["submissions"]
    assert submission["answers"]["First Name"] == "Some words"
    assert submission["files"][0]["sha256"] == hashlib.sha256(RESUME).hexdigest()


def test_the_look_up_finds_places_by_the_beginnings_of_words(http: httpx.Client):
    def found(query: str) -> list[str]:
        reply = http.post("/ashby/api/lookup", json={"query": query})
        return [result["label"] for result in reply.json()["results"]]

    assert found("seatt") == ["Seattle, Washington, United States"]
    assert found("washington")[0].startswith("Washington, District of Columbia")
    assert {place.split(",")[1] for place in found("Portland")} == {" Maine", " Oregon"}
    assert found("vancouver, w") == ["Vancouver, Washington, United States"]
    assert found("") == found("Atlantis") == []
    assert len(places_like("united")) == 8
    assert http.post("/ashby/api/lookup", content=b"[]").status_code == 400


def test_the_list_of_countries_is_whole():
    fields = form(posting_of("larkmoor-streaming")).fields
    countries = next(f for f in fields if f.label == "Which country do you live in?").options
    assert len({country.value for country in countries}) == 249
    assert len({country.label for country in countries}) == 249


def test_text_cannot_leave_the_page_of_a_form(http: httpx.Client):
    evil = '</script><script>alert("x")</script>'
    for posting_id in OF_EACH_KIND:
        mail = next(f.name for f in form(posting_of(posting_id)).fields if f.kind == "email")
        page = apply(http, posting_id, data={mail: evil}).text
        assert "alert(" not in page.replace("alert(&quot;", "").replace('alert(\\"', "")
        assert "<script>alert" not in page
    data = page.split('id="form-data">')[1].split("</script>")[0]
    assert json.loads(data)["values"]["_systemfield_email"] == [evil]


def test_the_demo_person_has_answers_on_file_but_for_the_unanswerable(tmp_path: Path):
    home = Home(tmp_path)
    write_demo_home(home, "http://127.0.0.1:1")
    answers = load_answers(home, "me").answers
    assert answers["Are you legally authorized to work in the United States?"] is True
    assert answers["Will you now or in the future require sponsorship for a work visa?"] is False
    assert len(answers) >= 7
    assert not any("paper" in question.casefold() for question in answers)
