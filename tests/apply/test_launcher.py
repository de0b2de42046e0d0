"""Dry runs against the demo market, and against pages that are unlike it."""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from jobctrl_dagster.apply import visit
from jobctrl_dagster.apply.launcher import dry_run
from jobctrl_dagster.apply.person import Person
from jobctrl_dagster.apply.report import FormReport
from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.server import DemoMarket
from jobctrl_dagster.settings.profile import Profile
from tests.apply.conftest import TODAY, PageServer

pytestmark = pytest.mark.browser

Run = Callable[..., FormReport]


@pytest.fixture
def run(
    person: Person, documents: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """A dry run whose browser is proved to be gone, and that waits less than usual."""
    monkeypatch.setattr(visit, "FORM_SECONDS", 1.5)
    monkeypatch.setattr(visit, "TURN_SECONDS", 1.0)

    def launch(url: str, by: Person = person, **settings: object) -> FormReport:
        folder = tmp_path / "run"
        origin = "/".join(url.split("/")[:3])
        settings = {"environ": os.environ, "allowed": lambda u: u.startswith(origin)} | settings
        report = dry_run(url, by, documents, folder, **settings)
        assert processes_naming(tmp_path) == []
        assert list(folder.glob("browser-*")) == []
        return report

    return launch


def processes_naming(folder: Path) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if any(str(folder) in part for part in process.info["cmdline"] or ())
    ]


def form_url(market: DemoMarket, posting_id: str, form: str) -> str:
    posting = next(p for p in market.market.postings if p.id == posting_id)
    return page_url(market.origin, posting) + form


def sources(report: FormReport) -> dict[str, str]:
    assert all(field.matches for field in report.filled)
    return {field.label: field.source for field in report.filled}


def open_questions(report: FormReport) -> dict[str, str]:
    return {each.label: each.cause for each in report.unanswered if each.required}


def application(fields: str, button: str = "<button>Submit application</button>") -> str:
    return f"""<!doctype html><title>Apply</title><form method="post" action="/submit">
      <label>Full name <input name="a" required></label>
      <label>E-mail <input type="email" name="b" required></label>
      <label>CV <input type="file" name="c"></label>{fields}{button}</form>"""


def test_the_greenhouse_form_is_reached_from_its_posting_and_filled(run: Run):
    with DemoMarket() as market:
        report = run(form_url(market, "tarnwick-staff-platform", ""))
        assert {method for method, _ in market.requests} == {"GET"}
        assert len(market.submissions) == 0
    assert (report.state, report.system, report.pages) == ("ready", "greenhouse", 1)
    assert report.submit == "Submit application"
    found = sources(report)
    assert found["Resume/CV"] == "documents: resume"
    assert found["Cover Letter"] == "documents: cover_letter"
    assert found["Gender"] == found["Veteran status"] == found["Disability status"] == "declined"
    assert found["How many years of professional experience do you have with Python?"].startswith(
        "work[0]"
    )
    assert open_questions(report) == {}
    assert report.blocked_requests == ()
    values = {each["label"]: each["value"] for each in json.loads(report.values_file.read_text())}
    assert values["First Name"] == "Marisol"
    for written in (report.values_file, *report.screenshots):
        assert stat.S_IMODE(written.stat().st_mode) == 0o600
    told = report.model_dump_json(exclude={"values_file", "screenshots"})
    assert not any(each in told for each in ("Hedegaard", "marisol.", "555 0143", "175,000"))


def test_the_lever_form_is_gone_through_page_by_page_and_waits_for_a_person(run: Run):
    with DemoMarket() as market:
        report = run(form_url(market, "larkmoor-streaming", "/apply"))
        assert {method for method, _ in market.requests} == {"GET"}
    assert (report.state, report.system, report.pages) == ("needs_answer", "lever", 3)
    assert open_questions(report) == {"Favourite paper of last year": "no_answer"}
    assert len(report.screenshots) == 3
    found = sources(report)
    assert "Which country do you live in?" in found
    assert found["What is your notice period?"].startswith("answers.yaml")
    values = {each["label"]: each["value"] for each in json.loads(report.values_file.read_text())}
    assert values["Which country do you live in?"] == "United States of America"
    assert values["How many years have you worked with Python?"] == "7 to 9 years"


def test_the_ashby_form_is_filled_but_for_the_look_up_by_post(run: Run):
    with DemoMarket() as market:
        report = run(form_url(market, "pellworth-data-infrastructure", "/application"))
        assert {method for method, _ in market.requests} == {"GET"}
    assert (report.state, report.system) == ("ready", "ashby")
    assert report.blocked_requests == ("POST /ashby/api/lookup",)
    assert open_questions(report) == {"Where would you be working from?": "look_up"}
    found = sources(report)
    assert found["What is the earliest date on which you could start?"].startswith("answers.yaml")
    assert found["Years of experience with Python"].startswith("work[0]")


def test_a_closed_job_and_a_page_without_a_form_are_a_changed_layout(run: Run, pages: PageServer):
    newsletter = '<form><label>E-mail <input type="email"></label><button>Subscribe</button></form>'
    report = run(pages.url(f"<h1>Careers</h1><p>We build things.</p>{newsletter}"))
    assert (report.state, report.pages, report.filled) == ("layout_changed", 0, ())
    assert "404" in run(f"{pages.origin}/gone").sentence


