"""Who speaks in the meeting: number and colour, name, how much of the talking, and how long.

A click goes to where they speak next, F2 or a double click gives another name, the menu merges two of them. The number
is the key that gives a line to the speaker. Rows are painted by a delegate.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.editor.speaker_shares import SpeakerShare
from ui.reading.clock import clock, spoken_length
from ui.style.fonts import font_of, line_height, scaled
from ui.style.mirroring import draw_text, mirror_row, mirrored
from ui.style.theme import colour, current_theme
from ui.style.tokens import RADIUS_BUTTON, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.painted_row import paint_ring, row_of
from ui.widgets.speaker_square import paint_speaker_square, square_side

_Index = QModelIndex | QPersistentModelIndex
_BAR = 56
_BAR_HEIGHT = 6
_MOST_ROWS = 8


class SpeakerList(QListView):
    """The list."""

    chosen = Signal(object)
    """A ``Speaker`` to hear."""
    named = Signal(object, str)
    """A ``Speaker`` and a new name."""
    merged = Signal(object, object)
    """A ``Speaker``, and the one who takes all their lines."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares = _Model(parent=self)
        self.setModel(self._shares)
        self.setItemDelegate(_Delegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Speakers"))
        self.setToolTip(
            self.tr(
                "Alt and the number give the line with the caret to a speaker. A click goes on to them, F2 renames."
            )
        )
        self._shares.named.connect(self.named)
        self.clicked.connect(self._on_chosen)
        self.activated.connect(self._on_chosen)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def shares(self) -> Sequence[SpeakerShare]:
        """Who is listed."""
        return self._shares.shares

    def show_shares(self, shares: Sequence[SpeakerShare]) -> None:
        """List these."""
        if list(shares) != list(self._shares.shares):
            self._shares.show(shares)
            self.updateGeometry()

    def name(self, number: int, text: str) -> None:
        """Give the speaker in a row another name, as the field in it does."""
        self._shares.setData(self._shares.index(number), text)

    def menu_for(self, number: int) -> QMenu:
        """What can be done with a speaker."""
        menu = QMenu(self)
        row, shares = self._shares.index(number), self._shares.shares
        menu.addAction(self.tr("Rename"), lambda: self.edit(row))
        others = menu.addMenu(self.tr("Merge into"))
        one = shares[number].speaker
        for share in shares:
            if share.speaker.id != one.id:
                others.addAction(share.speaker.name, lambda other=share.speaker: self.merged.emit(one, other))
        others.setEnabled(len(shares) > 1)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: the menu, by mouse or key."""
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        row = self.currentIndex() if is_by_key else self.indexAt(event.pos())
        if row.isValid():
            menu = self.menu_for(row.row())
            corner = self.viewport().mapToGlobal(self.visualRect(row).bottomLeft()) if is_by_key else event.globalPos()
            menu.exec(QPoint(corner))
            menu.deleteLater()

    def sizeHint(self) -> QSize:
        """Qt: all rows, up to a few."""
        return QSize(200, min(len(self._shares.shares), _MOST_ROWS) * _row_height())

    def minimumSizeHint(self) -> QSize:
        """Qt: as high as it wants to be."""
        return QSize(120, self.sizeHint().height())

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._shares.shares[index.row()].speaker)


class _Model(QAbstractListModel):
    named = Signal(object, str)

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.shares: list[SpeakerShare] = []

    def show(self, shares: Sequence[SpeakerShare]) -> None:
        is_same_length = len(shares) == len(self.shares)
        if not is_same_length:
            self.beginResetModel()
        self.shares = list(shares)
        if is_same_length:
            self.dataChanged.emit(self.index(0), self.index(len(shares) - 1))
        else:
            self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shares)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        share = self.shares[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return share.speaker.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{share.speaker.number}, {share.speaker.name}, {spoken_length(share.spoken_ms)}"
        return share if role == Qt.ItemDataRole.UserRole else None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        name = " ".join(str(value).split())
        share = self.shares[index.row()]
        if role != Qt.ItemDataRole.EditRole or not name or name == share.speaker.name:
            return False
        self.named.emit(share.speaker, name)
        return True

    def flags(self, _index: _Index) -> Qt.ItemFlag:
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemNeverHasChildren


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(200, _row_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        share = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(share, SpeakerShare):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, state = row_of(option)
        _paint_ground(painter, row, state)
        side = square_side()
        square = QRect(row.left(), row.center().y() - side // 2 + 1, side, side)
        paint_speaker_square(painter, square, share.speaker.number)
        times = font_of(TextStyle.SMALL, tabular=True)
        painter.setFont(times)
        painter.setPen(colour(Role.TEXT2))
        time = clock(share.spoken_ms)
        draw_text(painter, row, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), time)
        right = row.right() - max(QFontMetrics(times).horizontalAdvance(time), scaled(_BAR)) - SPACE_12
        bar = QRectF(right - scaled(_BAR), row.center().y() - _BAR_HEIGHT / 2 + 1, scaled(_BAR), _BAR_HEIGHT)
        _paint_share(painter, bar, share)
        room = QRect(square.right() + SPACE_8, row.top(), int(bar.left()) - square.right() - 2 * SPACE_8, row.height())
        body = font_of(TextStyle.BODY)
        painter.setFont(body)
        painter.setPen(colour(Role.TEXT))
        name = QFontMetrics(body).elidedText(share.speaker.name, Qt.TextElideMode.ElideRight, room.width())
        draw_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), name)
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Name of the speaker"))
        editor.setMaxLength(200)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: _Index) -> None:
        left = square_side() + SPACE_8 // 2
        rect = option.rect
        height = editor.sizeHint().height()
        place = QRect(rect.left() + left, rect.center().y() - height // 2 + 1, rect.width() - left, height)
        editor.setGeometry(mirrored(option, place))


def _row_height() -> int:
    return line_height(TextStyle.BODY) + SPACE_8


def _paint_share(painter: QPainter, bar: QRectF, share: SpeakerShare) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(Role.LINE))
    painter.drawRoundedRect(bar, 3, 3)
    painter.setBrush(current_theme().speaker_fill(share.speaker.number))
    part = QRectF(bar)
    part.setWidth(max(3.0, bar.width() * min(1.0, share.share)))
    painter.drawRoundedRect(part, 3, 3)


def _paint_ground(painter: QPainter, row: QRect, state: QStyle.StateFlag) -> None:
    if state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(Role.HOVER))
        painter.drawRoundedRect(row, RADIUS_BUTTON, RADIUS_BUTTON)
    paint_ring(painter, row.adjusted(1, 1, -1, -1), state)
