"""Backspace at the beginning: a line is joined with the one before."""

from dataclasses import dataclass, replace

from app.editing.command import edit_of, touched
from app.editing.document import Document
from app.editing.pieces import is_spaced
from app.editing.realignment import with_words
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds


@dataclass(frozen=True, slots=True)
class JoinWithBefore:
    """Join a line with the one before it, whose name and speaker stay. Lines of two tracks are never joined."""

    line: SegmentId

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        second = document.find(self.line)
        first = document.neighbour(self.line, -1) if second is not None else None
        if first is None or second is None or first.track != second.track:
            return None
        return edit_of(EditKind.JOIN, [first, second], [_joined(first, second)])


def _joined(first: Segment, second: Segment) -> Segment:
    space = " " if is_spaced(first.text, second.text) else ""
    left, right = with_words(first).words, with_words(second).words
    if right:
        right = (replace(right[0], text=(space if left else "") + right[0].text.lstrip()), *right[1:])
    words = left + right
    known = [word.confidence for word in words if word.confidence is not None]
    return replace(
        touched(first),
        text=(first.text + space + second.text).strip(),
        words=words,
        end_ms=Milliseconds(max(first.end_ms, second.end_ms)),
        confidence=sum(known) / len(known) if known else None,
        language=first.language or second.language,
        speaker_id=first.speaker_id or second.speaker_id,
        quarantine=first.quarantine if second.quarantine is not None else None,
        repaired=first.repaired or second.repaired,
    )
