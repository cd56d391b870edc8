"""Labels of a recording, as the window asks for them: whatever a test says."""

from app.announcements import Announcements, LiveSpeakersChanged
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.live_who import LiveWho


class FakeLabels:
    """Keeps a snapshot and remembers what was named."""

    def __init__(self, announcements: Announcements) -> None:
        self.who: LiveWho | None = None
        self.named: list[tuple[MeetingId, SpeakerId, str]] = []
        self._announcements = announcements

    def show(self, who: LiveWho, *, changed_ms: int = 0) -> None:
        """Something new is known."""
        self.who = who
        self._announcements.announce(LiveSpeakersChanged(who.meeting_id, changed_ms))

    def name(self, meeting_id: MeetingId, speaker_id: SpeakerId, name: str) -> None:
        self.named.append((meeting_id, speaker_id, name))
