"""What time it is in a recording: the clock of the lines that ``vivavoce listen`` prints. Pure but for its clock."""

import time
from collections.abc import Callable


class AudioClock:
    """Seconds of the recording at this moment. Sample 0 was due when the most punctual sample says so."""

    def __init__(self, *, is_paced: bool, now: Callable[[], float] = time.monotonic) -> None:
        self._is_paced = is_paced
        self._now = now
        self._zero: float | None = None
        self._written = 0.0

    def see(self, written_s: float) -> None:
        """So much sound is there now."""
        self._written = max(self._written, written_s)
        if written_s > 0:
            zero = self._now() - written_s
            self._zero = zero if self._zero is None else min(self._zero, zero)

    def read(self) -> float:
        """The time. A file that is not played at its own pace has no clock but how far it is."""
        if not self._is_paced or self._zero is None:
            return self._written
        return self._now() - self._zero
