"""What the window asks of the recording service; ``app/recording/recordings.py`` is the real one.

Its methods are safe on every thread. All but ``start`` return at once; ``start`` waits for the library, so the window
calls it on a background thread.
"""

from typing import Protocol

from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingStatus, RecordingWish, RecoveredMeeting
from engine.contract.recorder_messages import SourceChoice


class Recordings(Protocol):
    """One recording at a time."""

    @property
    def status(self) -> RecordingStatus | None:
        """A snapshot that costs nothing; ``None`` when nothing is recorded or finishing."""
        ...

    @property
    def recovered(self) -> tuple[RecoveredMeeting, ...]:
        """What was interrupted and found again at this start, until the person has seen to it."""
        ...

    def start(self, wish: RecordingWish) -> MeetingId:
        """Begin; the meeting is in the library when this returns."""
        ...

    def pause(self) -> None:
        """Let go of the sources for a while."""
        ...

    def resume(self) -> None:
        """Go on after a pause."""
        ...

    def stop(self) -> None:
        """End it."""
        ...

    def change_source(self, track: int, source: SourceChoice) -> None:
        """Let a track go on with another device of its kind."""
        ...

    def bookmark(self) -> None:
        """Mark what was said just now."""
        ...

    def add_note(self, text: str) -> None:
        """Keep a note with this moment."""
        ...

    def dismiss_recovered(self, meeting_id: MeetingId) -> None:
        """The person has seen what was found."""
        ...

    def retry_understanding(self) -> None:
        """Try the recognition again after it failed."""
        ...
