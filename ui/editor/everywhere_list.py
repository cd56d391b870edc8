"""The places found in many meetings, under the titles of these, each with a check mark. Rows are painted by a delegate.

Space and a click check a place, or all of a meeting by its title.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.editing.finding import FoundPlace
from app.meetings.identifiers import MeetingId
from ui.editor.everywhere_reading import EverywhereMeeting, EverywherePlace
from ui.editor.place_painter import paint_place
from ui.reading.clock import clock
from ui.style.fonts import font_of, line_height, scaled
from ui.style.mirroring import mirror_row
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_24, Role, TextStyle
from ui.widgets.painted_row import BOX, draw_words, paint_box, paint_ground, row_of

_Index = QModelIndex | QPersistentModelIndex
_LEAST_ROWS, _MOST_ROWS = 3, 9
_PART_OF_WINDOW = 0.3


@dataclass(frozen=True, slots=True)
class _Row:
    meeting: int
    """Number of the meeting."""
    place: int | None
    """Number of the place in it; ``None`` for its title."""


class EverywhereList(QListView):
    """The list."""

    checks_changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = _Model(parent=self)
        self.setModel(self._rows)
        self.setItemDelegate(_Delegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Places to replace in all meetings"))
        self._rows.checks_changed.connect(self.checks_changed)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def meetings(self) -> Sequence[EverywhereMeeting]:
        """Where something was found."""
        return self._rows.meetings

    @property
    def count(self) -> int:
        """How many places were found."""
        return sum(len(each.places) for each in self._rows.meetings)

    @property
    def checked(self) -> list[tuple[MeetingId, tuple[FoundPlace, ...]]]:
        """The places that will be replaced, meeting by meeting."""
        return self._rows.checked()

    @property
    def rows(self) -> list[str]:
        """What the rows say, from top to bottom."""
        return [str(self._rows.data(self._rows.index(number))) for number in range(self._rows.rowCount())]

    def add(self, meetings: Sequence[EverywhereMeeting]) -> None:
        """More was found."""
        if meetings:
            self._rows.add(meetings)
            self.updateGeometry()

    def clear_all(self) -> None:
        """Nothing is found."""
        self._rows.clear()
        self.updateGeometry()

    def show_replacement(self, text: str) -> None:
        """Show what will be there instead."""
        self._rows.replacement = text
        self.viewport().update()

    def toggle(self, number: int) -> None:
        """Check a row, or take its check mark away."""
        self._rows.toggle(number)

    def sizeHint(self) -> QSize:
        """Qt: all rows, up to a few, and to a part of the window."""
        room = round(self.window().height() * _PART_OF_WINDOW) // _row_height()
        return QSize(200, min(self._rows.rowCount(), max(_LEAST_ROWS, min(room, _MOST_ROWS))) * _row_height())

    def minimumSizeHint(self) -> QSize:
        """Qt: enough to choose from."""
        return QSize(200, min(self._rows.rowCount(), _LEAST_ROWS) * _row_height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Space checks."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.toggle(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click checks."""
        super().mouseReleaseEvent(event)
        row = self.indexAt(event.position().toPoint())
        if row.isValid():
            self.toggle(row.row())


class _Model(QAbstractListModel):
    checks_changed = Signal()

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.meetings: list[EverywhereMeeting] = []
        self.replacement = ""
        self._unchecked: set[tuple[int, int]] = set()
        self._rows: list[_Row] = []

    def add(self, meetings: Sequence[EverywhereMeeting]) -> None:
        more: list[_Row] = []
        for number, each in enumerate(meetings, len(self.meetings)):
            more.append(_Row(number, None))
            more += [_Row(number, place) for place in range(len(each.places))]
        self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(more) - 1)
        self.meetings += meetings
        self._rows += more
        self.endInsertRows()

    def clear(self) -> None:
        self.beginResetModel()
        self.meetings, self._rows, self._unchecked = [], [], set()
        self.endResetModel()

    def checked(self) -> list[tuple[MeetingId, tuple[FoundPlace, ...]]]:
        found: list[tuple[MeetingId, tuple[FoundPlace, ...]]] = []
        for number, each in enumerate(self.meetings):
            places = tuple(p.place for at, p in enumerate(each.places) if (number, at) not in self._unchecked)
            if places:
                found.append((each.meeting.id, places))
        return found

    def row(self, number: int) -> tuple[EverywhereMeeting, EverywherePlace | None]:
        row = self._rows[number]
        meeting = self.meetings[row.meeting]
        return meeting, None if row.place is None else meeting.places[row.place]

    def state(self, number: int) -> Qt.CheckState:
        row = self._rows[number]
        if row.place is not None:
            is_out = (row.meeting, row.place) in self._unchecked
            return Qt.CheckState.Unchecked if is_out else Qt.CheckState.Checked
        count = len(self.meetings[row.meeting].places)
        out = sum((row.meeting, at) in self._unchecked for at in range(count))
        if not out:
            return Qt.CheckState.Checked
        return Qt.CheckState.Unchecked if out == count else Qt.CheckState.PartiallyChecked

    def toggle(self, number: int) -> None:
        row = self._rows[number]
        places = range(len(self.meetings[row.meeting].places)) if row.place is None else (row.place,)
        keys = {(row.meeting, at) for at in places}
        if self.state(number) is Qt.CheckState.Checked:
            self._unchecked |= keys
        else:
            self._unchecked -= keys
        self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
        self.checks_changed.emit()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.CheckStateRole:
            return self.state(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            meeting, place = self.row(index.row())
            if place is None:
                return f"{meeting.meeting.title} ({len(meeting.places)})"
            return f"{clock(place.start_ms)}, {place.before}{place.found}{place.behind}"
        return None

    def flags(self, _index: _Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(200, _row_height())

    def editorEvent(self, _event: QEvent, _model: object, _option: QStyleOptionViewItem, _index: object) -> bool:
        return False  # the list itself knows what a click means

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, _Model):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, state = row_of(option)
        paint_ground(painter, row, state)
        meeting, place = model.row(index.row())
        checked = model.state(index.row())
        side = scaled(BOX)
        left = row.left() + SPACE_8 + (0 if place is None else SPACE_24)
        box = QRect(left, row.center().y() - side // 2 + 1, side, side)
        paint_box(painter, box, checked)
        room = row.adjusted(box.right() - row.left() + SPACE_12, 0, -SPACE_12, 0)
        if place is None:
            count = str(len(meeting.places))
            words = QRect(room)
            words.setRight(room.right() - QFontMetrics(font_of(TextStyle.SMALL)).horizontalAdvance(count) - SPACE_12)
            draw_words(painter, words, meeting.meeting.title, font_of(TextStyle.SMALL, strong=True), Role.TEXT)
            words.setLeft(words.left() + SPACE_8)
            words.setRight(room.right())
            draw_words(painter, words, count, font_of(TextStyle.SMALL, tabular=True), Role.TEXT2)
        else:
            replacement = model.replacement if checked is Qt.CheckState.Checked else None
            words = (place.before, place.found, place.behind)
            paint_place(painter, room, place.start_ms, words, replacement=replacement)
        painter.restore()


def _row_height() -> int:
    return line_height(TextStyle.SMALL) + SPACE_12
