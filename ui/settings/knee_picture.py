"""The curve of settings: wrong words upwards, time to the right, the front joined by a line, the chosen one ringed.

Lives on the window's thread. The sentence beside it says the same in words.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.style.fonts import font_of, scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_8, SPACE_16, Role, TextStyle

if TYPE_CHECKING:
    from app.diagnostics.calibration import Calibrated

_HEIGHT = 220
_DOT, _RING = 4.0, 9.0


class KneePicture(QWidget):
    """Shows one calibration."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Calibrated | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Curve of all settings that were tried"))
        current_theme().changed.connect(self.update)

    def show_found(self, found: "Calibrated") -> None:
        """Show another one."""
        self._found = found
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: as wide as there is room."""
        return QSize(scaled(360), scaled(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        if self._found is None:
            return
        knee = self._found.knee
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font_of(TextStyle.SMALL, tabular=True))
        words = QFontMetrics(painter.font())
        least, most = min(p.wrong_percent for p in knee.points), max(p.wrong_percent for p in knee.points)
        longest = max(p.real_time_factor for p in knee.points)
        tick = max(words.horizontalAdvance(f"{value:.1f} %") for value in (least, most))
        left, foot = tick + SPACE_16, self.height() - 2 * words.height() - SPACE_8
        field = QRectF(left, words.height() + SPACE_16, self.width() - left - SPACE_16, 0)
        field.setBottom(foot - SPACE_8)

        def place(wrong: float, effort: float) -> QPointF:
            across, up = effort / (longest or 1.0), (wrong - least) / ((most - least) or 1.0)
            return QPointF(field.left() + across * field.width(), field.bottom() - up * field.height())

        painter.setPen(QPen(colour(Role.LINE), 1))
        painter.drawLine(QPointF(left, 0), QPointF(left, foot))
        painter.drawLine(QPointF(left, foot), QPointF(self.width(), foot))
        painter.setPen(colour(Role.TEXT2))
        for value in {least, most}:
            middle = place(value, 0.0).y()
            box = QRectF(0, middle - words.height() / 2, left - SPACE_8, words.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, f"{value:.1f} %")
        head = QRectF(left + SPACE_8, 0, self.width() - left, words.height())
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft, self.tr("Wrong words"))
        below = QRectF(left, foot + SPACE_8 / 2, self.width() - left, words.height())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, f"{longest:.2f}")
        below.translate(0, words.height())
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, self.tr("Seconds of work for a second of speech"))
        painter.setPen(QPen(colour(Role.ACCENT), 2))
        painter.drawPolyline([place(p.wrong_percent, p.real_time_factor) for p in knee.front])
        for point in knee.points:
            at = place(point.wrong_percent, point.real_time_factor)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(Role.ACCENT if point in knee.front else Role.CONTROL))
            painter.drawEllipse(at, _DOT, _DOT)
            if point == knee.chosen:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(Role.TEXT), 2))
                painter.drawEllipse(at, _RING, _RING)
