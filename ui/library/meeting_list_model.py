"""The meetings of the library as a list with heads: grouped by day, filtered by the side bar, changed row by row.

Lives on the window's thread. The page feeds it with what ``library_reader`` read elsewhere. A change touches only the
rows that are different, so that selection and scrolling stay, and progress repaints one row.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.meetings.identifiers import CourseId, MeetingId
from app.settings.settings import ListOrder
from ui.library.meeting_row import JobProgress, LiveRow, MeetingRow, RowAction, View
from ui.library.row_words import group_text, remark, spoken_row

MEETING_MIME = "application/x-vivavoce-meeting"
"""What is dragged to a course: the meeting's id."""


class MeetingRole(IntEnum):
    """What the delegate asks for."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class Corner(StrEnum):
    """Where in its group's card a row is."""

    ONLY = "only"
    FIRST = "first"
    MIDDLE = "middle"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class GroupHead:
    """Head of a group."""

    text: str


@dataclass(frozen=True, slots=True)
class ShownMeeting:
    """All that the delegate paints of a meeting."""

    row: MeetingRow
    today: date
    progress: JobProgress | None
    place: int
    """How many jobs come before its own."""
    is_stopping: bool
    corner: Corner

    @property
    def action(self) -> RowAction | None:
        """What the button does; none while the job is stopping."""
        return None if self.is_stopping else self.row.action


_Key = MeetingId | GroupHead
_Index = QModelIndex | QPersistentModelIndex


