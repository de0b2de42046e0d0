"""Fills an application form in a browser of its own, and sends nothing."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jobctrl_dagster.apply.browser import OpenBrowser, open_browser
from jobctrl_dagster.apply.filling import DocumentKind
from jobctrl_dagster.apply.page_network import Allowed, PageNetwork
from jobctrl_dagster.apply.person import Person
from jobctrl_dagster.apply.report import FormReport, State
from jobctrl_dagster.apply.visit import Visit, VisitEnded
from jobctrl_dagster.gate.refusals import AddressRefused, Refusal
from jobctrl_dagster.settings.home import make_private_folder

TIMEOUT: Final = 120.0
"""Seconds for a whole dry run."""


def dry_run(
    url: str,
    person: Person,
    documents: Mapping[DocumentKind, Path],
    folder: Path,
    *,
    allowed: Allowed,
    environ: Mapping[str, str] = os.environ,
    timeout: float = TIMEOUT,
) -> FormReport:
    """Open a form, fill what is known, and report; the server sees GET and HEAD alone.

    Args:
        url: the form, or a posting's page with a link to it.
        person: what may be said.
        documents: files that may be put into uploads, by kind.
        folder: gets a picture of each page and the values, readable by the owner alone.
        allowed: whether a URL may be asked for; the form's own host may as well, unless it is
            private. A private address is asked for only where this allows it by its number.
        environ: names the browser; see `find_browser`.
        timeout: seconds after which the browser is ended.

    Raises:
        BrowserMissing: there is no browser; says what to do.
        BrowserFailed: the browser did not start.
        SettingsError: the folder cannot be written.
    """
    make_private_folder(folder)
    until = time.monotonic() + timeout
    network = PageNetwork(allowed, deadline=until)
    visit = Visit(url, person, documents, folder, network)
    try:
        state, sentence = _gone_through(visit, environ, until)
    finally:
        network.close()
    return visit.report(state, sentence)


def _gone_through(visit: Visit, environ: Mapping[str, str], until: float) -> tuple[State, str]:
    from playwright.sync_api import Error

    try:
        answer = visit.network.open(visit.url)
        if answer.status >= 400:
            sentence = f"The form's address answers {answer.status}; look whether the job is open."
            return "layout_changed", sentence
        with open_browser(visit.folder, environ=environ) as opened, _ended_at(opened, until):
            return visit.go(opened, answer.url)
    except VisitEnded as ended:
        return ended.state, ended.sentence
    except AddressRefused as refusal:
        return "refused", f"The form's address may not be opened. {refusal}"
    except Refusal as refusal:
        return "stuck", f"The form could not be opened. {refusal}"
    except (Error, LookupError):  # the message may quote what was typed
        if time.monotonic() >= until:
            return "stuck", "The time for this form is over; try it again."
        return "stuck", "The page broke off while it was filled; try it again."


@contextmanager
def _ended_at(opened: OpenBrowser, until: float) -> Iterator[None]:
    """End the browser when the time is over, which ends whatever waits for it."""
    watch = threading.Timer(max(0.0, until - time.monotonic()), opened.stop)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()
        watch.join()
