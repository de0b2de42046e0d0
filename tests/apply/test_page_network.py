"""What may pass from a page to a server."""

import time
from urllib.parse import urlsplit

import pytest

from jobctrl_dagster.apply.page_network import Allowed, PageNetwork
from jobctrl_dagster.gate.refusals import AddressRefused
from tests.apply.conftest import PageServer


def network(allowed: Allowed) -> PageNetwork:
    return PageNetwork(
        allowed, deadline=time.monotonic() + 5, resolve=lambda _host, _port: ["127.0.0.1"]
    )


def named(pages: PageServer) -> str:
    pages.url("<h1>Hello</h1>")
    return f"http://form.example:{urlsplit(pages.origin).port}/form"


def test_a_name_that_leads_to_a_private_address_is_refused(pages: PageServer):
    url = named(pages)
    with pytest.raises(AddressRefused, match="private"):
        network(lambda asked: "form.example" in asked).open(url)
    assert pages.requests == []


def test_a_name_passes_where_its_private_address_is_allowed_by_number(pages: PageServer):
    url = named(pages)
    opened = network(lambda asked: asked.startswith(pages.origin)).open(url)
    assert (opened.url, opened.status) == (url, 200)


def test_redirects_are_followed_to_allowed_addresses_alone(pages: PageServer):
    pages.redirects = {"/a": "/b", "/b": "https://elsewhere.example/c"}
    with pytest.raises(AddressRefused, match="not among the allowed"):
        network(pages.allows).open(f"{pages.origin}/a")
    assert pages.requests == [("GET", "/a"), ("GET", "/b")]


def test_redirects_in_a_circle_end(pages: PageServer):
    pages.redirects = {"/a": "/a"}
    with pytest.raises(AddressRefused, match="redirects"):
        network(pages.allows).open(f"{pages.origin}/a")
    assert len(pages.requests) <= 6


def test_nothing_is_asked_for_after_the_deadline(pages: PageServer):
    late = PageNetwork(pages.allows, deadline=time.monotonic() - 1)
    with pytest.raises(AddressRefused, match="time"):
        late.open(f"{pages.origin}/a")
    assert pages.requests == []
