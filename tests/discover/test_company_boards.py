"""A board that is gone, silent, empty or broken is told from one that answers."""

from __future__ import annotations

import base64
import itertools
import json
import threading
import time
import zlib

import httpx
import pytest

from jobctrl_dagster.discover.boards import session
from jobctrl_dagster.discover.company_boards import CompanyBoards
from jobctrl_dagster.discover.port import Waiting
from jobctrl_dagster.discover.providers import providers
from jobctrl_dagster.gate.refusals import AddressRefused, BodyTooLarge, NetworkFailed, TimedOut

BOARDS = {
    "adp": "https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid="
    "11111111-1111-1111-1111-111111111111&ccId=19000101_000001",
    "dayforce": "acme/CAREERS",
    "keka": "https://acme.keka.com/careers",
    "moka": "acme/123",
    "oracle": "https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1",
    "pageup": "123/caw/en",
    "paycom": "0" * 32,
    "paylocity": "11111111-1111-1111-1111-111111111111",
    "phenom": "https://careers.acme.com",
    "seek": "au",
    "successfactors": "https://jobs.acme.com",
    "taleo": "https://acme.tbe.taleo.net/acme/ats/careers/v2/searchResults?org=ACME&cws=37",
    "ukg": "https://recruiting.ultipro.com/ACM1000/JobBoard/11111111-1111-1111-1111-111111111111",
    "workday": "https://acme.wd5.myworkdayjobs.com/Careers",
}
GREENHOUSE = "https://boards-api.greenhouse.io/v1/boards/acme/jobs"
SMART = "https://api.smartrecruiters.com/v1/companies/acme/postings"
JOB = {"id": 7, "title": "Cook", "absolute_url": "https://boards.greenhouse.io/acme/jobs/7"}


def smart_rows(first: int, count: int) -> list[dict]:
    return [{"id": str(n), "name": f"Job {n}"} for n in range(first, first + count)]


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_board_is_not_an_empty_one(status, door_to, read, board):
    sink = read(door_to({GREENHOUSE: (status, {"status": status})}), board("greenhouse"))

    (report,) = sink.reports
    assert (report.state, report.code, report.status) == ("dead", "gone", status)


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ((404, {}), "dead"),
        ((500, {}), "failed"),
        ((200, {}), "failed"),
        ((200, "<html><body>Checking your browser</body></html>"), "failed"),
    ],
    ids=["gone", "down", "no list", "challenge"],
)
def test_no_provider_takes_a_failure_for_an_empty_board(answer, state, door_to, read, board):
    status, body = answer
    headers = {"content-type": "text/html" if isinstance(body, str) else "application/json"}
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    door = door_to({})
    door._handler = lambda _: httpx.Response(status, content=content, headers=headers)
    readable = [provider.name for provider in providers() if provider.cover != "unsupported"]

    sink = read(door, *(board(name, BOARDS.get(name, "acme")) for name in readable))

    assert len(sink.reports) == len(readable) == 63
    assert {report.state for report in sink.reports} == {state}


def test_a_board_without_rows_is_empty(door_to, read, board):
    (report,) = read(door_to({GREENHOUSE: {"jobs": []}}), board("greenhouse")).reports

    assert (report.state, report.status) == ("empty", 200)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("<html>Please wait</html>", "unreadable_reply"),
        ('{"jobs": [', "unreadable_reply"),
        ({"error": "not found"}, "unexpected_shape"),
        ((500, {}), "server_error"),
        ((503, "<html>down</html>"), "server_error"),
        ((429, {}), "too_many_requests"),
        ((403, {}), "forbidden"),
        (TimedOut("it took too long"), "timed_out"),
        (NetworkFailed("no such name"), "network_failed"),
        (AddressRefused("private address"), "address_refused"),
        (BodyTooLarge("too large"), "response_body_budget"),
    ],
)
def test_a_board_that_fails_says_how_and_the_next_unit_is_read(answer, code, door_to, read, board):
    lever = "https://api.lever.co/v0/postings/other"
    row = {"id": "a", "text": "Baker", "hostedUrl": "https://jobs.lever.co/other/a"}

    sink = read(
        door_to({GREENHOUSE: answer, lever: [row]}), board("greenhouse"), board("lever", "other")
    )

    assert [(r.state, r.code) for r in sink.reports] == [("failed", code), ("ok", "ok")]
    assert sink.reports[0].sentence
    assert sink.titles() == ["Baker"]


