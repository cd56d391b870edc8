"""How a level meter moves: up at once, down slowly, with the peak held for a moment. Pure; one for each source."""

from dataclasses import dataclass
from typing import Final

FLOOR_DBFS: Final = -60.0
"""Nothing is shown below."""
FALL_DB_PER_S: Final = 26.0
HOLD_S: Final = 1.2
"""How long a peak stays marked."""
CLIP_DBFS: Final = -0.3
"""From here on the sound is cut off."""
CLIP_SHOWN_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """What the meter shows."""

    level_db: float
    peak_db: float
    """Where the mark stands."""
    is_clipped: bool


class LevelBallistics:
    """Follows a level."""

    def __init__(self) -> None:
        self._level = FLOOR_DBFS
        self._peak = FLOOR_DBFS
        self._peak_at_s = 0.0
        self._clipped_at_s = -CLIP_SHOWN_S
        self._at_s: float | None = None

    def follow(self, peak_dbfs: float, at_s: float) -> ShownLevel:
        """Take the level of a moment on a monotonic clock, in seconds, and say what is to be shown."""
        passed = 0.0 if self._at_s is None else max(0.0, at_s - self._at_s)
        self._at_s = at_s
        heard = max(peak_dbfs, FLOOR_DBFS)
        self._level = max(heard, self._level - FALL_DB_PER_S * passed)
        if heard >= self._peak:
            self._peak, self._peak_at_s = heard, at_s
        elif at_s - self._peak_at_s > HOLD_S:
            self._peak = max(self._level, self._peak - FALL_DB_PER_S * passed)
        if peak_dbfs >= CLIP_DBFS:
            self._clipped_at_s = at_s
        return ShownLevel(self._level, self._peak, at_s - self._clipped_at_s < CLIP_SHOWN_S)
