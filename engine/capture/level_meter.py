"""How loud a track is: the peak since the last look, and the power of a short moment, both in dB full scale.

Fed by the thread of a track, once a frame; read there as well, some ten times a second, for the meters in the
window. Pure numbers, no clock.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SILENCE_DBFS

_FULL_SCALE = 32768.0


@dataclass(frozen=True, slots=True)
class Level:
    """What the meter shows."""

    peak_dbfs: float
    rms_dbfs: float


class LevelMeter:
    """One track's meter."""

    def __init__(self) -> None:
        self._peak = 0
        self._squares = 0.0
        self._count = 0

    @property
    def has_heard(self) -> bool:
        """Whether there was anything since the last level."""
        return self._count > 0

    def hear(self, frame: NDArray[np.int16]) -> None:
        """Take in a frame."""
        wide = frame.astype(np.float32)
        self._peak = max(self._peak, int(frame.max(initial=0)), -int(frame.min(initial=0)))
        self._squares += float(wide @ wide)
        self._count += frame.shape[0]

    def take(self) -> Level:
        """The level since the last call, and begin anew."""
        power = self._squares / self._count if self._count else 0.0
        level = Level(to_dbfs(self._peak), to_dbfs(power**0.5))
        self._peak, self._squares, self._count = 0, 0.0, 0
        return level


def to_dbfs(amplitude: float) -> float:
    """An amplitude of 16 bit sound in dB full scale."""
    if amplitude <= 0:
        return SILENCE_DBFS
    return max(SILENCE_DBFS, 20.0 * float(np.log10(amplitude / _FULL_SCALE)))
