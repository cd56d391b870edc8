"""How far a job is over all its stages, and how long it will still take, as measured.

Pure but for the clock it is given; used on the import thread. The fraction never goes back, also when the engine is
started again; the time left is not told before there is something to tell it from.
"""

import math
import time
from collections.abc import Callable

from engine.contract.messages import Stage

READING_SHARE = 0.05
"""Part of the whole that decoding the media file counts for."""
LOADING_SHARE = 0.01

MEASURED_S = 3.0
"""Seconds of recognition before a time left is told."""

_SMOOTHING_S = 30.0
"""How far back the speed is remembered."""
_SHORTEST_STEP_S = 0.5
"""Shorter steps are added up before they count as a measurement."""
_INTERVAL_S = 0.1
"""At most ten announcements a second."""
_COUNTDOWN_S = 1.0
"""Without news the time left is told again this often."""


class JobProgress:
    """Progress of one job."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage = Stage.READING
        self._fraction = 0.0
        self._total = 0
        self._first: tuple[float, int] | None = None
        self._last: tuple[float, int] | None = None
        self._rate = 0.0
        self._told_at = -math.inf
        self._told: tuple[Stage, float] | None = None

    @property
    def stage(self) -> Stage:
        """What the job is doing."""
        return self._stage

    @property
    def fraction(self) -> float:
        """0..1 over all stages."""
        return self._fraction

    @property
    def seconds_left(self) -> float | None:
        """Measured, ``None`` until it can be told."""
        if self._stage is not Stage.RECOGNISING or self._first is None or self._last is None or not self._rate:
            return None
        if self._last[0] - self._first[0] < MEASURED_S:
            return None
        since = self._clock() - self._last[0]
        return max(0.0, (self._total - self._last[1]) / self._rate - since)

    def update(self, stage: Stage, done: int, total: int) -> None:
        """Take note of how far a stage is."""
        share = min(1.0, max(0.0, done / total)) if total > 0 else 0.0
        match stage:
            case Stage.READING:
                fraction = READING_SHARE * share
            case Stage.LOADING:
                fraction = READING_SHARE
            case Stage.RECOGNISING:
                begin = READING_SHARE + LOADING_SHARE
                fraction = begin + (1.0 - begin) * share
                self._measure(done, total)
            case Stage.SPEAKERS:  # a job of its own, after this one
                fraction = self._fraction
        if stage is not self._stage and stage is not Stage.RECOGNISING:
            self.pause()
        self._stage = stage
        self._fraction = max(self._fraction, fraction)

    def pause(self) -> None:
        """Measure anew from the next update on: the engine was started again."""
        self._first = self._last = None

    def is_due(self) -> bool:
        """Whether to announce now. Asking counts as announcing."""
        now = self._clock()
        telling = (self._stage, self._fraction)
        if self._told is not None and self._told[0] is self._stage:
            wait = _INTERVAL_S if telling != self._told else _COUNTDOWN_S
            if now - self._told_at < wait or (telling == self._told and self.seconds_left is None):
                return False
        self._told, self._told_at = telling, now
        return True

    def _measure(self, done: int, total: int) -> None:
        now = self._clock()
        self._total = total
        if self._first is None or self._last is None:
            self._first = self._last = (now, done)
            return
        passed, gained = now - self._last[0], done - self._last[1]
        if gained <= 0 or passed < _SHORTEST_STEP_S:
            return
        speed = gained / passed
        weight = 1.0 - math.exp(-passed / _SMOOTHING_S)
        measured = self._last[0] - self._first[0]
        if measured < _SMOOTHING_S:
            # Until there is a past to smooth with, all that was measured counts alike.
            speed, weight = (done - self._first[1]) / (now - self._first[0]), 1.0
        self._rate += weight * (speed - self._rate)
        self._last = (now, done)
