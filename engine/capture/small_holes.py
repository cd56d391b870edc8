"""Holes of some milliseconds that a sound system leaves now and then: a person told of each believes in none.

One for each track, used on its thread (``track_recorder.py``).
"""

from engine.contract.audio import SAMPLE_RATE_HZ

_SMALL_S = 0.05
"""A hole shorter than a sound of speech costs no word ..."""
_SMALL_SHARE = 0.01
_MOST_SMALL_S = 0.1
"""... as long as such holes together are no more than this and a hundredth of the time: then each is told."""


class SmallHoles:
    """What small holes cost lately."""

    def __init__(self) -> None:
        self._lately_s = 0.0
        self._at = 0

    def may_be_kept_quiet(self, length_s: float, *, at: int) -> bool:
        """Whether a hole so long at that sample is too small to be told, with all that came before it."""
        if length_s >= _SMALL_S:
            return False
        passed_s = (at - self._at) / SAMPLE_RATE_HZ
        self._lately_s = max(0.0, self._lately_s - passed_s * _SMALL_SHARE) + length_s
        self._at = at
        return self._lately_s <= _MOST_SMALL_S
