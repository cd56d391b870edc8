"""The growing end of a track: sound and silence become frames in the ring, and the meter hears them.

Used by ``track_recorder.py`` on the thread of the track; its length may be read on any.
"""

import numpy as np
from numpy.typing import NDArray

from engine.capture.frame_converter import FrameConverter
from engine.capture.level_meter import LevelMeter
from engine.capture.ring_buffer import RingWriter
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex, Samples


class GrowingTrack:
    """One track's ring with what leads into it."""

    def __init__(self, ring: RingWriter) -> None:
        self._ring = ring
        self._converter = FrameConverter(rate_hz=SAMPLE_RATE_HZ)
        self.meter = LevelMeter()

    @property
    def length(self) -> int:
        """Samples so far, those that wait for their frame included."""
        return self._ring.written + self._converter.waiting

    @property
    def written(self) -> SampleIndex:
        """Samples in whole frames."""
        return self._ring.written

    def append(self, sound: Samples, *, captured_s: float) -> None:
        """Sound at the rate of its source; ``captured_s`` is when its last sample was captured."""
        self._put(list(self._converter.feed(sound)), captured_s=captured_s)

    def append_silence(self, count: int) -> None:
        """So many samples of silence. The sound breaks off before it: ``break_off``."""
        for frame in self._converter.silence(count):
            self._ring.write(frame)

    def break_off(self, *, rate_hz: int | None = None) -> None:
        """The sound breaks off here; what follows may have another rate."""
        self._put(list(self._converter.break_off(rate_hz=rate_hz)))

    def fill(self) -> None:
        """Fill the last frame with silence."""
        for frame in self._converter.fill():
            self._ring.write(frame)

    def _put(self, frames: list[NDArray[np.int16]], *, captured_s: float | None = None) -> None:
        """Frames of sound, whose last sample and what still waits for its frame were captured until ``captured_s``."""
        behind = self._converter.waiting + (len(frames) - 1) * FRAME_SAMPLES
        for number, frame in enumerate(frames):
            self.meter.hear(frame)
            end_s = None if captured_s is None else captured_s - (behind - number * FRAME_SAMPLES) / SAMPLE_RATE_HZ
            self._ring.write(frame, captured_s=end_s)
