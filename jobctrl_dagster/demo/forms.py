"""The application forms of the demo market, what they send, and the record of what came in."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jobctrl_dagster.demo import ashby_form, greenhouse_form, lever_form
from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.form_checks import Received, answers, faults, received
from jobctrl_dagster.demo.form_fields import form_of, places_like
from jobctrl_dagster.demo.form_html import View, notice
from jobctrl_dagster.demo.market import Market
from jobctrl_dagster.demo.multipart import MalformedFormError, parse_form
from jobctrl_dagster.demo.records import Posting, Provider
from jobctrl_dagster.demo.routing import (
    Request,
    Response,
    Route,
    html_response,
    json_response,
    text_response,
)
from jobctrl_dagster.demo.submissions import ReceivedFile, Submissions

Handler = Callable[[Request, Posting, Provider], Response]

_PAGES: dict[Provider, Callable[[View], str]] = {
    "greenhouse": greenhouse_form.form_page,
    "lever": lever_form.form_page,
    "ashby": ashby_form.form_page,
}
_POSTINGS: dict[Provider, str] = {
    "greenhouse": "/greenhouse/{board}/jobs/{id}",
    "lever": "/lever/{board}/{id}",
    "ashby": "/ashby/{board}/{id}",
}
_FORM: dict[Provider, str] = {"greenhouse": "apply", "lever": "apply", "ashby": "application"}
_DONE: dict[Provider, str] = {
    "greenhouse": "confirmation",
    "lever": "thanks",
    "ashby": "submitted",
}
_TWICE = (
    "You have already applied for this job",
    "An application with this e-mail address was received before; this one was not taken.",
)


@dataclass(frozen=True)
class Forms:
    """Answers with forms, takes what they send, and shows the record of it.

    Args:
        market: The market whose postings are applied for.
        requests: The market's own record of requests: method, and path with query.
    """

    market: Market
    requests: Sequence[tuple[str, str]]
    submissions: Submissions = field(default_factory=Submissions)

    def routes(self) -> tuple[Route, ...]:
        """The addresses of forms, submissions, confirmations, the look-up and the record."""
        routes = [
            Route("/record", self._record),
            Route(ashby_form.LOOKUP, self._look_up, ("POST",)),
        ]
        for provider, posting in _POSTINGS.items():
            routes += [
                Route(f"{posting}/{_FORM[provider]}", self._of(provider, self._form)),
                Route(f"{posting}/submit", self._of(provider, self._submit), ("POST",)),
                Route(f"{posting}/{_DONE[provider]}", self._of(provider, self._done)),
            ]
        return tuple(routes)

    def _of(self, provider: Provider, handler: Handler) -> Callable[[Request], Response]:
        """A handler that is called with the posting named by the path, where there is one."""

        def answer(request: Request) -> Response:
            key = f"{provider}/{request.names['board']}"
            posting = self.market.board(key) and self.market.posting(key, request.names["id"])
            if not posting:
                return text_response("Not Found\n", 404)
            if posting.state != "open":
                return _see(page_url(request.origin, posting))
            return handler(request, posting, provider)

        return answer

    def _view(self, request: Request, posting: Posting, provider: Provider) -> View:
        name = self.market.company(posting.company).name
        return View(form_of(provider, posting.company, name), posting, name, request.origin)

    def _form(self, request: Request, posting: Posting, provider: Provider) -> Response:
        return html_response(_PAGES[provider](self._view(request, posting, provider)))

    def _submit(self, request: Request, posting: Posting, provider: Provider) -> Response:
        try:
            filled = received(parse_form(request.headers.get("content-type", ""), request.body))
        except MalformedFormError as fault:
            return text_response(f"This is no whole form: {fault}.\n", 400)
        view = self._view(request, posting, provider)
        wrong = faults(view.form, filled)
        if wrong:
            return _refused(request, view, filled, wrong)
        email = next(f.name for f in view.form.fields if f.kind == "email")
        submission = self.submissions.take(
            board=posting.board,
            public_id=posting.public_id,
            title=posting.title,
            email=filled.text(email),
            fields=filled.values,
            answers=answers(view.form, filled),
            files=tuple(ReceivedFile.of(part) for part in filled.files.values()),
        )
        if submission is None:
            return _twice(request, view)
        if _wants_json(request):
            return json_response({"application": submission.number, "message": view.form.thanks})
        address = f"{page_url(request.origin, posting)}/{_DONE[provider]}"
        return _see(f"{address}?application={submission.number}")

    def _done(self, request: Request, posting: Posting, provider: Provider) -> Response:
        number = request.query.get("application", "")
        if not any(
            str(s.number) == number and (s.board, s.public_id) == (posting.board, posting.public_id)
            for s in self.submissions
        ):
            return text_response("Not Found\n", 404)
        view = self._view(request, posting, provider)
        return html_response(notice(view, "Thank you", view.form.thanks, kind="done"))

    def _look_up(self, request: Request) -> Response:
        try:
            asked = json.loads(request.body)
            query = asked["query"]
        except (ValueError, KeyError, TypeError):
            query = None
        if not isinstance(query, str):
            return json_response({"error": 'send JSON such as {"query": "Seat"}'}, 400)
        return json_response({"results": [{"label": place} for place in places_like(query)]})

    def _record(self, _request: Request) -> Response:
        requests = tuple(self.requests)
        record: dict[str, Any] = {
            "requests": dict(sorted(Counter(method for method, _ in requests).items())),
            "writes": [
                {"method": method, "path": path}
                for method, path in requests
                if method not in {"GET", "HEAD"}
            ],
            "submissions": [submission.as_json() for submission in self.submissions],
        }
        return json_response(record)


def _refused(request: Request, view: View, filled: Received, wrong: Mapping[str, str]) -> Response:
    if _wants_json(request):
        message = "Please correct the marked fields; nothing has been sent."
        return json_response({"faults": wrong, "message": message}, 422)
    shown = View(
        view.form, view.posting, view.company, view.origin, values=filled.values, faults=wrong
    )
    return html_response(_PAGES[view.form.provider](shown), 422)


def _twice(request: Request, view: View) -> Response:
    title, message = _TWICE
    if _wants_json(request):
        return json_response({"title": title, "message": message}, 409)
    return html_response(notice(view, title, message, kind="alert"), 409)


def _wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def _see(address: str) -> Response:
    return text_response(f"See {address}\n", 303, {"Location": address})
