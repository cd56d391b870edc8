"""Session contexts in the memory of this process: those of one worker. See ``ContextStore``."""

import threading
import time
from collections.abc import Callable

MOST_MEETINGS = 500
"""At the most 64 kB each; the one that would be gone first makes room."""


class MemoryContexts:
    """See ``ContextStore``."""

    def __init__(self, *, clock: Callable[[], float] = time.time, most: int = MOST_MEETINGS) -> None:
        """``clock`` gives seconds, ``most`` is how many meetings are kept."""
        self._clock = clock
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[int, str, float]] = {}
        self._is_closed = False

    @property
    def size(self) -> int:
        """Characters of all documents."""
        with self._lock:
            return sum(len(document) for _, document, _ in self._kept.values())

    def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        with self._lock:
            found = self._find(name)
            return None if found is None else found[1]

    def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """See ``ContextStore``."""
        with self._lock:
            if self._is_closed:
                return None
            found = self._find(name)
            if (0 if found is None else found[0]) != over:
                return False
            self._kept[name] = (version, document, self._clock() + lifetime_s)
            self._make_room()
            return True

    def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        with self._lock:
            self._kept.pop(name, None)

    def close(self) -> None:
        """See ``ContextStore``."""
        with self._lock:
            self._kept.clear()
            self._is_closed = True

    def _find(self, name: str) -> tuple[int, str, float] | None:
        found = self._kept.get(name)
        return None if found is None or found[2] <= self._clock() else found

    def _make_room(self) -> None:
        now = self._clock()
        for name in [name for name, (_, _, until) in self._kept.items() if until <= now]:
            del self._kept[name]
        while len(self._kept) > self._most:
            del self._kept[min(self._kept, key=lambda name: self._kept[name][2])]
