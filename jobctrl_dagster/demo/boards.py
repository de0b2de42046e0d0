"""The API addresses of the three board providers, over one market."""

from dataclasses import dataclass

from jobctrl_dagster.demo import ashby, greenhouse, lever
from jobctrl_dagster.demo.market import Market
from jobctrl_dagster.demo.records import Posting, Provider
from jobctrl_dagster.demo.routing import Request, Response, Route, json_response, text_response


@dataclass(frozen=True)
class BoardApis:
    """Answers as the public APIs of Greenhouse, Lever and Ashby do, unknown boards included."""

    market: Market

    def routes(self) -> tuple[Route, ...]:
        """The API addresses; the first part of each path stands for the provider's host."""
        return (
            Route("/greenhouse/v1/boards/{board}/jobs", self._greenhouse_list),
            Route("/greenhouse/v1/boards/{board}/jobs/{id}", self._greenhouse_one),
            Route("/lever/v0/postings/{board}", self._lever_list),
            Route("/lever/v0/postings/{board}/{id}", self._lever_one),
            Route("/ashby/posting-api/job-board/{board}", self._ashby_list),
        )

    def _greenhouse_list(self, request: Request) -> Response:
        postings = self._listed("greenhouse", request)
        if postings is None:
            return json_response({"status": 404, "error": "Board not found"}, 404)
        full = request.query.get("content") == "true"
        jobs = [
            greenhouse.listed_job(self.market, posting, request.origin, full=full)
            for posting in postings
        ]
        return json_response({"jobs": jobs, "meta": {"total": len(jobs)}})

    def _greenhouse_one(self, request: Request) -> Response:
        posting = self._one("greenhouse", request)
        if posting is None:
            return json_response({"status": 404, "error": "Job not found"}, 404)
        return json_response(greenhouse.single_job(self.market, posting, request.origin))

    def _lever_list(self, request: Request) -> Response:
        postings = self._listed("lever", request)
        if postings is None:
            return json_response({"ok": False, "error": "Document not found"}, 404)
        return json_response(
            [lever.posting_payload(self.market, posting, request.origin) for posting in postings]
        )

    def _lever_one(self, request: Request) -> Response:
        posting = self._one("lever", request)
        if posting is None:
            return json_response({"ok": False, "error": "Document not found"}, 404)
        return json_response(lever.posting_payload(self.market, posting, request.origin))

    def _ashby_list(self, request: Request) -> Response:
        postings = self._listed("ashby", request)
        if postings is None:
            return text_response("Not Found", 404)
        with_pay = request.query.get("includeCompensation") == "true"
        jobs = [
            ashby.job_payload(self.market, posting, request.origin, with_pay=with_pay)
            for posting in postings
        ]
        return json_response({"jobs": jobs, "apiVersion": "1"})

    def _listed(self, provider: Provider, request: Request) -> tuple[Posting, ...] | None:
        board = self.market.board(f"{provider}/{request.names['board']}")
        return None if board is None else self.market.listed(board.key)

    def _one(self, provider: Provider, request: Request) -> Posting | None:
        wanted = request.names["id"]
        listed = self._listed(provider, request) or ()
        return next((posting for posting in listed if posting.public_id == wanted), None)
