"""Watches over a source: does it deliver, and is it anything but zeros?

A microphone that was pulled out often says nothing at all, and one without permission delivers perfect zeros; neither
is an error to the sound system. Asked by the thread of a track some ten times a second. Pure: times come in, findings
go out. (A wrong rate and lost samples are found where blocks get their place: ``track_timeline.py``.)
"""

from enum import StrEnum

LOST_AFTER_S = 2.0
"""No block for so long, and the source is lost."""

SILENT_AFTER_S = 2.5
"""Nothing but zeros for so long, and the source is silent."""


class Finding(StrEnum):
    """What the watch noticed; each is told once."""

    LOST = "lost"
    SILENT = "silent"
    HEARD = "heard"


class SourceWatch:
    """One open source."""

    def __init__(self, *, now_s: float, may_rest: bool = False) -> None:
        self._may_rest = may_rest
        self._block_s = now_s
        self._zeros_since_s: float | None = None
        self._is_silent = False
        self._is_lost = False

    @property
    def last_block_s(self) -> float:
        """When the last block came."""
        return self._block_s

    def hear(self, *, arrived_s: float, is_zero: bool) -> Finding | None:
        """A block came."""
        self._block_s = max(self._block_s, arrived_s)
        if not is_zero or self._may_rest:
            self._zeros_since_s = None
            if self._is_silent:
                self._is_silent = False
                return Finding.HEARD
            return None
        if self._zeros_since_s is None:
            self._zeros_since_s = arrived_s
        if not self._is_silent and arrived_s - self._zeros_since_s >= SILENT_AFTER_S:
            self._is_silent = True
            return Finding.SILENT
        return None

    def look(self, now_s: float) -> Finding | None:
        """Nothing came since the last call."""
        if self._may_rest or self._is_lost or now_s - self._block_s < LOST_AFTER_S:
            return None
        self._is_lost = True
        return Finding.LOST
