"""Looks for speakers that only remember what was asked."""

from app.meetings.identifiers import MeetingId, SpeakerId
from engine.contract.speakers import ANY_COUNT, SpeakerCount


class FakeLooks:
    """Say how far a look is with ``at``."""

    def __init__(self) -> None:
        self.asked: list[tuple[MeetingId, SpeakerCount, frozenset[SpeakerId]]] = []
        self.cancelled: list[MeetingId] = []
        self.at: float | None = None

    def find(
        self, meeting_id: MeetingId, count: SpeakerCount = ANY_COUNT, *, apart: frozenset[SpeakerId] = frozenset()
    ) -> None:
        self.asked.append((meeting_id, count, apart))

    def cancel(self, meeting_id: MeetingId) -> None:
        self.cancelled.append(meeting_id)

    def fraction(self, meeting_id: MeetingId) -> float | None:
        return self.at
