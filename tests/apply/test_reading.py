"""Reading forms by their labels: four languages, and forms as real sites saved them."""

import html
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jobctrl_dagster.apply.browser import open_browser
from jobctrl_dagster.apply.reading import PageForm, read_form
from jobctrl_dagster.apply.words import document_for, means, system_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

Read = Callable[[str], PageForm | None]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Browser"]:
    with open_browser(tmp_path_factory.mktemp("reading")) as opened:
        yield opened.browser


@pytest.fixture
def read(browser: "Browser") -> Iterator[Read]:
    """Reads the form of a page that is given as HTML; nothing else is loaded."""
    context = browser.new_context()
    page = context.new_page()

    def read_page(source: str) -> PageForm | None:
        page.unroute_all()
        page.route(
            "**/*",
            lambda route: (
                route.fulfill(body=source, content_type="text/html; charset=utf-8")
                if route.request.url == "http://form.example/"
                else route.abort()
            ),
        )
        page.goto("http://form.example/", wait_until="domcontentloaded")
        return read_form(page)

    yield read_page
    context.close()


LANGUAGES = {
    "en": ("First name", "Last name", "E-mail", "Resume", "Submit application"),
    "de": ("Vorname", "Nachname", "E-Mail-Adresse", "Lebenslauf", "Bewerbung absenden"),
    "fr": ("Prénom", "Nom de famille", "Adresse e-mail", "CV", "Envoyer ma candidature"),
    "es": ("Nombre", "Apellidos", "Correo electrónico", "Currículum", "Enviar candidatura"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_known_in_four_languages(read: Read, language: str):
    first, last, email, resume, send = map(html.escape, LANGUAGES[language])
    form = read(f"""<form><label for="a">{first}*</label><input id="a">
      <p id="b-label">{last}</p><input aria-labelledby="b-label" required>
      <fieldset><legend>{email}</legend><input type="email" aria-required="true"></fieldset>
      <label>{resume} <input type="file"></label><button>{send}</button></form>""")
    assert form is not None
    asked = [next(iter(means(question.label)), "") for question in form.questions]
    assert asked[:3] == ["first_name", "last_name", "email"]
    assert [question.required for question in form.questions] == [True, True, True, False]
    assert document_for(form.questions[3].label) == "resume"
    assert "submit" in means(form.buttons[-1].text, buttons=True)


def test_hidden_fields_traps_and_other_forms_are_left_out(read: Read):
    form = read("""<form><input type="search" aria-label="Search jobs"><input name="zip"></form>
      <form><input placeholder="Full name"><label>E-mail <input type="email"></label>
      <label>CV <input type="file" style="opacity:0"></label>
      <input type="hidden" name="t"><label hidden>Secret <input></label>
      <div style="position:absolute;left:-9999px"><label>Website <input></label></div>
      <div aria-hidden="true"><label>Trap <input></label></div>
      <label>Disabled <input disabled></label><label>Password <input type="password"></label>
      <fieldset><legend>Tools</legend><label><input type="checkbox" name="t1">Git</label>
      <label><input type="checkbox" name="t2">Make</label></fieldset></form>""")
    assert form is not None
    assert [(each.kind, each.label) for each in form.questions] == [
        ("text", "Full name"),
        ("email", "E-mail"),
        ("file", "CV"),
        ("checkbox_group", "Tools"),
    ]
    assert form.questions[3].options == ("Git", "Make")


def test_a_form_within_a_shadow_root_is_read(read: Read):
    form = read("""<div id="host"></div><script>
      host.attachShadow({mode: "open"}).innerHTML = `<form><label for="n">Name</label>
      <input id="n"><label>E-mail <input type="email"></label>
      <label>CV <input type="file"></label></form>`;</script>""")
    assert form is not None
    assert [each.label for each in form.questions] == ["Name", "E-mail", "CV"]


SAVED = {
    "greenhouse_new/gitlab_job_board_form.html": ("greenhouse", 20, {"Resume/CV", "Phone"}),
    "lever/highspot_apply.html": ("lever", 19, {"Resume/CV", "LinkedIn URL", "Pronouns"}),
    "lever/sensortower_apply.html": ("lever", 16, {"Veteran status", "Additional information"}),
    "ashby/ramp_application.html": ("ashby", 10, {"Legal Name", "Email", "Resume"}),
    "workable/huble_apply.html": ("workable", 15, {"First name", "Right to work"}),
    "teamtailor/harper_demo_apply.html": ("teamtailor", 15, {"Upload CV", "First name"}),
    "breezy/breezy_demo_position.html": ("breezy", 16, {"Full Name", "Race or Ethnicity"}),
}


@pytest.mark.recorded
@pytest.mark.parametrize("saved", SAVED)
def test_forms_of_real_sites_are_read_by_their_labels(read: Read, recorded: Path, saved: str):
    system, questions, labels = SAVED[saved]
    form = read((recorded / "forms" / saved).read_text("utf-8"))
    assert form is not None
    assert system_of([each.name for each in form.questions]) == system
    assert len(form.questions) == questions
    assert labels <= {each.label for each in form.questions}
    assert any("submit" in means(button.text, buttons=True) for button in form.buttons)
