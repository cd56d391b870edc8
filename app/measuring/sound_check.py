"""What of a known signal is in a recording, and whether what is missing stands there as a gap of the right length.

Pure numbers. The recording is laid beside the signal stretch by stretch; where they part, the place where they agree
again is searched for in the whole signal. What lies between two such runs must be as long in the recording as it was
in the signal, and as long as the gaps that are told of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.measuring.known_signal import Sound
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ

_ALIKE = 0.9
"""Correlation from which on two stretches are the same sound; a resampler in between leaves more."""
_STILL_ALIKE = 0.7
"""For a frame where it goes on as expected: a hiss of a speaker has hardly anything but its highest part."""
_QUIET = 2
"""Nothing in the signal is as quiet as this; what a recorder fills in is."""
_FILLED = 16
"""So many quiet samples in a row are filled in, and no zero crossing."""
_BLOCK = 500
_SEARCHED = (SAMPLE_RATE_HZ, SAMPLE_RATE_HZ // 4)
"""Lengths of what is searched for, the longest that is there first."""
_MOSTLY = 0.3
_SLIP = 16
"""A clock that drifts is made up for by fewer samples than these before it is noticed here."""
_NUDGE = 160
_NEAR_CHUNK = SAMPLE_RATE_HZ // 4
_AROUND = 30 * SAMPLE_RATE_HZ
_SELDOM = 25
"""Places near by are cheap to look at; all of the signal is searched for every so many frames that are not found."""
_SURE = 10 * FRAME_SAMPLES

_SOFT = np.convolve(np.full(4, 0.25), np.full(4, 0.25)).astype(np.float32)

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of the recording that is the signal without a break."""

    start: int
    stop: int
    """In samples of the recording."""
    source: int
    """Which sample of the signal's round its first one is."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A place where the recording is not the signal, in samples."""

    at: int
    """Where it begins in the recording."""
    lost: int
    """How much of the signal passed meanwhile; less than 0: so much of it is there twice."""
    kept: int
    """How long it is in the recording."""
    gap: int
    """How much of it is told as a gap."""

    @property
    def unaccounted(self) -> int:
        """Sound that is neither in the recording nor in a gap of the right length."""
        return max(abs(self.lost - self.gap), abs(self.lost - self.kept))


def find_runs(recorded: Sound, signal: Sound) -> list[Run]:
    """Lay the recording beside rounds of the signal."""
    return _Finder(recorded, signal).find()


