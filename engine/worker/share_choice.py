"""How a worker shares its processor: as many calls side by side as it has threads, or fewer that are faster.

Pure: what a share is worth is measured by whoever asks. Used by ``model_loader.py`` on the shelf's thread. Calls of one
thread each understand the most in all; but where a speech model is large for the machine, each takes so long that even
a single stream gets its final words too late. Then fewer calls with more threads are worth more, and as many as still
come in time.
"""

from collections.abc import Callable

from engine.recognition.window_policy import Share
from engine.worker.loaded_model import Measured

FINAL_S = 0.5
"""So long the last words of somebody may take to be read. With the breath by which their end is noticed, and the way
there and back, they are on the screen 850 ms after they were said."""

FASTER = 0.9
"""Fewer calls are worth it only where each then takes at the most this part of the time."""


def choose_share(widest: Share, first: Measured, measure: Callable[[Share], Measured | None]) -> tuple[Share, Measured]:
    """The share whose final words come in time and which understands the most; if none does, the fastest.

    Args:
        widest: The most calls side by side.
        first: What was measured of that.
        measure: Measures another one; ``None`` if that is not to be had now.
    """
    share, best = widest, first
    while best.final_s > FINAL_S and (narrow := narrower(share)) is not None:
        measured = measure(narrow)
        if measured is None or measured.final_s > FASTER * best.final_s:
            break
        share, best = narrow, measured
    return share, best


def narrower(share: Share) -> Share | None:
    """Half the calls with all threads that there are; ``None`` below one."""
    if share.replicas < 2:
        return None
    calls = share.replicas // 2
    return Share(replicas=calls, threads=share.replicas * share.threads // calls, batch=share.batch)
