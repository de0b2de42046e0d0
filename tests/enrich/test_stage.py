"""The enrich stage against a network that is a function."""

import httpx
import pytest
import sqlalchemy as sa

from jobctrl_dagster.enrich.stage import EnrichBody
from jobctrl_dagster.settings.schema import Rules
from jobctrl_dagster.slice_work import work_off
from jobctrl_dagster.store import Store, schema
from jobctrl_dagster.store.outcomes import StageOutcome
from tests.discover.conftest import HandlerDoor
from tests.store.rows import raw, take_in

SHELL = '<html><head><title>Jobs</title></head><body><div id="root"></div></body></html>'


def enrich(store: Store, status: int, body: str, **row: str | None) -> StageOutcome:
    """Take a row of an Ashby board in, and enrich it where its page answers so."""
    address = "https://jobs.ashbyhq.com/acme/4f1f8d3c-2d6f-4b52-9c1c-0a8a3e1f0001"
    take_in(store, raw(1, source="ashby:acme", provider="ashby", url=address, **row))

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/robots.txt":
            return httpx.Response(404)
        return httpx.Response(status, text=body, headers={"content-type": "text/html"})

    body_of_stage = EnrichBody(store, "me", Rules(), HandlerDoor(answer))
    [outcome] = work_off(store, body_of_stage, size=9, run_id="run")
    return outcome


def liveness(store: Store) -> str:
    with store.read() as connection:
        return str(connection.execute(sa.select(schema.postings.c.liveness)).scalar_one())


@pytest.mark.parametrize("text", ["A short text.", "A long text. " * 40])
def test_a_row_of_an_ashby_board_stays_open_where_its_page_is_an_empty_shell(
    store: Store, text: str
) -> None:
    outcome = enrich(store, 200, SHELL, description=text)
    assert (outcome.outcome, outcome.code) == ("succeeded", "enriched")
    assert liveness(store) == "listed"


def test_a_row_without_text_behind_an_empty_shell_is_not_taken_for_closed(store: Store) -> None:
    outcome = enrich(store, 200, SHELL, description=None)
    assert (outcome.outcome, outcome.code) == ("blocked", "no_text")
    assert liveness(store) == "listed"
