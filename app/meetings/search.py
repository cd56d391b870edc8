"""What a search through the library finds."""

from dataclasses import dataclass

from app.meetings.identifiers import MeetingId, SegmentId
from engine.contract.audio import Milliseconds


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One line that holds every searched word, best first."""

    meeting_id: MeetingId
    meeting_title: str
    segment_id: SegmentId
    start_ms: Milliseconds
    text: str
    """The whole line."""
    marks: tuple[tuple[int, int], ...]
    """Where the searched words stand in ``text``, as character offsets [start, stop)."""
    speaker: str = ""
