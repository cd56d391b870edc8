"""The FLAC copy of a sound, for the ear: cut to the exact length of what it is a copy of.

Used by ``sound_writer.py`` while a file is decoded and by ``playback_copy.py`` for a recording, on the thread that
writes. Whoever calls turns a full disk into ``DiskFull``.
"""

from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.capture.quiet_file import QuietFile
from engine.capture.resampler import Resampler, rescaled, to_int16
from engine.capture.sound_folder import make_durable

PLAYBACK_RATE_LIMIT_HZ = 48_000


class FlacWriter:
    """One file. Its encoder wants a Python file that never raises, so a failed write waits in the file."""

    def __init__(self, file: BinaryIO, *, source_rate_hz: int, channels: int) -> None:
        import av  # noqa: PLC0415 - a third of a second at the start of the window, which writes no sound

        self._frame_of = av.AudioFrame.from_ndarray
        self._source_rate_hz = source_rate_hz
        self._rate_hz = min(source_rate_hz, PLAYBACK_RATE_LIMIT_HZ)
        self._layout = "mono" if channels == 1 else "stereo"
        self._file = QuietFile(file)
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
        frame = self._frame_of(packed, format="s16", layout=self._layout)
        frame.sample_rate = self._rate_hz
        frame.pts = self._length
        self._length += count
        self._container.mux(self._stream.encode(frame))
        self._file.check()
