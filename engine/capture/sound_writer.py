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
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.capture.flac_writer import FlacWriter
from engine.capture.resampler import Resampler, rescaled, to_int16
from engine.capture.sound_folder import SoundFolder, make_durable, part_of
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.errors import DiskFull

_SILENCE_BLOCK = 1 << 18
_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG}


class SoundWriter:
    """Writes one track of a ``SoundFolder``. Leaving its context without ``finish`` removes what was written."""

    def __init__(self, folder: SoundFolder, *, track: int, rate_hz: int, channels: int) -> None:
        self._folder = folder
        self._track = track
        self._rate_hz = rate_hz
        self._source_length = 0
        self._pcm_resampler = Resampler(rate_hz, SAMPLE_RATE_HZ, channels=1)
        self._pcm_length = 0
        with self._room(), contextlib.ExitStack() as opening:
            folder.prepare(track)
            opening.callback(self._remove_parts)
            self._pcm = opening.enter_context(folder.open_part(folder.pcm_path(track)))
            file = opening.enter_context(folder.open_part(folder.flac_path(track)))
            self._playback = FlacWriter(file, source_rate_hz=rate_hz, channels=1 if channels > 2 else channels)
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
        return SampleIndex(rescaled(self._source_length, self._rate_hz, SAMPLE_RATE_HZ))

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
        self._pcm.write(to_int16(samples).tobytes())
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
