"""What delegates paint rows of: their ground, a check mark, words. For lists on the window's thread.

Rows are painted where thousands have to cost no more than ten; where there are few, widgets are simpler.
"""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ui.style.icons import Icon, draw_icon
from ui.style.mirroring import draw_text
from ui.style.theme import colour
from ui.style.tokens import FOCUS_RING, RADIUS_BUTTON, Role

BOX = 18
"""Side of a check mark's box, in pixels before scaling."""


def row_of(option: QStyleOptionViewItem) -> tuple[QRect, QStyle.StateFlag]:
    """Where a row is, and its state."""
    # PySide fills these fields at run time; its stubs leave their types out.
    rect: QRect = option.rect  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]
    state: QStyle.StateFlag = option.state  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]
    return QRect(rect), state


def paint_ground(painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
    """What is beneath a row that is chosen, under the pointer, or where the keyboard is."""
    box = QRectF(row).adjusted(1, 1, -1, -1)
    painter.setPen(Qt.PenStyle.NoPen)
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(colour(Role.ACCENT_SOFT))
        painter.drawRoundedRect(box, RADIUS_BUTTON, RADIUS_BUTTON)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(colour(Role.HOVER))
        painter.drawRoundedRect(box, RADIUS_BUTTON, RADIUS_BUTTON)
    paint_ring(painter, box, state)


def paint_ring(painter: QPainter, box: QRect | QRectF, state: QStyle.StateFlag) -> None:
    """The ring around the row where the keyboard is."""
    if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
        painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, RADIUS_BUTTON, RADIUS_BUTTON)


def paint_box(painter: QPainter, box: QRect, state: Qt.CheckState) -> None:
    """The box with its check mark; a bar where only a part is checked."""
    is_empty = state is Qt.CheckState.Unchecked
    painter.setPen(QPen(colour(Role.CONTROL if is_empty else Role.ACCENT), 1))
    painter.setBrush(colour(Role.SURFACE if is_empty else Role.ACCENT))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if state is Qt.CheckState.Checked:
        draw_icon(painter, Icon.CHECK, box.adjusted(2, 2, -2, -2), colour(Role.ON_ACCENT))
    elif state is Qt.CheckState.PartiallyChecked:
        bar = QRectF(box.left() + box.width() / 4, box.center().y() - 0.5, box.width() / 2, 2)
        painter.fillRect(bar, colour(Role.ON_ACCENT))


def draw_words(painter: QPainter, room: QRect, text: str, font: QFont, role: Role) -> None:
    """Draw words, and take their room away."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room.width(), 0))
    painter.setFont(font)
    painter.setPen(colour(role))
    draw_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
    room.setLeft(min(room.left() + metrics.horizontalAdvance(shown), room.right() + 1))
