"""The public pages of the demo market."""

import json
import re
from typing import Any

import httpx
import pytest

from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.market import pay_section
from jobctrl_dagster.demo.records import Posting
from jobctrl_dagster.demo.server import DemoMarket


def of(demo: DemoMarket, **wanted: Any) -> list[Posting]:
    return [
        posting
        for posting in demo.market.postings
        if all(getattr(posting, name) == value for name, value in wanted.items())
    ]


def job_postings(page: str) -> list[dict[str, Any]]:
    import extruct

    return extruct.extract(page, syntaxes=["json-ld"])["json-ld"]


def test_pages_with_json_ld_say_there_what_the_board_says(demo: DemoMarket, client: httpx.Client):
    postings = of(demo, state="open", page="jsonld")
    assert len(postings) > 20
    for posting in postings:
        (data,) = job_postings(client.get(page_url(demo.origin, posting)).text)
        assert data["@type"] == "JobPosting"
        assert data["title"] == posting.title
        assert data["datePosted"] == posting.posted.isoformat()
        assert data["hiringOrganization"]["name"] == demo.market.company(posting.company).name
        assert len(data["jobLocation"]) == len(posting.places)
        assert ("jobLocationType" in data) == (posting.workplace == "remote")
        assert ("baseSalary" in data) == (posting.pay is not None and posting.pay.min is not None)
        assert None not in data.values()


def test_some_pages_carry_no_json_ld(demo: DemoMarket, client: httpx.Client):
    postings = of(demo, state="open", page="plain")
    assert len(postings) >= 8
    for posting in postings:
        assert job_postings(client.get(page_url(demo.origin, posting)).text) == []


@pytest.mark.parametrize("kind", ["jsonld", "plain"])
def test_the_main_part_of_a_page_holds_the_whole_text(
    demo: DemoMarket, client: httpx.Client, kind: str
):
    from lxml import html

    for posting in of(demo, state="open", page=kind):
        tree = html.fromstring(client.get(page_url(demo.origin, posting)).text)
        assert tree.get("lang") == posting.language
        (main,) = tree.xpath("//main")
        seen = " ".join(main.text_content().split())
        for section in (*demo.market.sections(posting), *pay_section(posting)):
            assert section.heading in seen
            assert all(line in seen for block in section.blocks for line in block.lines)
        assert tree.xpath("//header//nav")
        assert tree.xpath("//aside//li")
        assert tree.xpath("//footer//nav")


def test_every_link_to_a_posting_leads_somewhere(demo: DemoMarket, client: httpx.Client):
    front = client.get("/").text
    boards = re.findall(rf'href="{demo.origin}(/\w+/[\w-]+)"', front)
    assert len(boards) == sum(board.status == "open" for board in demo.market.boards)
    found = [
        link
        for board in boards
        for link in re.findall(rf'<li><a href="({demo.origin}[^"]+)"', client.get(board).text)
    ]
    assert len(found) == sum(posting.state != "closed" for posting in demo.market.postings)
    assert {client.get(link).status_code for link in found} == {200}


def test_a_closed_job_says_that_it_is_gone(demo: DemoMarket, client: httpx.Client):
    (delisted,) = of(demo, state="closed")
    (still_listed,) = of(demo, state="page_closed")
    for posting, status in ((delisted, 404), (still_listed, 200)):
        reply = client.get(page_url(demo.origin, posting))
        assert reply.status_code == status
        assert "This job is no longer available" in reply.text
        assert "application/ld+json" not in reply.text
        assert "Apply" not in reply.text


def test_robots_may_read_postings_but_nothing_private(demo: DemoMarket, client: httpx.Client):
    from protego import Protego

    rules = Protego.parse(client.get("/robots.txt").text)
    for posting in demo.market.postings:
        assert rules.can_fetch(page_url(demo.origin, posting), "anybody")
    assert not rules.can_fetch(f"{demo.origin}/private/", "anybody")
    assert client.get("/private/").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/greenhouse/sundrake", "/greenhouse/sundrake/jobs/1", "/lever/tarnwick/unknown", "/nothing"],
)
def test_what_is_not_there_answers_404(client: httpx.Client, path: str):
    assert client.get(path).status_code == 404


def test_text_cannot_end_the_json_ld_element():
    from jobctrl_dagster.demo.jsonld import script

    page = script({"description": "</script><b>"})
    assert page.count("</script>") == 1
    body = page.split("\n", 1)[1].rsplit("\n", 1)[0]
    assert json.loads(body) == {"description": "</script><b>"}
