"""The sound of a meeting as the page needs it. The composition passes in a function that opens one.

``read_loudness`` may walk the whole recording, so it is called on a background thread; the answer is kept by the page.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from app.meetings.identifiers import MeetingId
from app.meetings.loudness import Loudness
from app.track_mix import ReadTrack


class MeetingSound(Protocol):
    """Where the sound of one meeting lies, and how it looks."""

    def playback_path(self) -> Path | None:
        """The file to play, ``None`` until it was decoded."""
        ...

    @property
    def length_ms(self) -> int:
        """True length, 0 until it was decoded."""
        ...

    @property
    def is_measured(self) -> bool:
        """Whether reading the loudness takes no time."""
        ...

    def read_loudness(self) -> Loudness:
        """How loud it is over its length. Slow the first time: not for the window's thread."""
        ...

    def track_readers(self) -> tuple[ReadTrack, ...]:
        """What reads the samples of each track, where there are two; else none."""
        ...


OpenSound = Callable[[MeetingId], MeetingSound]
