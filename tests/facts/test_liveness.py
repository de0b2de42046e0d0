"""Whether a posting is still open, by what its address answered."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobctrl_dagster.facts.liveness import classify

URL = "https://careers.fernhill.example/jobs/4711-data-engineer"
WORK = "Look after the nightly loading of lending data from sixty branches and answer. " * 3
APPLY = "<a href='/jobs/4711/apply'>Apply now</a>"
DATA = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting","title":"Data"}</script>'


def page(extra: str = "", *, work: str = f"<p>{WORK}</p>", apply: str = APPLY) -> str:
    main = f"<main><h1>Data Engineer</h1>{work}{extra}{apply}</main>"
    return f"<html><head><title>Job</title></head><body>{main}</body></html>"


def state(html: object, status: object = 200, final: object = URL, asked: str = URL) -> str:
    return classify(status, asked, final, html).state


@pytest.mark.parametrize(
    "notice",
    [
        "This vacancy is now closed.",
        "The position you are looking for is no longer open.",
        "No longer accepting applications",
        "Sorry, this job isn&#39;t available anymore.",
        "Sorry, this job isn’t available any more.",
        "The job posting has been removed by the employer.",
        "Applications are now closed.",
        "The application deadline for this role has passed.",
        "Job expired",
        "The role has been filled.",
        "Die Stelle ist bereits besetzt.",
        "Die Bewerbungsfrist ist abgelaufen.",
        "Cette offre d&rsquo;emploi a expiré.",
        "Le poste a été pourvu.",
        "Esta oferta ya no está disponible.",
        "La vacante ha sido cubierta.",
        "Questa offerta non è più disponibile.",
        "L'annuncio è scaduto.",
        "Esta vaga já não está disponível.",
        "As inscrições estão encerradas.",
        "Deze vacature is niet meer beschikbaar.",
        "De functie is inmiddels vervuld.",
        "Ta oferta jest już nieaktualna.",
        "Rekrutacja na to stanowisko została zakończona.",
        "この求人は募集を終了しました。",
        "募集終了",
    ],
)
def test_a_visible_notice_closes_the_job_and_is_quoted(notice: str):
    import html

    for status in (200, 404):
        found = classify(status, URL, URL, page(f"<div class=banner>{notice}</div>"))
        assert found.state == "closed"
        assert found.evidence == (html.unescape(notice),)


@pytest.mark.parametrize(
    "text",
    [
        "Once the position has been filled we will remove the ad.",
        "If this job is no longer available, you will see a note.",
        "We will keep this posting open until the position is filled.",
        "The position will be closed on 1 June.",
        "Complete the form; every field must be filled.",
        "Applications by post are closed.",
        "We no longer accept applications by mail.",
        "Bewerbungen per Post sind nicht mehr möglich.",
        "Les candidatures par courrier ne sont plus acceptées.",
        "Our office is closed on Sundays.",
        "Registration for the open day is closed.",
        "Wenn die Stelle besetzt ist, entfernen wir sie.",
        "This role closes deals with customers.",
        "This position is not available for remote work.",
        "募集が終了次第、掲載を終了します。",
    ],
)
def test_what_only_looks_like_a_notice_does_not_close_the_job(text: str):
    assert state(page(f"<p>{text}</p>")) == "active"


@pytest.mark.parametrize(
    "wrapped",
    [
        "<script>const text = 'This job has expired';</script>",
        "<style>.x::after { content: 'This job has expired' }</style>",
        "<!-- <p>This job has expired</p> -->",
        "<template><p>This job has expired</p></template>",
        "<div hidden><p>This job has expired</p></div>",
        "<div style='color: red; display : none'>This job has expired</div>",
        "<header>This job has expired</header>",
        "<nav>This job has expired</nav>",
        "<aside><b>This job has expired</b></aside>",
        "<footer>This job has expired</footer>",
    ],
)
def test_what_no_visitor_sees_in_the_main_content_is_no_notice(wrapped: str):
    assert state(page(wrapped)) == "active"


def test_text_after_a_hidden_element_is_seen_again():
    assert state(page("<p hidden>note<p>This job has expired</p>")) == "closed"
    assert state(page("<div hidden><br><img src=x></div><p>This job has expired</p>")) == "closed"


@pytest.mark.parametrize("status", [None, float("nan"), 401, 403, 429, 500, 503, 999, 0, "", True])
def test_without_a_proper_answer_nothing_is_known(status: object):
    assert state(page("<p>This job has expired</p>"), status) == "uncertain"


def test_gone_is_closed_and_not_found_is_not_yet():
    assert state("", 410) == "closed"
    assert state(page(), 404) == "uncertain"
    assert state(page(), "200") == "active"


@pytest.mark.parametrize(
    "final",
    [
        "https://careers.fernhill.example/",
        "https://careers.fernhill.example/jobs",
        "https://careers.fernhill.example/login?next=/jobs/4711-data-engineer",
        "https://careers.fernhill.example/jobs/5822-cook",
    ],
)
def test_a_redirect_that_loses_the_posting_is_never_active(final: str):
    assert state(page(), final=final) == "uncertain"
    assert (
        state(page("<p>The job you were looking for is no longer open.</p>"), final=final)
        == "closed"
    )


@pytest.mark.parametrize(
    "final",
    [
        URL + "?utm_source=x",
        "https://careers.fernhill.example/en/jobs/4711-data-engineer",
        "https://www.fernhill.example/careers?gh_jid=4711",
        None,
    ],
)
def test_a_redirect_that_keeps_the_posting_makes_no_difference(final: object):
    assert state(page(), final=final) == "active"


def test_greenhouse_sends_a_closed_job_to_its_list():
    asked = "https://boards.greenhouse.io/fernhill/jobs/501234"
    assert (
        state(page(), final="https://boards.greenhouse.io/fernhill?error=true", asked=asked)
        == "closed"
    )
    assert (
        state(page(), final="https://job-boards.greenhouse.io/fernhill/jobs/501234", asked=asked)
        == "active"
    )
    assert state(page(), final="https://careers.fernhill.example/jobs?error=true") == "uncertain"


@pytest.mark.parametrize(
    "html",
    [
        "",
        None,
        "<html><body><div id=root></div><script src=app.js></script></body></html>",
        "<title>Just a moment...</title><p>Checking your browser.</p><a>Apply now</a>",
        "<form><input type=email><input type=password><button>Sign in to apply</button></form>",
        page(apply="<button>Apply filters</button>"),
        page(apply="<button disabled>Apply now</button>"),
        page(apply=""),
        page(work="<p>Short.</p>"),
        page(apply="".join(f"<p><a href='/jobs/{n}/apply'>Apply</a></p>" for n in range(8))),
    ],
)
def test_a_page_that_proves_nothing_is_uncertain(html: object):
    assert state(html) == "uncertain"


@pytest.mark.parametrize(
    "control",
    [
        "<button>Apply for this job</button>",
        "<input type=submit value='Submit application'>",
        "<a href=/x>Jetzt bewerben</a>",
        "<a href=/x>Je postule</a>",
        "<a href=/x>Inscribirme</a>",
        "<a href=/x>Candidati ora</a>",
        "<a href=/x>Candidatar-me</a>",
        "<a href=/x>Solliciteer direct</a>",
        "<a href=/x>Aplikuj</a>",
        "<a href=/x>応募する</a>",
        "<a href='/jobs/1/apply'><img src=go.png></a>",
    ],
)
def test_a_description_with_a_control_for_applying_is_active(control: str):
    assert state(page(apply=control)) == "active"


def test_a_data_block_stands_for_the_description():
    assert state(page(DATA, work="")) == "active"
    assert state(page(DATA, work="", apply="")) == "uncertain"


odd_text = st.text(alphabet=st.characters(exclude_categories=()), max_size=60)
TAGS = """<p>|</p>|<div hidden>|</div>|<script>|</script>|<!--|-->|<a href='x'>|<b|Apply
|This job has expired|&amp;|&#|<|>|"|'"""
tags = st.sampled_from(TAGS.split("|"))
odd_pages = st.one_of(
    odd_text, st.lists(tags, max_size=30).map("".join), st.none(), st.binary(max_size=5)
)


