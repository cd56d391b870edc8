"""What overview and detailed waveform have in common: a slider of milliseconds that is painted once and has a needle.

The picture under the needle is painted anew only when what it shows has changed; while it plays, only the needle is.
"""

from typing import Final

from PySide6.QtCore import QEvent, QLineF, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from ui.editor.sound_marks import SoundMarks
from ui.reading.clock import clock
from ui.style.theme import colour, current_theme
from ui.style.tokens import FOCUS_RING, RADIUS_CHIP, SPACE_4, SPACE_24, Role

NEEDLE: Final = 6
"""Half the room that the needle takes."""
_SELECTED: Final = 0.3
"""How much of the sound the colour of a selection takes."""


class PositionStrip(QAbstractSlider):
    """A strip of sound on which one is somewhere."""

    seek_requested = Signal(int)
    """The person wants to be at this millisecond."""

    def __init__(self, *, marks: SoundMarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks = marks
        self._length_ms = 0
        self._picture: QPixmap | None = None
        self._has_ring = False
        self._painted = 0
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self._on_theme_changed)

    @property
    def pictures_painted(self) -> int:
        """How often everything was painted; tests count it."""
        return self._painted

    def show_length(self, length_ms: int) -> None:
        """Say how long the recording is."""
        self._length_ms = length_ms
        self.setRange(0, max(length_ms, 0))
        self.repaint_picture()

    def show_position(self, position_ms: int) -> None:
        """Move the needle."""
        before = self.x_of(self.value())
        self.setValue(position_ms)
        self.setAccessibleDescription(clock(position_ms))
        after = self.x_of(self.value())
        if round(before) != round(after):
            for x in (before, after):
                self.update(QRect(round(x) - NEEDLE, 0, 2 * NEEDLE + 1, self.height()))

    def repaint_picture(self) -> None:
        """Something else is to be shown."""
        self._picture = None
        self.update()

    def strip(self) -> QRect:
        """Where the sound is."""
        raise NotImplementedError

    def x_of(self, moment_ms: float) -> float:
        """Where a moment is."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        """Qt: as high as it must be."""
        return QSize(400, self._wanted_height())

    def minimumSizeHint(self) -> QSize:
        """Qt: narrow is fine."""
        return QSize(120, self._wanted_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: the picture, and the needle on it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), colour(Role.SURFACE))
        ratio = self.devicePixelRatioF()
        wanted = self.size() * ratio
        if self._picture is None or self._picture.size() != wanted:
            self._picture = QPixmap(wanted)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            picture = QPainter(self._picture)
            picture.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_picture(picture)
            picture.end()
            self._painted += 1
        painter.drawPixmap(0, 0, self._picture)
        self._paint_above(painter)
        if self.hasFocus() and self._has_ring:
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._ring(), RADIUS_CHIP, RADIUS_CHIP)

    def event(self, event: QEvent) -> bool:
        """Qt: by keyboard one sees a ring."""
        if event.type() is QEvent.Type.FocusIn:
            reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
            self._has_ring = getattr(event, "reason", lambda: None)() in reasons
            self.update()
        elif event.type() is QEvent.Type.FocusOut:
            self.update()
        return super().event(event)

    def _wanted_height(self) -> int:
        raise NotImplementedError

    def _ring(self) -> QRectF:
        return QRectF(self.rect()).adjusted(SPACE_24 - 8, 2, 8 - SPACE_24, -2)

    def _paint_picture(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _paint_above(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _paint_stretch(self, painter: QPainter) -> None:
        """What was selected, over the picture: it follows the hand, and the sound is not painted anew for it."""
        stretch, strip = self._marks.stretch, QRectF(self.strip())
        if stretch is None or self.x_of(stretch[1]) < strip.left() or self.x_of(stretch[0]) > strip.right():
            return
        left, right = max(self.x_of(stretch[0]), strip.left()), min(self.x_of(stretch[1]), strip.right())
        fill = QColor(colour(Role.ACCENT))
        fill.setAlphaF(_SELECTED)
        painter.fillRect(QRectF(left, strip.top(), max(right - left, 1), strip.height()), fill)
        painter.setPen(QPen(colour(Role.ACCENT), 1.5))
        for x in (left, right):
            painter.drawLine(QLineF(x, strip.top(), x, strip.bottom()))

    def _paint_needle(self, painter: QPainter, x: float, *, top: float, base: float) -> None:
        painter.fillRect(QRectF(x - 1, top, 2, base - top - SPACE_4), colour(Role.TEXT))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(Role.TEXT))
        painter.drawPolygon([QPointF(x, base - 6), QPointF(x - 4.5, base + 1), QPointF(x + 4.5, base + 1)])

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.repaint_picture()
