"""A field that offers a list to choose from."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QListView, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, RADIUS_BUTTON, SPACE_8, SPACE_12, SPACE_16, Role, TextStyle
from ui.widgets.focus_ring import RingedWidget


class Choice(RingedWidget, QComboBox):
    """A combo box painted like a field. ``is_plain`` takes the border away, for tool bars."""

    def __init__(self, name: str, *, is_plain: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_plain = is_plain
        self._keys: list[object] = []
        self._style_of_text = TextStyle.SMALL if is_plain else TextStyle.BODY
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        view = QListView()
        view.setAccessibleName(name)
        view.setSpacing(2)
        self.setView(view)
        self.setItemDelegate(_Rows(self))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        current_theme().changed.connect(self.updateGeometry)

    def offer(self, key: object, text: str) -> None:
        """Add one entry; ``key`` is what ``chosen`` answers. Keys stay here: Qt would make plain text of an enum."""
        self._keys.append(key)
        self.addItem(text)

    def clear_all(self) -> None:
        """Take every entry away."""
        self._keys.clear()
        self.clear()

    @property
    def chosen(self) -> object:
        """The key of the chosen entry."""
        return self._keys[self.currentIndex()] if 0 <= self.currentIndex() < len(self._keys) else None

    @property
    def keys(self) -> tuple[object, ...]:
        """The keys of all entries."""
        return tuple(self._keys)

    def choose(self, key: object) -> None:
        """Choose an entry by its key; an unknown key changes nothing."""
        if key in self._keys:
            self.setCurrentIndex(self._keys.index(key))

    def sizeHint(self) -> QSize:
        """Qt: as wide as the longest entry."""
        metrics = QFontMetrics(font_of(self._style_of_text))
        texts = [self.itemText(index) for index in range(self.count())]
        width = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        side = SPACE_8 if self._is_plain else SPACE_12
        padding = 4 if self._is_plain else 6
        return QSize(width + scaled(ICON) + SPACE_8 + 2 * side + 2, line_height(self._style_of_text) + 2 * padding)

    def minimumSizeHint(self) -> QSize:
        """Qt: never narrower than its entries, up to a limit."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), 320), hint.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: scrolling a page must not change what was chosen."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_over = self.underMouse() and self.isEnabled()
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._is_plain:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(Role.HOVER) if is_over else Qt.BrushStyle.NoBrush)
        else:
            border = Role.LINE if not self.isEnabled() else Role.TEXT2 if is_over else Role.CONTROL
            painter.setPen(QPen(colour(border), 1))
            painter.setBrush(colour(Role.SURFACE))
        painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
        self._paint_text(painter)

    def _paint_text(self, painter: QPainter) -> None:
        ink = colour(Role.TEXT if self.isEnabled() else Role.DISABLED)
        side = SPACE_8 if self._is_plain else SPACE_12
        is_ltr = self.layoutDirection() is Qt.LayoutDirection.LeftToRight
        room = self.rect().adjusted(side, 0, -side - scaled(ICON) - SPACE_8, 0)
        chevron = icon_box(self.width() - side - scaled(ICON), self.height() // 2)
        if not is_ltr:
            room = self.rect().adjusted(side + scaled(ICON) + SPACE_8, 0, -side, 0)
            chevron.moveLeft(side)
        font = font_of(self._style_of_text)
        painter.setFont(font)
        painter.setPen(ink)
        text = QFontMetrics(font).elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room.width())
        side_flag = Qt.AlignmentFlag.AlignLeft if is_ltr else Qt.AlignmentFlag.AlignRight
        painter.drawText(room, int(side_flag | Qt.AlignmentFlag.AlignVCenter), text)
        draw_icon(painter, Icon.CHEVRON_DOWN, chevron, ink)


class _Rows(QStyledItemDelegate):
    """The entries of the open list: as much air as a menu has."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width() + SPACE_16, max(hint.height(), line_height(TextStyle.BODY) + SPACE_8))
