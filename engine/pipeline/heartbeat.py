"""Says from time to time that the work goes on, while there is nothing else to say: nobody may speak for hours.

Without it the desktop would take such an engine process for a hung one. Beats where the sound is read, on the job's
thread, so that a recogniser that never answers is not covered up.
"""

import time
from collections.abc import Callable

from engine.contract.audio import Samples
from engine.pipeline.file_pipeline import ReadSound

EVERY_S = 5.0


class Heartbeat:
    """Beats at most every few seconds."""

    def __init__(
        self, beat: Callable[[], None], *, every_s: float = EVERY_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._beat = beat
        self._every_s = every_s
        self._clock = clock
        self._last = clock()

    def while_reading(self, read: ReadSound) -> ReadSound:
        """The same reading, with a beat now and then."""

        def reading(start: int, stop: int) -> Samples:
            now = self._clock()
            if now - self._last >= self._every_s:
                self._last = now
                self._beat()
            return read(start, stop)

        return reading
