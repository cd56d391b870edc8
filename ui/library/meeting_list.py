"""The list view of meetings: opening with a click or Enter, the button of a row, renaming, dragging to a course.

Lives on the window's thread, inside the library page. With the keyboard, the right arrow leads to the button of a
row and the left arrow back; everything a row can do is also in its context menu. Several rows are chosen as in any
list of the system: clicks with Ctrl or Shift, arrows with Shift, Ctrl+Space, Ctrl+A; Escape leaves one of them.
"""

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QWidget

from app.meetings.identifiers import MeetingId
from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import current_keys
from ui.library.meeting_delegate import MeetingDelegate
from ui.library.meeting_list_model import MeetingListModel, ShownMeeting
from ui.library.meeting_row import RowAction
from ui.style.theme import current_theme

_Index = QModelIndex | QPersistentModelIndex
_CHOOSING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
"""A click with one of these adds to what is chosen, and opens nothing."""


class MeetingList(QListView):
    """Shows a ``MeetingListModel``."""

    open_requested = Signal(object)
    """A meeting's id."""
    action_requested = Signal(object, object)
    """A meeting's id and the ``RowAction``."""
    menu_requested = Signal(object, QPoint)
    """A meeting's id and the place on the screen."""
    delete_requested = Signal(object)
    tags_requested = Signal(object)
    several_menu_requested = Signal(QPoint)
    """The place on the screen; for all that is chosen."""
    several_delete_requested = Signal()
    choice_changed = Signal()
    """Other rows are chosen, or more, or fewer."""

    def __init__(self, model: MeetingListModel, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._meetings = model
        self._delegate = MeetingDelegate(self)
        self._pressed_at: QPoint | None = None
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Meetings"))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        current_theme().changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def current_meeting(self) -> MeetingId | None:
        """The chosen meeting."""
        entry = self._meetings.entry(self.currentIndex())
        return entry.row.id if isinstance(entry, ShownMeeting) else None

    @property
    def chosen_meetings(self) -> tuple[MeetingId, ...]:
        """All chosen meetings, in the order of the list."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        entries = (self._meetings.entry(self._meetings.index(row)) for row in rows)
        return tuple(entry.row.id for entry in entries if isinstance(entry, ShownMeeting))

    @property
    def has_several(self) -> bool:
        """Whether more than one is chosen."""
        return len(self.selectedIndexes()) > 1

    def choose(self, meeting_id: MeetingId) -> None:
        """Choose a meeting and bring it into sight."""
        index = self._meetings.index_of(meeting_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def action_rect_of(self, index: _Index) -> QRect | None:
        """Where the button of a row is shown, if it has one."""
        entry = self._meetings.entry(index)
        if not isinstance(entry, ShownMeeting):
            return None
        row = self.visualRect(index)  # type: ignore[arg-type] # Qt takes both kinds
        rect = self._delegate.action_rect(row, entry)
        return None if rect is None else QStyle.visualRect(self.layoutDirection(), row, rect)

    def rename_current(self) -> None:
        """Begin to write another title for the chosen meeting."""
        if self.current_meeting is not None:
            self.edit(self.currentIndex())

    # Qt

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Qt: another row was chosen."""
        super().currentChanged(current, previous)  # type: ignore[arg-type] # Qt hands over what it takes
        self._leave_button()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Qt: other rows are chosen."""
        super().selectionChanged(selected, deselected)
        self.choice_changed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: coming by keyboard, the first row is chosen."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            for row in range(self._meetings.rowCount()):
                index = self._meetings.index(row)
                if isinstance(self._meetings.entry(index), ShownMeeting):
                    self.setCurrentIndex(index)
                    return

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._leave_button()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: keys of the list."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
            return
        if self.has_several and event.key() == Qt.Key.Key_Escape:
            self.selectionModel().select(self.currentIndex(), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            return
        if self.has_several and event.key() == Qt.Key.Key_Delete:
            self.several_delete_requested.emit()
            return
        entry = self._meetings.entry(self.currentIndex())
        if not isinstance(entry, ShownMeeting):
            super().keyPressEvent(event)
            return
        is_on_button = self._delegate.pointed.focused is not None
        match event.key():
            case Qt.Key.Key_Right if entry.action is not None:
                self._delegate.pointed.focused = QPersistentModelIndex(self.currentIndex())
                self._update_current()
            case Qt.Key.Key_Left if is_on_button:
                self._leave_button()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if is_on_button and entry.action is not None:
                self._leave_button()
                self.action_requested.emit(entry.row.id, entry.action)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.open_requested.emit(entry.row.id)
            case Qt.Key.Key_Delete:
                self.delete_requested.emit(entry.row.id)
            case _ if current_keys().matches(event, KeyAction.TAGS):
                self.tags_requested.emit(entry.row.id)
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: right click or menu key."""
        index = self.indexAt(event.pos())
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
        entry = self._meetings.entry(index)
        if isinstance(entry, ShownMeeting):
            place = event.globalPos()
            if event.reason() is QContextMenuEvent.Reason.Keyboard:
                place = self.viewport().mapToGlobal(self.visualRect(index).center())
            if self.has_several and self.selectionModel().isSelected(index):
                self.several_menu_requested.emit(place)
                return
            self.menu_requested.emit(entry.row.id, place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: button down."""
        if event.button() is Qt.MouseButton.LeftButton:
            if self._action_at(event.position().toPoint()) is not None:
                self._delegate.pointed.is_down = True
                self.viewport().update()
                return
            self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: the pointer moved."""
        if not self._delegate.pointed.is_down:
            super().mouseMoveEvent(event)
        found = self._action_at(event.position().toPoint())
        key = QPersistentModelIndex(self.indexAt(event.position().toPoint())) if found is not None else None
        if key != self._delegate.pointed.over:
            self._delegate.pointed.over = key
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: button up; a click opens, or presses the row's button."""
        was_down, self._delegate.pointed.is_down = self._delegate.pointed.is_down, False
        pressed_at, self._pressed_at = self._pressed_at, None
        if was_down:
            self.viewport().update()
            found = self._action_at(event.position().toPoint())
            if found is not None:
                self.action_requested.emit(found[0].row.id, found[1])
            return
        super().mouseReleaseEvent(event)
        entry = self._meetings.entry(self.indexAt(event.position().toPoint()))
        is_click = pressed_at is not None and (pressed_at - event.position().toPoint()).manhattanLength() < 6
        is_choosing = bool(event.modifiers() & _CHOOSING)
        is_opening = is_click and not is_choosing and event.button() is Qt.MouseButton.LeftButton
        if is_opening and isinstance(entry, ShownMeeting):
            self.open_requested.emit(entry.row.id)

    def leaveEvent(self, event: QEvent) -> None:
        """Qt: the pointer left."""
        super().leaveEvent(event)
        self._delegate.pointed.over = None
        self.viewport().update()

    def _action_at(self, place: QPoint) -> tuple[ShownMeeting, RowAction] | None:
        index = self.indexAt(place)
        entry = self._meetings.entry(index)
        if not isinstance(entry, ShownMeeting) or entry.action is None:
            return None
        rect = self.action_rect_of(index)
        return (entry, entry.action) if rect is not None and rect.contains(place) else None

    def _leave_button(self) -> None:
        if self._delegate.pointed.focused is not None:
            self._delegate.pointed.focused = None
            self._update_current()

    def _update_current(self) -> None:
        self.viewport().update()
