"""What lies over the window while files are held above it."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.style.fonts import font_of, scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON_LARGE, RADIUS_DIALOG, SPACE_16, SPACE_24, Role, TextStyle


class DropOverlay(QWidget):
    """Covers its parent and says what dropping does."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def cover(self, text: str) -> None:
        """Appear over the whole parent, and say this."""
        self._text = text
        self.setAccessibleName(text)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(colour(Role.WINDOW))
        veil.setAlphaF(0.9)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(SPACE_24, SPACE_24, -SPACE_24, -SPACE_24)
        painter.setPen(QPen(colour(Role.ACCENT), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, RADIUS_DIALOG, RADIUS_DIALOG)
        centre = self.rect().center()
        half = scaled(ICON_LARGE)
        sign = QRect(centre.x() - half, centre.y() - 2 * half - SPACE_16, 2 * half, 2 * half)
        draw_icon(painter, Icon.IMPORT, sign, colour(Role.ACCENT))
        painter.setFont(font_of(TextStyle.TITLE))
        painter.setPen(colour(Role.TEXT))
        painter.drawText(self.rect().adjusted(0, SPACE_24, 0, 0), int(Qt.AlignmentFlag.AlignCenter), self._text)
