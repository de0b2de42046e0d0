"""What real boards sometimes send: each has a clear outcome of its own, and the run goes on."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jobctrl_dagster.installation import Installation
from jobctrl_dagster.settings.home import Home, write_private
from jobctrl_dagster.settings.starter import write_starter
from jobctrl_dagster.store import schema
from tests.integration.in_process import run_all

TEXT = "<p>You will write Python.</p><ul><li>3 years of Python</li></ul>" * 8


def job(number: int, **changes: Any) -> dict[str, Any]:
    row = {
        "id": number,
        "title": f"Engineer {number}",
        "absolute_url": f"https://example.com/jobs/{number}",
        "location": {"name": "Berlin, Germany"},
        "content": TEXT,
        "updated_at": "2026-11-01T00:00:00Z",
    }
    return row | changes


def board(*rows: Any) -> bytes:
    return json.dumps({"jobs": list(rows)}).encode()


BOARDS: dict[str, bytes | Callable[[Any], None]] = {
    "good": board(job(1), job(2)),
    "empty": board(),
    "html": b"<html><body>Under maintenance</body></html>",
    "cut": board(job(3), job(4))[:-200],
    "nan": board(job(5, content=float("nan")), job(6, title=float("nan")), job(7)),
    "surrogate": b'{"jobs": [' + json.dumps(job(8, title="Bad \ud800 sign")).encode() + b"]}",
    "list-for-dict": board(job(9, location=["Berlin"]), job(10, offices={"a": 1}), job(11)),
    "nulls": board(job(12, title=None), job(13, absolute_url=None), job(14)),
    "array": b"[1, 2, 3]",
    "huge": lambda handler: stream(handler, b'{"jobs": ["' + b"x" * 1_000_000, 50),
    "late": lambda handler: time.sleep(6),
    "trickle": lambda handler: trickle(handler),  # noqa: PLW0108 - defined below
}


def stream(handler: Any, block: bytes, times: int) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(times):
        handler.wfile.write(block)


def trickle(handler: Any) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(60):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.split("/")[-2]
        answer = BOARDS[name]
        if callable(answer):
            try:
                answer(self)
            except OSError:
                self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"127.0.0.1:{server.server_port}"
    root: Path = tmp_path_factory.mktemp("bad")
    home = Home(root)
    write_starter(home, "me", None)
    config = {"hosts": {"allow": [origin], "api_interval": 0, "page_interval": 0, "timeout": 1.5}}
    sources = [
        {"provider": "greenhouse", "board": name, "api": f"http://{origin}"} for name in BOARDS
    ]
    write_private(home.config, json.dumps(config).encode())
    search = {"sources": {"company_boards": sources}}
    write_private(home.tenant("me").search, json.dumps(search).encode())
    opened = Installation.open({"JOBCTRL_HOME": str(root)})
    run_all(opened)
    yield opened
    opened.close()
    server.shutdown()
    server.server_close()


def rows(opened: Installation, query: sa.Select[Any]) -> list[Any]:
    with opened.store.read() as connection:
        return list(connection.execute(query).all())


def test_each_board_ends_by_name_and_the_good_ones_are_read(opened: Installation) -> None:
    units = schema.units
    found = rows(opened, sa.select(units.c.unit_id, units.c.state, units.c.postings))
    states = {row.unit_id.split(":")[1]: (row.state, row.postings) for row in found}
    assert states["good"] == ("ok", 2)
    assert states["empty"] == ("empty", 0)
    for name in ("html", "cut", "array", "huge", "late", "trickle"):
        assert states[name] == ("failed", 0), name
    for name, kept in (("nan", 2), ("nulls", 1), ("list-for-dict", 2), ("surrogate", 1)):
        state, postings = states[name]
        assert state == "ok", name
        assert postings >= kept, name


def test_each_failure_says_what_happened_and_what_to_do(opened: Installation) -> None:
    units = schema.units
    failed = rows(
        opened, sa.select(units.c.code, units.c.sentence).where(units.c.state == "failed")
    )
    assert len(failed) == 6
    for row in failed:
        assert row.code
        assert len(row.sentence) > 30


def test_each_row_that_could_not_be_read_is_kept_with_its_reason(opened: Installation) -> None:
    faults = rows(opened, sa.select(schema.row_faults))
    assert len(faults) >= 3
    assert all(fault.reason for fault in faults)


def test_no_gap_became_a_word_anywhere(opened: Installation) -> None:
    for raw, facts in rows(opened, sa.select(schema.postings.c.raw, schema.postings.c.facts)):
        assert "nan" not in [str(value).lower() for value in raw.values()]
        assert "None" not in raw["title"]
        assert "\ud800" not in json.dumps(raw)
        if facts:
            assert "nan" not in facts["text"].lower().split()


def test_the_jobs_that_were_read_are_scored(opened: Installation) -> None:
    scored = rows(opened, sa.select(schema.scores.c.job_key))
    assert len(scored) == 7
