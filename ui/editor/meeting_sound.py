"""The sound of a meeting as the page needs it. The composition passes in a function that opens one.

``read_peaks`` walks the whole recording, so it is called on a background thread; the answer is kept by the page.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from app.meetings.identifiers import MeetingId

Peaks = Sequence[tuple[float, float]]
"""Lowest and highest sample of each part of a recording, -1..1, parts of equal length."""


class MeetingSound(Protocol):
    """Where the sound of one meeting lies, and how it looks."""

    def playback_path(self) -> Path | None:
        """The file to play, ``None`` until it was decoded."""
        ...

    @property
    def length_ms(self) -> int:
        """True length, 0 until it was decoded."""
        ...

    def read_peaks(self, buckets: int) -> Peaks:
        """Peaks of that many equal parts. Slow: not for the window's thread."""
        ...


OpenSound = Callable[[MeetingId], MeetingSound]
