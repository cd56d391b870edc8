"""A few minutes of the recording in detail, beneath the overview: heard, zoomed, its lines taken by their ends.

A click goes to a place, a drag pans, the wheel zooms at the pointer. On the times, or on the needle, a drag scrubs. On
the end of a line it moves that boundary: it snaps to edges of words and to pauses, with Shift it does not, and Escape
leaves everything as it was. Elsewhere a drag with Shift selects a stretch, and so does Shift with a key that goes
somewhere. On the window's thread; a picture costs what is in it and not how long the recording is.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ui.editor.boundary_snap import Handle, handle_near, snapped, targets_of
from ui.editor.position_strip import NEEDLE, PositionStrip
from ui.editor.sound_marks import SoundMarks, Stretch
from ui.editor.strip_painter import StripPainter
from ui.editor.time_window import TimeWindow
from ui.reading.clock import clock
from ui.style.fonts import font_of, line_height
from ui.style.theme import colour
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_24, Role, TextStyle

_HEIGHT: Final = 56
_PITCH: Final = 4
_ROOM_FOR_TIME: Final = 96
_TIME_STEPS_S: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200)
_STEP_MS: Final = 1000
_PAGE: Final = 0.8
_PAN: Final = 0.1
_ZOOM: Final = 0.8
"""One notch of the wheel, or the key for it."""
_NOTCH: Final = 120.0
_REACH_PX: Final = 5
"""So near one takes hold of a boundary or the needle."""
_SNAP_PX: Final = 8
_FINEST_MS_PER_PX: Final = 400.0
"""Beyond it a boundary could not be set with any sense."""


class _Drag(Enum):
    """What a button that is held down does."""

    UNDECIDED = auto()
    """Nothing yet: let go here it is a click."""
    PAN = auto()
    SCRUB = auto()
    SELECT = auto()
    BOUNDARY = auto()


@dataclass
class _Hold:
    """A button that is held down."""

    press: QPointF
    kind: _Drag
    window: TimeWindow
    """What was shown when it went down."""
    moment_ms: float
    """Where that was."""
    is_selecting: bool
    """Whether a drag selects."""
    stretch: Stretch | None
    """What was selected before."""
    handle: Handle | None = None
    targets: list[int] = field(default_factory=list[int])


class Waveform(PositionStrip):
    """The strip of a window of time."""

    window_requested = Signal(object)
    """A ``TimeWindow`` that the person wants to see."""
    boundary_moved = Signal(str, str, int)
    """The end of a line was dragged: id of the line, which end (``Side``), and to which millisecond."""
    stretch_requested = Signal(object)
    """The ``Stretch`` that the person wants to be selected; ``None`` for none."""

    def __init__(self, *, marks: SoundMarks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(marks=marks or SoundMarks(), parent=parent)
        self._window = TimeWindow()
        self._hold: _Hold | None = None
        self._boundary_ms: int | None = None
        self.setAccessibleName(self.tr("Sound in detail"))
        self.setSingleStep(_STEP_MS)

    @property
    def window_of_time(self) -> TimeWindow:
        """What is shown."""
        return self._window

    @property
    def dragged_to_ms(self) -> int | None:
        """Where a boundary would be set if it was let go now."""
        return self._boundary_ms

    def show_window(self, window: TimeWindow) -> None:
        """Show another part."""
        if window != self._window:
            self._window = window
            self.repaint_picture()

    def strip(self) -> QRect:
        """Where the sound is."""
        return QRect(SPACE_24, line_height(TextStyle.SMALL), max(self.width() - 2 * SPACE_24, 1), _HEIGHT)

    def x_of(self, moment_ms: float) -> float:
        """Where a moment is, also outside of the strip."""
        strip = self.strip()
        return strip.left() + (moment_ms - self._window.start_ms) / self._window.span_ms * strip.width()

    def moment_at(self, x: float) -> float:
        """The moment at a place, inside the window."""
        strip = self.strip()
        part = min(max((x - strip.left()) / strip.width(), 0.0), 1.0)
        return min(self._window.start_ms + part * self._window.span_ms, self._length_ms)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: something may begin."""
        if event.button() is not Qt.MouseButton.LeftButton or not self._length_ms:
            return
        self._has_ring = False
        point = event.position()
        handle = self._handle_at(point)
        is_on_needle = abs(point.x() - self.x_of(self.value())) <= _REACH_PX
        is_scrub = handle is None and (point.y() > self.strip().bottom() + SPACE_8 or is_on_needle)
        is_selecting = not is_scrub and bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._hold = _Hold(
            point,
            _Drag.SCRUB if is_scrub else _Drag.UNDECIDED,
            self._window,
            moment_ms=self.moment_at(point.x()),
            is_selecting=is_selecting,
            stretch=self._marks.stretch,
            handle=handle,
        )
        if is_scrub:
            self.seek_requested.emit(round(self.moment_at(point.x())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: pan, scrub or move a boundary; without a button the pointer says what would happen."""
        if not self._length_ms:
            return
        point = event.position()
        if self._hold is None:
            self._show_pointer_over(point)
            QToolTip.showText(event.globalPosition().toPoint(), clock(round(self.moment_at(point.x()))), self)
            return
        hold = self._hold
        is_far = abs(point.x() - hold.press.x()) >= QGuiApplication.styleHints().startDragDistance()
        if hold.kind is _Drag.UNDECIDED and is_far:
            self._begin_drag(hold)
        match hold.kind:
            case _Drag.PAN:
                by = (hold.press.x() - point.x()) / self.strip().width() * hold.window.span_ms
                self.window_requested.emit(hold.window.moved(by))
            case _Drag.SCRUB:
                self.seek_requested.emit(round(self.moment_at(point.x())))
            case _Drag.SELECT:
                self._select(hold.moment_ms, self.moment_at(point.x()))
            case _Drag.BOUNDARY:
                is_free = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self._drag_boundary(hold, point.x(), is_free=is_free)
            case _Drag.UNDECIDED:
                pass

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: let go; without a drag it was a click."""
        hold, self._hold = self._hold, None
        if hold is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if hold.kind is _Drag.UNDECIDED:
            self.stretch_requested.emit(None)
            self.seek_requested.emit(round(self.moment_at(event.position().x())))
        elif hold.kind is _Drag.BOUNDARY and hold.handle is not None and self._boundary_ms is not None:
            to_ms, self._boundary_ms = self._boundary_ms, None
            if to_ms != hold.handle.at_ms:
                self.boundary_moved.emit(hold.handle.line, hold.handle.side.value, to_ms)
        self._show_pointer_over(event.position())
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: zoom at the pointer; sideways, or with Shift, pan."""
        turned, is_shifted = event.angleDelta(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._length_ms and (turned.x() or is_shifted):
            by = -(turned.x() or turned.y()) / _NOTCH * _PAN * self._window.span_ms
            self.window_requested.emit(self._window.moved(by))
        elif self._length_ms and turned.y():
            at = self.moment_at(event.position().x())
            self.window_requested.emit(self._window.zoomed(_ZOOM ** (turned.y() / _NOTCH), at_ms=at))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: arrows go a second, pages a window, Shift selects on the way, plus and minus zoom, Escape lets go."""
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_Escape and self._hold is not None:
            self._cancel()
        elif key is Qt.Key.Key_Escape and self._marks.stretch is not None:
            self.stretch_requested.emit(None)
        elif event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1 / _ZOOM if key is Qt.Key.Key_Minus else _ZOOM
            at = self.value() if self._window.holds(self.value()) else self._window.start_ms + self._window.span_ms / 2
            self.window_requested.emit(self._window.zoomed(factor, at_ms=at))
        elif (target := self._target_of(key)) is not None:
            self._has_ring = True
            target = round(min(max(target, 0), self._length_ms))
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._select(self._other_end(), target)
            self.seek_requested.emit(target)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Qt: while something is dragged or selected, Escape is for it."""
        is_key = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self._lets_go:
            event.accept()
            return True
        return super().event(event)

    # Private

    @property
    def _lets_go(self) -> bool:
        """Whether Escape has something to let go of."""
        return self._hold is not None or self._marks.stretch is not None

    def _target_of(self, key: Qt.Key) -> float | None:
        page = self._window.span_ms * _PAGE
        return {
            Qt.Key.Key_Left: self.value() - _STEP_MS,
            Qt.Key.Key_Down: self.value() - _STEP_MS,
            Qt.Key.Key_Right: self.value() + _STEP_MS,
            Qt.Key.Key_Up: self.value() + _STEP_MS,
            Qt.Key.Key_PageDown: self.value() + page,
            Qt.Key.Key_PageUp: self.value() - page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self._length_ms,
        }.get(key)

    def _begin_drag(self, hold: _Hold) -> None:
        free = _Drag.SELECT if hold.is_selecting else _Drag.PAN
        hold.kind = free if hold.handle is None else _Drag.BOUNDARY
        if hold.handle is not None:
            start, end = self._window.start_ms, self._window.end_ms
            lines = self._marks.lines_between(start, end)
            hold.targets = targets_of(hold.handle, lines, self._marks.loudness, start_ms=start, end_ms=end)
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        elif hold.kind is _Drag.PAN:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _select(self, one_ms: float, other_ms: float) -> None:
        start_ms, end_ms = sorted((round(one_ms), round(other_ms)))
        self.stretch_requested.emit((start_ms, end_ms) if start_ms < end_ms else None)

    def _other_end(self) -> int:
        """Where the selection began that goes on from the needle."""
        stretch = self._marks.stretch
        if stretch is None or self.value() not in stretch:
            return self.value()
        return stretch[0] if self.value() == stretch[1] else stretch[1]

    def _drag_boundary(self, hold: _Hold, x: float, *, is_free: bool) -> None:
        reach = 0 if is_free else _SNAP_PX * self._ms_per_px()
        self._boundary_ms = snapped(self.moment_at(x), hold.targets, within_ms=reach)
        self.update()

    def _cancel(self) -> None:
        hold, self._hold, self._boundary_ms = self._hold, None, None
        if hold is not None and hold.kind is _Drag.PAN:
            self.window_requested.emit(hold.window)
        elif hold is not None and hold.kind is _Drag.SELECT:
            self.stretch_requested.emit(hold.stretch)
        self.unsetCursor()
        self.update()

    def _ms_per_px(self) -> float:
        return self._window.span_ms / self.strip().width()

    def _handle_at(self, point: QPointF) -> Handle | None:
        strip, per_px = self.strip(), self._ms_per_px()
        if per_px > _FINEST_MS_PER_PX or not strip.top() <= point.y() <= strip.bottom():
            return None
        at, reach = self.moment_at(point.x()), _REACH_PX * per_px
        return handle_near(self._marks.lines_between(at - reach, at + reach), at, within_ms=reach)

    def _show_pointer_over(self, point: QPointF) -> None:
        is_on_end = self._handle_at(point) is not None
        self.setCursor(Qt.CursorShape.SplitHCursor if is_on_end else Qt.CursorShape.ArrowCursor)

    def _wanted_height(self) -> int:
        return 2 * line_height(TextStyle.SMALL) + _HEIGHT + 2 * SPACE_8 + SPACE_4

    def _paint_picture(self, painter: QPainter) -> None:
        strip = QRectF(self.strip())
        paint = StripPainter(painter, strip, self._window, self._marks, pitch=_PITCH)
        if self._length_ms:
            paint.paint_loop()
        paint.paint_middle(is_dotted=True)
        if not self._length_ms:
            return
        paint.paint_loudness()
        paint.paint_boundaries()
        paint.paint_set_aside()
        paint.paint_gaps()
        paint.paint_numbers(top=0)
        paint.paint_flags(top=2)
        paint.paint_hits(top=strip.bottom() + SPACE_4)
        self._paint_times(painter, strip)

    def _paint_times(self, painter: QPainter, strip: QRectF) -> None:
        font = font_of(TextStyle.SMALL, tabular=True)
        metrics = QFontMetrics(font)
        wanted_ms = max(_ROOM_FOR_TIME, 1.5 * metrics.horizontalAdvance("00:00:00")) * self._ms_per_px()
        step = next((each * 1000 for each in _TIME_STEPS_S if each * 1000 >= wanted_ms), _TIME_STEPS_S[-1] * 1000)
        painter.setFont(font)
        painter.setPen(colour(Role.TEXT2))
        top = strip.bottom() + SPACE_8 + SPACE_4
        moment = -int(-self._window.start_ms // step) * step
        while moment <= self._window.end_ms:
            text = clock(moment)
            width = metrics.horizontalAdvance(text)
            left = min(max(self.x_of(moment) - width / 2, strip.left()), strip.right() - width)
            painter.drawText(
                QRectF(left, top, width + 1, line_height(TextStyle.SMALL)), int(Qt.AlignmentFlag.AlignCenter), text
            )
            moment += step

    def _paint_above(self, painter: QPainter) -> None:
        if not self._length_ms:
            return
        strip = QRectF(self.strip())
        self._paint_stretch(painter)
        x = self.x_of(self.value())
        if strip.left() - NEEDLE <= x <= strip.right() + NEEDLE:
            self._paint_needle(painter, x, top=strip.top() - SPACE_4, base=strip.bottom() + SPACE_8)
        if self._boundary_ms is not None:
            self._paint_boundary(painter, strip, self._boundary_ms)

    def _paint_boundary(self, painter: QPainter, strip: QRectF, moment_ms: int) -> None:
        """The boundary while it is dragged, with its time to the tenth beside it."""
        x = self.x_of(moment_ms)
        painter.setPen(QPen(colour(Role.ACCENT), 2))
        painter.drawLine(QPointF(x, strip.top() - SPACE_4), QPointF(x, strip.bottom()))
        font = font_of(TextStyle.SMALL, strong=True, tabular=True)
        text = f"{clock(moment_ms)}.{moment_ms % 1000 // 100}"
        width = QFontMetrics(font).horizontalAdvance(text) + SPACE_8
        left = min(max(x + SPACE_4, strip.left()), strip.right() - width)
        box = QRectF(left, 0, width, line_height(TextStyle.SMALL))
        painter.fillRect(box, colour(Role.SURFACE))
        painter.setFont(font)
        painter.setPen(colour(Role.ACCENT))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
