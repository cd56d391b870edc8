"""How much settled sound a live window keeps, by how long passes take on this machine.

Pure; one for each track, asked by ``live_track.py``. What was said helps to understand what follows, but each settled
word costs as much as a new one. On a quick machine that is well spent. Where passes take long, by a slow processor or a
worker that many share, it is what makes the words late: simulated with base on a machine half as fast, 4 s instead of
10 brought the middle word from 3.2 to 2.0 s and took a quarter less of the processor, for one to two points more wrong
words, which the better pass after the recording puts right.
"""

from collections import deque
from statistics import median

from engine.pipeline.live_schedule import LiveRules

QUICK_S, SLOW_S = 0.55, 0.8
"""A pass that takes so long leaves the window all that may stay in it, or the least; in between, less and less."""

REMEMBERED = 7
"""Passes whose middle one counts: a single slow one, while something else loads, says nothing."""


class PassTimes:
    """See the top of this file."""

    def __init__(self, rules: LiveRules) -> None:
        self._rules = rules
        self._took_s: deque[float] = deque(maxlen=REMEMBERED)

    def take(self, took_s: float) -> None:
        """A pass took so many seconds, waiting for its turn included."""
        self._took_s.append(took_s)

    @property
    def context_s(self) -> float:
        """Settled sound that stays in the window, at the most, in seconds."""
        most, least = self._rules.context_s, self._rules.least_context_s
        if len(self._took_s) <= REMEMBERED // 2:
            return most
        share = (median(self._took_s) - QUICK_S) / (SLOW_S - QUICK_S)
        return most - (most - least) * min(1.0, max(0.0, share))
