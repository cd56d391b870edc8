"""The list inside the side bar: choosing a part of the library, naming courses, dropping meetings on them."""

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import keys_of
from ui.library.meeting_row import Shelf
from ui.library.side_bar_model import EntryKind, SideBarModel, SideEntry, SideRole
from ui.style.fonts import font_of, line_height
from ui.style.mirroring import draw_text, mirror_row
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_4, SPACE_12, SPACE_20, Role, TextStyle
from ui.widgets.navigation_row import navigation_row_size, paint_navigation_row

_Index = QModelIndex | QPersistentModelIndex


class SideList(QListView):
    """The list inside the side bar."""

    view_chosen = Signal(object)
    course_delete_requested = Signal(object, str)
    course_page_requested = Signal(object)
    filter_requested = Signal(object)
    """A ``SavedFilter`` to change, or ``None`` for a new one."""
    filter_delete_requested = Signal(object)
    empty_bin_requested = Signal()

    def __init__(self, model: SideBarModel, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = model
        self.setModel(model)
        self.setItemDelegate(SideDelegate(self))
        self.setAccessibleName(self.tr("Parts of the library"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setDropIndicatorShown(True)
        self.clicked.connect(self._on_clicked)
        current_theme().changed.connect(self.scheduleDelayedItemsLayout)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Qt: arrows choose as a click does."""
        super().currentChanged(current, previous)  # type: ignore[arg-type] # Qt hands over what it takes
        entry = self._entries.entry(current)
        if entry is not None and entry.view is not None:
            self.view_chosen.emit(entry.view)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter makes a course, Delete deletes one."""
        entry = self._entries.entry(self.currentIndex())
        is_editing = self.state() is QAbstractItemView.State.EditingState
        if is_editing or entry is None:
            super().keyPressEvent(event)
            return
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if is_enter and entry.kind is EntryKind.NEW_COURSE:
            self.edit(self.currentIndex())
        elif is_enter and entry.kind is EntryKind.NEW_FILTER:
            self.filter_requested.emit(None)
        elif event.key() == Qt.Key.Key_F2 and entry.saved is not None:
            self.filter_requested.emit(entry.saved)
        elif event.key() == Qt.Key.Key_Delete and entry.course_id is not None:
            self.course_delete_requested.emit(entry.course_id, entry.text)
        elif event.key() == Qt.Key.Key_Delete and entry.saved is not None:
            self.filter_delete_requested.emit(entry.saved)
        elif event.key() == Qt.Key.Key_Delete and entry.is_bin:
            self.empty_bin_requested.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: right click or menu key."""
        is_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_keyboard else self.indexAt(event.pos())
        entry = self._entries.entry(index)
        if entry is None or (entry.course_id is None and entry.saved is None and not entry.is_bin):
            return
        menu = self.build_menu(entry, QPersistentModelIndex(index))
        place = self.viewport().mapToGlobal(self.visualRect(index).center()) if is_keyboard else event.globalPos()
        menu.popup(place)

    def build_menu(self, entry: SideEntry, index: QPersistentModelIndex) -> QMenu:
        """The menu of a course, a saved filter or the bin."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if entry.is_bin:
            menu.addAction(self.tr("Empty the bin…")).triggered.connect(self.empty_bin_requested)
            return menu
        if entry.saved is not None:
            change = menu.addAction(self.tr("Change…"))
            change.setShortcut(keys_of(KeyAction.RENAME))
            change.setData(entry.saved)
            change.triggered.connect(self._on_change_filter)
            forget = menu.addAction(self.tr("Delete filter"))
            forget.setData(entry.saved)
            forget.triggered.connect(self._on_delete_filter)
            return menu
        rename = menu.addAction(self.tr("Rename"))
        rename.setShortcut(keys_of(KeyAction.RENAME))
        rename.setData(index)
        rename.triggered.connect(self._on_rename)
        page = menu.addAction(self.tr("Glossary, languages, export…"))
        page.setData(entry.course_id)
        page.triggered.connect(self._on_course_page)
        delete = menu.addAction(self.tr("Delete course…"))
        delete.setData((entry.course_id, entry.text))
        delete.triggered.connect(self._on_delete)
        return menu

    def _on_course_page(self) -> None:
        self.course_page_requested.emit(self._sender_data())

    def _on_clicked(self, index: QModelIndex) -> None:
        entry = self._entries.entry(index)
        if entry is not None and entry.kind is EntryKind.NEW_COURSE:
            self.edit(index)
        elif entry is not None and entry.kind is EntryKind.NEW_FILTER:
            self.filter_requested.emit(None)

    def _on_change_filter(self) -> None:
        self.filter_requested.emit(self._sender_data())

    def _on_delete_filter(self) -> None:
        self.filter_delete_requested.emit(self._sender_data())

    def _on_rename(self) -> None:
        index: Any = self._sender_data()
        self.edit(self._entries.index(index.row()))

    def _on_delete(self) -> None:
        course_id, title = self._sender_data()
        self.course_delete_requested.emit(course_id, title)

    def _sender_data(self) -> Any:
        action: Any = self.sender()
        return action.data()


class SideDelegate(QStyledItemDelegate):
    """Paints the entries."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Qt: heights come from the font."""
        entry = index.data(SideRole.ENTRY)
        if isinstance(entry, SideEntry) and entry.kind is EntryKind.HEAD:
            return QSize(0, SPACE_20 + line_height(TextStyle.SMALL) + SPACE_4)
        return QSize(0, navigation_row_size().height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Qt: paint."""
        entry = index.data(SideRole.ENTRY)
        if not isinstance(entry, SideEntry):
            return
        if entry.icon is None:
            painter.save()
            mirror_row(painter, option)
            painter.setFont(font_of(TextStyle.SMALL, strong=True))
            painter.setPen(colour(Role.TEXT2))
            rect = option.rect.adjusted(SPACE_12, 0, 0, -SPACE_4)
            draw_text(painter, rect, int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft), entry.text)
            painter.restore()
            return
        paint_navigation_row(
            painter,
            option,
            entry.text,
            entry.icon,
            count=entry.count,
            is_quiet=entry.view is not None and entry.view.shelf is Shelf.NO_COURSE,
            can_be_selected=entry.kind is EntryKind.VIEW,
        )

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        """Qt: a line to write a name."""
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Name of the course"))
        editor.setPlaceholderText(self.tr("Name of the course"))
        editor.setMaxLength(120)
        return editor