class MeetingListModel(QAbstractListModel):
    """Rows of the library list."""

    counts_changed = Signal()
    """How many meetings lie on a shelf may be different."""
    renamed = Signal(object, str)
    """The person gave a meeting (its id) another title."""

    def __init__(self, *, today: Callable[[], date] = date.today) -> None:
        super().__init__()
        self._today = today
        self._rows: dict[MeetingId, MeetingRow] = {}
        self._progress: dict[MeetingId, JobProgress] = {}
        self._stopping: set[MeetingId] = set()
        self._line: dict[MeetingId, int] = {}
        self._live: tuple[MeetingId, LiveRow] | None = None
        self._view = View()
        self._order = ListOrder.NEWEST
        self._keys: list[_Key] = []

    @property
    def view(self) -> View:
        """Which part of the library is shown."""
        return self._view

    @property
    def is_empty(self) -> bool:
        """Whether this view holds no meeting."""
        return not self._keys

    @property
    def has_meetings(self) -> bool:
        """Whether the library holds any outside of the bin."""
        return any(not row.is_binned for row in self._rows.values())

    def count(self, view: View) -> int:
        """How many meetings a view holds."""
        today = self._today()
        return sum(view.holds(row, today) for row in self._rows.values())

    def ids_in(self, view: View) -> frozenset[MeetingId]:
        """The meetings that a view holds."""
        today = self._today()
        return frozenset(row.id for row in self._rows.values() if view.holds(row, today))

    def tag_counts(self) -> dict[str, int]:
        """How many meetings carry each tag, by name. Tags that differ in case alone are one."""
        names: dict[str, str] = {}
        counts: dict[str, int] = {}
        for row in self._rows.values():
            for tag in () if row.is_binned else row.summary.meeting.tags:
                name = names.setdefault(tag.casefold(), tag)
                counts[name] = counts.get(name, 0) + 1
        return dict(sorted(counts.items(), key=lambda each: each[0].casefold()))

    def course_counts(self) -> dict[CourseId | None, int]:
        """How many meetings each course holds."""
        counts: dict[CourseId | None, int] = {}
        for row in self._rows.values():
            if not row.is_binned:
                course_id = row.summary.meeting.course_id
                counts[course_id] = counts.get(course_id, 0) + 1
        return counts

    def find(self, meeting_id: MeetingId) -> MeetingRow | None:
        """A meeting's row, shown or not."""
        row = self._rows.get(meeting_id)
        return None if row is None else self._with_live(row)

    def meeting_ids(self) -> tuple[MeetingId, ...]:
        """All meetings, shown or not."""
        return tuple(self._rows)

    def index_of(self, meeting_id: MeetingId) -> QModelIndex:
        """Where a meeting is shown; invalid if it is not."""
        return self.index(self._keys.index(meeting_id)) if meeting_id in self._keys else QModelIndex()

    def entry(self, index: _Index) -> GroupHead | ShownMeeting | None:
        """What is shown there."""
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        key = self._keys[index.row()]
        return key if isinstance(key, GroupHead) else self._shown(key, index.row())

    # Changing

    def fill(self, rows: Iterable[MeetingRow], line: Sequence[MeetingId]) -> None:
        """Take the whole library."""
        self._rows = {row.id: row for row in rows}
        self._line = {meeting_id: place for place, meeting_id in enumerate(line)}
        self._arrange()
        self.counts_changed.emit()

    def put(self, rows: Iterable[MeetingRow], gone: Iterable[MeetingId], line: Sequence[MeetingId]) -> None:
        """Take a few rows as they are now."""
        touched: set[MeetingId] = set()
        for row in rows:
            self._rows[row.id] = row
            touched.add(row.id)
            if row.job_id is None:
                self._progress.pop(row.id, None)
                self._stopping.discard(row.id)
        for meeting_id in gone:
            self._rows.pop(meeting_id, None)
            self._progress.pop(meeting_id, None)
            self._stopping.discard(meeting_id)
        new_line = {meeting_id: place for place, meeting_id in enumerate(line)}
        touched |= {key for key in {*new_line, *self._line} if new_line.get(key) != self._line.get(key)}
        self._line = new_line
        self._arrange()
        self._repaint(touched)
        self.counts_changed.emit()

    def show_progress(self, meeting_id: MeetingId, progress: JobProgress) -> None:
        """Show how far a job is."""
        self._progress[meeting_id] = progress
        self._repaint({meeting_id})

    def show_live(self, meeting_id: MeetingId | None, live: LiveRow | None) -> None:
        """Show which meeting is recorded and how long it is by now; ``None`` if none is."""
        before, self._live = self._live, None if meeting_id is None or live is None else (meeting_id, live)
        if before == self._live:
            return
        touched = {found[0] for found in (before, self._live) if found is not None}
        if (before is None) is not (self._live is None):
            touched |= set(self._line)
        self._repaint(touched)

    def show_stopping(self, meeting_id: MeetingId) -> None:
        """Say at once that a job is asked to stop."""
        self._stopping.add(meeting_id)
        self._repaint({meeting_id})

    def show(self, view: View, order: ListOrder) -> None:
        """Show another part of the library, or in another order."""
        self._view, self._order = view, order
        self.beginResetModel()
        self._keys = self._wanted_keys()
        self.endResetModel()

    # Qt

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default; an invalid index is a constant
        """Qt: how many entries."""
        return 0 if parent.isValid() else len(self._keys)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: what an entry shows."""
        entry = self.entry(index)
        if entry is None:
            return None
        if role == MeetingRole.ENTRY:
            return entry
        if isinstance(entry, GroupHead):
            is_words = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return entry.text if is_words else None
        return self._words(entry, role)

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Qt: the person wrote another title."""
        entry = self.entry(index)
        title = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or not isinstance(entry, ShownMeeting) or not title:
            return False
        if title != entry.row.summary.meeting.title:
            self.renamed.emit(entry.row.id, title)
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Qt: heads can neither be chosen nor reached."""
        if not isinstance(self.entry(index), ShownMeeting):
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemIsDragEnabled
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def mimeTypes(self) -> list[str]:
        """Qt: what is dragged."""
        return [MEETING_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Qt: the ids of the dragged meetings."""
        entries = [self.entry(index) for index in indexes]
        ids = [entry.row.id for entry in entries if isinstance(entry, ShownMeeting)]
        data = QMimeData()
        data.setData(MEETING_MIME, "\n".join(ids).encode())
        return data

    # Private

    def _words(self, entry: ShownMeeting, role: int) -> str | None:
        """What a meeting says in a role."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return entry.row.summary.meeting.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return remark(entry.row, entry.progress) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_row(entry.row, entry.today, entry.progress, entry.place, is_stopping=entry.is_stopping)
        return None

    def _shown(self, meeting_id: MeetingId, position: int) -> ShownMeeting:
        is_first = position == 0 or isinstance(self._keys[position - 1], GroupHead)
        is_last = position + 1 == len(self._keys) or isinstance(self._keys[position + 1], GroupHead)
        corner = (Corner.ONLY if is_last else Corner.FIRST) if is_first else Corner.LAST if is_last else Corner.MIDDLE
        return ShownMeeting(
            row=self._with_live(self._rows[meeting_id]),
            today=self._today(),
            progress=self._progress.get(meeting_id),
            place=self._line.get(meeting_id, 0),
            is_stopping=meeting_id in self._stopping and self._rows[meeting_id].action is RowAction.CANCEL,
            corner=corner,
        )

    def _with_live(self, row: MeetingRow) -> MeetingRow:
        if self._live is None:
            return row
        return replace(row, live=self._live[1] if row.id == self._live[0] else None, is_held=True)

    def _wanted_keys(self) -> list[_Key]:
        today = self._today()
        rows = [row for row in self._rows.values() if self._view.holds(row, today)]
        match self._order:
            case ListOrder.NEWEST:
                rows.sort(key=lambda row: row.summary.meeting.created_at, reverse=True)
                return self._grouped(rows)
            case ListOrder.TITLE:
                rows.sort(key=lambda row: row.summary.meeting.title.casefold())
            case ListOrder.LONGEST:
                rows.sort(key=lambda row: row.summary.meeting.duration_ms, reverse=True)
        return [row.id for row in rows]

    def _grouped(self, rows: Iterable[MeetingRow]) -> list[_Key]:
        keys: list[_Key] = []
        today = self._today()
        day: date | None = None
        head = ""
        for row in rows:
            its_day = row.summary.meeting.created_at.astimezone().date()
            if its_day != day:
                day = its_day
                text = group_text(its_day, today)
                if text != head:
                    head = text
                    keys.append(GroupHead(text))
            keys.append(row.id)
        return keys

    def _arrange(self) -> None:
        """Bring the shown keys to what they should be, replacing only the stretch that differs."""
        old, new = self._keys, self._wanted_keys()
        if old == new:
            return
        start = 0
        while start < min(len(old), len(new)) and old[start] == new[start]:
            start += 1
        tail = 0
        while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        if len(old) - tail > start:
            self.beginRemoveRows(QModelIndex(), start, len(old) - tail - 1)
            self._keys = old[:start] + old[len(old) - tail :]
            self.endRemoveRows()
        if len(new) - tail > start:
            self.beginInsertRows(QModelIndex(), start, len(new) - tail - 1)
            self._keys = new
            self.endInsertRows()
        self._repaint_around(start, len(new) - tail)

    def _repaint_around(self, first: int, last: int) -> None:
        """Neighbours of a change may have got or lost the round corners of their card."""
        if self._keys:
            top, bottom = max(0, first - 1), min(len(self._keys) - 1, last)
            self.dataChanged.emit(self.index(top), self.index(max(top, bottom)))

    def _repaint(self, meeting_ids: Iterable[MeetingId]) -> None:
        wanted = set(meeting_ids)
        for position, key in enumerate(self._keys):
            if not isinstance(key, GroupHead) and key in wanted:
                self.dataChanged.emit(self.index(position), self.index(position))
