"""What the side bar lists: the shelves of the library, courses, tags, saved filters and the bin.

Lives on the window's thread. Naming a course and dropping a meeting on it are told by signals; nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting_filter import SavedFilter
from ui.library.meeting_list_model import MEETING_MIME
from ui.library.meeting_row import Shelf, View
from ui.style.icons import Icon

_Index = QModelIndex | QPersistentModelIndex
_TAKE_MEETINGS = frozenset({Shelf.COURSE, Shelf.NO_COURSE, Shelf.TAG, Shelf.FAVOURITES, Shelf.BIN})
"""What a meeting can be dropped on."""


class SideRole(IntEnum):
    """What the delegate asks for."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class EntryKind(StrEnum):
    """What an entry of the side bar is."""

    VIEW = "view"
    HEAD = "head"
    NEW_COURSE = "new_course"
    NEW_FILTER = "new_filter"


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
        return self.view is not None and self.view.shelf in (Shelf.RECOVERED, Shelf.FAVOURITES)

    @property
    def saved(self) -> SavedFilter | None:
        """The filter that it stands for, if any."""
        return self.view.saved if self.view is not None else None

    @property
    def is_bin(self) -> bool:
        """Whether it is the bin."""
        return self.view is not None and self.view.shelf is Shelf.BIN

    @property
    def course_id(self) -> CourseId | None:
        """The course that it stands for, if any."""
        return self.view.course_id if self.view is not None else None


@dataclass(frozen=True, slots=True)
class SideWords:
    """What the entries are called that no person named."""

    courses: str
    no_course: str
    new_course: str
    tags: str
    filters: str
    new_filter: str
    bin: str


class SideBarModel(QAbstractListModel):
    """Entries of the side bar."""

    course_renamed = Signal(object, str)
    course_added = Signal(str)
    meeting_moved = Signal(object, object)
    """A meeting's id and the course's, or ``None``."""
    meetings_dropped = Signal(object, object)
    """A tuple of ids of meetings, and the ``View`` of the tag, the favourites or the bin."""

    def __init__(self, *, fixed: Sequence[SideEntry], words: SideWords) -> None:
        super().__init__()
        self._fixed = tuple(fixed)
        self._words = words
        self._tags: dict[str, int] = {}
        self._filters: tuple[SavedFilter, ...] = ()
        self._binned = 0
        self._courses: tuple[Course, ...] = ()
        self._counts: dict[CourseId | None, int] = {}
        self._entries: list[SideEntry] = []
        self._arrange()

    def show_courses(self, courses: Sequence[Course]) -> None:
        """Take the courses as they are now."""
        self._courses = tuple(courses)
        self._arrange()

    def show_tags(self, counts: Mapping[str, int], binned: int) -> None:
        """Take the tags with their numbers of meetings, and how many lie in the bin."""
        self._tags, self._binned = dict(counts), binned
        self._arrange()

    def show_filters(self, filters: Sequence[SavedFilter]) -> None:
        """Take the saved filters as they are now."""
        self._filters = tuple(filters)
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
        return self.index(next(n for n, entry in enumerate(self._entries) if entry.kind is EntryKind.NEW_COURSE))

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
        if entry.kind is EntryKind.NEW_FILTER:
            return flags | Qt.ItemFlag.ItemIsSelectable
        flags |= Qt.ItemFlag.ItemIsSelectable
        if entry.view is not None and entry.view.shelf is Shelf.COURSE:
            flags |= Qt.ItemFlag.ItemIsEditable
        if entry.view is not None and entry.view.shelf in _TAKE_MEETINGS:
            flags |= Qt.ItemFlag.ItemIsDropEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        """Qt: what may be dropped."""
        return [MEETING_MIME]

    def supportedDropActions(self) -> Qt.DropAction:
        """Qt: dropping moves or copies, as the list offers."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def canDropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: _Index) -> bool:
        """Qt: only meetings, only onto what takes them."""
        return data.hasFormat(MEETING_MIME) and row < 0 and parent.isValid()

    def dropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: _Index) -> bool:
        """Qt: meetings were dropped on a course."""
        entry = self.entry(parent)
        if row >= 0 or entry is None or entry.view is None:
            return False
        dropped = tuple(map(MeetingId, bytes(data.data(MEETING_MIME).data()).decode().splitlines()))
        if entry.view.shelf not in (Shelf.COURSE, Shelf.NO_COURSE):
            self.meetings_dropped.emit(dropped, entry.view)
            return True
        for meeting_id in dropped:
            self.meeting_moved.emit(meeting_id, entry.course_id)
        return True

    def _arrange(self) -> None:
        wanted = [entry for entry in self._fixed if entry.count or not entry.is_rare]
        wanted += [SideEntry(EntryKind.HEAD, self._words.courses)]
        wanted += [
            SideEntry(
                EntryKind.VIEW, course.title, Icon.FOLDER, View(Shelf.COURSE, course.id), self._counts.get(course.id, 0)
            )
            for course in self._courses
        ]
        without = self._counts.get(None, 0)
        if without and self._courses:
            wanted.append(SideEntry(EntryKind.VIEW, self._words.no_course, Icon.FOLDER, View(Shelf.NO_COURSE), without))
        wanted.append(SideEntry(EntryKind.NEW_COURSE, self._words.new_course, Icon.PLUS))
        if self._tags:
            wanted.append(SideEntry(EntryKind.HEAD, self._words.tags))
            wanted += [
                SideEntry(EntryKind.VIEW, tag, Icon.TAG, View(Shelf.TAG, tag=tag), count)
                for tag, count in self._tags.items()
            ]
        wanted += self._below()
        old = self._entries
        if [(entry.kind, entry.view) for entry in old] == [(entry.kind, entry.view) for entry in wanted]:
            self._entries = wanted
            self.dataChanged.emit(self.index(0), self.index(len(wanted) - 1))
            return
        self.beginResetModel()
        self._entries = wanted
        self.endResetModel()

    def _below(self) -> list[SideEntry]:
        """Filters and the bin, where there is anything to filter."""
        found: list[SideEntry] = []
        if self._filters or self._counts:
            found.append(SideEntry(EntryKind.HEAD, self._words.filters))
            found += [
                SideEntry(EntryKind.VIEW, saved.title, Icon.FILTER, View(Shelf.FILTER, saved=saved))
                for saved in self._filters
            ]
            found.append(SideEntry(EntryKind.NEW_FILTER, self._words.new_filter, Icon.PLUS))
        if self._binned:
            found.append(SideEntry(EntryKind.VIEW, self._words.bin, Icon.TRASH, View(Shelf.BIN), self._binned))
        return found
