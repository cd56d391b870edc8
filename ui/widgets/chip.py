"""A chip: a word or two about something, in a small framed box. Painted by delegates too."""

from enum import StrEnum

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.mirroring import draw_text
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, RADIUS_CHIP, SPACE_8, Role, TextStyle


class ChipKind(StrEnum):
    """What a chip says, beside its words."""

    GOOD = "good"
    WARNING = "warning"
    DANGER = "danger"
    NEUTRAL = "neutral"


_ROLES = {
    ChipKind.GOOD: (Role.ACCENT_SOFT, Role.ACCENT_MARK, Role.ACCENT),
    ChipKind.WARNING: (Role.WARNING_SOFT, Role.WARNING_LINE, Role.WARNING),
    ChipKind.DANGER: (Role.DANGER_SOFT, Role.DANGER_SOFT, Role.DANGER),
    ChipKind.NEUTRAL: (Role.SURFACE, Role.LINE, Role.TEXT2),
}


class Chip(QWidget):
    """A chip as a widget."""

    def __init__(
        self,
        text: str,
        *,
        kind: ChipKind = ChipKind.NEUTRAL,
        icon: Icon | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._kind = kind
        self._icon = icon
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def text(self) -> str:
        """Its words."""
        return self._text

    def show_state(self, text: str, kind: ChipKind, icon: Icon | None = None) -> None:
        """Say something else."""
        self._text, self._kind, self._icon = text, kind, icon
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: icon and words."""
        return chip_size(self._text, has_icon=self._icon is not None)

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_chip(painter, self.rect(), self._text, self._kind, self._icon)


def chip_size(text: str, *, has_icon: bool = False) -> QSize:
    """Room that a chip needs."""
    width = QFontMetrics(font_of(TextStyle.SMALL)).horizontalAdvance(text) + 2 * SPACE_8
    return QSize(width + (scaled(ICON) + 6 if has_icon else 0), line_height(TextStyle.SMALL) + 4)


def paint_chip(painter: QPainter, rect: QRect, text: str, kind: ChipKind, icon: Icon | None = None) -> None:
    """Paint a chip that fills ``rect``."""
    fill, border, ink = (colour(role) for role in _ROLES[kind])
    painter.save()
    painter.setPen(QPen(border, 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CHIP, RADIUS_CHIP)
    left = rect.left() + SPACE_8
    if icon is not None:
        draw_icon(painter, icon, icon_box(left, rect.top() + rect.height() // 2), ink)
        left += scaled(ICON) + 6
    painter.setFont(font_of(TextStyle.SMALL))
    painter.setPen(ink)
    room = QRect(left, rect.top(), rect.right() - left + 1, rect.height())
    draw_text(painter, room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
    painter.restore()
