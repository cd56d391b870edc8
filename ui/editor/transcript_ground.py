"""A transcript that scrolls and is measured: what ``TranscriptView`` stands on. On the window's thread.

Only blocks in view are laid out, so that a ten-hour meeting opens as fast as a short one; no event walks the whole
document.
"""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.meetings.identifiers import SegmentId
from ui.reading.reading_document import ReadingDocument
from ui.reading.reading_metrics import ReadingMetrics
from ui.reading.text_selection import TextPlace
from ui.reading.transcript_layout import TranscriptLayout
from ui.reading.transcript_painter import TranscriptPainter
from ui.reading.transcript_port import TranscriptPort
from ui.style.theme import current_theme


class TranscriptGround(QAbstractScrollArea):
    """Knows what is in view and where it stands."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._port = TranscriptPort(self)
        self._painter = TranscriptPainter(self._measure())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().sliderReleased.connect(self._port.sync_bar)
        current_theme().changed.connect(self._on_theme_changed)

    @property
    def document(self) -> ReadingDocument | None:
        """What is shown."""
        return self._port.blocks.document if self._port.blocks else None

    @property
    def block_layout(self) -> TranscriptLayout | None:
        """Where the blocks stand; tests count its work."""
        return self._port.blocks

    def scroll_by(self, pixels: int) -> None:
        """Scroll as the wheel does."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pixels)

    # Where things are

    def place_at(self, point: QPoint) -> TextPlace | None:
        """The place in the text nearest to a point of the viewport."""
        return self._port.place_at(point)

    def line_rectangle(self, segment_id: SegmentId) -> QRect | None:
        """Where a line is on screen, ``None`` if it is out of view."""
        return self._port.line_rectangle(segment_id)

    def point_of(self, place: TextPlace) -> QPoint | None:
        """Where a place in the text is on screen, ``None`` if it is out of view."""
        return self._port.point_of(place)

    def beyond_the_edge(self, point: QPoint) -> int:
        """How far a point is above (negative) or below the viewport."""
        return min(point.y(), 0) + max(point.y() - self.viewport().height(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width may break lines elsewhere."""
        super().resizeEvent(event)
        self._measure_anew()

    def show_again(self) -> None:
        """Something changed: stay where one is, and paint."""
        self._port.hold()
        self._on_moved()
        self.viewport().update()

    def _on_moved(self) -> None:
        """Other lines are in view, or stand elsewhere."""

    def _bring_into_view(self, index: int, offset: int) -> None:
        if self._port.bring_into_view(index, offset):
            self._on_moved()
            self.viewport().update()

    def _measure(self) -> ReadingMetrics:
        return ReadingMetrics.measure(width=self.viewport().width(), window_width=self.window().width())

    def _measure_anew(self) -> None:
        metrics = self._measure()
        if self._port.blocks is not None and metrics != self._port.blocks.metrics:
            self._port.blocks.measure_anew(metrics)
            self._painter = TranscriptPainter(metrics)
        self.show_again()

    def _on_theme_changed(self) -> None:
        if self._port.blocks is not None:
            metrics = self._measure()
            self._port.blocks.measure_anew(metrics)
            self._painter = TranscriptPainter(metrics)
        self.show_again()
