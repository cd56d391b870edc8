"""What the sound of a recording is lent: the library it is noted in, the recorder process, and whom to tell.

Made by ``recordings.py``; used on the thread of ``sound_run.py``.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.recording.recorder_link import RecorderLink
from app.recording.recorder_patience import RecorderPatience
from engine.contract.recorder_messages import RecorderEvent


def _ignore(event: RecorderEvent) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class SoundTools:
    """What the sound of each recording is lent."""

    library: Library
    recorder: RecorderLink
    on_closed: Callable[[MeetingId, int], None]
    """Told the meeting and its number of tracks when the files are closed. Must not block."""
    listener: Callable[[RecorderEvent], None] = _ignore
    """Told each event. Must not block."""
    low_room_s: Callable[[], float] = lambda: 900.0
    """A disk that lasts for less than this is nearly full."""
    patience: RecorderPatience = field(default_factory=RecorderPatience)
    clock: Callable[[], float] = time.monotonic
    report_bug: Callable[[threading.ExceptHookArgs], object] | None = None
