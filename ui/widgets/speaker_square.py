"""The sign of a speaker: a rounded square with the number in it, which is also the key that assigns the speaker."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.style.fonts import font_of, scaled
from ui.style.mirroring import draw_text
from ui.style.theme import current_theme
from ui.style.tokens import RADIUS_SQUARE, SPEAKER_SQUARE, TextStyle


class SpeakerSquare(QWidget):
    """The square as a widget; the name always stands beside it."""

    def __init__(self, number: int, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.setAccessibleName(str(number))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Qt: 20 px, more at a larger text scale."""
        return QSize(square_side(), square_side())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_speaker_square(painter, self.rect(), self._number)


def square_side() -> int:
    """Side of a square in pixels."""
    return scaled(SPEAKER_SQUARE)


def paint_speaker_square(painter: QPainter, rect: QRect, number: int) -> None:
    """Paint a square that fills ``rect``."""
    theme = current_theme()
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.speaker_fill(number))
    painter.drawRoundedRect(QRectF(rect), RADIUS_SQUARE, RADIUS_SQUARE)
    painter.setFont(font_of(TextStyle.SMALL, strong=True))
    painter.setPen(theme.speaker_digit(number))
    draw_text(painter, rect, int(Qt.AlignmentFlag.AlignCenter), str(number))
    painter.restore()
