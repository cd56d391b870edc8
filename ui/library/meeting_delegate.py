"""Paints the rows of the library list: a card for each group, and in each row what is worth knowing.

Called by Qt on the window's thread. The button of a row is painted as well; ``action_rect`` tells the list where.
"""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.meetings.meeting import MeetingStatus
from app.recording.status import RecordingPhase
from ui.library.meeting_list_model import Corner, GroupHead, MeetingRole, ShownMeeting
from ui.library.meeting_row import MeetingRow
from ui.library.row_words import action_text, clock_text, second_line, status_text
from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.mirroring import draw_text, mirror_row, mirrored
from ui.style.theme import colour
from ui.style.tokens import (
    FOCUS_RING,
    ICON,
    RADIUS_CARD,
    SELECTION_BAR,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    SPACE_20,
    SPACE_24,
    Role,
    TextStyle,
)
from ui.widgets.button import paint_small_button, small_button_size
from ui.widgets.chip import ChipKind, chip_size, paint_chip
from ui.widgets.progress import paint_progress, progress_size

_Index = QModelIndex | QPersistentModelIndex

_SIGNS = {
    MeetingStatus.RECORDING: (Icon.UNDERSTOOD, Role.TEXT2),
    MeetingStatus.READY: (Icon.OK, Role.ACCENT),
    MeetingStatus.WAITING: (Icon.CLOCK, Role.TEXT2),
    MeetingStatus.WORKING: (Icon.UNDERSTOOD, Role.TEXT2),
    MeetingStatus.PARTIAL: (Icon.RECOVERED, Role.WARNING),
    MeetingStatus.FAILED: (Icon.WARNING, Role.DANGER),
}
_CENTRE_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_CENTRE_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
_WIDE = 100
"""From this width on, in digits, the lengths stand in a column of their own; else in the second line."""


@dataclass(slots=True)
class Pointed:
    """Which row's button is under the pointer, held down, or has the keyboard."""

    over: QPersistentModelIndex | None = None
    is_down: bool = False
    focused: QPersistentModelIndex | None = None


