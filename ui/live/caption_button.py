"""A small button of the caption bar. The bar is dark in both themes, so it paints itself in the dark colours."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.theme import current_theme
from ui.style.tokens import DARK, FOCUS_RING, ICON, RADIUS_BUTTON, SPACE_4, SPACE_8, Role, TextStyle


def dark(role: Role) -> QColor:
    """A role's colour in the dark theme."""
    return QColor(DARK[role])


class CaptionButton(QAbstractButton):
    """Words, an icon, or both."""

    def __init__(self, text: str, *, name: str = "", icon: Icon | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setText(text)
        self.setAccessibleName(name or text)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def say(self, text: str, name: str) -> None:
        """Show and say something else."""
        self.setText(text)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Qt: icon and words."""
        width = QFontMetrics(font_of(TextStyle.SMALL)).horizontalAdvance(self.text()) + 2 * SPACE_8
        if self._icon is not None:
            width += scaled(ICON) + (SPACE_8 if self.text() else 0)
        return QSize(width, line_height(TextStyle.SMALL) + SPACE_8)

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isDown() or self.underMouse() or self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(dark(Role.PRESSED if self.isDown() or self.isChecked() else Role.HOVER))
            painter.drawRoundedRect(QRectF(self.rect()), RADIUS_BUTTON, RADIUS_BUTTON)
        ink = dark(Role.TEXT if self.isChecked() else Role.TEXT2)
        left = SPACE_8
        if self._icon is not None:
            draw_icon(painter, self._icon, icon_box(left, self.height() // 2), ink)
            left += scaled(ICON) + SPACE_8
        painter.setFont(font_of(TextStyle.SMALL))
        painter.setPen(ink)
        room = QRect(left, 0, self.width() - left - SPACE_4, self.height())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self.text())
        if self.hasFocus():
            painter.setPen(QPen(dark(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS_BUTTON, RADIUS_BUTTON)
