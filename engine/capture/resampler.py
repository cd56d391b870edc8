"""From one sample rate to another, block after block without a seam at their edges.

Used where sound is written to disk, on the thread that writes. A recording's frames have their own
(``frame_converter.py``), which also breaks off at gaps.
"""

import numpy as np
import soxr
from numpy.typing import NDArray


class Resampler:
    """soxr with its state; between equal rates it hands samples through untouched. Shape ``(n,)`` or ``(n, 2)``."""

    def __init__(self, from_hz: int, to_hz: int, *, channels: int) -> None:
        self._channels = channels
        self._stream = (
            None if from_hz == to_hz else soxr.ResampleStream(from_hz, to_hz, channels, dtype="float32", quality="HQ")
        )

    def resample(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """What can be said so far."""
        if self._stream is None:
            return samples
        return self._stream.resample_chunk(np.ascontiguousarray(samples), last=False)

    def finish(self) -> NDArray[np.float32]:
        """What it still holds. Nothing may follow."""
        nothing = np.zeros((0,) if self._channels == 1 else (0, self._channels), np.float32)
        return nothing if self._stream is None else self._stream.resample_chunk(nothing, last=True)


def rescaled(length: int, from_hz: int, to_hz: int) -> int:
    """A length in samples of another rate, rounded."""
    return (length * to_hz + from_hz // 2) // from_hz


def to_int16(samples: NDArray[np.float32]) -> NDArray[np.int16]:
    """As 16 bit little endian, rounded and cut off at full scale."""
    scaled = samples * np.float32(32768)
    np.rint(scaled, out=scaled)
    np.clip(scaled, -32768, 32767, out=scaled)
    return scaled.astype("<i2")
