"""Enter in the review: what stands there was heard, and is right."""

from dataclasses import dataclass, replace

from app.editing.command import edit_of, touched
from app.editing.document import Document
from app.editing.realignment import with_words
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment

SURE = 1.0
"""Confidence of a word that a person confirmed. No recogniser is as sure."""


@dataclass(frozen=True, slots=True)
class ConfirmPlace:
    """Say that the words in a stretch of a line are right. A line that was set aside is accepted by that."""

    line: SegmentId
    start: int
    """Offset in the line's text."""
    stop: int

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.line)
        if line is None:
            return None
        return edit_of(EditKind.CONFIRM, [line], [replace(_confirmed(line, self.start, self.stop), quarantine=None)])


def _confirmed(line: Segment, start: int, stop: int) -> Segment:
    line = with_words(line)
    words = list(line.words)
    offset = 0
    for number, word in enumerate(words):
        length = len(word.text if number else word.text.lstrip())
        if offset < stop and offset + length > start:
            words[number] = replace(word, confidence=SURE)
        offset += length
    return replace(touched(line), words=tuple(words))
