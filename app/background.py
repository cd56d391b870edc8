"""The one door to work beside the window: whoever has slow work hands it in and gets a Future.

Started and stopped by the composition. Work runs on a few shared threads; results come back to the
window's thread through ``ui/bridge``.

What a person waits for (what was searched for, the first page of a meeting) has threads of its own: it takes little,
and never stands in line behind the sound of ten hours. What walks through all words of a meeting in Python is done one
after the other: Python lets one thread run at a time, so several take as long, and the window waits for each of them.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Background:
    """A small pool of threads for reading and computing; writing has its own thread in the library."""

    def __init__(self, *, threads: int = 3) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="background")
        self._answers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="answers")
        self._thoughts = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thoughts")

    def run(self, work: Callable[[], T]) -> "Future[T]":
        """Run work on a background thread. Its errors wait in the Future."""
        return self._pool.submit(work)

    def answer(self, work: Callable[[], T]) -> "Future[T]":
        """Run short work that a person waits for, whatever else runs. Its errors wait in the Future."""
        return self._answers.submit(work)

    def think(self, work: Callable[[], T]) -> "Future[T]":
        """Run long work of Python alone, after such work that was handed in before. Its errors wait in the Future."""
        return self._thoughts.submit(work)

    def close(self) -> None:
        """Drop what has not begun, wait for what has, and stop the threads."""
        self._answers.shutdown(wait=True, cancel_futures=True)
        self._thoughts.shutdown(wait=True, cancel_futures=True)
        self._pool.shutdown(wait=True, cancel_futures=True)
