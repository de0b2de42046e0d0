"""Addresses, company and title keys, and whether two sightings are one job."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobctrl_dagster.facts.identity import (
    Match,
    Sighting,
    canonical_url,
    company_key,
    names_one_posting,
    same_job,
    title_key,
)

UUID = "3f0c9a52-7d1e-4b8a-9c55-1e2f3a4b5c6d"
MAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
LONG = (
    "You will look after the nightly loading of lending data from sixty branches, keep the tables "
    "documented and answer questions from the reports team. We work in pairs, review each change "
    "and write tests for every rule. You know SQL well and have run scheduled jobs before."
)
odd_text = st.text(alphabet=st.characters(exclude_categories=()), max_size=80)
odd_values = st.one_of(odd_text, st.none(), st.floats(), st.integers(), st.binary(max_size=8))


def sighting(**changes: Any) -> Sighting:
    given_values: dict[str, Any] = {
        "company": "Quillon Dynamics",
        "title": "Data Engineer",
        "location": "Leeds, UK",
        "description": LONG,
        "posted_at": MAY,
    }
    return Sighting(**{**given_values, **changes})


# --- addresses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "form"),
    [
        (
            "https://uk.linkedin.com/jobs/view/baker-at-crumb-4012345678",
            "https://www.linkedin.com/jobs/view/4012345678",
        ),
        (
            "linkedin.com/jobs/search/?keywords=x&currentJobId=4012345678",
            "https://www.linkedin.com/jobs/view/4012345678",
        ),
        (
            f"https://jobs.eu.lever.co/fernhill/{UUID}/apply",
            f"https://jobs.eu.lever.co/fernhill/{UUID}",
        ),
        (
            "https://boards.eu.greenhouse.io/fernhill/jobs/501234",
            "https://job-boards.eu.greenhouse.io/fernhill/jobs/501234",
        ),
        (
            "https://job-boards.greenhouse.io/embed/job_app?token=501234&for=fernhill",
            "https://job-boards.greenhouse.io/fernhill/jobs/501234",
        ),
        (
            f"https://jobs.ashbyhq.com/Blue Heron, Ltd/{UUID}/application?utm_source=x",
            f"https://jobs.ashbyhq.com/Blue%20Heron%2C%20Ltd/{UUID}",
        ),
        ("https://de.indeed.com/rc/clk?jk=0a1b&from=serp", "https://de.indeed.com/viewjob?jk=0a1b"),
        (
            "https://f.wd5.myworkdayjobs.com/fr-FR/Ext/job/Leeds/Engineer_R1/apply/applyManually",
            "https://f.wd5.myworkdayjobs.com/Ext/job/Leeds/Engineer_R1",
        ),
        (
            "https://wd5.myworkdaysite.com/en-US/recruiting/f/Ext/job/Leeds/Engineer_R1",
            "https://wd5.myworkdaysite.com/recruiting/f/Ext/job/Leeds/Engineer_R1",
        ),
        (
            "https://jobs.smartrecruiters.com/Fernhill/743999987654321-data-engineer?trid=1",
            "https://jobs.smartrecruiters.com/Fernhill/743999987654321",
        ),
        (
            "https://apply.workable.com/fernhill/j/0A1B2C3D4E/apply/",
            "https://apply.workable.com/fernhill/j/0A1B2C3D4E",
        ),
    ],
)
def test_each_known_system_has_one_form(address: str, form: str):
    assert canonical_url(address) == form
    assert canonical_url(form) == form
    assert names_one_posting(form)


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("  HTTP://Fernhill.Example:80/Jobs/17/ ", "https://fernhill.example/Jobs/17"),
        ("fernhill.example/jobs/17", "https://fernhill.example/jobs/17"),
        ("https://bücher.example/stellen/ä b", "https://xn--bcher-kva.example/stellen/%C3%A4%20b"),
        ("https://fernhill.example/jobs?b=2&amp;a=1", "https://fernhill.example/jobs?a=1&b=2"),
        ("https://fernhill.example/%7ejobs/%2f100%", "https://fernhill.example/~jobs/%2F100%25"),
        ("https://fernhill.example/a/./b/../c", "https://fernhill.example/a/c"),
        ("https://fernhill.example/#apply", "https://fernhill.example"),
        (
            "https://fernhill.example/careers#!/jobs/11",
            "https://fernhill.example/careers#!/jobs/11",
        ),
        (
            "https://f.wd1.myworkdayjobs.com/Ext?source=x&q=y",
            "https://f.wd1.myworkdayjobs.com/Ext?q=y",
        ),
        (
            "https://fernhill.example/jobs?source=board&id=4",
            "https://fernhill.example/jobs?id=4&source=board",
        ),
        ("https://fernhill.example:8443/jobs", "https://fernhill.example:8443/jobs"),
    ],
)
def test_an_address_is_written_in_one_way(address: str, form: str):
    assert canonical_url(address) == form


@pytest.mark.parametrize(
    "value", ["", " ", None, float("nan"), "n/a", "mailto:jobs@fernhill.example"]
)
def test_what_is_no_address_has_no_form(value: object):
    assert canonical_url(value) == ""


ADDRESS_PIECES = """https:// jobs.lever.co linkedin.com /jobs/view/ a.b / ? #/ % %2 %41 &amp;
+ = .. :80 :443 @ é jk=1 uk.indeed.com 3f0c9a52-7d1e-4b8a-9c55-1e2f3a4b5c6d /job for=..
boards.greenhouse.io/embed/job_app &"""
odd_addresses = st.one_of(
    odd_values,
    odd_text.map("https://a.example/".__add__),
    st.lists(st.sampled_from([*ADDRESS_PIECES.split(), " "]), max_size=12).map("".join),
)


@given(odd_addresses)
@settings(max_examples=400)
def test_the_form_of_a_form_is_itself(value: object):
    once = canonical_url(value)
    assert canonical_url(once) == once
    assert once == "" or (once.startswith("https://") and once.isascii())
    names_one_posting(once)


@pytest.mark.parametrize(
    "address",
    [
        "https://fernhill.example/careers",
        "https://fernhill.example/jobs?page=2",
        "https://fernhill.example/jobs/page/3",
        "https://fernhill.example/companies/98765/jobs",
        "https://fernhill.example/careers?department=120",
        "https://boards.greenhouse.io/fernhill",
        "https://fernhill.example/2026",
    ],
)
def test_a_list_names_no_single_posting(address: str):
    assert not names_one_posting(canonical_url(address))


@pytest.mark.parametrize(
    "address",
    [
        "https://fernhill.example/careers?gh_jid=501234",
        "https://fernhill.example/jobs/42",
        "https://fernhill.example/jobs/4711-data-engineer",
        "https://fernhill.example/vacancies/data-engineer-10234",
        "https://fernhill.example/jobs/4711/data-engineer",
        "https://fernhill.example/careers#/jobs/11",
    ],
)
def test_an_address_with_a_job_number_names_one_posting(address: str):
    assert names_one_posting(canonical_url(address))


# --- companies ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Quillon Dynamics, Inc.", "QUILLON DYNAMICS"),
        ("Hale &amp;amp; Finch", "Hale and Finch"),
        ("Nordvale GmbH & Co. KG", "Nordvale"),
        ("Lumen S.A.S.", "Lumen SAS"),
        ("Lumen S. A.", "Lumen"),
        ("Barrow Pty Ltd", "Barrow"),
        ("Barrow Pvt. Ltd.", "Barrow Private Limited"),
        ("Kestrel A/S", "Kestrel ApS"),
        ("Zielona Sp. z o.o.", "Zielona"),
        ("Rosso S.p.A.", "Rosso SpA"),
        ("株式会社ミドリカワ", "ミドリカワ株式会社"),
        ("㈱ミドリカワ", "ミドリカワ"),
        ("ООО «Ромашка»", "Ромашка"),
        ("(주)하늘", "하늘 주식회사"),
        ("上海星空有限公司", "上海星空"),
        ("İstanbul Yazılım", "istanbul yazilim"),
        ("Ｎｏｒｄｖａｌｅ", "Nordvale"),
        ("“Nordvale”", "Nordvale"),
        ("Coca-Cola", "Coca Cola"),
        ("Acme™", "Acme"),
        ("Smørrebrød", "Smorrebrod"),
    ],
)
def test_spellings_of_one_company_meet(one: str, other: str):
    assert company_key(one) == company_key(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AG Barrowfield", "Barrowfield"),
        ("Šumava", "Umava"),
        ("Йод", "Иод"),
        ("ガス", "カス"),
        ("Canal+", "Canal"),
        ("Serenity Spa", "Serenity"),
        ("Drive EV", "Drive"),
        ("SE Health", "AG Health"),
    ],
)
def test_two_companies_stay_apart(one: str, other: str):
    assert company_key(one) != company_key(other)


@pytest.mark.parametrize(
    "value",
    [
        None,
        float("nan"),
        "",
        " ",
        "?",
        "N/A",
        "n.a.",
        "-",
        "—",
        "None",
        "nan",
        "Confidential",
        "\u200b",
        "...",
    ],
)
def test_a_filler_is_no_company(value: object):
    assert company_key(value) is None


@pytest.mark.parametrize("name", ["AG", "SE", "Limited", "株式会社", "AB", "ООО"])
def test_a_legal_form_alone_is_the_name(name: str):
    assert company_key(name)


@given(odd_values)
@settings(max_examples=300)
def test_every_value_has_a_company_key_or_none(value: object):
    key = company_key(value)
    assert key is None or (key and key.strip() == key)


# --- titles ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sr. Data Engineer", "Senior Data Engineer"),
        ("Jr Data Engineer", "junior data engineer"),
        ("Software Engineer III", "Software Engineer 3"),
        ("Software Engineer II (m/f/d)", "Software Engineer 2"),
        ("Software Engineer II - Remote", "Software Engineer 2"),
        ("Software Engineer II, Billing", "Software Engineer 2, Billing"),
        ("Koch [w/m/d]", "Koch"),
        ("Koch (m, w, d)", "Koch"),
        ("Koch m/w/d", "Koch"),
        ("Comptable (H/F)", "Comptable"),
        ("Comptable H/F", "Comptable"),
        ("Baker (all genders)", "Baker"),
        ("Baker (f/m/x) – Remote – R10234", "Baker"),
        ("Baker (Remote) (JR-00123)", "Baker"),
        ("Baker | 100% Remote", "Baker"),
        ("Baker, Fully Remote", "Baker"),
        ("Baker #48213", "Baker"),
        ("Baker (Req ID: 48213)", "Baker"),
        ("Front-end Developer", "Frontend Developer"),
        ("Sales &amp; Service Lead", "Sales and Service Lead"),
        ("R & D Manager", "R&D Manager"),
        ("Ｄａｔａ Engineer", "Data Engineer"),
        ("Engineer ٢", "Engineer 2"),
    ],
)
def test_spellings_of_one_title_meet(one: str, other: str):
    assert title_key(one) == title_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++ Developer", "C Developer"),
        ("C# Developer", "C Developer"),
        (".NET Developer", "NET Developer"),
        ("R&D Engineer", "RD Engineer"),
        ("Platform Engineer (CI/CD)", "Platform Engineer"),
        ("Head of Remote", "Head of"),
        ("Remote Sensing Engineer", "Sensing Engineer"),
        ("Summer Intern - 2026", "Summer Intern - 2027"),
        ("Auditor ISO 27001", "Auditor"),
        ("Nurse (Non-Remote)", "Nurse"),
        ("Data Analyst (Cork)", "Data Analyst"),
        ("Account Executive (India)", "Account Executive"),
        ("Architect (GSI)", "Architect"),
        ("Engineer (Infra)", "Engineer"),
        ("Engineer (AI)", "Engineer"),
        ("Engineer 1", "Engineer 2"),
        ("Pilot A320", "Pilot"),
        ("Consultant Dynamics 365", "Consultant Dynamics"),
        ("Школа Йоги", "Школа Иоги"),
    ],
)
def test_two_titles_stay_apart(one: str, other: str):
    assert title_key(one) != title_key(other)


def test_a_title_of_marks_alone_keeps_a_key():
    assert title_key("Remote") == "remote"
    assert title_key("(m/w/d)") != ""
    assert title_key(None) == ""


@given(odd_values)
@settings(max_examples=300)
def test_every_value_has_a_title_key(value: object):
    assert isinstance(title_key(value), str)


# --- jobs --------------------------------------------------------------------------------------


def test_one_posting_address_is_one_job_whatever_else_is_said():
    url = "https://boards.greenhouse.io/quillon/jobs/501234"
    match = same_job(sighting(url=url), sighting(url=url + "?gh_src=x", title="Baker"))
    assert match.kind == "same"


def test_one_number_under_two_titles_is_left_to_a_person():
    match = same_job(
        sighting(requisition_id="R-100"), sighting(title="Cook", requisition_id="r 100")
    )
    assert match.kind == "uncertain"


def test_a_number_without_a_digit_is_none():
    one = sighting(requisition_id="N/A", description=LONG)
    match = same_job(one, sighting(requisition_id="N/A", title="Cook"))
    assert match.kind == "different"


def test_a_missing_company_is_uncertain():
    assert same_job(sighting(company="?"), sighting()).kind == "uncertain"


def test_a_missing_title_lets_number_and_description_decide():
    assert (
        same_job(sighting(title="", requisition_id="R1"), sighting(requisition_id="R1")).kind
        == "same"
    )
    assert same_job(sighting(title=""), sighting()).kind == "same"
    assert same_job(sighting(title="", description=""), sighting()).kind == "uncertain"


def test_thirty_days_make_a_repost():
    assert same_job(sighting(), sighting(posted_at=MAY + timedelta(days=30))).kind == "repost"
    assert same_job(sighting(), sighting(posted_at=MAY + timedelta(days=29))).kind == "same"


def test_two_numbers_within_a_month_are_uncertain():
    assert (
        same_job(sighting(requisition_id="R-1"), sighting(requisition_id="R-2")).kind == "uncertain"
    )


def test_markup_and_white_space_do_not_count():
    words = LONG.split()
    marked = (
        "<div class='a > b'><p>"
        + " <b>".join(words[:9])
        + "</b>\n\n<br/>"
        + "&nbsp;".join(words[9:])
        + "</p></div>"
    )
    match = same_job(sighting(), sighting(description=marked))
    assert match.kind == "same"
    assert match.confidence >= 0.8


def test_another_description_is_uncertain():
    assert (
        same_job(sighting(), sighting(description="Plan the rota of our two garages. " * 9)).kind
        == "uncertain"
    )


def test_a_missing_description_within_a_month_is_the_same_job():
    assert same_job(sighting(), sighting(description="")).kind == "same"


def test_two_companies_with_short_equal_texts_are_different():
    assert (
        same_job(
            sighting(description="Apply!"), sighting(company="Kestrel", description="Apply!")
        ).kind
        == "different"
    )


def test_offices_in_two_cities_are_two_jobs():
    assert same_job(sighting(), sighting(location="Cardiff, UK")).kind == "different"
    assert (
        same_job(sighting(location="Munich, Germany"), sighting(location="München")).kind == "same"
    )
    assert same_job(sighting(), sighting(location="Leeds / Cardiff")).kind == "same"


def test_a_remote_job_may_be_listed_for_two_cities():
    assert (
        same_job(sighting(location="Remote - Leeds"), sighting(location="Remote - Cardiff")).kind
        == "same"
    )


def test_odd_values_make_a_sighting_of_nothing():
    empty = Sighting(url=None, company=float("nan"), title="a\ud800b", posted_at=float("nan"))  # type: ignore[arg-type]
    assert (empty.url, empty.company, empty.title, empty.posted_at) == ("", "", "ab", None)
    assert Sighting(posted_at=datetime(2026, 5, 4)).posted_at == datetime(2026, 5, 4, tzinfo=UTC)  # noqa: DTZ001 - feeds omit the offset


sightings = st.builds(
    Sighting,
    url=st.sampled_from(["", "https://a.example/jobs/42", "https://a.example/careers"]) | odd_text,
    company=st.sampled_from(["", "Quillon", "Quillon Ltd", "Kestrel"]) | odd_text,
    title=st.sampled_from(["", "Baker", "Sr. Baker", "Senior Baker (m/w/d)"]) | odd_text,
    location=st.sampled_from(["", "Leeds", "Remote", "Oslo, Norway"]) | odd_text,
    description=st.sampled_from(["", LONG, LONG + " Apply soon.", "Short."]) | odd_text,
    posted_at=st.none() | st.datetimes() | st.datetimes(timezones=st.just(UTC)),
    requisition_id=st.sampled_from([None, "R-1", "r1", "R-2", "none"]) | odd_text,
)


@given(sightings, sightings)
@settings(max_examples=300, deadline=None)
def test_the_order_of_two_sightings_makes_no_difference(a: Sighting, b: Sighting):
    there, back = same_job(a, b), same_job(b, a)
    assert isinstance(there, Match)
    assert (there.kind, there.confidence) == (back.kind, back.confidence)
    assert there.kind != "same" or there.confidence >= 0.8
