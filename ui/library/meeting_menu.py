"""The context menu of a meeting: everything that can be done with it, with the keys that do the same."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import MeetingStatus
from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import keys_of
from ui.library.meeting_row import MeetingRow, RowAction
from ui.library.row_words import action_text


class MeetingMenu(QMenu):
    """The menu of one meeting."""

    open_requested = Signal(object)
    rename_requested = Signal(object)
    move_requested = Signal(object, object)
    """A meeting's id and the course's, or ``None``."""
    export_requested = Signal(object)
    action_requested = Signal(object, object)
    recognise_requested = Signal(object)
    favourite_requested = Signal(object, bool)
    tags_requested = Signal(object)
    returned_requested = Signal(object)
    """A transcript from a file is to be taken in."""
    merge_requested = Signal(object)
    split_requested = Signal(object)
    delete_requested = Signal(object)
    """Into the bin; for good, if it lies there."""

    def __init__(self, row: MeetingRow, courses: Sequence[Course], *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._row = row
        self._meeting_id: MeetingId = row.id
        if row.is_binned:
            self._add(self.tr("Open"), self._on_open, action=KeyAction.OPEN)
            self._add_action(RowAction.RESTORE)
            self.addSeparator()
            self._add(self.tr("Delete for good…"), self._on_delete, action=KeyAction.DELETE)
            return
        is_live = row.live is not None or row.status is MeetingStatus.RECORDING
        is_busy = is_live or row.status in (MeetingStatus.WAITING, MeetingStatus.WORKING)
        words = self.tr("Back to the recording") if row.live is not None else self.tr("Open")
        self._add(words, self._on_open, action=KeyAction.OPEN)
        self._add(self.tr("Rename"), self._on_rename, action=KeyAction.RENAME)
        self._add_courses(courses)
        favourite = row.summary.meeting.is_favourite
        self._add(self.tr("Remove from favourites") if favourite else self.tr("Add to favourites"), self._on_favourite)
        self._add(self.tr("Tags…"), self._on_tags, action=KeyAction.TAGS)
        export = self._add(self.tr("Export…"), self._on_export)
        if not row.summary.segments:
            export.setEnabled(False)
            export.setText(self.tr("Export… (no words yet)"))
        self.addSeparator()
        if row.action is not None:
            self._add_action(row.action)
        if row.is_recorded and not is_busy and not row.is_held and row.action is not RowAction.RECORD_ON:
            self._add_action(RowAction.RECORD_ON)
        if row.is_recovered and not is_live:
            self._add_action(RowAction.SEEN)
        if not is_busy:
            self._add(self.tr("Understand again…"), self._on_recognise)
            self._add(self.tr("Take in a transcript…"), self._on_returned)
            if row.length_ms:
                self._add(self.tr("Put together with…"), self._on_merge)
                self._add(self.tr("Divide…"), self._on_split)
        self.addSeparator()
        delete = self._add(self.tr("Move to the bin"), self._on_delete, action=KeyAction.DELETE)
        if is_live:
            delete.setEnabled(False)
            delete.setText(self.tr("Move to the bin (it is being recorded)"))

    def _add_action(self, action: RowAction) -> None:
        self._add(action_text(action), self._on_action).setData(action)

    def _add(self, text: str, slot: Any, *, action: KeyAction | None = None) -> QAction:
        entry = self.addAction(text)
        if action is not None:
            entry.setShortcut(keys_of(action))
        entry.triggered.connect(slot)
        return entry

    def _add_courses(self, courses: Sequence[Course]) -> None:
        menu = self.addMenu(self.tr("Move to course"))
        its_course = self._row.summary.meeting.course_id
        for course_id, title in [*((course.id, course.title) for course in courses), (None, self.tr("No course"))]:
            action = menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(course_id == its_course)
            action.setData(course_id)
            action.triggered.connect(self._on_move)

    def _on_open(self) -> None:
        self.open_requested.emit(self._meeting_id)

    def _on_rename(self) -> None:
        self.rename_requested.emit(self._meeting_id)

    def _on_move(self) -> None:
        action: QObject | None = self.sender()
        course_id: CourseId | None = action.data() if isinstance(action, QAction) else None
        self.move_requested.emit(self._meeting_id, course_id)

    def _on_export(self) -> None:
        self.export_requested.emit(self._meeting_id)

    def _on_action(self) -> None:
        action: QObject | None = self.sender()
        if isinstance(action, QAction):
            self.action_requested.emit(self._meeting_id, RowAction(action.data()))

    def _on_recognise(self) -> None:
        self.recognise_requested.emit(self._meeting_id)

    def _on_favourite(self) -> None:
        self.favourite_requested.emit(self._meeting_id, not self._row.summary.meeting.is_favourite)

    def _on_tags(self) -> None:
        self.tags_requested.emit(self._meeting_id)

    def _on_returned(self) -> None:
        self.returned_requested.emit(self._meeting_id)

    def _on_merge(self) -> None:
        self.merge_requested.emit(self._meeting_id)

    def _on_split(self) -> None:
        self.split_requested.emit(self._meeting_id)

    def _on_delete(self) -> None:
        self.delete_requested.emit(self._meeting_id)