class MeetingDelegate(QStyledItemDelegate):
    """Paints group heads and meetings."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pointed = Pointed()

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Qt: heights come from the font."""
        if isinstance(index.data(MeetingRole.ENTRY), GroupHead):
            above = SPACE_4 if index.row() == 0 else SPACE_20
            return QSize(0, above + line_height(TextStyle.SMALL) + SPACE_8)
        return QSize(0, line_height(TextStyle.BODY) + line_height(TextStyle.SMALL) + SPACE_20)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Qt: paint."""
        entry = index.data(MeetingRole.ENTRY)
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(entry, GroupHead):
            painter.setFont(font_of(TextStyle.SMALL, strong=True))
            painter.setPen(colour(Role.TEXT2))
            rect = option.rect.adjusted(0, 0, 0, -SPACE_8)
            draw_text(painter, rect, int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft), entry.text)
        elif isinstance(entry, ShownMeeting):
            self._paint_ground(painter, option, entry)
            self._paint_meeting(painter, option.rect, entry, index)
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        """Qt: a line to write another title."""
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("New title"))
        editor.setMaxLength(300)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: _Index) -> None:
        """Qt: the line lies over the title."""
        height = editor.sizeHint().height()
        rect = option.rect
        width = min(rect.width() - _text_left() - SPACE_24, 640)
        left, middle = rect.left() + _text_left() - SPACE_8, rect.top() + rect.height() // 2
        editor.setGeometry(mirrored(option, QRect(left, middle - height // 2, width, height)))

    def action_rect(self, rect: QRect, entry: ShownMeeting) -> QRect | None:
        """Where the button of a row is, given the row's rectangle."""
        if entry.action is None:
            return None
        size = small_button_size(action_text(entry.action))
        left = rect.right() - SPACE_20 - size.width() + 1
        return QRect(left, rect.top() + (rect.height() - size.height()) // 2, size.width(), size.height())

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, entry: ShownMeeting) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        has_window_focus = bool(option.state & QStyle.StateFlag.State_Active)
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        role = Role.SURFACE
        if is_selected:
            role = Role.ACCENT_SOFT if has_window_focus else Role.HOVER
        elif is_over:
            role = Role.HOVER
        path = _card_path(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), entry.corner)
        painter.fillPath(path, colour(role))
        painter.setPen(QPen(colour(Role.LINE), 1))
        painter.drawPath(path)
        if is_selected:
            bar = QRectF(option.rect.left(), option.rect.top(), SELECTION_BAR, option.rect.height())
            painter.save()
            painter.setClipPath(path)
            painter.fillRect(bar, colour(Role.ACCENT))
            painter.restore()
        if has_focus and self.pointed.focused is None:
            inset = FOCUS_RING / 2
            shared = 0 if entry.corner in (Corner.ONLY, Corner.LAST) else 1  # the row below paints the line between
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            ring = QRectF(option.rect).adjusted(inset, inset, -inset, -inset - shared)
            painter.drawPath(_card_path(ring, entry.corner))

    def _paint_meeting(self, painter: QPainter, rect: QRect, entry: ShownMeeting, index: _Index) -> None:
        icon, role = _sign_of(entry.row)
        middle = rect.top() + rect.height() // 2
        draw_icon(painter, icon, icon_box(rect.left() + SPACE_24, middle), colour(role))
        right = self._paint_right(painter, rect, entry, index)
        right = self._paint_length(painter, rect, entry, right)
        left = rect.left() + _text_left()
        self._paint_words(painter, QRect(left, rect.top(), right - left, 0), entry, has_length=not _is_wide(rect))

    def _paint_right(self, painter: QPainter, rect: QRect, entry: ShownMeeting, index: _Index) -> int:
        """Paint button, progress or chip; answers where they begin."""
        right = rect.right() - SPACE_20 + 1
        button = self.action_rect(rect, entry)
        if button is not None and entry.action is not None:
            key = QPersistentModelIndex(index)
            paint_small_button(
                painter,
                button,
                action_text(entry.action),
                is_over=self.pointed.over == key,
                is_down=self.pointed.over == key and self.pointed.is_down,
                is_focused=self.pointed.focused == key,
            )
            right = button.left() - SPACE_12
        words = status_text(entry.row, entry.progress, entry.place, is_stopping=entry.is_stopping)
        if entry.progress is not None and entry.row.status is MeetingStatus.WORKING and not entry.is_stopping:
            size = progress_size(words)
            top = rect.top() + (rect.height() - size.height()) // 2
            paint_progress(
                painter, QRect(right - size.width(), top, size.width(), size.height()), entry.progress.fraction, words
            )
            return right - size.width()
        if not words:
            return right
        if entry.row.status in (MeetingStatus.READY, MeetingStatus.PARTIAL) and entry.row.live is None:
            is_ready = entry.row.status is MeetingStatus.READY and not entry.row.is_recovered
            size = chip_size(words, has_icon=is_ready)
            top = rect.top() + (rect.height() - size.height()) // 2
            kind, icon = (ChipKind.GOOD, Icon.REVIEW) if is_ready else (ChipKind.WARNING, None)
            paint_chip(painter, QRect(right - size.width(), top, size.width(), size.height()), words, kind, icon)
            return right - size.width()
        font = font_of(TextStyle.SMALL, tabular=True)
        width = QFontMetrics(font).horizontalAdvance(words) + 1
        painter.setFont(font)
        is_red = entry.row.status is MeetingStatus.FAILED or _is_heard(entry.row)
        painter.setPen(colour(Role.DANGER if is_red else Role.TEXT2))
        draw_text(painter, QRect(right - width, rect.top(), width, rect.height()), _CENTRE_RIGHT, words)
        return right - width

    def _paint_length(self, painter: QPainter, rect: QRect, entry: ShownMeeting, right: int) -> int:
        """Paint the length of the recording; answers where the words must end."""
        if not _is_wide(rect):
            return right - SPACE_16
        font = font_of(TextStyle.SMALL, tabular=True)
        metrics = QFontMetrics(font)
        width = metrics.horizontalAdvance("00:00:00")
        column = rect.right() - SPACE_20 - metrics.horizontalAdvance("0") * 40 - SPACE_16
        edge = min(right - SPACE_16, column)
        length = entry.row.length_ms
        if length:
            painter.setFont(font)
            painter.setPen(colour(Role.TEXT2))
            draw_text(painter, QRect(edge - width, rect.top(), width, rect.height()), _CENTRE_RIGHT, clock_text(length))
        return edge - width - SPACE_16

    def _paint_words(self, painter: QPainter, room: QRect, entry: ShownMeeting, *, has_length: bool) -> None:
        body, small = line_height(TextStyle.BODY), line_height(TextStyle.SMALL)
        top = room.top() + SPACE_8 + 2
        title = QRect(room.left(), top, room.width(), body)
        _draw_elided(painter, title, entry.row.summary.meeting.title, font_of(TextStyle.BODY, strong=True), Role.TEXT)
        below = QRect(room.left(), top + body, room.width(), small)
        line = second_line(entry.row, entry.today, entry.progress)
        length = entry.row.length_ms
        if has_length and length:
            line = f"{clock_text(length)} · {line}"
        _draw_elided(painter, below, line, font_of(TextStyle.SMALL), Role.TEXT2)


