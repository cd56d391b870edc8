"""The part of the transcript that is in view: which blocks, where on screen, and the scroll bar that says so.

Used by the views of a transcript, on their thread. What holds the place is an anchor, a block and the pixels above it,
never the bar's value: heights out of view are guesses that change while one reads.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtWidgets import QAbstractScrollArea

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Gap, Segment, TranscriptChange
from ui.reading.line_layout import LineLayout
from ui.reading.reading_document import BlockEdit, ReadingDocument
from ui.reading.reading_metrics import BLOCK_PADDING, ReadingMetrics
from ui.reading.text_selection import TextPlace
from ui.reading.transcript_layout import ScrollAnchor, TranscriptLayout


class TranscriptPort:
    """Looks at a ``TranscriptLayout`` through the viewport of a scroll area."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        self._area = area
        self._blocks: TranscriptLayout | None = None
        self._anchor = ScrollAnchor()
        self._shown_pixel = 0
        self._is_syncing = False

    @property
    def blocks(self) -> TranscriptLayout | None:
        """Where all blocks stand, ``None`` without a document."""
        return self._blocks

    # What is looked at

    def show(self, document: ReadingDocument, metrics: ReadingMetrics) -> None:
        """Look at another document from its beginning."""
        self._blocks = TranscriptLayout(document, metrics)
        self._anchor = ScrollAnchor()

    def replace(self, document: ReadingDocument, metrics: ReadingMetrics) -> None:
        """Look at a newer reading of the same document; the line at the top stays there."""
        top = next((block for block in self.blocks_in_view() if isinstance(block, Segment)), None)
        index = None if top is None else document.index_of(top.id)
        above = self._anchor.above
        self._blocks = TranscriptLayout(document, metrics)
        self._anchor = ScrollAnchor() if index is None else ScrollAnchor(index, above)

    def apply(self, change: TranscriptChange) -> bool:
        """Take over a change; what is in view stays where it is. Answers whether anything changed."""
        edits = self._blocks.document.apply(change) if self._blocks else []
        self.edit(edits)
        return bool(edits) or change.speakers is not None

    def hold(self) -> None:
        """Stay where one is after heights changed."""
        if self._blocks is not None:
            self._anchor = self._blocks.held(self._anchor, view_height=self._height)
        self.sync_bar()

    def follow_bar(self) -> None:
        """The scroll bar was moved: look where it says. Does nothing while the bar is only told."""
        if self._blocks is None:
            return
        bar = self._area.verticalScrollBar()
        pixel = bar.value()
        by = pixel - self._shown_pixel
        if abs(by) <= 3 * self._height:
            self._anchor = self._blocks.moved(self._anchor, by, view_height=self._height)
        else:
            self._anchor = self._blocks.held(self._blocks.anchor_at(pixel), view_height=self._height)
        self._shown_pixel = pixel
        if not bar.isSliderDown():
            self.sync_bar()

    @property
    def is_at_end(self) -> bool:
        """Whether the last line can be read."""
        bar = self._area.verticalScrollBar()
        return self._blocks is None or bar.value() >= bar.maximum() - self._blocks.metrics.pitch

    def go_to_end(self) -> None:
        """Look at the last lines."""
        if self._blocks is None or not len(self._blocks.document):
            self.sync_bar()
            return
        last = len(self._blocks.document) - 1
        anchor = ScrollAnchor(last, self._blocks.exact_height(last))
        self._anchor = self._blocks.held(anchor, view_height=self._height)
        self.sync_bar()

    def edit(self, edits: Sequence[BlockEdit]) -> None:
        """Follow what was done to the document; what is in view stays where it is."""
        if edits and self._blocks:
            self._anchor = self._blocks.apply(edits, self._anchor)

    @property
    def is_syncing(self) -> bool:
        """Whether the scroll bar moves because it is told where one looks."""
        return self._is_syncing

    def sync_bar(self) -> None:
        """Let the scroll bar show what the anchor says."""
        if self._blocks is None:
            return
        bar = self._area.verticalScrollBar()
        self._is_syncing = True
        bar.setRange(0, max(0, self._blocks.height - self._height))
        bar.setEnabled(bar.maximum() > 0)  # the style sheet hides the handle; the bar keeps its place
        bar.setPageStep(max(self._height - self._blocks.metrics.pitch, 1))
        bar.setSingleStep(self._blocks.metrics.pitch)
        bar.setValue(self._blocks.pixel_of(self._anchor))
        self._shown_pixel = bar.value()
        self._is_syncing = False

    def bring_into_view(self, index: int, offset: int) -> bool:
        """Scroll until a place in a block can be read. Answers whether that was needed."""
        if self._blocks is None:
            return False
        line = self._blocks.line(index)
        row = 0 if line is None else round(line.caret(offset).top())
        top = next((y for shown, y in self.in_view() if shown == index), None)
        pitch = self._blocks.metrics.pitch
        if top is not None and top + row >= pitch // 2 and top + row + 2 * pitch <= self._height:
            return False
        if top is not None and -self._height < top < 2 * self._height and top + row < pitch // 2:
            target = self._blocks.moved(self._anchor, top + row - pitch, view_height=self._height)
        else:
            target = self._blocks.moved(ScrollAnchor(index, row), -self._height // 3, view_height=self._height)
        self._anchor = target
        self.sync_bar()
        return True

    # Where things are

    def in_view(self) -> list[tuple[int, int]]:
        """Indexes of the blocks in view, each with its top on screen."""
        return [] if self._blocks is None else self._blocks.in_view(self._anchor, self._height)

    def blocks_in_view(self) -> list[Segment | Gap]:
        """The blocks in view."""
        return [self._blocks.document.block(index) for index, _ in self.in_view()] if self._blocks else []

    def line_at(self, point: QPoint) -> tuple[LineLayout | None, QPointF]:
        """The line nearest to a point, and the point seen from the corner of its text."""
        found: tuple[LineLayout | None, QPointF] = (None, QPointF())
        if self._blocks is None:
            return found
        for index, y in self.in_view():
            line = self._blocks.line(index)
            if line is None:
                continue
            if y > point.y() and found[0] is not None:
                break
            left = self._blocks.metrics.text_left + line.indent
            found = (line, QPointF(point.x() - left, point.y() - y - BLOCK_PADDING))
        return found

    def place_at(self, point: QPoint) -> TextPlace | None:
        """The place in the text nearest to a point of the viewport."""
        line, inside = self.line_at(point)
        return None if line is None else TextPlace(line.segment.id, line.offset_at(inside.x(), inside.y()))

    def line_rectangle(self, segment_id: SegmentId) -> QRect | None:
        """Where a line is on screen, ``None`` if it is out of view."""
        if self._blocks is None:
            return None
        index = self._blocks.document.index_of(segment_id)
        for shown, y in self.in_view():
            if shown == index:
                return QRect(0, y, self._area.viewport().width(), self._blocks.exact_height(shown))
        return None

    def point_of(self, place: TextPlace) -> QPoint | None:
        """Where a place in the text is on screen, ``None`` if it is out of view."""
        rectangle = self.line_rectangle(place.segment_id)
        index = None if self._blocks is None else self._blocks.document.index_of(place.segment_id)
        line = None if self._blocks is None or index is None else self._blocks.line(index)
        if rectangle is None or line is None or self._blocks is None:
            return None
        origin = QPointF(self._blocks.metrics.text_left + line.indent, rectangle.top() + BLOCK_PADDING)
        return (line.caret(place.offset).center() + origin).toPoint()

    @property
    def _height(self) -> int:
        return self._area.viewport().height()
