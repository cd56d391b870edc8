"""The places that will be replaced, each with what is there, what will be there, and a check mark.

Rows are painted by a delegate and their words looked up when they come into view, so that thousands cost no more
than ten. Space checks a place, Enter or a click on its words goes there.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.meetings.identifiers import SegmentId
from ui.editor.finder import Place
from ui.editor.place_painter import paint_place
from ui.reading.clock import clock
from ui.style.fonts import line_height, scaled
from ui.style.mirroring import mirror_row
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, TextStyle
from ui.widgets.painted_row import BOX, paint_box, paint_ground, row_of

_Index = QModelIndex | QPersistentModelIndex
_MOST_ROWS = 5
_AROUND = 40
"""Characters shown before what was found."""


class ReplaceList(QListView):
    """The list."""

    chosen = Signal(int)
    """Number of a place to go to."""
    checks_changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places = _Model(parent=self)
        self.setModel(self._places)
        self.setItemDelegate(_Delegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Places to replace"))
        self._places.checks_changed.connect(self.checks_changed)
        self.activated.connect(self._on_activated)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def places(self) -> Sequence[Place]:
        """All places, checked or not."""
        return self._places.places

    @property
    def checked(self) -> list[Place]:
        """The places that will be replaced."""
        return [place for number, place in enumerate(self._places.places) if number not in self._places.unchecked]

    def show_places(self, places: Sequence[Place], text_of: Callable[[SegmentId], str]) -> None:
        """List other places, all checked; ``text_of`` gives the words of a line."""
        self._places.show(places, text_of)
        self.updateGeometry()

    def show_replacement(self, text: str) -> None:
        """Show what will be there instead."""
        self._places.replacement = text
        self.viewport().update()

    def check(self, number: int, *, is_checked: bool) -> None:
        """Replace a place, or leave it."""
        state = Qt.CheckState.Checked if is_checked else Qt.CheckState.Unchecked
        self._places.setData(self._places.index(number), state.value, Qt.ItemDataRole.CheckStateRole)

    def sizeHint(self) -> QSize:
        """Qt: all rows, up to a few."""
        return QSize(200, min(len(self._places.places), _MOST_ROWS) * _row_height())

    def minimumSizeHint(self) -> QSize:
        """Qt: as high as it wants to be."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Space checks, Enter goes there."""
        row = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and row.isValid():
            self.check(row.row(), is_checked=row.row() in self._places.unchecked)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click on the check mark checks, elsewhere it goes there."""
        super().mouseReleaseEvent(event)
        row = self.indexAt(event.position().toPoint())
        if not row.isValid():
            return
        beside = event.position().x()
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            beside = self.viewport().width() - beside
        if beside < SPACE_12 + scaled(BOX) + SPACE_4:
            self.check(row.row(), is_checked=row.row() in self._places.unchecked)
        else:
            self.chosen.emit(row.row())

    def _on_activated(self, row: QModelIndex) -> None:
        self.chosen.emit(row.row())


class _Model(QAbstractListModel):
    checks_changed = Signal()

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.places: Sequence[Place] = ()
        self.unchecked: set[int] = set()
        self.replacement = ""
        self._text_of: Callable[[SegmentId], str] = str

    def show(self, places: Sequence[Place], text_of: Callable[[SegmentId], str]) -> None:
        self.beginResetModel()
        self.places, self._text_of = places, text_of
        self.unchecked = set()
        self.endResetModel()

    def words(self, place: Place) -> tuple[str, str, str]:
        """What is before the place, in it and behind it."""
        text = self._text_of(place.segment_id)
        start = max(0, place.start - _AROUND)
        before = ("…" if start else "") + text[start : place.start]
        return before, text[place.start : place.stop], text[place.stop : place.stop + 200]

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.places)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        place = self.places[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Unchecked if index.row() in self.unchecked else Qt.CheckState.Checked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{clock(place.start_ms)}, {''.join(self.words(place))}"
        return place if role == Qt.ItemDataRole.UserRole else None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        if value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value):
            self.unchecked.discard(index.row())
        else:
            self.unchecked.add(index.row())
        self.dataChanged.emit(index, index)
        self.checks_changed.emit()
        return True

    def flags(self, _index: _Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(200, _row_height())

    def editorEvent(self, _event: QEvent, _model: object, _option: QStyleOptionViewItem, _index: object) -> bool:
        return False  # the list itself knows where the check marks are

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model, place = index.model(), index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(model, _Model) or not isinstance(place, Place):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, state = row_of(option)
        paint_ground(painter, row, state)
        is_checked = index.row() not in model.unchecked
        side = scaled(BOX)
        box = QRect(row.left() + SPACE_8, row.center().y() - side // 2 + 1, side, side)
        paint_box(painter, box, Qt.CheckState.Checked if is_checked else Qt.CheckState.Unchecked)
        room = row.adjusted(box.right() - row.left() + SPACE_12, 0, -SPACE_12, 0)
        replacement = model.replacement if is_checked else None
        paint_place(painter, room, place.start_ms, model.words(place), replacement=replacement)
        painter.restore()


def _row_height() -> int:
    return line_height(TextStyle.SMALL) + SPACE_12
