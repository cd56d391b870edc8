"""A row of a side bar: icon, words, perhaps a number. Painted by the delegates of the library and the settings."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.mirroring import draw_text, mirror_row
from ui.style.theme import colour
from ui.style.tokens import FOCUS_RING, ICON, RADIUS_BUTTON, SELECTION_BAR, SPACE_8, SPACE_12, Role, TextStyle

_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


def navigation_row_size(text: str = "") -> QSize:
    """Room that a row needs."""
    width = QFontMetrics(font_of(TextStyle.BODY, strong=True)).horizontalAdvance(text)
    return QSize(width + 3 * SPACE_12 + scaled(ICON) + SPACE_8, line_height(TextStyle.BODY) + SPACE_12 + 2)


def paint_navigation_row(
    painter: QPainter,
    option: QStyleOptionViewItem,
    text: str,
    icon: Icon,
    *,
    count: int | None = None,
    is_quiet: bool = False,
    can_be_selected: bool = True,
) -> None:
    """Paint a row that fills the option's rectangle."""
    painter.save()
    mirror_row(painter, option)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rect = option.rect.adjusted(0, 1, 0, -1)
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected) and can_be_selected
    _paint_ground(painter, option, rect, is_selected=is_selected)
    middle = rect.top() + rect.height() // 2
    left = rect.left() + SPACE_12
    draw_icon(painter, icon, icon_box(left, middle), colour(Role.ACCENT if is_selected else Role.TEXT2))
    left += scaled(ICON) + SPACE_12
    right = rect.right() - SPACE_8
    if count is not None:
        small = font_of(TextStyle.SMALL, tabular=True)
        painter.setFont(small)
        painter.setPen(colour(Role.TEXT2))
        draw_text(painter, rect.adjusted(0, 0, -SPACE_12, 0), _RIGHT, str(count))
        right -= QFontMetrics(small).horizontalAdvance(str(count)) + SPACE_12
    font = font_of(TextStyle.BODY, strong=is_selected)
    painter.setFont(font)
    painter.setPen(colour(Role.TEXT2 if is_quiet else Role.TEXT))
    room = QRect(left, rect.top(), right - left, rect.height())
    draw_text(painter, room, _LEFT, QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width()))
    painter.restore()


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem, rect: QRect, *, is_selected: bool) -> None:
    if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(Role.ACCENT_SOFT if is_selected else Role.HOVER))
        painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
    if is_selected:
        painter.save()
        painter.setClipRect(QRect(rect.left(), rect.top(), SELECTION_BAR, rect.height()))
        painter.setBrush(colour(Role.ACCENT))
        painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
        painter.restore()
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), RADIUS_BUTTON, RADIUS_BUTTON)
