"""Looks at the recording as often as somebody looks at it: thirty times a second, twice a second, or never.

Lives on the window's thread, one per window. ``beat`` carries the snapshot; when nothing is recorded the timer stands
still until the service announces something.
"""

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.announcements import RecordingChanged
from app.recording.status import RecordingStatus
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.live.recordings import Recordings
from ui.style.motion import current_motion

DISPLAY_MS = 33
"""While meters are seen."""
CALM_MS = 500
"""While only the length of the recording is seen."""


class RecordingPulse(QObject):
    """Polls ``Recordings.status``."""

    beat = Signal(object)
    """A ``RecordingStatus``, or ``None`` once when there is none any more."""
    changed = Signal(object)
    """The same, at once, because something happened."""

    def __init__(self, *, recordings: Recordings, bridge: AnnouncementBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recordings = recordings
        self._watched_by: set[QObject] = set()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(CALM_MS)
        self._timer.timeout.connect(self._on_beat)
        bridge.recording_changed.connect(self._on_recording_changed)

    @property
    def status(self) -> RecordingStatus | None:
        """The snapshot of now."""
        return self._recordings.status

    @property
    def interval_ms(self) -> int:
        """How often it looks; 0 while it does not."""
        return self._timer.interval() if self._timer.isActive() else 0

    def begin(self) -> None:
        """Look now; go on looking if something is recorded."""
        self._on_recording_changed(None)

    def watch_closely(self, watcher: QObject, *, is_watching: bool) -> None:
        """Somebody shows meters, or does no longer."""
        if is_watching:
            self._watched_by.add(watcher)
        else:
            self._watched_by.discard(watcher)
        self._timer.setInterval(current_motion().pace_ms(DISPLAY_MS) if self._watched_by else CALM_MS)

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()

    def _on_beat(self) -> None:
        status = self._recordings.status
        if status is None:
            self._timer.stop()
        self.beat.emit(status)

    def _on_recording_changed(self, _said: RecordingChanged | None) -> None:
        status = self._recordings.status
        if status is not None and not self._timer.isActive():
            self._timer.start()
        self.changed.emit(status)
        self._on_beat()
