"""A track's ring as the live pipeline wants to hear it.

Read on the pipeline's thread. A stretch that the writer has come round to is read from the recording file, which
has everything.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.capture.ring_buffer import RingLapped, RingReader
from engine.contract.audio import SampleIndex, Samples

ReadSaved = Callable[[int, int], Samples]
"""Reads a stretch of the track from the recording file."""


class RingSound:
    """See ``LiveSound``."""

    def __init__(self, ring: RingReader, *, read_saved: ReadSaved) -> None:
        self._ring = ring
        self._read_saved = read_saved

    @property
    def written(self) -> SampleIndex:
        """See ``LiveSound``."""
        return self._ring.written

    @property
    def is_ended(self) -> bool:
        """See ``LiveSound``."""
        return self._ring.is_closed

    def read(self, start: int, stop: int) -> Samples:
        """See ``LiveSound``."""
        try:
            sound = to_samples(self._ring.view(start, stop))
        except RingLapped:
            return self._read_saved(start, stop)
        return sound if self._ring.holds(start) else self._read_saved(start, stop)


def to_samples(sound: NDArray[np.int16]) -> Samples:
    """16 bit sound as numbers in -1..1."""
    return sound.astype(np.float32) / np.float32(32768)