def test_a_form_without_a_known_submit_control_is_a_changed_layout(run: Run, pages: PageServer):
    report = run(pages.url(application("", "<button>Abracadabra</button>")))
    assert report.state == "layout_changed"
    assert report.submit == ""


def test_a_script_for_challenges_is_none_and_a_challenge_that_shows_is_for_a_person(
    run: Run, pages: PageServer
):
    script = (
        '<script src="https://js.captcha.example/api.js"></script>'
        '<div class="h-captcha" data-size="invisible"></div>'
    )
    report = run(pages.url(application(script)))
    assert report.state == "ready"
    assert report.blocked_requests == ("GET js.captcha.example:443/api.js",)
    shown = '<iframe src="/challenge" title="hCaptcha challenge" width="300" height="80"></iframe>'
    assert run(pages.url(application(shown))).state == "refused"


def test_what_a_field_cuts_off_or_refuses_is_read_back(
    run: Run, pages: PageServer, profile: Profile
):
    fields = """
      <label>Why do you want this? <textarea id="why" name="d" required></textarea></label>
      <label>Your motto <input id="motto" name="e"></label>
      <label>Short bio <input name="f" maxlength="20"></label>
      <label>Your pay in figures <input type="number" name="h"></label>
      <label>Which office suits you? <select name="g"><option value="">…</option>
        <option>Berlin</option><option>Paris</option></select></label>
      <script>
        const cut = (e) => { e.target.value = e.target.value.slice(0, 200); };
        why.addEventListener("input", cut);
        motto.addEventListener("input", () => { motto.value = ""; });
      </script>"""
    answers = {
        "Why do you want this?": "because " * 40,
        "Your motto": "Write things down",
        "Short bio": "Longer than twenty letters",
        "Your pay in figures": "60k",
        "Which office suits you?": "Oslo",
    }
    report = run(pages.url(application(fields)), Person.of(profile, answers, now=TODAY))
    assert report.state == "stuck"
    wrong = [field.label for field in report.filled if not field.matches]
    assert wrong == ["Why do you want this?"]
    causes = {each.label: each.cause for each in report.unanswered}
    assert causes == {
        "Your motto": "not_kept",
        "Short bio": "does_not_fit",
        "Your pay in figures": "does_not_fit",
        "Which office suits you?": "no_option",
    }


def test_fields_that_only_take_keys_and_styled_choices_are_filled(
    run: Run, pages: PageServer, profile: Profile
):
    fields = """
      <label>Notice period <input id="keys" name="d" required></label>
      <div class="q"><div>Do you like rain?</div><div>
        <label><input type="radio" name="r" value="1" style="display:none"><b>Yes</b></label>
        <label><input type="radio" name="r" value="0" style="display:none"><b>No</b></label>
      </div></div>
      <div class="q"><label for="hidden">Are you near Leeds?</label>
        <button type="button">Yes</button><button type="button">No</button>
        <input type="checkbox" id="hidden" style="display:none"></div>
      <div class="q"><label id="l" for="cb">Gender</label><div>
        <input id="cb" role="combobox" aria-labelledby="l" autocomplete="off"><ul id="list"></ul>
      </div></div>
      <script>
        let typed = "";
        keys.addEventListener("keydown", (e) => { if (e.key.length === 1) typed += e.key; });
        keys.addEventListener("input", () => { keys.value = typed; });
        for (const b of document.querySelectorAll(".q button")) b.onclick = () => {
          b.parentElement.querySelectorAll("button").forEach((x) => { x.className = ""; });
          b.className = "_active_x1";
        };
        cb.addEventListener("click", () => {
          list.innerHTML = "<li role=option>Woman</li><li role=option>Decline to answer</li>";
          for (const li of list.children) li.onclick = () => {
            cb.value = li.textContent; list.innerHTML = "";
          };
        });
      </script>"""
    answers = {"Notice period": "Four weeks", "Do you like rain?": True, "near Leeds": False}
    report = run(pages.url(application(fields)), Person.of(profile, answers, now=TODAY))
    assert report.state == "ready", report
    found = sources(report)
    assert found["Gender"] == "declined"
    assert {"Notice period", "Do you like rain?", "Are you near Leeds?"} <= found.keys()


def test_a_next_button_is_pressed_only_where_it_sends_nothing(run: Run, pages: PageServer):
    posting = application("", "<button>Next</button>")
    report = run(pages.url(posting))
    assert report.state == "stuck"
    assert report.pages == 1
    by_script = """<!doctype html><form id="f"><div id="one">
      <label>Full name <input></label><label>E-mail <input type="email"></label>
      <label>CV <input type="file"></label><button>Continue</button></div></form>
      <script>f.addEventListener("submit", () => {
        one.innerHTML = '<label>Phone <input type="tel"></label><button>Send application</button>';
      });</script>"""
    report = run(pages.url(by_script))
    assert (report.state, report.pages) == ("ready", 2)
    assert {path for _, path in pages.requests} == {"/form"}


def test_a_page_that_hangs_is_ended_when_its_time_is_over(run: Run, pages: PageServer):
    hang = "<script>document.addEventListener('input', () => { for (;;) {} });</script>"
    report = run(pages.url(application(hang)), timeout=4)
    assert report.state == "stuck"
    assert "time" in report.sentence