def _sign_of(row: MeetingRow) -> tuple[Icon, Role]:
    if _is_heard(row):
        return Icon.RECORD, Role.RECORDING
    if row.live is not None and row.live.phase is RecordingPhase.PAUSED:
        return Icon.PAUSE, Role.TEXT2
    if row.live is None and row.is_recovered and row.status is MeetingStatus.READY:
        return Icon.RECOVERED, Role.WARNING
    return _SIGNS[row.status]


def _is_heard(row: MeetingRow) -> bool:
    """Whether it is recorded at this moment: the red dot stands for nothing else."""
    return row.live is not None and row.live.phase.is_heard


def _text_left() -> int:
    """Where the words of a row begin."""
    return SPACE_20 + scaled(ICON) + SPACE_20 + 2


def _is_wide(rect: QRect) -> bool:
    return rect.width() >= QFontMetrics(font_of(TextStyle.SMALL)).horizontalAdvance("0") * _WIDE


def _draw_elided(painter: QPainter, rect: QRect, text: str, font: QFont, role: Role) -> None:
    painter.setFont(font)
    painter.setPen(colour(role))
    draw_text(
        painter, rect, _CENTRE_LEFT, QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    )


def _card_path(rect: QRectF, corner: Corner) -> QPainterPath:
    """The outline of a row within its card; rows share the line between them."""
    path = QPainterPath()
    radius = float(RADIUS_CARD)
    has_top = corner in (Corner.ONLY, Corner.FIRST)
    has_bottom = corner in (Corner.ONLY, Corner.LAST)
    rect = QRectF(rect) if has_top else rect.adjusted(0, -1, 0, 0)
    top, bottom = radius if has_top else 0.0, radius if has_bottom else 0.0
    path.moveTo(rect.left() + top, rect.top())
    path.lineTo(rect.right() - top, rect.top())
    path.arcTo(rect.right() - 2 * top, rect.top(), 2 * top, 2 * top, 90, -90)
    path.lineTo(rect.right(), rect.bottom() - bottom)
    path.arcTo(rect.right() - 2 * bottom, rect.bottom() - 2 * bottom, 2 * bottom, 2 * bottom, 0, -90)
    path.lineTo(rect.left() + bottom, rect.bottom())
    path.arcTo(rect.left(), rect.bottom() - 2 * bottom, 2 * bottom, 2 * bottom, 270, -90)
    path.lineTo(rect.left(), rect.top() + top)
    path.arcTo(rect.left(), rect.top(), 2 * top, 2 * top, 180, -90)
    return path
