"""Caret and selection in the transcript: places in lines, named by segment id. Pure; used by the transcript view."""

from dataclasses import dataclass

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from ui.reading.reading_document import ReadingDocument, start_of_word_at, word_spans


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place between two letters of a line."""

    segment_id: SegmentId
    offset: int


@dataclass(frozen=True, slots=True)
class TextSelection:
    """Where the caret is and where the selection began; the same place if nothing is selected."""

    caret: TextPlace
    anchor: TextPlace

    @property
    def is_empty(self) -> bool:
        """Whether there is only a caret."""
        return self.caret == self.anchor

    def moved(self, caret: TextPlace, *, is_selecting: bool) -> "TextSelection":
        """With the caret elsewhere, the beginning kept if one is selecting."""
        return TextSelection(caret, self.anchor if is_selecting else caret)

    def within(self, document: ReadingDocument) -> "TextSelection | None":
        """The same, where lines became shorter; ``None`` if the line with the caret is gone."""
        caret, anchor = (_within(place, document) for place in (self.caret, self.anchor))
        return None if caret is None else TextSelection(caret, anchor or caret)

    def ends(self, document: ReadingDocument) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """First and last place as block index and offset; ``None`` if nothing is selected or a line is gone."""
        if self.is_empty:
            return None
        first, second = (document.index_of(place.segment_id) for place in (self.anchor, self.caret))
        if first is None or second is None:
            return None
        one, two = sorted(((first, self.anchor.offset), (second, self.caret.offset)))
        return one, two

    def stretch(self, document: ReadingDocument) -> tuple[int, int] | None:
        """From when to when the selected words are spoken; without a selection, the line with the caret."""
        ends = self.ends(document)
        if ends is None:
            line = document.segment(self.caret.segment_id)
            return None if line is None else (line.start_ms, line.end_ms)
        (first, start), (last, stop) = ends
        times: list[int] = []
        for index in range(first, last + 1):
            line = document.block(index)
            if isinstance(line, Segment):
                begin, end = (start if index == first else 0), (stop if index == last else len(line.text))
                times.extend(_spoken(line, begin, end))
        return (min(times), max(times)) if times else None

    def text(self, document: ReadingDocument) -> str:
        """The selected text, one row for each line; lines set aside stay out unless only they are selected."""
        if self.is_empty:
            return ""
        rows = [line.text[start:stop] for line, start, stop in self.parts(document)]
        return "\n".join(row for row in rows if row)

    def parts(self, document: ReadingDocument) -> list[tuple[Segment, int, int]]:
        """The lines with what of each is selected; without a selection, the one with the caret."""
        ends = self.ends(document)
        if ends is None:
            line = document.segment(self.caret.segment_id)
            return [] if line is None else [(line, 0, len(line.text))]
        (first, start), (last, stop) = ends
        parts: list[tuple[Segment, int, int]] = []
        for index in range(first, last + 1):
            line = document.block(index)
            if not isinstance(line, Segment) or (line.quarantine is not None and first != last):
                continue
            parts.append((line, start if index == first else 0, stop if index == last else len(line.text)))
        return parts


def _within(place: TextPlace, document: ReadingDocument) -> TextPlace | None:
    line = document.segment(place.segment_id)
    return None if line is None else TextPlace(line.id, min(place.offset, len(line.text)))


def _spoken(line: Segment, start: int, stop: int) -> tuple[int, int]:
    """When the words of a part of a line are spoken."""
    spans = word_spans(line)
    inside = [number for number, (begin, end) in enumerate(spans) if end > start and begin < stop]
    if not inside:
        moment = start_of_word_at(line, start)
        return (moment, moment) if line.words else (line.start_ms, line.end_ms)
    return line.words[inside[0]].start_ms, line.words[inside[-1]].end_ms


def selected_part(
    ends: tuple[tuple[int, int], tuple[int, int]] | None, index: int, length: int
) -> tuple[int, int] | None:
    """What of a block of this length lies between the ends of a selection."""
    if ends is None:
        return None
    (first, start), (last, stop) = ends
    if not first <= index <= last:
        return None
    return (start if index == first else 0), (stop if index == last else length)
