"""The side bar: what one can do first, the shelves of the library, the courses, and where everything stays.

Lives on the window's thread. Courses are made, renamed and deleted here; a meeting dragged onto one moves there.
Nothing is written here: the page hears of it by signals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from ui.library.meeting_list_model import MEETING_MIME
from ui.library.meeting_row import Shelf, View
from ui.style.fonts import font_of, line_height
from ui.style.icons import Icon, draw_icon, icon_pixmap
from ui.style.theme import colour, current_theme
from ui.style.tokens import (
    FOCUS_RING,
    ICON,
    RADIUS_BUTTON,
    SELECTION_BAR,
    SIDE_BAR_WIDTH,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    SPACE_20,
    Role,
    TextStyle,
)
from ui.widgets.button import Button, ButtonKind, ButtonSize
from ui.widgets.card import Panel, Separator
from ui.widgets.label import Label

_Index = QModelIndex | QPersistentModelIndex


class SideRole(IntEnum):
    """What the delegate asks for."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class EntryKind(StrEnum):
    """What an entry of the side bar is."""

    VIEW = "view"
    HEAD = "head"
    NEW_COURSE = "new_course"


@dataclass(frozen=True, slots=True)
class SideEntry:
    """An entry of the side bar."""

    kind: EntryKind
    text: str
    icon: Icon | None = None
    view: View | None = None
    count: int | None = None

    @property
    def course_id(self) -> CourseId | None:
        """The course that it stands for, if any."""
        return self.view.course_id if self.view is not None else None


