"""Reads the open meeting for its page: words, facts, sound and loudness, each on background threads.

Of a long meeting a page is read and shown first; the whole of it is read when that has been painted, since a thread
that reads twenty thousand lines leaves the window little time to paint. Loudness that has to be measured waits for the
words: a person writes sooner, and two threads do not compute side by side.

Lives on the window's thread, owned by ``MeetingPage``. It hears what is announced of the open meeting and reads again
what that makes old. An answer for a meeting that is no longer open is dropped here, so that the page never sees it.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.announcements import (
    GapsChanged,
    JobEnded,
    JobProgressAnnounced,
    MeetingRemoved,
    MeetingUpdated,
    MomentsChanged,
    TranscriptChanged,
)
from app.background import Background
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import Transcript, TranscriptChange
from app.settings.settings import Settings
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.bridge.delivery import deliver
from ui.editor.editor_shelf import EditorShelf
from ui.editor.meeting_reading import (
    LoudnessReading,
    MeetingFacts,
    MeetingReading,
    PageReading,
    SoundReading,
    make_document,
    read_again,
    read_facts,
    read_first,
    read_loudness,
    read_meeting,
    read_sound,
)
from ui.editor.meeting_sound import OpenSound
from ui.reading.reading_document import ReadingDocument

_GATHER_MS = 500
_PAINT_MS = 30
"""A page that was read is painted within this."""
_PROOF_MS = 2000
"""New lines change how much is understood; a growing transcript proves it this often."""


class MeetingFeed(QObject):
    """What is known of one meeting at a time."""

    page_read = Signal(object)
    """A ``PageReading``, before the whole of a long meeting."""
    meeting_read = Signal(object)
    """A ``MeetingReading``."""
    facts_read = Signal(object)
    """``MeetingFacts`` alone."""
    sound_read = Signal(object)
    """A ``SoundReading``."""
    loudness_read = Signal(object)
    """A ``LoudnessReading``, once for each meeting."""
    changed = Signal(object)
    """A ``TranscriptChange``."""
    progressed = Signal(object)
    """``JobProgressAnnounced`` of its job."""
    removed = Signal()
    """It is no longer in the library."""
    failed = Signal(object)
    """A ``VivavoceError``: the meeting cannot be read."""
    sound_failed = Signal(object)
    """A ``VivavoceError``: its sound cannot."""

    def __init__(
        self,
        *,
        library: Library,
        settings: SettingsStore,
        bridge: AnnouncementBridge,
        background: Background,
        open_sound: OpenSound,
        shelf: EditorShelf | None = None,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shelf = shelf
        self._edited: Callable[[], Transcript | None] = _nothing
        self._since: list[TranscriptChange] = []
        self._reads = 0
        self._library = library
        self._settings = settings
        self._background = background
        self._open_sound = open_sound
        self._meeting_id: MeetingId | None = None
        self._has_loudness = False
        self._unmeasured: SoundReading | None = None
        """Sound that is to be measured when the words were read."""
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.setInterval(_GATHER_MS)
        self._gather.timeout.connect(self.read)
        self._paint = QTimer(self)
        self._paint.setSingleShot(True)
        self._paint.setInterval(_PAINT_MS)
        self._paint.timeout.connect(self.read)
        self._proof = QTimer(self)
        self._proof.setSingleShot(True)
        self._proof.setInterval(_PROOF_MS)
        self._proof.timeout.connect(self.read_facts)
        bridge.transcript_changed.connect(self._on_transcript_changed)
        bridge.meeting_updated.connect(self._on_meeting_updated)
        bridge.meeting_removed.connect(self._on_meeting_removed)
        bridge.moments_changed.connect(self._on_moments_changed)
        bridge.gaps_changed.connect(self._on_gaps_changed)
        bridge.job_progressed.connect(self._on_job_progressed)
        bridge.job_ended.connect(self._on_job_ended)
        self._unsubscribe = settings.subscribe(self._on_settings_changed)

    @property
    def meeting_id(self) -> MeetingId | None:
        """The open meeting."""
        return self._meeting_id

    @property
    def since(self) -> list[TranscriptChange]:
        """What was changed since the reading that just came was asked for."""
        return self._since

    def read_from(self, edited: Callable[[], Transcript | None]) -> None:
        """Take the lines from whoever edits them, as soon as somebody does."""
        self._edited = edited

    def note(self, change: TranscriptChange) -> None:
        """Lines were changed in the window."""
        if self._reads:
            self._since.append(change)

    def document_of(self, transcript: Transcript) -> ReadingDocument:
        """A transcript in the script that the reader chose."""
        return make_document(transcript, ChineseScript(self._settings.current.chinese_script))

    def open(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        """Read another meeting, what is said at a moment first if one is given."""
        if self._shelf is not None:
            self._shelf.want(meeting_id)
        self._meeting_id = meeting_id
        self._has_loudness, self._unmeasured = False, None
        self.read_sound()
        self._read_first(meeting_id, at_ms)

    def forget(self) -> None:
        """Read nothing more; answers that still come are dropped."""
        left, self._meeting_id = self._meeting_id, None
        if left is not None and self._shelf is not None:
            self._shelf.want(None)
            self._give_back(left)
        self._gather.stop()
        self._paint.stop()
        self._proof.stop()
        self._has_loudness, self._unmeasured = False, None

    def close(self) -> None:
        """Hear of nothing more."""
        self._unsubscribe()
        self.forget()

    def read(self) -> None:
        """Read everything but the sound again."""
        if self._meeting_id is not None:
            script = ChineseScript(self._settings.current.chinese_script)
            edited = self._edited()
            work = partial(read_meeting, self._library, self._meeting_id, script, self._shelf)
            if edited is not None:
                work = partial(read_again, self._library, edited, script)
            self._reads += 1
            deliver(self._background.run(work), self._on_meeting, self._on_not_read)

    def read_facts(self) -> None:
        """Read title and facts again."""
        if self._meeting_id is not None:
            work = partial(read_facts, self._library, self._meeting_id)
            deliver(self._background.run(work), self._on_facts, self._on_failed)

    def read_sound(self) -> None:
        """Look for the sound again."""
        if self._meeting_id is not None:
            work = partial(read_sound, self._open_sound, self._meeting_id)
            deliver(self._background.answer(work), self._on_sound, self._on_sound_failed)

    def _read_first(self, meeting_id: MeetingId, at_ms: int | None) -> None:
        script = ChineseScript(self._settings.current.chinese_script)
        work = partial(read_first, self._library, meeting_id, script, self._shelf, at_ms=at_ms)
        self._reads += 1
        deliver(self._background.answer(work), self._on_first, self._on_not_read)

    def _on_first(self, reading: MeetingReading | PageReading) -> None:
        if isinstance(reading, MeetingReading):
            self._on_meeting(reading)
            return
        if reading.facts.meeting.id == self._meeting_id:
            self.page_read.emit(reading)
            self._paint.start()
        self._end_read()

    def _on_meeting(self, reading: MeetingReading) -> None:
        is_late = self._shelf is not None and reading.editor is None and self._edited() is None
        if reading.facts.meeting.id == self._meeting_id and not is_late:
            self.meeting_read.emit(reading)
        elif reading.editor is not None:
            self._give_back(reading.facts.meeting.id)
        self._end_read()

    def _on_not_read(self, error: VivavoceError) -> None:
        self._end_read()
        self._on_failed(error)

    def _end_read(self) -> None:
        self._reads -= 1
        if not self._reads:
            self._since = []
        if self._unmeasured is not None and not self._is_reading:
            waiting, self._unmeasured = self._unmeasured, None
            self._measure(waiting)

    @property
    def _is_reading(self) -> bool:
        """Whether words are read, or about to be."""
        return bool(self._reads) or self._paint.isActive()

    def _give_back(self, meeting_id: MeetingId) -> None:
        """Have the editor of a meeting that was left saved and closed."""
        if self._shelf is not None:
            self._background.run(partial(self._shelf.give_back, meeting_id))

    def _on_facts(self, facts: MeetingFacts) -> None:
        if facts.meeting.id == self._meeting_id:
            self.facts_read.emit(facts)

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)

    def _on_sound(self, reading: SoundReading) -> None:
        if reading.meeting_id != self._meeting_id:
            return
        self.sound_read.emit(reading)
        if reading.path is not None and not self._has_loudness:
            self._has_loudness = True
            if self._is_reading and not reading.is_measured:
                self._unmeasured = reading
            else:
                self._measure(reading)

    def _measure(self, reading: SoundReading) -> None:
        deliver(self._background.run(partial(read_loudness, reading)), self._on_loudness, self._on_sound_failed)

    def _on_loudness(self, reading: LoudnessReading) -> None:
        if reading.meeting_id == self._meeting_id:
            self.loudness_read.emit(reading)

    def _on_sound_failed(self, error: VivavoceError) -> None:
        self.sound_failed.emit(error)

    # Announcements

    def _on_transcript_changed(self, announcement: TranscriptChanged) -> None:
        if announcement.change.meeting_id == self._meeting_id:
            self.changed.emit(announcement.change)
            if not self._proof.isActive():
                self._proof.start()

    def _on_meeting_updated(self, announcement: MeetingUpdated) -> None:
        if announcement.meeting_id == self._meeting_id:
            self.read_facts()
            if not self._has_loudness:
                self.read_sound()

    def _on_meeting_removed(self, announcement: MeetingRemoved) -> None:
        if announcement.meeting_id == self._meeting_id:
            self.removed.emit()

    def _on_moments_changed(self, announcement: MomentsChanged) -> None:
        if announcement.meeting_id == self._meeting_id:
            self.read_facts()

    def _on_gaps_changed(self, announcement: GapsChanged) -> None:
        """Many may be repaired one after another; they are read together."""
        if announcement.meeting_id == self._meeting_id and not self._gather.isActive():
            self._gather.start()

    def _on_job_progressed(self, announcement: JobProgressAnnounced) -> None:
        if announcement.meeting_id == self._meeting_id:
            self.progressed.emit(announcement)

    def _on_job_ended(self, announcement: JobEnded) -> None:
        if announcement.meeting_id == self._meeting_id:
            self.read()  # a re-run wrote a version of its own, which is the current one only now
            self.read_sound()

    def _on_settings_changed(self, _settings: Settings, changed: frozenset[str]) -> None:
        if "chinese_script" in changed:
            self.read()


def _nothing() -> None:
    """Nobody edits."""
