"""A track's sound as the live pipeline wants to hear it: from the ring, and what that has not from the recording file.

Read on the pipeline's thread. The newest sound is only in the ring, for the file follows it; what the writer has come
round to is only in the file. A writer that was killed never says that nothing more comes, so a ring that
stands still is asked whether it still has one.
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.capture.ring_buffer import RingGone, RingLapped, RingReader
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.messages import FollowedTrack

STILL_S = 2.0
"""A ring that stands still for so long is asked whether its writer lives; a paused one stands still as well."""

AHEAD = SAMPLE_RATE_HZ
"""Samples more than what is overwritten are read from the file: the writer goes on meanwhile."""

ReadSaved = Callable[[int, int], Samples]
"""Reads a stretch of the track from the recording file, cut to what is there."""


class RingSound:
    """See ``LiveSound``."""

    def __init__(self, ring: RingReader, *, read_saved: ReadSaved, clock: Callable[[], float] = time.monotonic) -> None:
        self._ring = ring
        self._read_saved = read_saved
        self._clock = clock
        self._still = (-1, 0.0)
        """Where the ring stood, and until when nothing need be asked."""
        self._is_orphaned = False

    @property
    def written(self) -> SampleIndex:
        """See ``LiveSound``."""
        return self._ring.written

    @property
    def is_ended(self) -> bool:
        """See ``LiveSound``. A writer that was killed has ended as well."""
        if self._is_orphaned or self._ring.is_closed:
            return True
        written, now = self._ring.written, self._clock()
        if written != self._still[0]:
            self._still = (written, now + STILL_S)
        elif now >= self._still[1]:
            self._still = (written, now + STILL_S)
            self._is_orphaned = self._ring.is_orphaned
        return self._is_orphaned

    def read(self, start: int, stop: int) -> Samples:
        """See ``LiveSound``."""
        start, stop = max(0, start), min(stop, self._ring.written)
        if start >= stop:
            return np.zeros(0, np.float32)
        whole = self._from_ring(start, stop)
        if whole is not None:
            return whole
        # The newest sound is not in the file yet, so as little as possible is taken from there.
        for ahead in (0, AHEAD):
            border = min(stop, max(start, self._ring.oldest + ahead))
            rest = self._from_ring(border, stop)
            if rest is not None:
                return np.concatenate((padded(self._read_saved(start, border), border - start), rest))
        return padded(self._read_saved(start, stop), stop - start)

    def stamps(self, start: int, stop: int) -> tuple[SampleIndex, NDArray[np.float64]]:
        """See ``RingReader``."""
        return self._ring.stamps(start, stop)

    def close(self) -> None:
        """Let go of the ring."""
        self._ring.close()

    def _from_ring(self, start: int, stop: int) -> Samples | None:
        """A stretch, if the ring holds all of it."""
        try:
            sound = to_samples(self._ring.view(start, stop))
        except RingLapped:
            return None
        return sound if self._ring.holds(start) else None


class SavedSound:
    """See ``LiveSound``: a recording that has ended, from its file."""

    def __init__(self, folder: SoundFolder, track: int) -> None:
        self._folder = folder
        self._track = track
        self._length = folder.length(track)

    @property
    def written(self) -> SampleIndex:
        """See ``LiveSound``."""
        return self._length

    @property
    def is_ended(self) -> bool:
        """See ``LiveSound``."""
        return True

    def read(self, start: int, stop: int) -> Samples:
        """See ``LiveSound``."""
        return self._folder.read(start, min(stop, self._length), self._track)

    def close(self) -> None:
        """Nothing is held."""


def open_sound(folder: Path, followed: FollowedTrack) -> RingSound | SavedSound:
    """The sound of a track: its ring if there is one, else its file."""
    sound = SoundFolder(folder)
    if followed.ring:
        try:
            ring = RingReader.attach(followed.ring)
        except RingGone:
            pass  # the recording has ended meanwhile: everything is in the file
        else:
            return RingSound(ring, read_saved=lambda start, stop: sound.read(start, stop, followed.track))
    return SavedSound(sound, followed.track)


def to_samples(sound: NDArray[np.int16]) -> Samples:
    """16 bit sound as numbers in -1..1."""
    return sound.astype(np.float32) / np.float32(32768)


def padded(sound: Samples, count: int) -> Samples:
    """The sound with silence behind it where a full disk left something out."""
    return sound if len(sound) >= count else np.pad(sound, (0, count - len(sound)))
