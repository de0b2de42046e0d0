"""Runs the library's asynchronous reading of one board beside a stream that stays alive."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any

from jobctrl_dagster.discover.boards.binding import Binding, bind
from jobctrl_dagster.discover.port import Waiting

SIGN_OF_LIFE = 1.0
PATIENCE_WITH_CANCELLATION = 5.0


def run_bound(
    start: Callable[[], Coroutine[Any, Any, list[Any]]], binding: Binding
) -> Generator[Waiting, None, list[Any]]:
    """Run a coroutine inside `bind`, in a thread and event loop of its own.

    Args:
        start: Makes the coroutine.
        binding: The network it gets.

    Yields:
        `Waiting` about once a second. Closing the generator cancels the coroutine.

    Returns:
        What the coroutine returns.

    Raises:
        Exception: Whatever the coroutine raises.
    """
    outcome: Future[list[Any]] = Future()
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []

    async def main() -> list[Any]:
        task = asyncio.current_task()
        assert task is not None
        running.append((asyncio.get_running_loop(), task))
        return await start()

    def work() -> None:
        try:
            with bind(binding):
                outcome.set_result(asyncio.run(main()))
        except BaseException as error:  # noqa: BLE001 - handed to the waiting side, which raises it
            outcome.set_exception(error)

    thread = threading.Thread(target=work, name=f"board {binding.source}", daemon=True)
    thread.start()
    try:
        while True:
            try:
                return outcome.result(timeout=SIGN_OF_LIFE)
            except NotYet:
                if outcome.done():
                    raise
                yield Waiting()
    finally:
        binding.cancelled = True
        if not outcome.done():
            for loop, task in running:
                loop.call_soon_threadsafe(task.cancel)
        thread.join(PATIENCE_WITH_CANCELLATION)
