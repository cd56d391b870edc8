"""Writing the sound of a track: 16 kHz samples for the engine, a FLAC copy for the ear, one timeline.

Used by ``media_file.decode_media`` on the thread that decodes. Blocks come in at the source's own rate;
both files are resampled by soxr with its state kept between blocks, so there is no seam at block edges,
and both are cut to the exact length that the source length demands. A full disk is reported as ``DiskFull``.
"""

import contextlib
import errno
from collections.abc import Generator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import av
import numpy as np
import soxr
from numpy.typing import NDArray

from engine.capture.sound_folder import SoundFolder, make_durable, part_of
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.errors import DiskFull

PLAYBACK_RATE_LIMIT_HZ = 48_000
_SILENCE_BLOCK = 1 << 18
_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG}


class SoundWriter:
    """Writes one track of a ``SoundFolder``. Leaving its context without ``finish`` removes what was written."""

    def __init__(self, folder: SoundFolder, *, track: int, rate_hz: int, channels: int) -> None:
        self._folder = folder
        self._track = track
        self._rate_hz = rate_hz
        self._source_length = 0
        self._pcm_resampler = _Resampler(rate_hz, SAMPLE_RATE_HZ, channels=1)
        self._pcm_length = 0
        with self._room(), contextlib.ExitStack() as opening:
            folder.prepare(track)
            opening.callback(self._remove_parts)
            self._pcm = opening.enter_context(folder.open_part(folder.pcm_path(track)))
            file = opening.enter_context(folder.open_part(folder.flac_path(track)))
            self._playback = _PlaybackCopy(file, source_rate_hz=rate_hz, channels=1 if channels > 2 else channels)
            opening.callback(self._playback.abandon)
            self._open = opening.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def length(self) -> SampleIndex:
        """Length at 16 kHz of what was handed in so far."""
        return SampleIndex(_rescaled(self._source_length, self._rate_hz, SAMPLE_RATE_HZ))

    def write(self, sound: NDArray[np.float32], mono: Samples) -> None:
        """Append a block at the source's rate: all channels, shape ``(channels, n)``, and their mix.

        Raises:
            DiskFull: there is no room left.
        """
        with self._room():
            self._source_length += mono.shape[0]
            self._write_pcm(self._pcm_resampler.resample(mono))
            self._playback.write(sound if sound.shape[0] <= 2 else mono[np.newaxis, :])

    def write_silence(self, count: int, channels: int, cancellation: Cancellation) -> None:
        """Append silence, ``count`` samples at the source's rate. Raises ``DiskFull`` or ``Cancelled``."""
        while count > 0:
            cancellation.check()
            step = min(count, _SILENCE_BLOCK)
            block = np.zeros((channels, step), np.float32)
            self.write(block, block[0])
            count -= step

    def finish(self) -> SampleIndex:
        """Close both files under their final names. The marker is the caller's to write. Raises ``DiskFull``."""
        with self._room():
            self._write_pcm(self._pcm_resampler.finish())
            length = self.length
            if self._pcm_length < length:
                self._pcm.write(bytes(2 * (length - self._pcm_length)))
            self._pcm.flush()
            self._pcm.truncate(2 * length)
            make_durable(self._pcm)
            self._playback.finish(self._source_length)
            self._pcm.close()
            for final in (self._folder.pcm_path(self._track), self._folder.flac_path(self._track)):
                part_of(final).replace(final)
        return length

    def close(self) -> None:
        """Remove what was not finished. Closing twice is harmless."""
        with contextlib.suppress(OSError):  # closing flushes; on a full disk that fails again, and we throw it away
            self._open.close()

    def _write_pcm(self, samples: Samples) -> None:
        self._pcm.write(_to_int16(samples).tobytes())
        self._pcm_length += samples.shape[0]

    def _remove_parts(self) -> None:
        for final in (self._folder.pcm_path(self._track), self._folder.flac_path(self._track)):
            part_of(final).unlink(missing_ok=True)

    @contextlib.contextmanager
    def _room(self) -> Generator[None]:
        with disk_full_reported(self._folder.path):
            yield


@contextlib.contextmanager
def disk_full_reported(folder: Path) -> Generator[None]:
    """Turn the system's "no space left" into ``DiskFull``; every other ``OSError`` passes."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise DiskFull(folder=str(folder)) from error
        raise


class _PlaybackCopy:
    """The FLAC file. Its encoder wants a Python file that never raises, so a failed write waits in the file."""

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
        self._resampler = _Resampler(source_rate_hz, self._rate_hz, channels=channels)
        self._length = 0
        self._held: NDArray[np.float32] | None = None

    def write(self, sound: NDArray[np.float32]) -> None:
        """Append a block at the source's rate."""
        self._encode(self._resampler.resample(sound.T if sound.shape[0] > 1 else sound[0]))

    def finish(self, source_length: int) -> None:
        """Append what the resampler holds, cut to the exact length, and close."""
        rest = self._resampler.finish()
        missing = _rescaled(source_length, self._source_rate_hz, self._rate_hz) - self._length
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
        packed = _to_int16(samples).reshape(1, -1)
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


class _Resampler:
    """soxr with its state; between equal rates it hands samples through untouched."""

    def __init__(self, from_hz: int, to_hz: int, *, channels: int) -> None:
        self._channels = channels
        self._stream = (
            None if from_hz == to_hz else soxr.ResampleStream(from_hz, to_hz, channels, dtype="float32", quality="HQ")
        )

    def resample(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        if self._stream is None:
            return samples
        return self._stream.resample_chunk(np.ascontiguousarray(samples), last=False)

    def finish(self) -> NDArray[np.float32]:
        nothing = np.zeros((0,) if self._channels == 1 else (0, self._channels), np.float32)
        return nothing if self._stream is None else self._stream.resample_chunk(nothing, last=True)


def _rescaled(length: int, from_hz: int, to_hz: int) -> int:
    return (length * to_hz + from_hz // 2) // from_hz


def _to_int16(samples: NDArray[np.float32]) -> NDArray[np.int16]:
    scaled = samples * np.float32(32768)
    np.rint(scaled, out=scaled)
    np.clip(scaled, -32768, 32767, out=scaled)
    return scaled.astype("<i2")
