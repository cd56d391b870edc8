"""The whole recording as one strip: loudness coloured by speaker, gaps, bookmarks, search hits, and where one is.

It is a slider of milliseconds: a click or the arrow keys go there. Peaks come from a background thread and are painted
once into a picture; while it plays, only the line of the position is painted anew.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap
from ui.editor.meeting_sound import Peaks
from ui.editor.playback import SKIP_MS
from ui.reading.clock import clock
from ui.style.theme import colour, current_theme
from ui.style.tokens import FOCUS_RING, RADIUS_CHIP, SPACE_4, SPACE_8, SPACE_12, SPACE_24, Role

PEAK_PARTS: Final = 2000
"""Parts that the recording is measured in; more than a wide screen has pixels for bars."""

_HEIGHT: Final = 28
_BAR, _PITCH = 2, 3
_PAGE_MS: Final = 30_000
_COUGH: Final = 0.998
"""The loudest few parts do not make all others look quiet."""
_SILENCE: Final = 0.03
"""Quieter than this, there is only the line."""
_MOST_HITS: Final = 600


class Overview(QAbstractSlider):
    """The strip."""

    seek_requested = Signal(int)
    """The person wants to be at this millisecond."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._length_ms = 0
        self._peaks: Peaks = ()
        self._loudest = 1.0
        self._changes: list[tuple[int, int]] = []
        self._gaps: Sequence[Gap] = ()
        self._hits: Sequence[int] = ()
        self._moments: Sequence[Moment] = ()
        self._picture: QPixmap | None = None
        self._has_ring = False
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Position in the recording"))
        current_theme().changed.connect(self._forget_picture)

    def clear(self) -> None:
        """Another meeting is opened."""
        self._length_ms = 0
        self.setRange(0, 0)
        self._peaks, self._changes, self._gaps, self._hits = (), [], (), ()
        self._moments = ()
        self._forget_picture()

    def show_length(self, length_ms: int) -> None:
        """Say how long the recording is."""
        if length_ms != self._length_ms:
            self._length_ms = length_ms
            self.setRange(0, max(length_ms, 0))
            self.setSingleStep(SKIP_MS)
            self.setPageStep(_PAGE_MS)
            self._forget_picture()

    def show_peaks(self, peaks: Peaks) -> None:
        """Show the loudness."""
        self._peaks = peaks
        loud = sorted(max(abs(low), abs(high)) for low, high in peaks)
        self._loudest = (loud[int(len(loud) * _COUGH)] if loud else 0.0) or 1.0
        self._forget_picture()

    def show_speakers(self, changes: list[tuple[int, int]]) -> None:
        """Colour by speaker: each entry is a moment and the number of who speaks from there on."""
        if changes != self._changes:
            self._changes = changes
            self._forget_picture()

    def show_gaps(self, gaps: Sequence[Gap]) -> None:
        """Hatch what is missing."""
        if list(gaps) != list(self._gaps):
            self._gaps = gaps
            self._forget_picture()

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Mark bookmarks and notes above the strip."""
        if list(moments) != list(self._moments):
            self._moments = tuple(moments)
            self._forget_picture()

    def show_hits(self, moments: Sequence[int]) -> None:
        """Mark where something was found; of very many only some, there are not more pixels."""
        step = max(1, len(moments) // _MOST_HITS)
        self._hits = moments[::step]
        self._forget_picture()

    def show_position(self, position_ms: int) -> None:
        """Move the line."""
        before = self._x_of(self.value())
        self.setValue(position_ms)
        self.setAccessibleDescription(clock(position_ms))
        after = self._x_of(self.value())
        if round(before) != round(after):
            for x in (before, after):
                self.update(QRect(round(x) - 6, 0, 13, self.height()))

    def sizeHint(self) -> QSize:
        """Qt: the strip with room for the marks."""
        return QSize(400, _HEIGHT + 2 * SPACE_12)

    def minimumSizeHint(self) -> QSize:
        """Qt: narrow is fine."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: the picture, and the position on it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), colour(Role.SURFACE))
        ratio = self.devicePixelRatioF()
        wanted = self.size() * ratio
        if self._picture is None or self._picture.size() != wanted:
            self._picture = QPixmap(wanted)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            self._paint_picture()
        painter.drawPixmap(0, 0, self._picture)
        if self._length_ms:
            x = self._x_of(self.value())
            strip = self._strip()
            painter.fillRect(QRectF(x - 1, strip.top() - SPACE_4, 2, strip.height() + SPACE_8), colour(Role.TEXT))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(Role.TEXT))
            base = strip.bottom() + SPACE_8
            painter.drawPolygon([QPointF(x, base - 6), QPointF(x - 4.5, base + 1), QPointF(x + 4.5, base + 1)])
        if self.hasFocus() and self._has_ring:
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(self._strip().adjusted(-SPACE_8, -SPACE_8, SPACE_8, SPACE_8))
            painter.drawRoundedRect(ring, RADIUS_CHIP, RADIUS_CHIP)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click goes there."""
        if event.button() is Qt.MouseButton.LeftButton and self._length_ms:
            self._has_ring = False
            self.seek_requested.emit(self._moment_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: a drag goes along; without a button the time under the pointer is shown."""
        if not self._length_ms:
            return
        moment = self._moment_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.seek_requested.emit(moment)
        QToolTip.showText(event.globalPosition().toPoint(), clock(moment), self)

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

    def event(self, event: QEvent) -> bool:
        """Qt: by keyboard one sees a ring."""
        if event.type() is QEvent.Type.FocusIn:
            reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
            self._has_ring = getattr(event, "reason", lambda: None)() in reasons
            self.update()
        elif event.type() is QEvent.Type.FocusOut:
            self.update()
        return super().event(event)

    def _strip(self) -> QRect:
        return QRect(SPACE_24, SPACE_12, max(self.width() - 2 * SPACE_24, 1), _HEIGHT)

    def _x_of(self, moment_ms: int) -> float:
        strip = self._strip()
        return strip.left() + (strip.width() * moment_ms / self._length_ms if self._length_ms else 0)

    def _moment_at(self, x: float) -> int:
        strip = self._strip()
        part = (x - strip.left()) / strip.width()
        return round(min(max(part, 0.0), 1.0) * self._length_ms)

    def _forget_picture(self) -> None:
        self._picture = None
        self.update()

    def _paint_picture(self) -> None:
        assert self._picture is not None
        painter = QPainter(self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strip = self._strip()
        middle = strip.center().y() + 0.5
        painter.fillRect(QRectF(strip.left(), middle - 0.5, strip.width(), 1), colour(Role.CONTROL))
        if self._length_ms:
            self._paint_loudness(painter, strip, middle)
            self._paint_gaps(painter, strip)
            self._paint_hits(painter, strip)
            self._paint_moments(painter, strip)
        painter.end()

    def _paint_loudness(self, painter: QPainter, strip: QRect, middle: float) -> None:
        count = len(self._peaks)
        if not count:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        bars = strip.width() // _PITCH
        colours: dict[int, QColor] = {0: colour(Role.CONTROL)}
        moments = [moment for moment, _ in self._changes]
        for bar in range(bars):
            first = bar * count // bars
            part = self._peaks[first : max(first + 1, (bar + 1) * count // bars)]
            loud = max(max(abs(low), abs(high)) for low, high in part) / self._loudest
            if loud < _SILENCE:
                continue
            half = max(1.0, min(loud, 1.0) ** 0.8 * strip.height() / 2)
            at = bisect_right(moments, (bar + 0.5) * self._length_ms / bars) - 1
            number = self._changes[at][1] if at >= 0 else 0
            if number not in colours:
                colours[number] = current_theme().speaker_fill(number)
            painter.setBrush(colours[number])
            painter.drawRoundedRect(QRectF(strip.left() + bar * _PITCH, middle - half, _BAR, 2 * half), 1, 1)

    def _paint_gaps(self, painter: QPainter, strip: QRect) -> None:
        for gap in self._gaps:
            left, right = self._x_of(gap.start_ms), self._x_of(gap.end_ms)
            box = QRectF(left, strip.top(), max(right - left, 3), strip.height())
            painter.setPen(QPen(colour(Role.WARNING), 1))
            painter.setBrush(colour(Role.WARNING_SOFT))
            painter.drawRect(box)
            painter.setBrush(QBrush(colour(Role.WARNING), Qt.BrushStyle.BDiagPattern))
            painter.drawRect(box)

    def _paint_moments(self, painter: QPainter, strip: QRect) -> None:
        """A bookmark is a filled flag's tip, a note an open one; the side panel has their words."""
        for moment in self._moments:
            x, top = self._x_of(moment.end_ms), strip.top() - SPACE_4
            painter.setPen(QPen(colour(Role.ACCENT), 1.5))
            painter.setBrush(colour(Role.ACCENT) if moment.kind is MomentKind.BOOKMARK else Qt.BrushStyle.NoBrush)
            painter.drawPolygon([QPointF(x - 4, top - 6), QPointF(x + 4, top - 6), QPointF(x, top)])

    def _paint_hits(self, painter: QPainter, strip: QRect) -> None:
        for moment in self._hits:
            painter.fillRect(QRectF(self._x_of(moment) - 1, strip.bottom() + SPACE_4, 2, 5), colour(Role.TEXT))
