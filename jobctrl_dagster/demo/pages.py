"""The public pages of the demo market: the front page, boards, postings and robots.txt."""

import functools
import html
from collections.abc import Iterable
from dataclasses import dataclass
from string import Template

from jobctrl_dagster.demo import jsonld
from jobctrl_dagster.demo.addresses import apply_url, board_url, page_url
from jobctrl_dagster.demo.market import FOLDER, Market, pay_section
from jobctrl_dagster.demo.records import Posting
from jobctrl_dagster.demo.routing import Request, Response, Route, html_response, text_response
from jobctrl_dagster.demo.text import Markup, as_html

ROBOTS = "User-agent: *\nAllow: /\nDisallow: /private/\n"
SIMILAR = 3
"""How many other openings of its board a posting page names."""

_CLOSED = {
    "en": ("This job is no longer available", "The position has been filled or withdrawn."),
    "de": ("Diese Stelle ist nicht mehr verfügbar", "Die Stelle wurde besetzt."),
    "fr": ("Cette offre n’est plus disponible", "Le poste a été pourvu."),
}
_APPLY = {
    "en": ("Apply for this job", "Similar jobs"),
    "de": ("Jetzt bewerben", "Ähnliche Stellen"),
    "fr": ("Postuler", "Offres similaires"),
}


@dataclass(frozen=True)
class Pages:
    """Answers with the pages that people, crawlers and browsers see."""

    market: Market

    def routes(self) -> tuple[Route, ...]:
        """The addresses of the pages; posting pages stand under the prefix of their provider."""
        return (
            Route("/", self._front),
            Route("/robots.txt", lambda _request: text_response(ROBOTS)),
            Route("/private", self._private),
            Route("/private/{name}", self._private),
            *(
                Route(f"/{provider}/{{board}}", self._board)
                for provider in ("greenhouse", "lever", "ashby")
            ),
            Route("/greenhouse/{board}/jobs/{id}", self._posting),
            Route("/lever/{board}/{id}", self._posting),
            Route("/ashby/{board}/{id}", self._posting),
        )

    def _front(self, request: Request) -> Response:
        boards = [board for board in self.market.boards if board.status == "open"]
        names = {b.key: c.name for c in self.market.companies for b in c.boards}
        rows = [(board_url(request.origin, b.key), f"{names[b.key]} ({b.key})") for b in boards]
        main = f"<h1>An invented job market</h1>\n{_links(rows)}"
        return html_response(_page(request, title="An invented job market", main=main))

    def _private(self, request: Request) -> Response:
        main = "<h1>For staff</h1>\n<p>robots.txt asks crawlers to stay away from here.</p>"
        return html_response(_page(request, title="For staff", main=main))

    def _board(self, request: Request) -> Response:
        key = request.path.strip("/")
        if self.market.board(key) is None:
            return _not_found(request)
        company = next(c for c in self.market.companies for b in c.boards if b.key == key)
        rows = _rows(self.market.listed(key), request.origin)
        listing = _links(rows) if rows else "<p>There are no open positions at the moment.</p>"
        title = f"Jobs at {company.name}"
        main = f"<h1>{html.escape(title)}</h1>\n{listing}"
        return html_response(_page(request, title=title, main=main, company=company.name))

    def _posting(self, request: Request) -> Response:
        provider = request.path.split("/")[1]
        key = f"{provider}/{request.names['board']}"
        board = self.market.board(key)
        posting = board and self.market.posting(key, request.names["id"])
        if not posting:
            return _not_found(request)
        if posting.state != "open":
            return self._closed(request, posting)
        return html_response(self._open(request, posting))

    def _closed(self, request: Request, posting: Posting) -> Response:
        notice, reason = _CLOSED[posting.language]
        name = self.market.company(posting.company).name
        main = (
            f'<h1>{html.escape(posting.title)}</h1>\n<p class="notice"><strong>{notice}.</strong> '
            f'{reason}</p>\n<p><a href="{board_url(request.origin, posting.board)}">'
            f"{html.escape(name)}</a></p>"
        )
        page = _page(request, title=notice, main=main, company=name, posting=posting)
        return html_response(page, 404 if posting.state == "closed" else 200)

    def _open(self, request: Request, posting: Posting) -> str:
        button, similar = _APPLY[posting.language]
        name = self.market.company(posting.company).name
        sections = (*self.market.sections(posting), *pay_section(posting))
        main = "\n".join(
            (
                f"<h1>{html.escape(posting.title)}</h1>",
                f'<p class="facts">{html.escape(_facts(posting))}</p>',
                as_html(sections, Markup()),
                f'<p><a class="apply" href="{apply_url(request.origin, posting)}">{button}</a></p>',
            )
        )
        others = [other for other in self.market.listed(posting.board) if other != posting]
        rows = _links(_rows(others[:SIMILAR], request.origin))
        aside = f"<aside>\n<h2>{similar}</h2>\n{rows}</aside>"
        head = ""
        if posting.page == "jsonld":
            head = jsonld.script(jsonld.job_posting(self.market, posting, request.origin))
        title = f"{posting.title} - {name}"
        return _page(
            request,
            title=title,
            main=main,
            company=name,
            posting=posting,
            head=head,
            aside=aside if others else "",
        )


def _page(
    request: Request,
    *,
    title: str,
    main: str,
    company: str = "The demo market",
    posting: Posting | None = None,
    head: str = "",
    aside: str = "",
) -> str:
    canonical = page_url(request.origin, posting) if posting else request.origin + request.path
    board = board_url(request.origin, posting.board) if posting else request.origin + "/"
    return _template().substitute(
        title=html.escape(title),
        language=posting.language if posting else "en",
        canonical=html.escape(canonical),
        origin=request.origin,
        board=board,
        company=html.escape(company),
        head=head,
        main=main,
        aside=aside,
    )


@functools.cache
def _template() -> Template:
    return Template((FOLDER / "page.html").read_text(encoding="utf-8"))


def _not_found(request: Request) -> Response:
    main = "<h1>Page not found</h1>\n<p>There is nothing at this address.</p>"
    return html_response(_page(request, title="Page not found", main=main), 404)


def _facts(posting: Posting) -> str:
    places = [place.text for place in posting.places if place.text]
    parts = ["; ".join(places), posting.department, posting.workplace and posting.workplace.title()]
    return " · ".join(part for part in parts if part)


def _rows(postings: Iterable[Posting], origin: str) -> list[tuple[str, str]]:
    return [
        (
            page_url(origin, posting),
            " · ".join(filter(None, (posting.title, _first_place(posting)))),
        )
        for posting in postings
    ]


def _first_place(posting: Posting) -> str | None:
    return posting.places[0].text if posting.places else None


def _links(rows: Iterable[tuple[str, str]]) -> str:
    items = (f'<li><a href="{html.escape(url)}">{html.escape(text)}</a></li>' for url, text in rows)
    return "<ul>\n" + "\n".join(items) + "\n</ul>\n"
