"""What both waveforms of a meeting show: loudness, who speaks, what is missing, set aside, marked, found, or repeated.

Lives on the window's thread, owned by ``SoundMap``. Times are milliseconds, as everywhere in the window.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.meetings.loudness import Loudness
from app.meetings.moment import Moment
from app.meetings.transcript import Gap, Segment
from ui.reading.reading_document import ReadingDocument

NOBODY: Final = 0
"""Stands for whoever is not known."""
SET_ASIDE: Final = -1
"""Stands for sound whose words were set aside."""
Stretch = tuple[int, int]
"""Two moments, the earlier one first."""
_MOST_LINES: Final = 150
"""More lines than that in a window, and nobody could take hold of one."""


@dataclass
class SoundMarks:
    """Everything that is drawn, but where one is."""

    loudness: Loudness = field(default_factory=lambda: Loudness(np.zeros(0, np.uint16)))
    changes: Sequence[tuple[int, int]] = ()
    """From which moment on which speaker's number."""
    gaps: Sequence[Gap] = ()
    tracks: frozenset[int] = frozenset()
    """Their numbers: where one is missing, the others may be heard."""
    set_aside: Sequence[Segment] = ()
    moments: Sequence[Moment] = ()
    hits: Sequence[int] = ()
    loop: Stretch | None = None
    """What is played again and again."""
    stretch: Stretch | None = None
    """What was selected in the sound."""
    document: ReadingDocument | None = None
    """The lines, whose boundaries can be dragged."""

    _known: tuple[object, NDArray[np.int64]] = field(default_factory=lambda: ((), np.zeros((0, 2), np.int64)))
    """The changes once more, for counting."""

    def is_heard_beside(self, gap: Gap) -> bool:
        """Whether another track has sound somewhere in a gap: then it must not hide what is to be heard there."""
        return any(self._missing_ms(track, gap) < gap.end_ms - gap.start_ms for track in self.tracks - {gap.track})

    def _missing_ms(self, track: int, where: Gap) -> int:
        return sum(
            max(0, min(gap.end_ms, where.end_ms) - max(gap.start_ms, where.start_ms))
            for gap in self.gaps
            if gap.track == track
        )

    def speakers_at(self, moments: NDArray[np.float64]) -> NDArray[np.int64]:
        """Who speaks at each of some moments: a speaker's number, ``NOBODY`` or ``SET_ASIDE``."""
        numbers = np.zeros(len(moments), np.int64)
        if self.changes:
            if self._known[0] is not self.changes:
                self._known = self.changes, np.array(self.changes, np.int64)
            changes = self._known[1]
            at = np.searchsorted(changes[:, 0], moments, side="right") - 1
            numbers = np.where(at >= 0, changes[np.maximum(at, 0), 1], NOBODY)
        if self.set_aside:
            starts = np.array([line.start_ms for line in self.set_aside])
            ends = np.array([line.end_ms for line in self.set_aside])
            at = np.searchsorted(starts, moments, side="right") - 1
            numbers = np.where((at >= 0) & (moments < ends[np.maximum(at, 0)]), SET_ASIDE, numbers)
        return numbers

    def lines_between(self, start_ms: float, end_ms: float) -> list[Segment]:
        """The lines of a window, none where there are too many to take hold of one."""
        if self.document is None:
            return []
        return self.document.lines_between(round(start_ms), round(end_ms), at_most=_MOST_LINES) or []
