"""From a source's own rate to frames of 20 ms at 16 kHz, without a seam.

Used by the thread of a track. The resampler keeps its state from block to block; it is only flushed where
the sound itself breaks off: at a gap, a new rate, a pause, the end.
"""

from collections.abc import Iterator

import numpy as np
import soxr
from numpy.typing import NDArray

from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, Samples


class FrameConverter:
    """One track's converter."""

    def __init__(self, *, rate_hz: int) -> None:
        self._rate_hz = rate_hz
        self._stream: soxr.ResampleStream | None = None
        self._rest = np.zeros(0, np.int16)
        self._fed = 0
        self._made = 0

    @property
    def waiting(self) -> int:
        """Samples at 16 kHz that wait for their frame to fill."""
        return self._rest.shape[0]

    def feed(self, sound: Samples) -> Iterator[NDArray[np.int16]]:
        """The frames that become full."""
        self._fed += sound.shape[0]
        if self._rate_hz == SAMPLE_RATE_HZ:
            yield from self._count(sound)
            return
        if self._stream is None:
            self._stream = soxr.ResampleStream(self._rate_hz, SAMPLE_RATE_HZ, 1, dtype="float32", quality="HQ")
        yield from self._count(self._stream.resample_chunk(np.ascontiguousarray(sound), last=False))

    def break_off(self, *, rate_hz: int | None = None) -> Iterator[NDArray[np.int16]]:
        """The sound breaks off: hand out what the resampler holds; what follows may have another rate."""
        due = (self._fed * SAMPLE_RATE_HZ + self._rate_hz // 2) // self._rate_hz - self._made
        if self._stream is not None:
            tail = self._stream.resample_chunk(np.zeros(0, np.float32), last=True)[: max(0, due)]
            yield from self._pack(tail)
            self._stream = None
        self._fed, self._made = 0, 0
        self._rate_hz = rate_hz or self._rate_hz

    def silence(self, count: int) -> Iterator[NDArray[np.int16]]:
        """So many samples of silence at 16 kHz; call ``break_off`` before."""
        while count > 0:
            step = min(count, SAMPLE_RATE_HZ)
            yield from self._pack(np.zeros(step, np.float32))
            count -= step

    def fill(self) -> Iterator[NDArray[np.int16]]:
        """The last frame, filled up with silence."""
        if self._rest.shape[0]:
            yield from self._pack(np.zeros(FRAME_SAMPLES - self._rest.shape[0], np.float32))

    def _count(self, samples: Samples) -> Iterator[NDArray[np.int16]]:
        self._made += samples.shape[0]
        yield from self._pack(samples)

    def _pack(self, samples: Samples) -> Iterator[NDArray[np.int16]]:
        scaled = np.clip(np.rint(samples * np.float32(32768)), -32768, 32767).astype(np.int16)
        whole = np.concatenate((self._rest, scaled)) if self._rest.shape[0] else scaled
        stop = whole.shape[0] - whole.shape[0] % FRAME_SAMPLES
        self._rest = whole[stop:]
        for at in range(0, stop, FRAME_SAMPLES):
            yield whole[at : at + FRAME_SAMPLES]
