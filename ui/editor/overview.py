"""The whole recording as one strip: loudness coloured by speaker, gaps, bookmarks, search hits, and where one is.

A frame shows which part of it the detailed waveform shows. A click or the arrow keys go to a place; the frame can be
dragged along, which leaves the position where it is.
"""

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from ui.editor.playback import SKIP_MS
from ui.editor.position_strip import PositionStrip
from ui.editor.sound_marks import SoundMarks
from ui.editor.strip_painter import StripPainter
from ui.editor.time_window import TimeWindow
from ui.reading.clock import clock
from ui.style.theme import colour
from ui.style.tokens import RADIUS_CHIP, SPACE_4, SPACE_8, SPACE_12, SPACE_24, Role

_HEIGHT: Final = 28
_PITCH: Final = 3
_PAGE_MS: Final = 30_000
_FRAME_LEAST: Final = 8
"""A window of a few minutes in ten hours is still a frame that one can see and take."""


class Overview(PositionStrip):
    """The strip."""

    window_requested = Signal(float)
    """The person wants to see in detail what begins at this millisecond."""

    def __init__(self, *, marks: SoundMarks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(marks=marks or SoundMarks(), parent=parent)
        self._window = TimeWindow()
        self._grip_ms: float | None = None
        """While the frame is held: how far behind its beginning it was taken."""
        self._press_x = 0.0
        self._is_dragging = False
        self.setAccessibleName(self.tr("Position in the recording"))
        self.setSingleStep(SKIP_MS)
        self.setPageStep(_PAGE_MS)

    def show_window(self, window: TimeWindow) -> None:
        """Draw the frame elsewhere."""
        if window != self._window:
            self._window = window
            self.update()

    def strip(self) -> QRect:
        """Where the sound is."""
        return QRect(SPACE_24, SPACE_12, max(self.width() - 2 * SPACE_24, 1), _HEIGHT)

    def x_of(self, moment_ms: float) -> float:
        """Where a moment is."""
        strip = self.strip()
        return strip.left() + (strip.width() * moment_ms / self._length_ms if self._length_ms else 0)

    def frame(self) -> QRectF:
        """The frame around what the detailed waveform shows; empty where that is everything."""
        if not self._length_ms or self._window.span_ms >= self._length_ms:
            return QRectF()
        left, right = self.x_of(self._window.start_ms), self.x_of(self._window.end_ms)
        missing = max(0.0, _FRAME_LEAST - (right - left)) / 2
        return QRectF(left - missing, self.strip().top() - 2, right - left + 2 * missing, _HEIGHT + 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click goes there; on the frame it may become a drag."""
        if event.button() is Qt.MouseButton.LeftButton and self._length_ms:
            self._has_ring = False
            moment = self._moment_at(event.position().x())
            self._is_dragging = False
            if self.frame().contains(event.position()):
                self._grip_ms = moment - self._window.start_ms
                self._press_x = event.position().x()
            else:
                self.seek_requested.emit(round(moment))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: a drag goes along, or takes the frame along; without a button the time under the pointer is shown."""
        if not self._length_ms:
            return
        moment = self._moment_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            far = QGuiApplication.styleHints().startDragDistance()
            self._is_dragging = self._is_dragging or abs(event.position().x() - self._press_x) >= far
            if self._grip_ms is None:
                self.seek_requested.emit(round(moment))
            elif self._is_dragging:
                self.window_requested.emit(moment - self._grip_ms)
        else:
            is_on_frame = self.frame().contains(event.position())
            self.setCursor(Qt.CursorShape.OpenHandCursor if is_on_frame else Qt.CursorShape.ArrowCursor)
        QToolTip.showText(event.globalPosition().toPoint(), clock(round(moment)), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: let go; on the frame, without a drag, it was a click as elsewhere."""
        if self._grip_ms is not None and not self._is_dragging:
            self.seek_requested.emit(round(self._moment_at(event.position().x())))
        self._grip_ms = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: arrows go five seconds, pages half a minute, Home and End to the ends."""
        moves = {
            Qt.Key.Key_Left: self.value() - SKIP_MS,
            Qt.Key.Key_Down: self.value() - SKIP_MS,
            Qt.Key.Key_Right: self.value() + SKIP_MS,
            Qt.Key.Key_Up: self.value() + SKIP_MS,
            Qt.Key.Key_PageDown: self.value() + _PAGE_MS,
            Qt.Key.Key_PageUp: self.value() - _PAGE_MS,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self._length_ms,
        }
        target = moves.get(Qt.Key(event.key())) if not event.modifiers() else None
        if target is None:
            super().keyPressEvent(event)
            return
        self._has_ring = True
        self.seek_requested.emit(min(max(target, 0), self._length_ms))

    def _wanted_height(self) -> int:
        return _HEIGHT + SPACE_12 + SPACE_12

    def _ring(self) -> QRectF:
        return QRectF(self.strip().adjusted(-SPACE_8, -SPACE_8, SPACE_8, SPACE_8))

    def _moment_at(self, x: float) -> float:
        strip = self.strip()
        return min(max((x - strip.left()) / strip.width(), 0.0), 1.0) * self._length_ms

    def _paint_picture(self, painter: QPainter) -> None:
        window = TimeWindow(0, max(self._length_ms, 1), self._length_ms)
        paint = StripPainter(painter, QRectF(self.strip()), window, self._marks, pitch=_PITCH)
        if self._length_ms:
            paint.paint_loop()
        paint.paint_middle(is_dotted=False)
        if self._length_ms:
            paint.paint_loudness()
            paint.paint_set_aside()
            paint.paint_gaps()
            paint.paint_hits(top=self.strip().bottom() + SPACE_4)
            paint.paint_tips()

    def _paint_above(self, painter: QPainter) -> None:
        if not self._length_ms:
            return
        frame = self.frame()
        if not frame.isEmpty():
            fill = QColor(colour(Role.ACCENT))
            fill.setAlphaF(0.18)
            painter.setPen(QPen(colour(Role.ACCENT), 1.5))
            painter.setBrush(fill)
            painter.drawRoundedRect(frame, RADIUS_CHIP, RADIUS_CHIP)
        self._paint_stretch(painter)
        strip = self.strip()
        x = self.x_of(self.value())
        self._paint_needle(painter, x, top=strip.top() - SPACE_4, base=strip.bottom() + SPACE_8)
