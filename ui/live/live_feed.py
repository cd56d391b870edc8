"""Reads the meeting that is recorded for its page: words, moments and gaps, each on a background thread.

Lives on the window's thread, owned by ``RecordingPage``. Lines come by announcement and are handed on as they are; what
was announced while the transcript was still being read is handed on after it, so that nothing is missed.
"""

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.announcements import GapsChanged, MeetingUpdated, MomentsChanged, TranscriptChanged
from app.background import Background
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.meetings.identifiers import MeetingId
from app.meetings.moment import Moment
from app.meetings.transcript import Gap, TranscriptChange
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.bridge.delivery import deliver
from ui.reading.reading_document import ReadingDocument
from ui.reading.shown_script import in_script

_GATHER_MS = 500
"""A machine that falls behind notices many gaps; they are read together."""


@dataclass(frozen=True)
class LiveReading:
    """Everything at once, when the page opens."""

    meeting_id: MeetingId
    title: str
    document: ReadingDocument
    gaps: tuple[Gap, ...]
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class MomentsRead:
    """The moments of a meeting."""

    meeting_id: MeetingId
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class GapsRead:
    """The gaps of a meeting."""

    meeting_id: MeetingId
    gaps: tuple[Gap, ...]


class LiveFeed(QObject):
    """What is known of the recording beside its status."""

    read = Signal(object)
    """A ``LiveReading``."""
    changed = Signal(object)
    """A ``TranscriptChange``."""
    moments_read = Signal(object)
    """A tuple of ``Moment``."""
    gaps_read = Signal(object)
    """A tuple of ``Gap``."""
    renamed = Signal(str)
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        library: Library,
        settings: SettingsStore,
        bridge: AnnouncementBridge,
        background: Background,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._settings = settings
        self._background = background
        self._meeting_id: MeetingId | None = None
        self._early: list[TranscriptChange] | None = None
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.setInterval(_GATHER_MS)
        self._gather.timeout.connect(self._read_gaps)
        bridge.transcript_changed.connect(self._on_transcript_changed)
        bridge.moments_changed.connect(self._on_moments_changed)
        bridge.gaps_changed.connect(self._on_gaps_changed)
        bridge.meeting_updated.connect(self._on_meeting_updated)

    @property
    def meeting_id(self) -> MeetingId | None:
        """The meeting that is followed."""
        return self._meeting_id

    def follow(self, meeting_id: MeetingId) -> None:
        """Read another meeting, and hear of it from now on."""
        self._meeting_id = meeting_id
        self._early = []
        script = ChineseScript(self._settings.current.chinese_script)
        work = partial(_read, self._library, meeting_id, script)
        deliver(self._background.run(work), self._on_read, self._on_failed)

    def forget(self) -> None:
        """Hear of nothing more; answers that still come are dropped."""
        self._meeting_id = None
        self._early = None

    # Answers

    def _on_read(self, reading: LiveReading) -> None:
        if reading.meeting_id != self._meeting_id:
            return
        self.read.emit(reading)
        early, self._early = self._early or [], None
        for change in early:
            self.changed.emit(change)

    def _on_moments(self, read: MomentsRead) -> None:
        if read.meeting_id == self._meeting_id:
            self.moments_read.emit(read.moments)

    def _on_gaps(self, read: GapsRead) -> None:
        if read.meeting_id == self._meeting_id:
            self.gaps_read.emit(read.gaps)

    def _on_title(self, title: str) -> None:
        self.renamed.emit(title)

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)

    # Announcements

    def _on_transcript_changed(self, said: TranscriptChanged) -> None:
        if said.change.meeting_id != self._meeting_id:
            return
        if self._early is not None:
            self._early.append(said.change)
        else:
            self.changed.emit(said.change)

    def _on_moments_changed(self, said: MomentsChanged) -> None:
        if said.meeting_id == self._meeting_id:
            work = partial(_read_moments, self._library, said.meeting_id)
            deliver(self._background.run(work), self._on_moments, self._on_failed)

    def _on_gaps_changed(self, said: GapsChanged) -> None:
        if said.meeting_id == self._meeting_id and not self._gather.isActive():
            self._gather.start()

    def _read_gaps(self) -> None:
        if self._meeting_id is not None:
            work = partial(_read_gaps, self._library, self._meeting_id)
            deliver(self._background.run(work), self._on_gaps, self._on_failed)

    def _on_meeting_updated(self, said: MeetingUpdated) -> None:
        if said.meeting_id == self._meeting_id:
            work = partial(_read_title, self._library, said.meeting_id)
            deliver(self._background.run(work), self._on_title, self._on_failed)


def _read(library: Library, meeting_id: MeetingId, script: ChineseScript) -> LiveReading:
    transcript = library.transcript(meeting_id)
    document = ReadingDocument(replace(transcript, gaps=()), show=partial(in_script, script=script))
    moments = tuple(library.moments(meeting_id))
    return LiveReading(meeting_id, _read_title(library, meeting_id), document, transcript.gaps, moments)


def _read_moments(library: Library, meeting_id: MeetingId) -> MomentsRead:
    return MomentsRead(meeting_id, tuple(library.moments(meeting_id)))


def _read_gaps(library: Library, meeting_id: MeetingId) -> GapsRead:
    return GapsRead(meeting_id, library.transcript(meeting_id).gaps)


def _read_title(library: Library, meeting_id: MeetingId) -> str:
    return library.meeting(meeting_id).title
