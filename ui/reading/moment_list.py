"""Notes and bookmarks as a list: a click shows the line, F2 or a double click writes on it, Delete takes it away."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.meetings.moment import Moment, MomentKind
from ui.reading.moment_words import moment_icon, moment_time, moment_title, spoken_moment
from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import draw_icon, icon_box
from ui.style.mirroring import draw_text, mirror_row, mirrored
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, RADIUS_BUTTON, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.painted_row import paint_ring, row_of

_Index = QModelIndex | QPersistentModelIndex
_MOST_ROWS = 6
"""Asked for where it does not get all the room there is."""
_WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


class MomentList(QListView):
    """The list, oldest first."""

    chosen = Signal(object)
    """A ``Moment`` to show."""
    written = Signal(object, str)
    """A ``Moment``, and what the person wrote on it."""
    removed = Signal(object)

    def __init__(self, *, shows_all: bool = False, parent: QWidget | None = None) -> None:
        """``shows_all`` where something around it scrolls: then it is as high as its rows, up to a few."""
        super().__init__(parent)
        self._shows_all = shows_all
        self._moments = _Model(parent=self)
        self.setModel(self._moments)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(self.tr("Notes and bookmarks"))
        self.setMouseTracking(True)
        self.setWordWrap(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(self._on_clicked)
        self.activated.connect(self._on_clicked)
        self._moments.written.connect(self.written)
        current_theme().changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def moments(self) -> Sequence[Moment]:
        """What is listed."""
        return self._moments.moments

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """List these; a new one comes into view."""
        before = len(self._moments.moments)
        self._moments.show(sorted(moments, key=lambda moment: moment.end_ms))
        if len(self._moments.moments) > before:
            self.scrollToBottom()

    def sizeHint(self) -> QSize:
        """Qt: all rows, up to a few; the rest is scrolled."""
        rows = range(min(self._moments.rowCount(), _MOST_ROWS))
        height = sum(self.sizeHintForRow(row) for row in rows)
        return QSize(200, height + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """Qt: a row or two at least."""
        if self._shows_all:
            return QSize(120, self.sizeHint().height())
        return QSize(
            120, min(self.sizeHint().height(), 2 * (line_height(TextStyle.BODY) + line_height(TextStyle.SMALL)))
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete takes the chosen moment away."""
        moment = self._moments.moment(self.currentIndex())
        is_editing = self.state() is QAbstractItemView.State.EditingState
        if event.key() == Qt.Key.Key_Delete and moment is not None and not is_editing:
            self.removed.emit(moment)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width wraps words elsewhere."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        if self._shows_all and event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _on_clicked(self, index: QModelIndex) -> None:
        moment = self._moments.moment(index)
        if moment is not None:
            self.chosen.emit(moment)


class _Model(QAbstractListModel):
    written = Signal(object, str)

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.moments: list[Moment] = []

    def show(self, moments: Sequence[Moment]) -> None:
        wanted = list(moments)
        if wanted[: len(self.moments)] == self.moments and len(wanted) > len(self.moments):
            self.beginInsertRows(QModelIndex(), len(self.moments), len(wanted) - 1)
            self.moments = wanted
            self.endInsertRows()
        elif wanted != self.moments:
            self.beginResetModel()
            self.moments = wanted
            self.endResetModel()

    def moment(self, index: _Index) -> Moment | None:
        return self.moments[index.row()] if index.isValid() and index.row() < len(self.moments) else None

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.moments)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        moment = self.moment(index)
        if moment is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return moment_title(moment)
        if role == Qt.ItemDataRole.EditRole:
            return moment.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_moment(moment)
        return moment if role == Qt.ItemDataRole.UserRole else None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        moment = self.moment(index)
        text = str(value).strip()
        is_note_emptied = moment is not None and moment.kind is MomentKind.NOTE and not text
        if role != Qt.ItemDataRole.EditRole or moment is None or text == moment.text or is_note_emptied:
            return False
        self.written.emit(moment, text)
        return True

    def flags(self, _index: _Index) -> Qt.ItemFlag:
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemNeverHasChildren
        )


class _Delegate(QStyledItemDelegate):
    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        width = self._view.viewport().width()
        return QSize(width, self._title_height(index, width) + line_height(TextStyle.SMALL) + 2 * SPACE_8 + 1)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        moment = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(moment, Moment):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, state = row_of(option)
        _paint_ground(painter, row, state)
        painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), colour(Role.LINE))
        top = row.top() + SPACE_8
        icon = icon_box(row.left(), top + line_height(TextStyle.BODY) // 2)
        tint = Role.ACCENT if moment.kind is MomentKind.BOOKMARK else Role.TEXT2
        draw_icon(painter, moment_icon(moment), icon, colour(tint))
        height = self._title_height(index, row.width())
        lead = max(0, (line_height(TextStyle.BODY) - QFontMetrics(font_of(TextStyle.BODY)).height()) // 2)
        left = row.left() + _text_left()
        painter.setFont(font_of(TextStyle.BODY))
        painter.setPen(colour(Role.TEXT))
        draw_text(painter, QRect(left, top + lead, row.right() - left, height), _WRAP, moment_title(moment))
        painter.setFont(font_of(TextStyle.SMALL, tabular=True))
        painter.setPen(colour(Role.TEXT2))
        below = QRect(left, top + height, row.right() - left, line_height(TextStyle.SMALL))
        draw_text(painter, below, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), moment_time(moment))
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Words of the note or bookmark"))
        editor.setPlaceholderText(self.tr("What is it about?"))
        editor.setMaxLength(2000)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: _Index) -> None:
        rect = option.rect
        place = QRect(
            rect.left() + _text_left() - SPACE_8,
            rect.top() + SPACE_8 // 2,
            rect.width() - _text_left() + SPACE_8,
            editor.sizeHint().height(),
        )
        editor.setGeometry(mirrored(option, place))

    def _title_height(self, index: _Index, width: int) -> int:
        title = str(index.data(Qt.ItemDataRole.DisplayRole))
        room = QRect(0, 0, max(width - _text_left(), 40), 10_000)
        metrics = QFontMetrics(font_of(TextStyle.BODY))
        spare = line_height(TextStyle.BODY) - metrics.height()
        return metrics.boundingRect(room, _WRAP, title).height() + max(spare, 0)


def _text_left() -> int:
    return scaled(ICON) + SPACE_12


def _paint_ground(painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
    if state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(Role.HOVER))
        painter.drawRoundedRect(row.adjusted(0, 1, 0, -1), RADIUS_BUTTON, RADIUS_BUTTON)
    paint_ring(painter, row.adjusted(1, 1, -1, -2), state)