@given(st.one_of(st.integers(), st.none(), st.floats(), odd_text), odd_text, odd_text, odd_pages)
@settings(max_examples=300, deadline=None)
def test_every_answer_is_judged(status: object, asked: object, final: object, html: object):
    found = classify(status, asked, final, html)
    assert found.evidence
    assert all(found.evidence)


@pytest.mark.parametrize(
    "text",
    [
        "<div>",
        "</div>",
        "<p hidden>",
        "<!--",
        "<",
        "<a href='",
        "<b>x</b>",
        "this job is ",
        "&amp;",
    ],
)
def test_long_and_deep_pages_are_judged_soon(text: str):
    assert state(text * (200_000 // len(text))) == "uncertain"


@pytest.mark.recorded
def test_recorded_pages_are_judged_rightly(recorded: Any):
    pages = recorded / "pages"
    for name, expected in {
        "linkedin/linkedin_guest_detail.html": "active",
        "seek/seek_job_page.html": "active",
        "workday/nvidia_senior_test_engineer.html": "active",
        "listing_pages/keejob_listing_fr.html": "uncertain",
        "company_sites/mara_careers_no_openings.html": "uncertain",
        "listing_pages/intern_list_detail.html": "closed",
    }.items():
        assert state((pages / name).read_text(encoding="utf-8", errors="replace")) == expected, name
