"""Moments of a meeting that a person marked: bookmarks, notes with their time, and the beginnings of chapters."""

from dataclasses import dataclass
from enum import StrEnum

from app.meetings.identifiers import MeetingId, MomentId
from engine.contract.audio import Milliseconds


class MomentKind(StrEnum):
    """What was marked."""

    BOOKMARK = "bookmark"
    NOTE = "note"
    CHAPTER = "chapter"
    """Here something new begins; ``text`` is what."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch that a person marked. 0 <= start_ms <= end_ms."""

    id: MomentId
    meeting_id: MeetingId
    kind: MomentKind
    start_ms: Milliseconds
    end_ms: Milliseconds
    """Of a bookmark, the moment the key was pressed; ``start_ms`` lies before. Of the others, ``start_ms``."""
    text: str = ""
