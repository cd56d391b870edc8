"""A store that writes down what is asked of it, so that ways to drive out can be compared on real use.

Off unless ``TRACE_ENVIRONMENT`` names a file (``engine/pipeline/engine_store.py`` looks there). Then each block of
sound that is kept or was of use becomes one line: the second, and the hash of its name. No word, no sound and no name
of a meeting is in it, and it leaves this computer only if a person carries it. ``vivavoce measure cache --part trace``
reads the same file (``app/measuring/course_trace.py``). Used on the thread of a file job. See ``CacheStore``.
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.caching.store import CacheStore
from engine.caching.store_around import StoreAround

TRACE_ENVIRONMENT = "VIVAVOCE_CACHE_TRACE"
"""Names the file that is written to; it grows with each start."""

RECORDED = "words/"
"""Names that begin so are one block of sound each; what else lies beside them is asked for at the same moment."""

MOST_BYTES = 16 << 20
"""Some thousand hours of speech; then nothing more is written."""


def trace_file() -> Path | None:
    """The file that the surroundings name; ``None`` if nothing is to be written down."""
    named = os.environ.get(TRACE_ENVIRONMENT)
    return Path(named) if named else None


class RecordedStore(StoreAround):
    """See ``CacheStore``."""

    def __init__(self, store: CacheStore, *, trace: Path, clock: Callable[[], float] = time.time) -> None:
        """Get ready.

        Args:
            store: Where everything lies.
            trace: Grows by a line with each use; what cannot be written is not.
            clock: Seconds since 1970.
        """
        super().__init__(store)
        self._trace = trace
        self._clock = clock
        self._lock = threading.Lock()

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""
        super().put(key, value, tag=tag, lifetime_s=lifetime_s)
        self._record([key])

    def note_use(self, keys: Sequence[str]) -> None:
        """See ``CacheStore``."""
        super().note_use(keys)
        self._record(keys)

    def _record(self, keys: Sequence[str]) -> None:
        at = int(self._clock())
        lines = [f"{at} {_hidden(key)}\n" for key in keys if key.startswith(RECORDED)]
        if not lines:
            return
        try:
            with self._lock, self._trace.open("a", encoding="ascii") as written:
                if written.tell() < MOST_BYTES:
                    written.writelines(lines)
        except OSError:
            return  # a measurement that a person asked for is no reason to fail an import


def _hidden(key: str) -> str:
    return hashlib.blake2b(key.encode(), digest_size=10).hexdigest()
