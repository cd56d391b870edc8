"""The one place where the state of a recording stands: written by the threads of the recording, read by everybody.

A snapshot is immutable and replaced under a lock, so that a window may read it thirty times a second and never
waits. What changes all the time (levels, lengths, tentative text) is polled; everything else is announced.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.recording.status import RecordingStatus, TrackStatus

_POLLED = frozenset({"tracks", "elapsed_ms", "room_s"})
_POLLED_OF_TRACK = frozenset(
    {
        "peak_dbfs",
        "rms_dbfs",
        "recorded_ms",
        "saved_ms",
        "settled_ms",
        "tentative",
        "tentative_start_ms",
        "voice_until_ms",
    }
)


class StatusBoard:
    """The status of one recording."""

    def __init__(self, status: RecordingStatus, *, announce: Callable[[], None]) -> None:
        self._lock = threading.Lock()
        self._status = status
        self._announce = announce

    @property
    def status(self) -> RecordingStatus:
        """The snapshot of now."""
        return self._status

    def track(self, number: int) -> TrackStatus | None:
        """One track of now."""
        return next((each for each in self._status.tracks if each.track == number), None)

    def change(self, **changes: Any) -> None:
        """Replace fields of the status; told to everybody where they do not poll it."""
        with self._lock:
            before = self._status
            self._status = replace(before, **changes)
        if any(getattr(before, name) != value for name, value in changes.items() if name not in _POLLED):
            self._announce()

    def change_track(self, number: int, **changes: Any) -> None:
        """Replace fields of one track; likewise."""
        with self._lock:
            before = self.track(number)
            if before is None:
                return
            after = replace(before, **changes)
            self._status = replace(
                self._status, tracks=tuple(after if each is before else each for each in self._status.tracks)
            )
        if any(getattr(before, name) != value for name, value in changes.items() if name not in _POLLED_OF_TRACK):
            self._announce()