def test_a_board_that_is_not_recorded_says_so(door_to, read, board):
    (report,) = read(door_to({}), board("greenhouse")).reports

    assert report.state == "not_recorded"


def test_a_dead_host_is_asked_twice_and_left_in_no_time(door_to, read, board):
    door = door_to({GREENHOUSE: NetworkFailed("connection refused")})
    began = time.monotonic()

    read(door, board("greenhouse"))

    assert len(door.requests) == 2
    assert time.monotonic() - began < 5


def test_a_wish_for_a_pause_is_left_to_the_door(read, board, door_to):
    door = door_to({})
    door._handler = lambda _: httpx.Response(429, headers={"Retry-After": "3600"})
    began = time.monotonic()

    (report,) = read(door, board("greenhouse")).reports

    assert report.code == "too_many_requests"
    assert time.monotonic() - began < 5


def test_the_pages_already_read_stay_when_a_later_page_fails(door_to, read, board):
    pages = {
        f"{SMART}?limit=100&offset=0": {"content": smart_rows(0, 100), "totalFound": 500},
        f"{SMART}?limit=100&offset=100": {"content": smart_rows(100, 100), "totalFound": 500},
        f"{SMART}?limit=100&offset=200": (502, {}),
    }

    sink = read(door_to(pages), board("smartrecruiters"))

    assert len(sink.postings) == 200
    assert (sink.reports[0].state, sink.reports[0].code) == ("cut_short", "server_error")


def test_the_next_reading_of_a_list_that_broke_off_goes_on_from_there(door_to, read, board):
    unit = board("smartrecruiters", descriptions=False)
    door = door_to({})

    def answer(request: httpx.Request) -> httpx.Response:
        offset = int(request.url.params["offset"])
        if offset == 200 and not door.mended:
            return httpx.Response(503)
        count = 100 if offset < 400 else 30
        return httpx.Response(200, json={"content": smart_rows(offset, count), "totalFound": 430})

    door._handler, door.mended = answer, False
    first = read(door, unit)
    asked = [request.url.params["offset"] for request in door.requests]
    door.requests.clear()
    door.mended = True

    position = json.loads(json.dumps(first.cursors[-1][1]))
    second = read(door, unit, cursor=position)

    assert asked == ["0", "100", "200", "200", "200"]
    assert [request.url.params["offset"] for request in door.requests] == ["200", "300", "400"]
    assert len(second.postings) == 430
    assert second.reports[0].state == "ok"
    assert second.cursors[-1][1] == {}


def test_pages_of_yesterday_are_asked_for_again(door_to, read, board):
    door = door_to({SMART: {"content": smart_rows(0, 3)}})
    page = base64.b85encode(zlib.compress(b"{}")).decode()
    position = {"since": "2020-01-01T00:00:00+00:00", "pages": {"x": page}}

    sink = read(door, board("smartrecruiters", descriptions=False), cursor=position)

    assert len(door.requests) == 1
    assert len(sink.postings) == 3


def test_details_that_fail_now_and_then_end_no_board(door_to, read, board):
    door = door_to({})
    count = itertools.count()

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/postings"):
            return httpx.Response(200, json={"content": smart_rows(0, 40), "totalFound": 40})
        return httpx.Response(500 if next(count) % 3 == 0 else 200, json={"applyUrl": None})

    door._handler = answer

    sink = read(door, board("smartrecruiters"))

    assert len(door.requests) == 41
    assert (sink.reports[0].state, len(sink.postings)) == ("ok", 40)
    assert sink.reports[0].notes == ("14 of 41 requests gave no details.",)


