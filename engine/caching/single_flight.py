"""One miss computes, the others wait: no two threads of a process work on the same question.

Used by ``cached_engine.py`` on the recognising threads.
"""

import threading
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """Questions that are being answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flying: dict[str, Future[T]] = {}

    def claim(self, key: str) -> "tuple[Future[T], bool]":
        """The answer to come, and whether the caller is the one to give it.

        Who is has to call ``land`` or ``give_up``, whatever happens.
        """
        with self._lock:
            flying = self._flying.get(key)
            if flying is not None:
                return flying, False
            mine: Future[T] = Future()
            self._flying[key] = mine
            return mine, True

    def land(self, key: str, answer: T) -> None:
        """Give the answer to all who wait."""
        self._taken_out(key).set_result(answer)

    def give_up(self, key: str) -> None:
        """There will be none; who waits has to find out by itself."""
        self._taken_out(key).cancel()

    def _taken_out(self, key: str) -> "Future[T]":
        with self._lock:
            return self._flying.pop(key)
