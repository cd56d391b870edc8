"""The one clock that recorder, engine and desktop read alike, so that times of one process mean something in another.

Pure but for the reading; called on every thread of all processes of one machine.
"""

import sys
import time


def steady_now() -> float:
    """Seconds on a clock that nobody sets and that goes on while the computer sleeps."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()