def test_leaving_a_board_stops_its_requests(door_to, board, monkeypatch):
    monkeypatch.setattr(session, "SIGN_OF_LIFE", 0.02)
    door = door_to({})
    going_on = threading.Event()

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/postings"):
            return httpx.Response(200, json={"content": smart_rows(0, 50)})
        going_on.wait(0.05)
        return httpx.Response(200, json={})

    door._handler = answer
    items = CompanyBoards().read(board("smartrecruiters"), door, cursor=None)

    assert isinstance(next(items), Waiting)
    items.close()

    asked = len(door.requests)
    assert asked < 51
    assert not [t for t in threading.enumerate() if t.name.startswith("board ")]
    going_on.set()
    assert len(door.requests) == asked


def test_a_list_shorter_than_its_total_is_cut_short(door_to, read, board):
    sink = read(door_to({SMART: {"content": smart_rows(0, 3), "totalFound": 9}}),
                board("smartrecruiters"))  # fmt: skip

    assert (sink.reports[0].state, sink.reports[0].postings) == ("cut_short", 3)


def test_a_posting_of_smartrecruiters_has_the_address_of_its_public_page(door_to, read, board):
    row = smart_rows(1, 1)[0] | {
        "ref": "https://api.smartrecruiters.com/v1/companies/acme/postings/1"
    }

    (posting,) = read(door_to({SMART: {"content": [row]}}), board("smartrecruiters")).postings

    assert posting.url == "https://jobs.smartrecruiters.com/acme/1"


def test_a_long_description_is_whole(door_to, read, board):
    content = "&lt;p&gt;" + "word " * 8_000 + "end&lt;/p&gt;"

    (posting,) = read(
        door_to({GREENHOUSE: {"jobs": [JOB | {"content": content}]}}), board("greenhouse")
    ).postings

    assert posting.description.startswith("<p>word")
    assert posting.description.endswith("end</p>")
    assert "cut" not in posting.extra


def test_what_the_library_cuts_is_marked(door_to, read, board):
    feed = f"{SMART}/1"
    detail = {"jobAd": {"sections": {"jobDescription": {"text": "x" * 30_000}}}}

    sink = read(door_to({feed: detail, SMART: {"content": smart_rows(1, 1)}}),
                board("smartrecruiters"))  # fmt: skip

    assert sink.postings[0].extra["cut"] is True
    assert "25,000" in sink.reports[0].notes[0]


@pytest.mark.parametrize(
    ("config", "row", "name"),
    [
        ({}, {}, "Acme"),
        ({}, {"company_name": "ACME Foods Ltd"}, "ACME Foods Ltd"),
        ({"company": "Acme & Sons"}, {"company_name": "ACME Foods Ltd"}, "Acme & Sons"),
    ],
)
def test_a_company_is_named_as_a_person_would(config, row, name, door_to, read, board):
    (posting,) = read(
        door_to({GREENHOUSE: {"jobs": [JOB | row]}}), board("greenhouse", **config)
    ).postings

    assert posting.company == name


