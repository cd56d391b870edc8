"""Both ends of a line, typed: one edit, undone at once."""

from dataclasses import dataclass

from app.editing.boundaries import MoveBoundary, Side
from app.editing.command import edit_of
from app.editing.document import Document
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, Transcript


@dataclass(frozen=True, slots=True)
class SetLineTimes:
    """Let a line begin and end at these times. Each end moves as ``MoveBoundary`` moves it, also into a neighbour."""

    line: SegmentId
    start_ms: int
    end_ms: int

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.line)
        if line is None or self.end_ms <= self.start_ms:
            return None
        around = _around(document, line)
        before = around.segments
        moves = [MoveBoundary(self.line, Side.START, self.start_ms), MoveBoundary(self.line, Side.END, self.end_ms)]
        if self.start_ms >= line.end_ms:  # it moves on as a whole: the end makes room first
            moves.reverse()
        wanted = {Side.START: line.start_ms != self.start_ms, Side.END: line.end_ms != self.end_ms}
        for move in moves:
            edit = move.apply(around) if wanted[move.side] else None
            if edit is not None:
                around.apply(edit)
        return edit_of(EditKind.MOVE_BOUNDARY, before, around.segments)


def _around(document: Document, line: Segment) -> Document:
    """The line and its neighbours as a document of their own, to move one end after the other."""
    neighbours = [document.neighbour(line.id, step, track=line.track) for step in (-1, 1)]
    lines = tuple(each for each in (neighbours[0], line, neighbours[1]) if each is not None)
    return Document(Transcript(document.meeting_id, document.version_id, lines), duration_ms=document.duration_ms)
