"""Where the caret goes: one letter, word, row or line of transcript at a time. Used by the transcript's input.

Gaps hold no text, so the caret steps over them.
"""

from enum import Enum, auto

from app.meetings.transcript import Segment
from ui.reading.line_layout import LineLayout
from ui.reading.text_selection import TextPlace
from ui.reading.transcript_layout import TranscriptLayout


class Step(Enum):
    """A way to move the caret."""

    LETTER_BACK = auto()
    LETTER_ON = auto()
    WORD_BACK = auto()
    WORD_ON = auto()
    ROW_UP = auto()
    ROW_DOWN = auto()
    ROW_START = auto()
    ROW_END = auto()
    LINE_BEFORE = auto()
    LINE_AFTER = auto()
    FIRST = auto()
    LAST = auto()


class CaretSteps:
    """Answers where a step leads. Lays out at most the neighbouring lines."""

    def __init__(self, layout: TranscriptLayout) -> None:
        self._layout = layout

    def ends(self) -> tuple[TextPlace, TextPlace] | None:
        """The first and the last place of the document, ``None`` without a line."""
        first, last = self._line_from(0, 1), self._line_from(len(self._layout.document) - 1, -1)
        if first is None or last is None:
            return None
        return TextPlace(first[1].id, 0), TextPlace(last[1].id, len(last[1].text))

    def x_of(self, place: TextPlace) -> float:
        """How far right a place is, for steps up and down that keep their column."""
        line = self._layout_of(place)
        return 0.0 if line is None else line.caret(place.offset).left()

    def after(self, place: TextPlace, step: Step, *, goal_x: float) -> TextPlace:
        """Where the caret stands after a step; where it was, if there is nowhere to go."""
        line = self._layout_of(place)
        if line is None:
            return place
        if step in (Step.FIRST, Step.LAST):
            ends = self.ends()
            return place if ends is None else ends[0 if step is Step.FIRST else 1]
        if step in (Step.ROW_START, Step.ROW_END):
            return TextPlace(place.segment_id, line.line_bounds(place.offset)[0 if step is Step.ROW_START else 1])
        moves = {
            Step.LETTER_BACK: lambda: self._back(place, line, word=False),
            Step.WORD_BACK: lambda: self._back(place, line, word=True),
            Step.LETTER_ON: lambda: self._on(place, line, word=False),
            Step.WORD_ON: lambda: self._on(place, line, word=True),
            Step.ROW_UP: lambda: self._row(place, line, goal_x=goal_x, down=False),
            Step.ROW_DOWN: lambda: self._row(place, line, goal_x=goal_x, down=True),
            Step.LINE_BEFORE: lambda: self._line_before(place),
            Step.LINE_AFTER: lambda: self._line_after(place, line),
        }
        return moves[step]()

    def _back(self, place: TextPlace, line: LineLayout, *, word: bool) -> TextPlace:
        offset = line.step(place.offset, forward=False, word=word)
        if offset is not None:
            return TextPlace(place.segment_id, offset)
        found = self._neighbour(place, -1)
        return place if found is None else TextPlace(found.id, len(found.text))

    def _on(self, place: TextPlace, line: LineLayout, *, word: bool) -> TextPlace:
        offset = line.step(place.offset, forward=True, word=word)
        if offset is not None:
            return TextPlace(place.segment_id, offset)
        found = self._neighbour(place, 1)
        return place if found is None else TextPlace(found.id, 0)

    def _row(self, place: TextPlace, line: LineLayout, *, goal_x: float, down: bool) -> TextPlace:
        pitch = self._layout.metrics.pitch
        y = line.caret(place.offset).center().y() + (pitch if down else -pitch)
        if 0 <= y < line.text_height:
            return TextPlace(place.segment_id, line.offset_at(goal_x, y))
        found = self._neighbour(place, 1 if down else -1)
        if found is None:
            return TextPlace(place.segment_id, len(line.segment.text) if down else 0)
        other = self._layout_of(TextPlace(found.id, 0))
        if other is None:
            return place
        return TextPlace(found.id, other.offset_at(goal_x, 0 if down else other.text_height - 1))

    def _line_before(self, place: TextPlace) -> TextPlace:
        if place.offset > 0:
            return TextPlace(place.segment_id, 0)
        found = self._neighbour(place, -1)
        return place if found is None else TextPlace(found.id, 0)

    def _line_after(self, place: TextPlace, line: LineLayout) -> TextPlace:
        found = self._neighbour(place, 1)
        return TextPlace(place.segment_id, len(line.segment.text)) if found is None else TextPlace(found.id, 0)

    def _neighbour(self, place: TextPlace, direction: int) -> Segment | None:
        index = self._layout.document.index_of(place.segment_id)
        found = None if index is None else self._line_from(index + direction, direction)
        return None if found is None else found[1]

    def _line_from(self, index: int, direction: int) -> tuple[int, Segment] | None:
        while 0 <= index < len(self._layout.document):
            block = self._layout.document.block(index)
            if isinstance(block, Segment):
                return index, block
            index += direction
        return None

    def _layout_of(self, place: TextPlace) -> LineLayout | None:
        index = self._layout.document.index_of(place.segment_id)
        return None if index is None else self._layout.line(index)