def test_ashby_gives_the_salary_as_pay_and_the_rest_as_text(door_to, read, board):
    def job(number: int, *parts: dict) -> dict:
        tiers = [{"components": list(parts)}]
        return {
            "id": str(number), "title": f"Job {number}", "jobUrl": f"https://a.example/{number}",
            "compensation": {"compensationTierSummary": "as shown", "compensationTiers": tiers},
        }  # fmt: skip

    salary = {"compensationType": "Salary", "interval": "1 YEAR", "currencyCode": "USD",
              "minValue": 150_000, "maxValue": 180_000}  # fmt: skip
    equity = {"compensationType": "EquityPercentage", "summary": "0.1% – 0.2%", "interval": "NONE"}
    jobs = [
        job(1, salary, equity),
        job(2, salary | {"minValue": 0, "maxValue": 0}),
        job(3, salary | {"minValue": 18.5, "maxValue": 18.5, "interval": "1 MONTH"}),
    ]

    sink = read(
        door_to({"https://api.ashbyhq.com/posting-api/job-board/acme": {"jobs": jobs}}),
        board("ashby"),
    )

    first, second, third = sink.postings
    assert (first.pay_minimum, first.pay_maximum, first.pay_period) == (150_000, 180_000, "year")
    assert first.extra["other_compensation"] == ["0.1% – 0.2%"]
    assert (second.pay_minimum, second.pay_currency, second.pay_period) == (None, None, None)
    assert (str(third.pay_minimum), third.pay_period) == ("18.5", "month")
    assert third.pay_text == "as shown"


def test_gaps_are_null_and_never_words(door_to, read, board):
    row = {"id": "1", "text": "Cook", "hostedUrl": "https://jobs.lever.co/acme/1",
           "description": float("nan"), "applyUrl": None, "createdAt": None, "country": "None",
           "categories": {"location": "nan", "department": "None", "commitment": ""}}  # fmt: skip

    (posting,) = read(
        door_to({"https://api.lever.co/v0/postings/acme": [row]}), board("lever")
    ).postings

    gaps = ("description", "apply_url", "posted_at", "country_hint", "location", "department",
            "employment_type")  # fmt: skip
    assert [getattr(posting, name) for name in gaps] == [None] * len(gaps)
    assert "nan" not in posting.model_dump_json().lower()


