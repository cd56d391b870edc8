"""The one door to work beside the window: whoever has slow work hands it in and gets a Future.

Started and stopped by the composition. Work runs on a few shared threads; results come back to the
window's thread through ``ui/bridge``.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Background:
    """A small pool of threads for reading and computing; writing has its own thread in the library."""

    def __init__(self, *, threads: int = 3) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="background")

    def run(self, work: Callable[[], T]) -> "Future[T]":
        """Run work on a background thread. Its errors wait in the Future."""
        return self._pool.submit(work)

    def close(self) -> None:
        """Drop what has not begun, wait for what has, and stop the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)
