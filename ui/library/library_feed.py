"""Keeps the list and the side bar true: reads the library on background threads when something was announced.

Lives on the window's thread, owned by the library page. Many announcements in a short time are answered by one read.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.announcements import JobEnded, JobProgressAnnounced, MeetingAdded, MeetingRemoved, MeetingUpdated
from app.background import Background
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import MeetingId
from app.meetings.meeting_filter import SavedFilter
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.bridge.delivery import deliver
from ui.library.library_reader import (
    LibraryContents,
    RowChanges,
    read_contents,
    read_courses,
    read_filters,
    read_room_hours,
    read_rows,
)
from ui.library.meeting_list_model import MeetingListModel
from ui.library.meeting_row import JobProgress

_GATHER_MS = 60
"""How long announcements are gathered before the rows are read again."""
_ROOM_MS = 30_000
"""How often the free room is looked at."""


class LibraryFeed(QObject):
    """Feeds the list."""

    loaded = Signal()
    """The whole library was read."""
    courses_changed = Signal(object)
    """All courses as they are now."""
    filters_changed = Signal(object)
    """All saved filters as they are now."""
    room_changed = Signal(float)
    """Hours of recordings that the disk still takes."""
    failed = Signal(object)
    """A ``VivavoceError`` while reading."""

    def __init__(
        self,
        *,
        library: Library,
        model: MeetingListModel,
        bridge: AnnouncementBridge,
        background: Background,
        folder: Path,
        count_tracks: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        """``count_tracks`` says how many tracks the next recording will have; the disk lasts by it."""
        super().__init__(parent)
        self._library = library
        self._model = model
        self._background = background
        self._folder = folder
        self._count_tracks = count_tracks
        self._touched: set[MeetingId] = set()
        self._is_reading = False
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.setInterval(_GATHER_MS)
        self._gather.timeout.connect(self._read_touched)
        self._room = QTimer(self)
        self._room.setInterval(_ROOM_MS)
        self._room.timeout.connect(self._read_room)
        bridge.meeting_added.connect(self._on_meeting_changed)
        bridge.meeting_updated.connect(self._on_meeting_changed)
        bridge.meeting_removed.connect(self._on_meeting_changed)
        bridge.job_ended.connect(self._on_meeting_changed)
        bridge.job_progressed.connect(self._on_job_progressed)
        bridge.course_changed.connect(self._on_course_changed)
        bridge.filters_changed.connect(self._on_filters_changed)

    def start(self) -> None:
        """Read the library for the first time."""
        self._is_reading = True
        deliver(self._background.run(partial(read_contents, self._library)), self._on_contents, self._on_failed)
        self._read_room()
        self._room.start()

    def _read_touched(self) -> None:
        if self._is_reading:
            return  # the answer on its way starts the next read
        touched, self._touched = self._touched, set()
        if not touched:
            return
        self._is_reading = True
        work = partial(read_rows, self._library, tuple(touched))
        deliver(self._background.run(work), self._on_rows, self._on_failed)

    def _read_courses(self) -> None:
        deliver(self._background.run(partial(read_courses, self._library)), self._on_courses, self._on_failed)

    def stop(self) -> None:
        """Read nothing more: the page is left for good."""
        self._gather.stop()
        self._room.stop()

    def _read_room(self) -> None:
        work = partial(read_room_hours, self._folder, self._count_tracks())
        deliver(self._background.run(work), self._on_room, self._on_failed)

    def _on_meeting_changed(self, said: MeetingAdded | MeetingUpdated | MeetingRemoved | JobEnded) -> None:
        self._touched.add(said.meeting_id)
        if not self._gather.isActive():
            self._gather.start()

    def _on_job_progressed(self, said: JobProgressAnnounced) -> None:
        progress = JobProgress(said.job_id, said.stage, said.fraction, said.seconds_left)
        self._model.show_progress(said.meeting_id, progress)

    def _on_course_changed(self, _said: object) -> None:
        self._read_courses()
        # A row says the title of its course.
        self._touched.update(self._model.meeting_ids())
        self._gather.start()

    def _on_filters_changed(self, _said: object) -> None:
        deliver(self._background.run(partial(read_filters, self._library)), self._on_filters, self._on_failed)

    def _on_contents(self, contents: LibraryContents) -> None:
        self._is_reading = False
        self._model.fill(contents.rows, contents.line)
        self.courses_changed.emit(contents.courses)
        self.filters_changed.emit(contents.filters)
        self.loaded.emit()
        self._read_touched()

    def _on_rows(self, changes: RowChanges) -> None:
        self._is_reading = False
        self._model.put(changes.rows, changes.gone, changes.line)
        if self._touched:
            self._gather.start()

    def _on_courses(self, courses: tuple[Course, ...]) -> None:
        self.courses_changed.emit(courses)

    def _on_filters(self, filters: tuple[SavedFilter, ...]) -> None:
        self.filters_changed.emit(filters)

    def _on_room(self, hours: float) -> None:
        self.room_changed.emit(hours)

    def _on_failed(self, error: VivavoceError) -> None:
        self._is_reading = False
        self.failed.emit(error)
