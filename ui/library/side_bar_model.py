"""What the side bar lists: the shelves of the library, the courses, and a place to make a new one.

Lives on the window's thread. Naming a course and dropping a meeting on it are told by signals; nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from ui.library.meeting_list_model import MEETING_MIME
from ui.library.meeting_row import Shelf, View
from ui.style.icons import Icon

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
    def is_rare(self) -> bool:
        """Whether it is listed only while there is something in it."""
        return self.view is not None and self.view.shelf is Shelf.RECOVERED

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
        wanted = [entry for entry in self._fixed if entry.count or not entry.is_rare]
        wanted += [SideEntry(EntryKind.HEAD, self._head)]
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
