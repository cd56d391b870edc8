"""The context menu of several chosen meetings: what can be done with all of them at once. Window's thread."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.meetings.course import Course
from app.meetings.identifiers import CourseId
from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import keys_of
from ui.library.meeting_row import MeetingRow


class SeveralMenu(QMenu):
    """The menu of some meetings."""

    export_requested = Signal()
    move_requested = Signal(object)
    """A course's id, or ``None``."""
    favourite_requested = Signal(bool)
    restore_requested = Signal()
    delete_requested = Signal()
    """Into the bin; for good, if they lie there."""

    def __init__(self, rows: Sequence[MeetingRow], courses: Sequence[Course], *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if all(row.is_binned for row in rows):
            restore = self.addAction(self.tr("Take %n meeting(s) out of the bin", "", len(rows)))
            restore.triggered.connect(self.restore_requested)
            self._add_delete(self.tr("Delete %n meeting(s) for good…", "", len(rows)))
            return
        export = self.addAction(self.tr("Export %n meeting(s)…", "", len(rows)))
        export.setEnabled(any(row.summary.segments for row in rows))
        export.triggered.connect(self.export_requested)
        self._add_courses(rows, courses)
        self._is_favourite = all(row.summary.meeting.is_favourite for row in rows)
        words = self.tr("Remove from favourites") if self._is_favourite else self.tr("Add to favourites")
        self.addAction(words).triggered.connect(self._on_favourite)
        self.addSeparator()
        self._add_delete(self.tr("Move %n meeting(s) to the bin", "", len(rows)))

    def _add_delete(self, text: str) -> None:
        delete = self.addAction(text)
        delete.setShortcut(keys_of(KeyAction.DELETE))
        delete.triggered.connect(self.delete_requested)

    def _add_courses(self, rows: Sequence[MeetingRow], courses: Sequence[Course]) -> None:
        menu = self.addMenu(self.tr("Move to course"))
        theirs = {row.summary.meeting.course_id for row in rows}
        for course_id, title in [*((course.id, course.title) for course in courses), (None, self.tr("No course"))]:
            action = menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(theirs == {course_id})
            action.setData(course_id)
            action.triggered.connect(self._on_move)

    def _on_move(self) -> None:
        action: QObject | None = self.sender()
        course_id: CourseId | None = action.data() if isinstance(action, QAction) else None
        self.move_requested.emit(course_id)

    def _on_favourite(self) -> None:
        self.favourite_requested.emit(not self._is_favourite)