class SideBarModel(QAbstractListModel):
    """Entries of the side bar."""

    course_renamed = Signal(object, str)
    course_added = Signal(str)
    meeting_moved = Signal(object, object)
    """A meeting's id and the course's, or ``None``."""

    def __init__(self, *, fixed: Sequence[SideEntry], head: str, no_course: str, new_course: str) -> None:
        super().__init__()
        self._fixed = tuple(fixed)
        self._head = head
        self._no_course = no_course
        self._new_course = new_course
        self._courses: tuple[Course, ...] = ()
        self._counts: dict[CourseId | None, int] = {}
        self._entries: list[SideEntry] = []
        self._arrange()

    def show_courses(self, courses: Sequence[Course]) -> None:
        """Take the courses as they are now."""
        self._courses = tuple(courses)
        self._arrange()

    def show_counts(self, shelves: Mapping[Shelf, int], courses: Mapping[CourseId | None, int]) -> None:
        """Take the numbers of meetings as they are now."""
        self._fixed = tuple(
            replace(entry, count=shelves[entry.view.shelf]) if entry.view is not None else entry
            for entry in self._fixed
        )
        self._counts = dict(courses)
        self._arrange()

    def entry(self, index: _Index) -> SideEntry | None:
        """What is shown there."""
        return self._entries[index.row()] if index.isValid() and index.row() < len(self._entries) else None

    def index_of(self, view: View) -> QModelIndex:
        """Where a view is offered; invalid if it is not."""
        rows = [row for row, entry in enumerate(self._entries) if entry.view == view]
        return self.index(rows[0]) if rows else QModelIndex()

    def new_course_index(self) -> QModelIndex:
        """Where a new course is made."""
        return self.index(len(self._entries) - 1)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default; an invalid index is a constant
        """Qt: how many entries."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: what an entry shows."""
        entry = self.entry(index)
        if entry is None:
            return None
        if role == SideRole.ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.EditRole:
            return entry.text if entry.course_id is not None else ""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return entry.text if entry.count is None else f"{entry.text}, {entry.count}"
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Qt: the person named a course."""
        entry = self.entry(index)
        title = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or entry is None or not title:
            return False
        if entry.kind is EntryKind.NEW_COURSE:
            self.course_added.emit(title)
        elif entry.course_id is not None and title != entry.text:
            self.course_renamed.emit(entry.course_id, title)
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Qt: heads cannot be chosen; courses can be named and take meetings."""
        entry = self.entry(index)
        if entry is None or entry.kind is EntryKind.HEAD:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        if entry.kind is EntryKind.NEW_COURSE:
            return flags | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsSelectable
        flags |= Qt.ItemFlag.ItemIsSelectable
        if entry.view is not None and entry.view.shelf is Shelf.COURSE:
            flags |= Qt.ItemFlag.ItemIsEditable
        if entry.view is not None and entry.view.shelf in (Shelf.COURSE, Shelf.NO_COURSE):
            flags |= Qt.ItemFlag.ItemIsDropEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        """Qt: what may be dropped."""
        return [MEETING_MIME]

    def supportedDropActions(self) -> Qt.DropAction:
        """Qt: dropping moves or copies, as the list offers."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def canDropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: _Index) -> bool:
        """Qt: only meetings, only onto a course."""
        return data.hasFormat(MEETING_MIME) and row < 0 and parent.isValid()

    def dropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: _Index) -> bool:
        """Qt: a meeting was dropped on a course."""
        entry = self.entry(parent)
        if row >= 0 or entry is None or entry.view is None:
            return False
        for meeting_id in bytes(data.data(MEETING_MIME).data()).decode().splitlines():
            self.meeting_moved.emit(MeetingId(meeting_id), entry.course_id)
        return True

    def _arrange(self) -> None:
        wanted = [*self._fixed, SideEntry(EntryKind.HEAD, self._head)]
        wanted += [
            SideEntry(
                EntryKind.VIEW, course.title, Icon.FOLDER, View(Shelf.COURSE, course.id), self._counts.get(course.id, 0)
            )
            for course in self._courses
        ]
        without = self._counts.get(None, 0)
        if without and self._courses:
            wanted.append(SideEntry(EntryKind.VIEW, self._no_course, Icon.FOLDER, View(Shelf.NO_COURSE), without))
        wanted.append(SideEntry(EntryKind.NEW_COURSE, self._new_course, Icon.PLUS))
        old = self._entries
        if [(entry.kind, entry.view) for entry in old] == [(entry.kind, entry.view) for entry in wanted]:
            self._entries = wanted
            self.dataChanged.emit(self.index(0), self.index(len(wanted) - 1))
            return
        self.beginResetModel()
        self._entries = wanted
        self.endResetModel()


class SideDelegate(QStyledItemDelegate):
    """Paints the entries."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Qt: heights come from the font."""
        entry = index.data(SideRole.ENTRY)
        if isinstance(entry, SideEntry) and entry.kind is EntryKind.HEAD:
            return QSize(0, SPACE_20 + line_height(TextStyle.SMALL) + SPACE_4)
        return QSize(0, line_height(TextStyle.BODY) + SPACE_12 + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Qt: paint."""
        entry = index.data(SideRole.ENTRY)
        if not isinstance(entry, SideEntry):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if entry.kind is EntryKind.HEAD:
            painter.setFont(font_of(TextStyle.SMALL, strong=True))
            painter.setPen(colour(Role.TEXT2))
            rect = option.rect.adjusted(SPACE_12, 0, 0, -SPACE_4)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft), entry.text)
        else:
            self._paint_row(painter, option, entry)
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index) -> QWidget:
        """Qt: a line to write a name."""
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Name of the course"))
        editor.setPlaceholderText(self.tr("Name of the course"))
        editor.setMaxLength(120)
        return editor

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, entry: SideEntry) -> None:
        rect = option.rect.adjusted(0, 1, 0, -1)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected) and entry.kind is EntryKind.VIEW
        is_over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if is_selected or is_over:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(Role.ACCENT_SOFT if is_selected else Role.HOVER))
            painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
        if is_selected:
            painter.save()
            painter.setClipRect(QRect(rect.left(), rect.top(), SELECTION_BAR, rect.height()))
            painter.setBrush(colour(Role.ACCENT))
            painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
            painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), RADIUS_BUTTON, RADIUS_BUTTON)
        ink = colour(Role.ACCENT if is_selected else Role.TEXT2)
        left = rect.left() + SPACE_12
        if entry.icon is not None:
            box = QRect(QPoint(left, rect.center().y() - ICON // 2 + 1), QSize(ICON, ICON))
            draw_icon(painter, entry.icon, box, ink)
        left += ICON + SPACE_12
        right = rect.right() - SPACE_12
        if entry.count is not None:
            small = font_of(TextStyle.SMALL, tabular=True)
            painter.setFont(small)
            painter.setPen(colour(Role.TEXT2))
            text = str(entry.count)
            painter.drawText(rect.adjusted(0, 0, -SPACE_12, 0), int(_RIGHT), text)
            right -= QFontMetrics(small).horizontalAdvance(text) + SPACE_8
        font = font_of(TextStyle.BODY, strong=is_selected)
        painter.setFont(font)
        is_quiet = entry.view is not None and entry.view.shelf is Shelf.NO_COURSE
        painter.setPen(colour(Role.TEXT2 if is_quiet else Role.TEXT))
        room = QRect(left, rect.top(), right - left, rect.height())
        shown = QFontMetrics(font).elidedText(entry.text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)


_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class SideList(QListView):
    """The list inside the side bar."""

    view_chosen = Signal(object)
    course_delete_requested = Signal(object, str)

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
        elif event.key() == Qt.Key.Key_Delete and entry.course_id is not None:
            self.course_delete_requested.emit(entry.course_id, entry.text)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: right click or menu key."""
        is_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_keyboard else self.indexAt(event.pos())
        entry = self._entries.entry(index)
        if entry is None or entry.course_id is None:
            return
        menu = self.build_menu(entry, QPersistentModelIndex(index))
        place = self.viewport().mapToGlobal(self.visualRect(index).center()) if is_keyboard else event.globalPos()
        menu.popup(place)

    def build_menu(self, entry: SideEntry, index: QPersistentModelIndex) -> QMenu:
        """The menu of a course."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = menu.addAction(self.tr("Rename"))
        rename.setShortcut("F2")
        rename.setData(index)
        rename.triggered.connect(self._on_rename)
        delete = menu.addAction(self.tr("Delete course…"))
        delete.setData((entry.course_id, entry.text))
        delete.triggered.connect(self._on_delete)
        return menu

    def _on_clicked(self, index: QModelIndex) -> None:
        entry = self._entries.entry(index)
        if entry is not None and entry.kind is EntryKind.NEW_COURSE:
            self.edit(index)

    def _on_rename(self) -> None:
        index: Any = self._sender_data()
        self.edit(self._entries.index(index.row()))

    def _on_delete(self) -> None:
        course_id, title = self._sender_data()
        self.course_delete_requested.emit(course_id, title)

    def _sender_data(self) -> Any:
        action: Any = self.sender()
        return action.data()


class SideBar(Panel):
    """The whole side bar."""

    import_requested = Signal()
    view_chosen = Signal(object)
    course_delete_requested = Signal(object, str)

    def __init__(self, *, import_key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setMinimumWidth(SIDE_BAR_WIDTH)
        self.model = SideBarModel(
            fixed=(
                SideEntry(EntryKind.VIEW, self.tr("All meetings"), Icon.LIST, View(Shelf.ALL), 0),
                SideEntry(EntryKind.VIEW, self.tr("To review"), Icon.REVIEW, View(Shelf.REVIEW), 0),
                SideEntry(EntryKind.VIEW, self.tr("Unfinished"), Icon.CLOCK, View(Shelf.UNFINISHED), 0),
            ),
            head=self.tr("Courses"),
            no_course=self.tr("No course"),
            new_course=self.tr("New course…"),
        )
        # Recording takes this place, and the filled button, with the next release; importing is outlined then.
        self.import_button = Button(
            self.tr("Import a file…"),
            kind=ButtonKind.FILLED,
            size=ButtonSize.LARGE,
            icon=Icon.IMPORT,
            key_hint=import_key,
        )
        self.list = SideList(self.model)
        self._lock = QLabel()
        self._lock.setAccessibleName(self.tr("Private"))
        self._stays = Label(self.tr("Stays on this computer"), style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._room = Label("", style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._lay_out()
        self.import_button.clicked.connect(self.import_requested)
        self.list.view_chosen.connect(self.view_chosen)
        self.list.course_delete_requested.connect(self.course_delete_requested)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def choose(self, view: View) -> None:
        """Mark a view as the one that is shown."""
        index = self.model.index_of(view)
        if index.isValid() and index != self.list.currentIndex():
            self.list.setCurrentIndex(index)

    def show_room(self, hours: float) -> None:
        """Say how much the disk still takes."""
        if hours >= 2:
            self._room.setText(self.tr("Room for about {hours} h more").format(hours=int(hours)))
            self._room.set_tone(Role.TEXT2)
        else:
            self._room.setText(self.tr("The disk is nearly full: {minutes} min left").format(minutes=int(hours * 60)))
            self._room.set_tone(Role.WARNING)

    def _lay_out(self) -> None:
        foot_words = QVBoxLayout()
        foot_words.setSpacing(SPACE_4)
        foot_words.addWidget(self._stays)
        foot_words.addWidget(self._room)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_12, SPACE_12, SPACE_8, SPACE_16)
        foot.setSpacing(SPACE_8)
        foot.addWidget(self._lock, 0, Qt.AlignmentFlag.AlignTop)
        foot.addLayout(foot_words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_16, SPACE_12, 0)
        layout.setSpacing(0)
        layout.addWidget(self.import_button)
        layout.addSpacing(SPACE_16)
        layout.addWidget(self.list, 1)
        layout.addWidget(Separator())
        layout.addLayout(foot)

    def _on_theme_changed(self) -> None:
        self._lock.setPixmap(icon_pixmap(Icon.LOCK, colour(Role.TEXT2), ICON, self.devicePixelRatioF()))
