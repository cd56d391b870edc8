"""What a search through the library finds."""

from dataclasses import dataclass
from enum import StrEnum

from app.meetings.identifiers import MeetingId, SegmentId
from engine.contract.audio import Milliseconds


class HitKind(StrEnum):
    """Where the searched words stand. Never rename a value: libraries hold it."""

    LINE = "line"
    """Somebody said it."""
    TITLE = "title"
    TAG = "tag"
    SPEAKER = "speaker"
    BOOKMARK = "bookmark"
    NOTE = "note"
    CHAPTER = "chapter"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One line that holds every searched word, best first; or a title, tag, name or note that does."""

    meeting_id: MeetingId
    meeting_title: str
    segment_id: SegmentId
    """Empty for what is no line."""
    start_ms: Milliseconds
    text: str
    """The whole line."""
    marks: tuple[tuple[int, int], ...]
    """Where the searched words stand in ``text``, as character offsets [start, stop)."""
    speaker: str = ""
    kind: HitKind = HitKind.LINE
