"""The demo from a terminal: `python -m jobctrl_dagster.demo run` or `serve`."""

import argparse
import math
import signal
import sys
import threading
from datetime import date

from jobctrl_dagster.demo.server import DemoMarket


def main(arguments: list[str] | None = None) -> int:
    """Run the pipeline over the market, or serve it until SIGINT or SIGTERM."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.verb == "run":
        from jobctrl_dagster.demo.run import run

        return run()
    if options.verb == "ui":
        from jobctrl_dagster.demo.ui import serve_ui

        return serve_ui()
    try:
        demo = DemoMarket(options.port, options.delay, dict(options.slow), today=options.today)
    except ValueError as error:
        parser.error(str(error))
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stopping.set())
    try:
        demo.start()
    except OSError as error:
        print(f"demo market: {error.strerror}", file=sys.stderr)
        return 1
    print(f"demo market at {demo.origin} (Ctrl+C stops it)", flush=True)
    stopping.wait()
    demo.stop()
    print("demo market stopped", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m jobctrl_dagster.demo", description=__doc__)
    verbs = parser.add_subparsers(required=True, dest="verb")
    verbs.add_parser("run", help="run the whole pipeline over the market and print the funnel")
    verbs.add_parser("ui", help="serve the Dagster web UI, and the market for the demo's home")
    serve = verbs.add_parser("serve", help="serve the market on 127.0.0.1")
    serve.add_argument("--port", type=_port, default=8765, help="0 takes a free one (default 8765)")
    serve.add_argument("--delay", type=_seconds, default=0.0, help="seconds each answer waits")
    serve.add_argument(
        "--slow",
        type=_slow_board,
        action="append",
        default=[],
        metavar="BOARD=SECONDS",
        help="delay of one board, such as greenhouse/tarnwick=3; may be repeated",
    )
    serve.add_argument(
        "--today",
        type=date.fromisoformat,
        help="the day on which the market stands, YYYY-MM-DD (default: the day of its data)",
    )
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port: give a number from 0 to 65535")
    return port


def _seconds(text: str) -> float:
    seconds = float(text)
    if not math.isfinite(seconds) or seconds < 0:
        raise argparse.ArgumentTypeError(f"{text} is no wait: give seconds, 0 or more")
    return seconds


def _slow_board(text: str) -> tuple[str, float]:
    board, _, seconds = text.partition("=")
    return board, _seconds(seconds)


if __name__ == "__main__":
    sys.exit(main())
