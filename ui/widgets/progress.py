"""Waiting shows itself: a 4 px bar, the percentage and the time left, in the row it belongs to."""

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.style.fonts import font_of, line_height
from ui.style.mirroring import draw_text
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_4, SPACE_12, Role, TextStyle

_BAR = 4


class ProgressLine(QWidget):
    """Percentage, time left and bar as a widget."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._fraction = 0.0
        self._remark = ""
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def show_progress(self, fraction: float, remark: str = "") -> None:
        """Show how far it is, 0..1, with the time left or another remark beside it."""
        self._fraction = fraction
        self._remark = remark
        self.setAccessibleDescription(f"{percent_text(fraction)} {remark}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: a line of small text and the bar."""
        return progress_size(self._remark or time_left_text(3600.0))

    def minimumSizeHint(self) -> QSize:
        """Qt: room for the figures."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_progress(painter, self.rect(), self._fraction, self._remark)


def progress_size(remark: str) -> QSize:
    """Room that percentage, remark and bar need."""
    strong = QFontMetrics(font_of(TextStyle.SMALL, strong=True, tabular=True))
    small = QFontMetrics(font_of(TextStyle.SMALL, tabular=True))
    width = strong.horizontalAdvance(percent_text(1.0)) + SPACE_12 + small.horizontalAdvance(remark) + SPACE_4
    return QSize(max(width, 132), line_height(TextStyle.SMALL) + SPACE_4 + _BAR)


def paint_progress(painter: QPainter, rect: QRect, fraction: float, remark: str) -> None:
    """Paint percentage, remark and bar into ``rect``."""
    painter.save()
    line = QRect(rect.left(), rect.top(), rect.width(), line_height(TextStyle.SMALL))
    painter.setFont(font_of(TextStyle.SMALL, strong=True, tabular=True))
    painter.setPen(colour(Role.TEXT))
    draw_text(painter, line, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), percent_text(fraction))
    painter.setFont(font_of(TextStyle.SMALL, tabular=True))
    painter.setPen(colour(Role.TEXT2))
    draw_text(painter, line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), remark)
    paint_bar(painter, QRect(rect.left(), line.bottom() + 1 + SPACE_4, rect.width(), _BAR), fraction)
    painter.restore()


def paint_bar(painter: QPainter, rect: QRect, fraction: float) -> None:
    """Paint only the bar."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(Role.PRESSED))
    painter.drawRoundedRect(QRectF(rect), 2, 2)
    filled = QRectF(rect)
    filled.setWidth(rect.width() * min(1.0, max(0.0, fraction)))
    painter.setBrush(colour(Role.ACCENT))
    painter.drawRoundedRect(filled, 2, 2)
    painter.restore()


def percent_text(fraction: float) -> str:
    """Percentage with its thin distance; 100 % only when it is really over."""
    return f"{min(100, int(fraction * 100))} %"


def time_left_text(seconds: float) -> str:
    """How long it will still take, in words."""
    translate = QCoreApplication.translate
    if seconds < 10:
        return translate("TimeLeft", "a few seconds left")
    if seconds < 55:
        return translate("TimeLeft", "about %1 s left").replace("%1", str(round(seconds / 5) * 5))
    minutes = round(seconds / 60)
    if minutes < 60:
        return translate("TimeLeft", "about %1 min left").replace("%1", str(max(1, minutes)))
    hours, rest = divmod(minutes, 60)
    return translate("TimeLeft", "about %1 h %2 min left").replace("%1", str(hours)).replace("%2", str(rest))
