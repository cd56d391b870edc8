"""Offsets between a line as shown and as kept: they differ where Chinese is read in another script. Pure."""

from app.meetings.transcript import Segment
from ui.reading.reading_document import word_at_offset, word_spans


def offset_in(other: Segment, line: Segment, offset: int) -> int:
    """The place in ``other`` that is the place at ``offset`` in ``line``: the same text in another script."""
    if len(other.text) == len(line.text):
        return offset
    if offset >= len(line.text):
        return len(other.text)
    spans, there = word_spans(line), word_spans(other)
    index = word_at_offset(spans, offset)
    if index is None or index >= len(there):
        return min(offset, len(other.text))
    if offset >= spans[index][1]:
        return min(there[index][1] + offset - spans[index][1], len(other.text))
    return min(there[index][0] + max(0, offset - spans[index][0]), there[index][1])
