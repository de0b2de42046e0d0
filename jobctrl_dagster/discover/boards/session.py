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

Reading = Callable[[], Coroutine[Any, Any, list[Any]]]


def run_bound(start: Reading, binding: Binding) -> Generator[Waiting, None, list[Any]]:
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
    run = _Run(start, binding)
    run.thread.start()
    try:
        while True:
            try:
                return run.outcome.result(timeout=SIGN_OF_LIFE)
            except NotYet:
                if run.outcome.done():
                    raise
                yield Waiting()
    finally:
        run.leave()


class _Run:
    """A coroutine on its way in a thread."""

    def __init__(self, start: Reading, binding: Binding) -> None:
        self.outcome: Future[list[Any]] = Future()
        self.thread = threading.Thread(
            target=self._work, name=f"board {binding.source}", daemon=True
        )
        self._start = start
        self._binding = binding
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None

    def leave(self) -> None:
        """Cancel what still runs and wait for its end, a few seconds at most."""
        self._binding.cancelled = True
        if self._running is not None and not self.outcome.done():
            loop, task = self._running
            loop.call_soon_threadsafe(task.cancel)
        self.thread.join(PATIENCE_WITH_CANCELLATION)

    def _work(self) -> None:
        try:
            with bind(self._binding):
                self.outcome.set_result(asyncio.run(self._main()))
        except BaseException as error:  # noqa: BLE001 - handed to the waiting side, which raises it
            self.outcome.set_exception(error)

    async def _main(self) -> list[Any]:
        task = asyncio.current_task()
        assert task is not None
        self._running = (asyncio.get_running_loop(), task)
        return await self._start()
