"""Does what a person asks of the recording, and tells the window what became of it.

Lives on the window's thread, owned by the main window. Beginning waits for the library, so it runs on a background
thread; everything else only hands the wish over.
"""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.moment import Moment
from app.recording.status import RecordingPhase, RecordingStatus, RecordingWish
from app.settings.settings_store import SettingsStore
from engine.contract.audio import TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import SourceChoice
from ui.bridge.delivery import deliver
from ui.live.recordings import Recordings


class RecordingDesk(QObject):
    """Starts, pauses, stops, marks."""

    starting = Signal()
    """A recording is asked for; a moment later it is there, or it failed."""
    started = Signal(object)
    """Id of the meeting that is recorded now."""
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        recordings: Recordings,
        library: Library,
        settings: SettingsStore,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._recordings = recordings
        self._library = library
        self._settings = settings
        self._background = background
        self._is_starting = False

    @property
    def status(self) -> RecordingStatus | None:
        """The recording of now."""
        return self._recordings.status

    @property
    def is_recording(self) -> bool:
        """Whether closing the window would end a recording."""
        status = self._recordings.status
        return self._is_starting or (status is not None and status.phase.is_open)

    def start(self, course_id: CourseId | None = None) -> None:
        """Record with the sources that are remembered."""
        settings = self._settings.current
        wish = RecordingWish(
            sources=settings.recording_sources(), options=settings.recognition_options(), course_id=course_id
        )
        self._run(partial(self._recordings.start, wish))

    def append(self, meeting_id: MeetingId) -> None:
        """Go on with a meeting that was recorded, on the tracks that it has."""
        settings = self._settings.current
        wish = RecordingWish(
            sources=settings.recording_sources(), options=settings.recognition_options(), append_to=meeting_id
        )
        self._run(partial(self._recordings.start, wish))

    def pause(self) -> None:
        """Record nothing for a while."""
        self._recordings.pause()

    def resume(self) -> None:
        """Go on."""
        self._recordings.resume()

    def stop(self) -> None:
        """End it."""
        self._recordings.stop()

    def change_source(self, track: int, source: SourceChoice) -> None:
        """Go on with another device. A microphone is remembered for the next recording."""
        self._recordings.change_source(track, source)
        if source.kind is TrackKind.MICROPHONE:
            self._settings.change(microphone_name=source.name, microphone_api=source.host_api)

    def bookmark(self) -> None:
        """Mark what was said just now, as far back as the person chose; does nothing while nothing is heard."""
        status = self._recordings.status
        if status is not None and status.phase is RecordingPhase.RECORDING:
            self._recordings.bookmark()

    def add_note(self, text: str) -> None:
        """Keep a note with this moment."""
        self._recordings.add_note(text)

    def retry_understanding(self) -> None:
        """Try the recognition again."""
        self._recordings.retry_understanding()

    def write_on(self, moment: Moment, text: str) -> None:
        """Give a bookmark or a note other words."""
        deliver(self._library.change_moment(replace(moment, text=text)), self._on_written, self._on_failed)

    def remove(self, moment: Moment) -> None:
        """Take a bookmark or a note away."""
        deliver(self._library.remove_moment(moment.id), self._on_written, self._on_failed)

    def _run(self, work: partial[MeetingId]) -> None:
        if self._is_starting:
            return  # a second press of the key
        self._is_starting = True
        self.starting.emit()
        deliver(self._background.run(work), self._on_started, self._on_start_failed)

    def _on_started(self, meeting_id: MeetingId) -> None:
        self._is_starting = False
        self.started.emit(meeting_id)

    def _on_start_failed(self, error: VivavoceError) -> None:
        self._is_starting = False
        self.failed.emit(error)

    def _on_written(self, _answer: object) -> None:
        """The announcement that follows shows it."""

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)
