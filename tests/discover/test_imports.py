"""What a person brings is read row by row; what cannot be read is kept, and nothing is executed."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from jobctrl_dagster.discover.imports import Imports, posting_from_text
from jobctrl_dagster.discover.port import Cursor
from jobctrl_dagster.discover.records import RawPosting, Unit
from jobctrl_dagster.gate.refusals import RobotsRefused

PAGE = "https://acme.example/careers"


def import_of(**config) -> Unit:
    return Unit(id="import:it", family="imports", kind="import", config=config)


@pytest.fixture
def read_file(tmp_path, read, door_to):
    def run(name: str, content: str | bytes, cursor=None):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read(door_to({}), import_of(path=str(path)), cursor=cursor)

    return run


def block(number: int, **more) -> str:
    job = {
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "title": f"Job {number}",
        "description": f"<p>Do thing {number}.</p>",
        "hiringOrganization": {"@type": "Organization", "name": "Acme"},
    } | more
    return f'<script type="application/ld+json">{json.dumps(job)}</script>'


def page_of(*blocks: str) -> str:
    return f"<html><body>{''.join(blocks)}</body></html>"


def test_fifteen_blocks_without_address_are_fifteen_postings_and_the_same_when_read_again(
    door_to, read
):
    door = door_to({PAGE: page_of(*(block(n) for n in range(15)))})

    first, again = (read(door, import_of(url=PAGE)).postings for _ in range(2))

    assert [p.title for p in first] == [f"Job {n}" for n in range(15)]
    assert len({p.external_id for p in first}) == 15
    assert all(p.external_id.startswith("content-") for p in first)
    assert all(p.url is None and p.extra["page"] == PAGE for p in first)
    assert again == first


def test_blocks_that_share_one_number_stay_apart(door_to, read):
    shared = {"identifier": {"@type": "PropertyValue", "name": "Acme", "value": "ACME"}}
    door = door_to({PAGE: page_of(block(1, **shared), block(2, **shared))})

    sink = read(door, import_of(url=PAGE))

    assert len({p.external_id for p in sink.postings}) == 2


def test_a_page_with_one_block_has_the_address_of_the_page(door_to, read):
    (posting,) = read(door_to({PAGE: page_of(block(1))}), import_of(url=PAGE)).postings

    assert posting.url == posting.external_id == PAGE


def test_every_part_of_a_block_is_read(door_to, read):
    place = {"@type": "Place", "address": {"addressLocality": "Leeds", "addressCountry": "GB"}}
    door = door_to({
        PAGE: page_of(block(
            1, url="https://acme.example/1", identifier={"value": "R-77"},
            jobLocation=[place, {"address": {"addressLocality": "York"}}],
            jobLocationType="TELECOMMUTE", employmentType=["FULL_TIME", "CONTRACTOR"],
            datePosted="2026-11-02", validThrough="2026-12-24",
            baseSalary={"currency": "GBP", "value": {"minValue": 30000, "maxValue": "40,000",
                                                     "unitText": "YEAR"}},
        ))
    })  # fmt: skip

    (posting,) = read(door, import_of(url=PAGE)).postings

    assert posting.url == "https://acme.example/1"
    assert posting.requisition_id == posting.external_id == "R-77"
    assert posting.location == "Leeds, GB; York"
    assert posting.offices == ("Leeds, GB", "York")
    assert posting.workplace_type == "remote"
    assert posting.employment_type == "FULL_TIME; CONTRACTOR"
    assert posting.posted_at == datetime(2026, 11, 2, tzinfo=UTC)
    assert (posting.pay_minimum, posting.pay_maximum) == (30_000, 40_000)
    assert (posting.pay_currency, posting.pay_period) == ("GBP", "year")
    assert posting.extra["valid_through"] == "2026-12-24"


def test_blocks_are_found_in_graphs_and_lists(door_to, read):
    job = {"@type": "JobPosting", "title": "Cook"}
    tree = {
        "@context": "https://schema.org",
        "@graph": [{"@type": "ItemList", "itemListElement": [{"item": job}]}],
    }
    door = door_to(
        {PAGE: page_of(f"<script type='application/ld+json'>{json.dumps(tree)}</script>")}
    )

    assert read(door, import_of(url=PAGE)).titles() == ["Cook"]


def test_a_broken_block_leaves_the_others_as_they_are(door_to, read):
    broken = '<script type="application/ld+json">{"@type": "JobPosting", "title": </script>'
    untitled = block(3, title=None)
    door = door_to({PAGE: page_of(block(1), broken, untitled, block(2))})

    sink = read(door, import_of(url=PAGE))

    assert sink.titles() == ["Job 1", "Job 2"]
    assert len(sink.faults) == 2


def test_microdata_is_read_where_there_is_no_other_data(door_to, read):
    html = (
        '<html><body><div itemscope itemtype="https://schema.org/JobPosting">'
        '<h1 itemprop="title">Baker</h1><div itemprop="description">Bake.</div></div></body></html>'
    )

    assert read(door_to({PAGE: html}), import_of(url=PAGE)).titles() == ["Baker"]


@pytest.mark.recorded
@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("indeed/indeed_viewjob_jsonld.html", "Senior DevOps Engineer"),
        ("jsonld_only/trakstar_jsonld_double_escaped.html", "Garage Sweeper"),
        ("workday/nvidia_senior_test_engineer.html", "Senior Test Engineer - Autonomous Driving"),
        (
            "company_sites/framework_senior_software_engineer_no_jsonld.html",
            "Senior Software Engineer",
        ),
        ("linkedin/linkedin_guest_detail.html", "Software Engineer, New Grad"),
    ],
)
def test_a_saved_page_is_one_posting(page, title, recorded, door_to, read):
    sink = read(door_to({}), import_of(path=str(recorded / "pages" / page)))

    assert sink.titles() == [title]
    assert len(sink.postings[0].description) > 500


@pytest.mark.recorded
@pytest.mark.parametrize(
    "page",
    [
        "company_sites/mara_careers_no_openings.html",
        "closed_or_missing/clearcompany_position_does_not_exist.html",
        "linkedin/linkedin_guest_serp_b.html",
        "paylocity/fermi_board.html",
    ],
)
def test_a_page_that_is_no_posting_is_not_made_one(page, recorded, door_to, read):
    sink = read(door_to({}), import_of(path=str(recorded / "pages" / page)))

    assert sink.postings == []
    assert (sink.reports[0].state, sink.reports[0].code) == ("failed", "no_posting")


@pytest.mark.recorded
def test_a_page_whose_posting_is_closed_says_so(recorded, door_to, read):
    page = recorded / "pages/listing_pages/intern_list_detail.html"

    (report,) = read(door_to({}), import_of(path=str(page))).reports

    assert (report.state, report.code) == ("failed", "closed")
    assert "This job has closed." in report.sentence


@pytest.mark.parametrize(
    ("answer", "state", "code"),
    [
        ((404, "<html></html>"), "dead", "gone"),
        ((403, "<html></html>"), "failed", "forbidden"),
        (RobotsRefused("robots.txt closes it"), "failed", "robots_refused"),
        ("<html></html>", "failed", "no_posting"),
    ],
)
def test_a_page_that_cannot_be_read_says_why(answer, state, code, door_to, read):
    (report,) = read(door_to({PAGE: answer}), import_of(url=PAGE)).reports

    assert (report.state, report.code) == (state, code)


@pytest.mark.recorded
@pytest.mark.parametrize(
    ("file", "rows"),
    [
        ("jobspy_csv/jobspy_us_2024.csv", 80),
        ("dice_dumps/dice_150.csv", 150),
        ("linkedin_dumps/linkedin_uk_150.csv", 150),
        ("linkedin_dumps/linkedin_us_120.csv", 100),
        ("yc_dumps/yc_job_postings_300.csv", 300),
        ("greenhouse_csv/greenhouse_china_jobs.csv", 78),
        ("glassdoor_dumps/scrapfly_jobs.json", 115),
        ("linkedin_dumps/scrapfly_job_search.json", 90),
        ("aggregated/open_jobs_new_150.json", 150),
        ("usajobs/search_3.json", 3),
        ("bamboohr/careers_list_2.json", 2),
    ],
)
def test_exports_of_other_tools_are_read_whole(file, rows, recorded, door_to, read):
    sink = read(door_to({}), import_of(path=str(recorded / "boards" / file)))

    assert len(sink.postings) == rows
    assert sink.faults == []
    assert all(p.external_id for p in sink.postings)
    gaps = {"nan", "none", "null", "nat", ""}
    for posting in sink.postings:
        texts = posting.model_dump(exclude={"extra"}).values()
        assert not gaps & {text.lower() for text in texts if isinstance(text, str)}


def test_formula_cells_stay_text(read_file):
    sink = read_file("jobs.csv", 'title,company,salary\n=HYPERLINK("http://x"),+Acme,@SUM(A1)\n')

    (posting,) = sink.postings
    assert posting.title == '=HYPERLINK("http://x")'
    assert (posting.company, posting.pay_text) == ("+Acme", "@SUM(A1)")


def test_gaps_of_a_table_are_null(read_file):
    header = "title,company,description,job_url_direct,min_amount,date_posted\n"
    sink = read_file("jobs.csv", header + "Cook,nan,NaN,None,,NaT\n")

    (posting,) = sink.postings
    gaps = (posting.company, posting.description, posting.apply_url, posting.pay_minimum)
    assert gaps == (None, None, None, None)
    assert posting.posted_at is None
    assert posting.extra == {}


def test_a_table_in_any_usual_encoding_is_read(read_file):
    text = "title;company;location\nKöchin – Frühdienst;Müller;Zürich\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        (posting,) = read_file("jobs.csv", text.encode(encoding)).postings
        assert (posting.title, posting.location) == ("Köchin – Frühdienst", "Zürich"), encoding


def test_bad_rows_of_a_table_are_kept_apart(read_file):
    sink = read_file(
        "jobs.csv", "title,company\nCook,Acme\n,Acme\nBaker,Acme,more,cells\n\nClerk\n"
    )

    assert sink.titles() == ["Cook", "Clerk"]
    assert [fault.position for fault in sink.faults] == [1, 2]
    assert sink.reports[0].state == "ok"


def test_a_table_without_titles_is_refused_with_its_columns(read_file):
    (report,) = read_file("jobs.csv", "when,amount\n1,2\n").reports

    assert report.code == "no_title_column"
    assert "when, amount" in report.sentence


def test_lines_of_json_are_read_one_by_one(read_file):
    lines = ['{"title": "Cook", "min_amount": NaN}', "", "{broken", "[1]", '{"job_title": "Baker"}']

    sink = read_file("jobs.jsonl", "\n".join(lines))

    assert sink.titles() == ["Cook", "Baker"]
    assert len(sink.faults) == 2


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("jobs.json", "no json", "unreadable_file"),
        ("jobs.json", "{}", "unexpected_shape"),
        ("jobs.json", "[" * 100_000, "unreadable_file"),
        ("jobs.json", "[1, 2]", "no_row_readable"),
    ],
)
def test_a_file_that_is_no_list_of_postings_says_so(name, content, code, read_file):
    (report,) = read_file(name, content).reports

    assert (report.state, report.code) == ("failed", code)


def test_a_missing_file_is_named(read, door_to, tmp_path):
    (report,) = read(door_to({}), import_of(path=str(tmp_path / "none.csv"))).reports

    assert report.code == "no_file"
    assert "none.csv" in report.sentence


def test_running_numbers_are_no_ids(read_file):
    first = read_file("jobs.csv", "id,title,company\n1,Cook,Acme\n").postings[0]
    other = read_file("jobs.csv", "id,title,company\n1,Baker,Acme\n").postings[0]

    assert first.external_id != other.external_id


def test_a_large_table_goes_on_where_it_stopped(read_file, tmp_path, door_to):
    table = "title\n" + "".join(f"Job {n}\n" for n in range(450))
    whole = read_file("jobs.csv", table)
    unit, position = import_of(path=str(tmp_path / "jobs.csv")), whole.cursors[-1][1]

    items = list(Imports().read(unit, door_to({}), cursor=position))

    assert [cursor["row"] for _, cursor in whole.cursors] == [200, 400]
    assert [i.title for i in items if isinstance(i, RawPosting)] == [
        f"Job {n}" for n in range(400, 450)
    ]
    changed = read_file("jobs.csv", table + "Job 450\n", cursor=position)
    assert len(changed.postings) == 451


def test_pasted_text_becomes_a_posting_with_its_labels():
    text = "Senior Cook\n\nCompany: Acme\nLocation: Leeds\n\nYou will cook."

    posting = posting_from_text(text, source="import:text")

    assert (posting.title, posting.company, posting.location) == ("Senior Cook", "Acme", "Leeds")
    assert posting.description == text
    assert posting == posting_from_text(text, source="import:text")


def test_pasted_text_is_read_as_a_unit(read, door_to):
    sink = read(door_to({}), import_of(text="Senior Cook\nYou will cook."))

    assert sink.titles() == ["Senior Cook"]
    assert not any(isinstance(item, Cursor) for item in sink.cursors)
