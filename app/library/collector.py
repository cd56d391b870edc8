"""Letting Python's garbage collector rest while a great many values are made.

Used by ``reading.py`` for transcripts. A ten-hour meeting is 260,000 values without a single cycle; the
collector would look through all of them several times, which doubles the time to load it (measured: 1.2 s
against 0.6 s). Threads may overlap: the collector comes back when the last one is through.
"""

import gc
import threading
from collections.abc import Generator
from contextlib import contextmanager

_guard = threading.Lock()
_resting = 0
_was_enabled = False


@contextmanager
def collector_at_rest() -> Generator[None]:
    """No automatic collection inside the block."""
    global _resting, _was_enabled  # noqa: PLW0603 - the collector itself is one for the whole process
    with _guard:
        if _resting == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _resting += 1
    try:
        yield
    finally:
        with _guard:
            _resting -= 1
            if _resting == 0 and _was_enabled:
                gc.enable()