def test_times_are_utc_whatever_the_zone_of_the_machine(door_to, read, board, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    row = {"id": "1", "text": "Cook", "hostedUrl": "https://jobs.lever.co/acme/1",
           "createdAt": 1_780_000_000_000}  # fmt: skip
    try:
        (posting,) = read(
            door_to({"https://api.lever.co/v0/postings/acme": [row]}), board("lever")
        ).postings
    finally:
        monkeypatch.undo()
        time.tzset()

    assert posting.posted_at.isoformat() == "2026-05-28T20:26:40+00:00"


def test_a_board_with_an_origin_of_its_own_is_read_there_alone(door_to, read, board):
    local = "http://127.0.0.1:8765/greenhouse/v1/boards/acme/jobs"
    door = door_to({local: {"jobs": [JOB]}})

    sink = read(door, board("greenhouse", api="http://127.0.0.1:8765/greenhouse"))

    assert sink.titles() == ["Cook"]
    (request,) = door.requests
    assert str(request.url) == f"{local}?content=true"
    assert request.headers["host"] == "127.0.0.1:8765"


def test_a_redirect_within_an_origin_of_its_own_stays_there(door_to, read, board):
    door = door_to({})

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/acme/jobs"):
            return httpx.Response(302, headers={"Location": "/greenhouse/moved"})
        return httpx.Response(200, json={"jobs": [JOB]})

    door._handler = answer

    sink = read(door, board("greenhouse", api="http://127.0.0.1:8765/greenhouse"))

    assert [request.url.path for request in door.requests][1:] == ["/greenhouse/moved"]
    assert (sink.reports[0].state, sink.reports[0].status) == ("ok", 200)


def test_a_large_workday_search_is_split_by_facets(door_to, read, board):
    door = door_to({})

    def answer(request: httpx.Request) -> httpx.Response:
        asked = json.loads(request.content)
        part = asked["appliedFacets"].get("jobFamilyGroup", [None])[0]
        start = {"a": 0, "b": 1_600, None: 0}[part]
        total = {"a": 1_600, "b": 1_500, None: 3_100}[part]
        last = min(asked["offset"] + 20, total, 2_000)
        rows = [
            {"title": f"Job {n}", "externalPath": f"/job/x/{n}", "bulletFields": [f"R{n}"]}
            for n in range(start + asked["offset"], start + last)
        ]
        values = [{"id": "a", "count": 1_600}, {"id": "b", "count": 1_500}]
        facets = [{"facetParameter": "jobFamilyGroup", "values": values}]
        return httpx.Response(200, json={"total": total, "jobPostings": rows, "facets": facets})

    door._handler = answer
    unit = board("workday", "https://acme.wd5.myworkdayjobs.com/Careers", descriptions=False)

    sink = read(door, unit)

    assert len(sink.postings) == 3_100
    assert sink.reports[0].state == "ok"


def test_a_workday_search_that_stops_answering_is_cut_short(door_to, read, board):
    door = door_to({})

    def answer(request: httpx.Request) -> httpx.Response:
        offset = json.loads(request.content)["offset"]
        rows = [
            {"title": f"Job {n}", "externalPath": f"/job/x/{n}", "bulletFields": [f"R{n}"]}
            for n in range(offset, min(offset + 20, 2_000))
        ]
        return httpx.Response(200, json={"total": 3_100, "jobPostings": rows, "facets": []})

    door._handler = answer
    unit = board("workday", "https://acme.wd5.myworkdayjobs.com/Careers", descriptions=False)

    sink = read(door, unit)

    assert len(sink.postings) == 2_000
    assert sink.reports[0].state == "cut_short"


def test_the_places_of_a_workday_job_come_from_its_detail(door_to, read, board):
    site = "https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/Careers"
    row = {"title": "Cook", "externalPath": "/job/Leeds/Cook_R1", "locationsText": "2 Locations",
           "bulletFields": ["R1"], "postedOn": "Posted Today"}  # fmt: skip
    detail = {"location": "Leeds", "additionalLocations": ["York"], "startDate": "2026-11-28"}
    door = door_to({
        f"{site}/jobs": {"total": 1, "jobPostings": [row], "facets": []},
        f"{site}/job/Leeds/Cook_R1": {"jobPostingInfo": detail},
    })  # fmt: skip

    (posting,) = read(door, board("workday", "https://acme.wd5.myworkdayjobs.com/Careers")).postings

    assert posting.offices == ("Leeds", "York")
    assert posting.posted_at.date().isoformat() == "2026-11-28"
    assert posting.extra["external_path"] == "/job/Leeds/Cook_R1"


def test_a_source_that_repeats_its_first_page_is_left(door_to, read, board):
    door = door_to({SMART: {"content": smart_rows(0, 100), "totalFound": 100_000}})

    sink = read(door, board("smartrecruiters"))

    assert len(sink.postings) == 100
    assert (sink.reports[0].state, sink.reports[0].code) == ("cut_short", "repeats_itself")
    assert len(door.requests) < 10


@pytest.mark.parametrize("name", ["a/../../secret", "evil.example/x?y=", ""])
def test_a_board_name_that_would_change_the_host_is_refused(name, door_to, read, board):
    door = door_to({})

    (report,) = read(door, board("recruitee", name)).reports

    assert report.state in {"failed", "unsupported"}
    assert door.requests == []


def test_an_address_of_no_known_system_is_unsupported(door_to, read, board):
    unit = board("greenhouse").model_copy(update={"config": {"url": "https://careers.example"}})

    (report,) = read(door_to({}), unit).reports

    assert (report.state, report.code) == ("unsupported", "unknown_system")


@pytest.mark.parametrize("provider", ["meta", "tesla", "uber", "infojobs_es", "wellfound"])
def test_a_provider_that_needs_a_browser_is_unsupported_with_a_sentence(
    provider, door_to, read, board
):
    door = door_to({})

    (report,) = read(door, board(provider)).reports

    assert report.state == "unsupported"
    assert len(report.sentence) > 40
    assert door.requests == []
