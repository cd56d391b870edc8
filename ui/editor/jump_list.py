"""A list of places in the transcript: what is there, when, and why it is listed. A click or Enter goes there.

Rows are painted by a delegate, so that a thousand lines set aside cost no more than ten.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.reading.clock import clock
from ui.style.fonts import font_of, line_height
from ui.style.mirroring import draw_text, mirror_row
from ui.style.theme import colour, current_theme
from ui.style.tokens import RADIUS_BUTTON, SELECTION_BAR, SPACE_4, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.painted_row import paint_ring, row_of

_Index = QModelIndex | QPersistentModelIndex
_MOST_ROWS = 6
"""More are scrolled."""


@dataclass(frozen=True, slots=True)
class JumpEntry:
    """One place."""

    key: object
    """What ``jumped`` says, so that the owner knows where to go."""
    title: str
    detail: str
    """Second line, may be empty."""
    moment_ms: int | None
    """``None`` where it is of no one moment."""


class JumpList(QListView):
    """The list."""

    jumped = Signal(object)

    def __init__(self, name: str, *, most_rows: int = _MOST_ROWS, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most_rows = most_rows
        self._model = _Model(parent=self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(name)
        self.clicked.connect(self._on_chosen)
        self.activated.connect(self._on_chosen)
        current_theme().changed.connect(self._on_theme_changed)

    @property
    def entries(self) -> Sequence[JumpEntry]:
        """What is listed."""
        return self._model.entries

    def show_entries(self, entries: Sequence[JumpEntry]) -> None:
        """List other places."""
        if list(entries) == list(self._model.entries):
            return
        self._model.show(entries)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Qt: all rows, up to a few."""
        rows = min(len(self._model.entries), self._most_rows)
        return QSize(200, rows * _row_height())

    def minimumSizeHint(self) -> QSize:
        """Qt: two rows at least."""
        return QSize(120, min(len(self._model.entries), 2) * _row_height())

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self.jumped.emit(self._model.entries[index.row()].key)

    def _on_theme_changed(self) -> None:
        self._model.layoutChanged.emit()
        self.updateGeometry()


class _Model(QAbstractListModel):
    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: Sequence[JumpEntry] = ()

    def show(self, entries: Sequence[JumpEntry]) -> None:
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (_moment(entry), entry.title, entry.detail) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.title
        return entry if role == Qt.ItemDataRole.UserRole else None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(120, _row_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        entry = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(entry, JumpEntry):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, state = row_of(option)
        _paint_ground(painter, row, state)
        _paint_words(painter, row.adjusted(SPACE_12, SPACE_4, -SPACE_12, -SPACE_4), entry)
        painter.restore()


def _row_height() -> int:
    return line_height(TextStyle.BODY) + line_height(TextStyle.SMALL) + 2 * SPACE_8


def _paint_ground(painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
    box = QRectF(row)
    painter.setPen(Qt.PenStyle.NoPen)
    if state & QStyle.StateFlag.State_Selected:
        is_active = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setBrush(colour(Role.ACCENT_SOFT if is_active else Role.HOVER))
        painter.drawRoundedRect(box, RADIUS_BUTTON, RADIUS_BUTTON)
        painter.fillRect(QRectF(box.left(), box.top() + 2, SELECTION_BAR, box.height() - 4), colour(Role.ACCENT))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(colour(Role.HOVER))
        painter.drawRoundedRect(box, RADIUS_BUTTON, RADIUS_BUTTON)
    paint_ring(painter, box.adjusted(1, 1, -1, -1), state)


def _paint_words(painter: QPainter, room: QRect, entry: JumpEntry) -> None:
    first, second = line_height(TextStyle.BODY), line_height(TextStyle.SMALL)
    times = font_of(TextStyle.SMALL, tabular=True)
    painter.setFont(times)
    painter.setPen(colour(Role.TEXT2))
    upper = QRect(room.left(), room.top() + SPACE_4, room.width(), first)
    moment = _moment(entry)
    draw_text(painter, upper, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), moment)
    upper.setRight(upper.right() - QFontMetrics(times).horizontalAdvance(moment) - SPACE_12)
    _draw(painter, upper, entry.title, TextStyle.BODY, Role.TEXT)
    lower = QRect(room.left(), upper.bottom() + 1, room.width(), second)
    _draw(painter, lower, entry.detail, TextStyle.SMALL, Role.TEXT2)


def _moment(entry: JumpEntry) -> str:
    return "" if entry.moment_ms is None else clock(entry.moment_ms)


def _draw(painter: QPainter, room: QRect, text: str, style: TextStyle, ink: Role) -> None:
    font = font_of(style)
    painter.setFont(font)
    painter.setPen(colour(ink))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    draw_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
