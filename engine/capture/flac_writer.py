"""The FLAC copy of a sound, for the ear: cut to the exact length of what it is a copy of.

Used by ``sound_writer.py`` while a file is decoded and by ``playback_copy.py`` for a recording, on the thread that
writes. Whoever calls turns a full disk into ``DiskFull``.
"""

from typing import Any, BinaryIO

import av
import numpy as np
from numpy.typing import NDArray

from engine.capture.resampler import Resampler, rescaled, to_int16
from engine.capture.sound_folder import make_durable

PLAYBACK_RATE_LIMIT_HZ = 48_000


class FlacWriter:
    """One file. Its encoder wants a Python file that never raises, so a failed write waits in the file."""

    def __init__(self, file: BinaryIO, *, source_rate_hz: int, channels: int) -> None:
        self._source_rate_hz = source_rate_hz
        self._rate_hz = min(source_rate_hz, PLAYBACK_RATE_LIMIT_HZ)
        self._layout = "mono" if channels == 1 else "stereo"
        self._file = _QuietFile(file)
        # PyAV's stubs leave packets and options unknown, which a strict checker refuses.
        self._container: Any = av.open(self._file, "w", format="flac", buffer_size=1 << 18)
        # Level 3 is the first with blocks of 105 ms: four times fewer packets than levels 0 to 2, and so faster.
        self._stream: Any = self._container.add_stream("flac", rate=self._rate_hz, options={"compression_level": "3"})
        self._stream.layout = self._layout
        self._stream.format = "s16"
        self._resampler = Resampler(source_rate_hz, self._rate_hz, channels=channels)
        self._length = 0
        self._held: NDArray[np.float32] | None = None

    def write(self, sound: NDArray[np.float32]) -> None:
        """Append a block at the source's rate."""
        self._encode(self._resampler.resample(sound.T if sound.shape[0] > 1 else sound[0]))

    def finish(self, source_length: int) -> None:
        """Append what the resampler holds, cut to the exact length, and close."""
        rest = self._resampler.finish()
        missing = rescaled(source_length, self._source_rate_hz, self._rate_hz) - self._length
        self._encode(rest[: max(0, missing)])
        missing -= rest.shape[0]
        if missing > 0:
            self._encode(np.zeros((missing, *rest.shape[1:]), np.float32))
        self._container.mux(self._stream.encode(None))
        self._container.close()
        self._file.check()
        make_durable(self._file.inner)
        self._file.inner.close()

    def abandon(self) -> None:
        """Let go of the encoder; closing twice is harmless."""
        self._file.is_abandoned = True
        self._container.close()

    def _encode(self, samples: NDArray[np.float32]) -> None:
        count = samples.shape[0]
        if count == 0:
            return
        packed = to_int16(samples).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(packed, format="s16", layout=self._layout)
        frame.sample_rate = self._rate_hz
        frame.pts = self._length
        self._length += count
        self._container.mux(self._stream.encode(frame))
        self._file.check()


class _QuietFile:
    """A file for PyAV to write to: it remembers the first failure instead of raising inside FFmpeg's call.

    PyAV keeps only one exception per thread and prints the others, and FFmpeg goes on writing after one.
    """

    name = "playback.flac"

    def __init__(self, inner: BinaryIO) -> None:
        self.inner = inner
        self.is_abandoned = False
        self._trouble: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write, or note why not."""
        if self._trouble is None and not self.is_abandoned:
            try:
                self.inner.write(data)
            except OSError as error:
                self._trouble = error
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move, as FFmpeg does to complete the header at the end."""
        if self._trouble is None and not self.is_abandoned:
            try:
                return self.inner.seek(offset, whence)
            except OSError as error:
                self._trouble = error
        return 0

    def tell(self) -> int:
        """Where the file stands."""
        return 0 if self.is_abandoned else self.inner.tell()

    def check(self) -> None:
        """Raise what was noted, and what is still in the file's own buffer."""
        if self._trouble is None:
            try:
                self.inner.flush()
            except OSError as error:
                self._trouble = error
        if self._trouble is not None:
            raise self._trouble
