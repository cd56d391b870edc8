"""Carries announcements from the thread that made them to the window's thread, as Qt signals.

Made by the main window, on its thread. Everything arrives in the order it was announced, except progress: of each
job only the newest figure is kept, and handed on at most ten times a second.
"""

import threading
from collections import deque

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

from app.announcements import (
    Announcement,
    Announcements,
    CourseChanged,
    EditingChanged,
    FiltersChanged,
    GapsChanged,
    JobEnded,
    JobProgressAnnounced,
    LiveSpeakersChanged,
    MeetingAdded,
    MeetingRemoved,
    MeetingUpdated,
    MomentsChanged,
    RecordingChanged,
    SpeakersChanged,
    TranscriptChanged,
    VoicesChanged,
)
from app.meetings.identifiers import JobId

PROGRESS_INTERVAL_MS = 100


class AnnouncementBridge(QObject):
    """Announcements as signals. Each signal carries the announcement itself."""

    meeting_added = Signal(object)
    meeting_updated = Signal(object)
    meeting_removed = Signal(object)
    transcript_changed = Signal(object)
    course_changed = Signal(object)
    filters_changed = Signal(object)
    moments_changed = Signal(object)
    gaps_changed = Signal(object)
    recording_changed = Signal(object)
    editing_changed = Signal(object)
    speakers_changed = Signal(object)
    live_speakers_changed = Signal(object)
    voices_changed = Signal(object)
    job_progressed = Signal(object)
    job_ended = Signal(object)

    _arrived = Signal()

    def __init__(self, announcements: Announcements, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[Announcement] = deque()
        self._progress: dict[JobId, JobProgressAnnounced] = {}
        self._is_called = False
        self._signals: dict[type[Announcement], SignalInstance] = {  # but progress, which goes through the timer
            MeetingAdded: self.meeting_added,
            MeetingUpdated: self.meeting_updated,
            MeetingRemoved: self.meeting_removed,
            TranscriptChanged: self.transcript_changed,
            CourseChanged: self.course_changed,
            FiltersChanged: self.filters_changed,
            MomentsChanged: self.moments_changed,
            GapsChanged: self.gaps_changed,
            RecordingChanged: self.recording_changed,
            EditingChanged: self.editing_changed,
            SpeakersChanged: self.speakers_changed,
            LiveSpeakersChanged: self.live_speakers_changed,
            VoicesChanged: self.voices_changed,
            JobEnded: self.job_ended,
        }
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PROGRESS_INTERVAL_MS)
        self._timer.timeout.connect(self._on_progress_due)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe = announcements.subscribe(self._listen)

    def close(self) -> None:
        """Hear nothing more. What is waiting is dropped."""
        self._unsubscribe()
        self._timer.stop()
        with self._lock:
            self._waiting.clear()
            self._progress.clear()

    def _listen(self, announcement: Announcement) -> None:
        """On the thread that announces: put it down and call the window's thread once."""
        with self._lock:
            if isinstance(announcement, JobProgressAnnounced):
                self._progress[announcement.job_id] = announcement
            else:
                if isinstance(announcement, JobEnded):
                    self._progress.pop(announcement.job_id, None)
                self._waiting.append(announcement)
            if self._is_called:
                return
            self._is_called = True
        if shiboken6.isValid(self):
            self._arrived.emit()

    def _on_arrived(self) -> None:
        with self._lock:
            self._is_called = False
            waiting = list(self._waiting)
            self._waiting.clear()
            has_progress = bool(self._progress)
        for announcement in waiting:
            self._hand_on(announcement)
        if has_progress and not self._timer.isActive():
            self._timer.start()

    def _on_progress_due(self) -> None:
        with self._lock:
            due = list(self._progress.values())
            self._progress.clear()
        for announcement in due:
            self.job_progressed.emit(announcement)

    def _hand_on(self, announcement: Announcement) -> None:
        signal = self._signals.get(type(announcement))
        if signal is not None:
            signal.emit(announcement)
