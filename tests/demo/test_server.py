"""The HTTP server of the demo market and its command."""

import datetime as dt
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from jobctrl_dagster.demo import server
from jobctrl_dagster.demo.__main__ import main
from jobctrl_dagster.demo.addresses import page_url
from jobctrl_dagster.demo.market import Market, load_market
from jobctrl_dagster.demo.server import DemoMarket, PortTakenError

ROOT = Path(__file__).resolve().parents[2]
LIST = "/greenhouse/v1/boards/tarnwick/jobs?content=true"


def get(url: str, method: str = "GET") -> httpx.Response:
    return httpx.request(method, url, trust_env=False, timeout=10)


def everything(demo: DemoMarket) -> dict[str, bytes]:
    apis = [
        f"/{provider}/{path.format(board.name)}"
        for board in demo.market.boards
        for provider, path in (
            ("greenhouse", "v1/boards/{}/jobs?content=true"),
            ("lever", "v0/postings/{}?mode=json"),
            ("ashby", "posting-api/job-board/{}?includeCompensation=true"),
        )
        if provider == board.provider
    ]
    pages = [page_url("", posting) for posting in demo.market.postings]
    with httpx.Client(base_url=demo.origin, trust_env=False) as client:
        replies = {path: client.get(path).content for path in ("/", "/robots.txt", *apis, *pages)}
    return {p: body.replace(demo.origin.encode(), b"ORIGIN") for p, body in replies.items()}


def test_two_servers_give_the_same_bytes_apart_from_the_port():
    with DemoMarket() as first, DemoMarket() as second:
        assert first.origin != second.origin
        one, other = everything(first), everything(second)
    assert len(one) > 50
    assert one == other


def test_another_day_moves_the_dates_that_boards_show():
    with DemoMarket(today=dt.date(2027, 1, 4)) as demo:
        job = get(demo.origin + LIST).json()["jobs"][0]
    assert job["first_published"] == "2026-12-21T09:30:00-05:00"


def test_only_loopback_is_served(demo: DemoMarket):
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", demo.origin)


def test_head_answers_like_get_without_a_body(demo: DemoMarket):
    head, full = get(demo.origin + LIST, "HEAD"), get(demo.origin + LIST)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(full.content))


def test_other_methods_are_refused_and_told_what_is_allowed(demo: DemoMarket):
    reply = httpx.post(demo.origin + "/robots.txt", content=b"x" * 200_000, trust_env=False)
    assert reply.status_code == 405
    assert reply.headers["allow"] == "GET, HEAD"


def test_requests_are_recorded_in_order_with_their_query():
    with DemoMarket() as demo:
        get(demo.origin + LIST)
        get(demo.origin + "/robots.txt", "HEAD")
        get(demo.origin + "/nothing")
        assert demo.requests == [("GET", LIST), ("HEAD", "/robots.txt"), ("GET", "/nothing")]


def test_one_slow_board_leaves_the_others_fast():
    with DemoMarket(delays={"greenhouse/tarnwick": 30.0}) as demo:
        waiting = threading.Thread(target=lambda: get(demo.origin + LIST))
        waiting.start()
        assert get(demo.origin + "/lever/v0/postings/tarnwick?mode=json").status_code == 200
        while ("GET", LIST) not in demo.requests:
            time.sleep(0.01)
        assert waiting.is_alive()
        demo.stop()
        waiting.join(timeout=5)
        assert not waiting.is_alive()


@pytest.mark.parametrize(
    ("options", "target", "seconds"),
    [
        ({}, LIST, 0.0),
        ({"delay": 0.2}, LIST, 0.2),
        ({"delay": 0.2}, "/robots.txt", 0.2),
        ({"delay": 5.0, "delays": {"greenhouse/tarnwick": 0.1}}, LIST, 0.1),
        ({}, LIST + "&delay=0.3", 0.3),
        ({}, LIST + "&delay=soon", 0.0),
        ({}, LIST + "&delay=1e9", 60.0),
        ({}, LIST + "&delay=nan", 0.0),
        ({"delay": -1.0}, LIST, 0.0),
    ],
)
def test_the_nearest_delay_holds(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, object], target: str, seconds: float
):
    demo = DemoMarket(**options)
    waits: list[float] = []
    monkeypatch.setattr(demo._stopping, "wait", waits.append)
    assert demo.answer("GET", target, "http://127.0.0.1:1", b"").status == 200
    assert waits == [seconds]


def test_a_delay_in_the_data_holds_for_its_board_alone(monkeypatch: pytest.MonkeyPatch):
    data = load_market().model_dump()
    data["companies"][0]["boards"][0]["delay"] = 0.4
    monkeypatch.setattr(server, "load_market", lambda _today: Market.model_validate(data))
    demo = DemoMarket()
    waits: list[float] = []
    monkeypatch.setattr(demo._stopping, "wait", waits.append)
    for target in (LIST, "/lever/v0/postings/tarnwick"):
        demo.answer("GET", target, "http://127.0.0.1:1", b"")
    assert waits == [0.4, 0.0]


def test_a_delay_for_an_unknown_board_is_refused_with_the_boards_there_are():
    with pytest.raises(ValueError, match=r"no board 'tarnwick' .*greenhouse/tarnwick"):
        DemoMarket(delays={"tarnwick": 1.0})


def test_a_stopped_market_has_no_origin_and_starts_again():
    demo = DemoMarket()
    with pytest.raises(RuntimeError, match="not running"):
        _ = demo.origin
    demo.start()
    first = demo.origin
    with pytest.raises(RuntimeError, match="already running"):
        demo.start()
    demo.stop()
    demo.stop()
    with pytest.raises(httpx.ConnectError):
        get(first + "/robots.txt")
    with demo:
        assert get(demo.origin + "/robots.txt").status_code == 200


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as holder:
        yield holder.getsockname()[1]


def test_a_taken_port_is_said(taken_port: int):
    demo = DemoMarket(port=taken_port)
    with pytest.raises(PortTakenError, match=f"port {taken_port} on 127.0.0.1 is taken"):
        demo.start()


def test_the_command_says_in_one_line_what_to_do_about_a_taken_port(
    taken_port: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert main(["serve", "--port", str(taken_port)]) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert f"port {taken_port}" in message
    assert "choose another port" in message


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "70000"], "70000"),
        (["--slow", "lever/nobody=1"], "no board 'lever/nobody'"),
        (["--delay", "nan"], "nan"),
        (["--today", "soon"], "soon"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as stop:
        main(["serve", *arguments])
    assert stop.value.code == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_serves_until_it_is_told_to_stop(number: signal.Signals):
    process = subprocess.Popen(
        [sys.executable, "-m", "jobctrl_dagster.demo", "serve", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        origin = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert origin, line
        assert get(origin.group() + LIST).status_code == 200
        started = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=5)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, out, err) == (0, "demo market stopped\n", "")
    assert time.monotonic() - started < 5
