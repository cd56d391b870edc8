"""Session contexts in the memory of this process. See ``ContextStore``, whose suite it passes."""

import threading
import time
from collections.abc import Callable


class MemoryContexts:
    """See ``ContextStore``."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[int, str, float]] = {}
        self._is_closed = False

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