def find_losses(runs: Sequence[Run], gaps: Sequence[tuple[int, int]], *, signal_length: int) -> list[Loss]:
    """What lies between the runs, where it is more than a slip to keep time with the clock.

    ``gaps`` are start and stop in samples of the recording.
    """
    losses: list[Loss] = []
    for before, after in pairwise(runs):
        passed = after.source - (before.source + before.stop - before.start)
        kept = after.start - before.stop
        # By whole rounds more or less it would be the same sound: about as long as it is in the recording.
        lost = (passed - kept + signal_length // 2) % signal_length - signal_length // 2 + kept
        gap = sum(max(0, min(stop, after.start) - max(start, before.stop)) for start, stop in gaps)
        if kept or gap or abs(lost) > _SLIP:
            losses.append(Loss(before.stop, lost, kept, gap))
    return losses


def missing_at_end(runs: Sequence[Run], *, due: int, signal_length: int) -> int:
    """Samples that were due when it ended and come after the last run; ``due`` is the sample due then."""
    if not runs:
        return due
    last = runs[-1]
    behind = (due - (last.source + last.stop - last.start)) % signal_length
    return behind if behind < signal_length // 2 else behind - signal_length


class _Finder:
    def __init__(self, recorded: Sound, signal: Sound) -> None:
        self._recorded = _softened(recorded)
        self._signal = _softened(signal)
        self._period = len(signal)
        self._misses = 0
        self._is_quiet = np.abs(recorded.astype(np.int32)) <= _QUIET

    def find(self) -> list[Run]:
        runs: list[Run] = []
        at, shift = 0, None
        while (at := self._skip_quiet(at)) < len(self._recorded):
            slipped = self._slipped(at, shift) if shift is not None and runs and runs[-1].stop == at else None
            found = slipped if slipped is not None else self._shift_at(at, shift)
            if found is None:
                at += FRAME_SAMPLES
                continue
            shift = found
            stop = self._follow(at, shift)
            if stop <= at:
                at += FRAME_SAMPLES
                continue
            runs.append(Run(at, stop, (at + shift) % self._period))
            at = stop
        return _joined(runs, self._period)

    def _skip_quiet(self, at: int) -> int:
        """The next sample that is not filled in: of a frame's length, not one in a zero crossing."""
        while at < len(self._recorded):
            ahead = self._is_quiet[at : at + FRAME_SAMPLES]
            if not ahead[:_FILLED].all():
                return at
            loud = np.flatnonzero(~ahead)
            if len(loud):
                return at + int(loud[0])
            at += FRAME_SAMPLES
        return at

    def _follow(self, at: int, shift: int) -> int:
        """Where the recording leaves the signal, beginning at a place where it is the signal."""
        while at < len(self._recorded):
            count = min(_BLOCK, -(-(len(self._recorded) - at) // FRAME_SAMPLES))
            alike = self._alike(at, shift, count)
            bad = np.flatnonzero(~alike)
            if len(bad):
                return self._edge(at + int(bad[0]) * FRAME_SAMPLES)
            at += count * FRAME_SAMPLES
        return len(self._recorded)

    def _edge(self, at: int) -> int:
        """The last frame may be sound in its first part, and filled in after it."""
        loud = np.flatnonzero(~self._is_quiet[at : at + FRAME_SAMPLES])
        end = int(loud[-1]) + 1 if len(loud) else 0
        return at + end if end <= FRAME_SAMPLES - _FILLED else at

    def _alike(self, at: int, shift: int, count: int) -> NDArray[np.bool_]:
        """For each frame whether it is the signal's."""
        mine = self._recorded[at : at + count * FRAME_SAMPLES]
        theirs = self._signal.take(np.arange(at + shift, at + shift + len(mine)), mode="wrap")
        missing = count * FRAME_SAMPLES - len(mine)
        if missing:
            mine, theirs = np.pad(mine, (0, missing)), np.pad(theirs, (0, missing))
        mine, theirs = mine.reshape(count, -1), theirs.reshape(count, -1)
        both = (mine * theirs).sum(axis=1)
        return both > _STILL_ALIKE * np.sqrt((mine**2).sum(axis=1) * (theirs**2).sum(axis=1))

    def _shift_at(self, at: int, shift: int | None) -> int | None:
        """How far the signal is ahead of the recording here; ``None`` if this is not the signal."""
        if shift is not None:
            if self._goes_on(at, shift):
                return shift
            near = self._search(self._recorded[at : at + _NEAR_CHUNK], at + shift - _NUDGE, 2 * _NUDGE)
            if near is not None and self._goes_on(at, near - at):
                return (near - at) % self._period
        for length in _SEARCHED:
            chunk = self._recorded[at : at + length]
            if len(chunk) < length or self._is_quiet[at : at + length].mean() > _MOSTLY:
                continue
            found = None
            if shift is not None:
                found = self._search(chunk, at + shift - _AROUND, 2 * _AROUND)
            if found is None and (shift is None or self._misses % _SELDOM == 0):
                found = self._search(chunk, 0, self._period)
            if found is not None:
                self._misses = 0
                return (found - at) % self._period
        self._misses += 1
        return None

    def _slipped(self, at: int, shift: int) -> int | None:
        """The recording goes on, some samples longer or shorter."""
        found = self._search(self._recorded[at : at + FRAME_SAMPLES], at + shift - _SLIP, 2 * _SLIP + 1)
        return (found - at) % self._period if found is not None else None

    def _goes_on(self, at: int, shift: int) -> bool:
        """Whether the next stretch is the signal's there: a vowel alone is like itself one wave later."""
        left = self._is_quiet[at : at + _SURE]
        loud = np.flatnonzero(~left)
        count = (int(loud[-1]) + 1) // FRAME_SAMPLES if len(loud) else 0
        return bool(count) and bool(self._alike(at, shift, count).all())

    def _search(self, chunk: Floats, start: int, count: int) -> int | None:
        """Where in that stretch of the signal the chunk lies."""
        length = len(chunk)
        there = self._signal.take(np.arange(start, start + count + length), mode="wrap")
        size = 1 << (len(there) - 1).bit_length()
        strength = np.fft.irfft(np.fft.rfft(there, size) * np.conj(np.fft.rfft(chunk, size)), size)[:count]
        energy = np.concatenate(([0.0], np.cumsum(there.astype(np.float64) ** 2)))
        norms = np.sqrt(np.maximum(energy[length : length + count] - energy[:count], 1.0) * float((chunk**2).sum()))
        alike = strength / np.maximum(norms, 1.0)
        best = int(np.argmax(alike))
        return (start + best) % self._period if alike[best] > _ALIKE else None


def _softened(sound: Sound) -> Floats:
    """Without its highest part, where a fraction of a sample makes all the difference."""
    if not len(sound):
        return np.zeros(0, np.float32)
    return np.convolve(sound.astype(np.float32), _SOFT, mode="same").astype(np.float32, copy=False)


def _joined(runs: list[Run], period: int) -> list[Run]:
    """Runs that go on in one another are one."""
    joined: list[Run] = []
    for run in runs:
        if joined:
            last = joined[-1]
            is_next = run.start == last.stop and (last.source + last.stop - last.start - run.source) % period == 0
            if is_next:
                joined[-1] = Run(last.start, run.stop, last.source)
                continue
        joined.append(run)
    return joined
