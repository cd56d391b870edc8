"""How loud a recording is over its length, at several resolutions, so that any stretch of any length is drawn at once.

Pure. Measured on a background thread (``app/peak_file.py``), read on the window's thread: a question costs a few
thousand additions however long the recording is.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

FRAME_MS = 20
_COARSER = 4
"""Each level has one value where the one below it has this many."""
_FEWEST = 64
_COUGH = 0.998
"""The loudest few frames do not make all others look quiet."""
_FULL = 32768.0
_QUIET = 0.08
"""Of the usual loudness: below it nobody speaks."""
_PAUSE_FRAMES = 6
"""So many quiet frames, 120 ms, are a pause and not the inside of a word."""


class Loudness:
    """The largest sample of each frame, and of ever longer stretches of frames."""

    def __init__(self, frames: NDArray[np.uint16]) -> None:
        self._levels = [frames]
        while len(self._levels[-1]) > _FEWEST * _COARSER:
            self._levels.append(_coarser(self._levels[-1]))
        self._usual = _usual(self._levels[min(2, len(self._levels) - 1)])

    def __len__(self) -> int:
        return len(self._levels[0])

    @property
    def frames(self) -> NDArray[np.uint16]:
        """The finest level, to be kept."""
        return self._levels[0]

    @property
    def length_ms(self) -> int:
        """How much was measured."""
        return len(self) * FRAME_MS

    def bars(self, start_ms: float, end_ms: float, count: int) -> NDArray[np.float32]:
        """The loudest moment of each of that many equal parts of a stretch; 1 is as loud as the recording gets."""
        if count <= 0 or not len(self) or end_ms <= start_ms:
            return np.zeros(max(count, 0), np.float32)
        step = (end_ms - start_ms) / FRAME_MS / count
        level = 0
        while level + 1 < len(self._levels) and _COARSER ** (level + 1) * 2 <= step:
            level += 1
        values, width = self._levels[level], FRAME_MS * _COARSER**level
        edges = (start_ms + (end_ms - start_ms) / count * np.arange(count + 1, dtype=np.float64)) / width
        first = np.floor(edges[:-1]).astype(np.int64)
        last = np.maximum(np.ceil(edges[1:]).astype(np.int64), first + 1)
        begin, stop = max(int(first[0]), 0), min(int(last[-1]), len(values))
        if begin >= stop:
            return np.zeros(count, np.float32)
        part = values[begin:stop].astype(np.float32)
        pairs = np.empty(2 * count, np.int64)
        pairs[0::2], pairs[1::2] = first - begin, last - begin
        is_there = (last > begin) & (first < stop)
        pairs = np.clip(pairs, 0, len(part))
        part = np.append(part, np.float32(0))
        loud = np.maximum.reduceat(part, pairs)[0::2]
        return np.where(is_there, np.minimum(loud / self._usual, 1), 0).astype(np.float32)

    def pauses(self, start_ms: int, end_ms: int) -> Iterator[int]:
        """The middle of each pause inside a stretch, in milliseconds."""
        begin = max(0, start_ms // FRAME_MS)
        is_quiet = self._levels[0][begin : max(begin, -(-end_ms // FRAME_MS))] < _QUIET * self._usual
        steps = np.flatnonzero(np.diff(np.concatenate(([0], is_quiet.astype(np.int8), [0]))))
        for first, stop in zip(steps[0::2].tolist(), steps[1::2].tolist(), strict=True):
            if stop - first >= _PAUSE_FRAMES:
                yield (2 * begin + first + stop) * FRAME_MS // 2


def _coarser(values: NDArray[np.uint16]) -> NDArray[np.uint16]:
    return np.maximum.reduceat(values, np.arange(0, len(values), _COARSER))


def _usual(values: NDArray[np.uint16]) -> float:
    if not len(values):
        return _FULL
    at = min(int(len(values) * _COUGH), len(values) - 1)
    return float(np.partition(values, at)[at]) or 1.0
