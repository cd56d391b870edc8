"""Where the words that are not final yet stand: behind the line they continue, or in a line of their own at the end.

Pure. The committed words of every line stay where they are: a tail only ever follows the last line of the document,
else it gets a line below all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, TranscriptChange
from app.recording.status import TrackStatus
from engine.contract.audio import Milliseconds
from ui.reading.reading_document import ReadingDocument

JOIN_MS: Final = 800
"""Words that begin this soon after a line's end continue it."""
_NAME: Final = "not-final-"


@dataclass(frozen=True, slots=True)
class PlacedTails:
    """What is to be done to the document, and which lines have a tail then."""

    change: TranscriptChange
    tails: dict[SegmentId, str] = field(default_factory=dict[SegmentId, str])


def is_placeholder(segment_id: SegmentId) -> bool:
    """Whether a line is only there for words that are not final."""
    return segment_id.startswith(_NAME)


def place_tails(document: ReadingDocument, tracks: Sequence[TrackStatus]) -> PlacedTails:
    """Find the place of every track's tentative words."""
    last = _last_line(document)
    tails: dict[SegmentId, str] = {}
    put: list[Segment] = []
    removed: list[SegmentId] = []
    for track in tracks:
        name = SegmentId(f"{_NAME}{track.track}")
        text = track.tentative.strip()
        if last is not None and text and _continues(last, track):
            tails[last.id] = text
            text = ""
        if text:
            start = track.tentative_start_ms if last is None else max(track.tentative_start_ms, last.start_ms)
            put.append(Segment(name, track.track, Milliseconds(start), Milliseconds(start + 1), ""))
            tails[name] = text
        elif document.segment(name) is not None:
            removed.append(name)
    return PlacedTails(TranscriptChange(document.meeting_id, updated=tuple(put), removed=tuple(removed)), tails)


def _continues(last: Segment, track: TrackStatus) -> bool:
    is_same = last.track == track.track and last.quarantine is None
    return is_same and track.tentative_start_ms - last.end_ms <= JOIN_MS


def _last_line(document: ReadingDocument) -> Segment | None:
    for index in range(len(document) - 1, -1, -1):
        block = document.block(index)
        if not isinstance(block, Segment) or not is_placeholder(block.id):
            return block if isinstance(block, Segment) else None
    return None
