"""Who speaks in the open meeting: reads what is known, shows it beside the transcript, and does what a person asks.

Lives on the window's thread, owned by ``MeetingPage``. Names, merges and examples are edits and go through the editor;
looks for speakers and remembered voices go to their services on background threads, and the announcement that follows
shows what came of them.
"""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.announcements import SpeakersChanged, TranscriptChanged
from app.background import Background
from app.editing.speaking import GiveSpeaker, MergeSpeakers, NameSpeaker, free_number
from app.library.library import Library
from app.meetings.identifiers import MeetingId, SpeakerId
from engine.contract.errors import VivavoceError
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.naming_sheet import Naming, NamingSheet
from ui.editor.playback import Availability, Playback
from ui.editor.speaker_count_dialog import SpeakerCountDialog
from ui.editor.speaking_panel import SpeakingPanel
from ui.editor.speaking_reading import SpeakingReading, VoiceOfSpeaker, read_speaking
from ui.editor.split_speaker_dialog import SplitSpeakerDialog

_GATHER_MS = 600
_REWORDED_MS = 1500
"""Edits follow each other; what is computed from all lines waits for the last."""


class SpeakerLooks(Protocol):
    """The looks for speakers, on background threads."""

    def find(
        self, meeting_id: MeetingId, count: SpeakerCount = ANY_COUNT, *, apart: frozenset[SpeakerId] = frozenset()
    ) -> None:
        """Look for the speakers of a meeting."""
        ...

    def cancel(self, meeting_id: MeetingId) -> None:
        """Give up a look."""
        ...

    def fraction(self, meeting_id: MeetingId) -> float | None:
        """How far one is. Cheap."""
        ...


class SpeakingDesk(QObject):
    """Reads, shows, asks."""

    failed = Signal(object)
    """A ``VivavoceError``."""
    moment_chosen = Signal(int)

    def __init__(
        self,
        *,
        library: Library,
        looks: SpeakerLooks | None,
        bridge: AnnouncementBridge,
        background: Background,
        editor: MeetingEditor,
        panel: SpeakingPanel,
        playback: Playback,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._library = library
        self._looks = looks
        self._background = background
        self._editor = editor
        self._panel = panel
        self._playback = playback
        self._window = window
        self._meeting_id: MeetingId | None = None
        self._reading: SpeakingReading | None = None
        self._is_reading = self._is_stale = False
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.timeout.connect(self.read)
        bridge.transcript_changed.connect(self._on_transcript_changed)
        bridge.speakers_changed.connect(self._on_speakers_changed)
        bridge.voices_changed.connect(self.read)
        panel.naming_wanted.connect(self.ask_for_names)
        panel.count_wanted.connect(self.ask_how_many)
        panel.retry_wanted.connect(self._on_retry)
        panel.cancel_wanted.connect(self._on_cancel)
        panel.moment_chosen.connect(self.moment_chosen)

    @property
    def reading(self) -> SpeakingReading | None:
        """What is shown."""
        return self._reading

    def show_meeting(self, meeting_id: MeetingId | None) -> None:
        """Another meeting is open, or none."""
        if meeting_id != self._meeting_id:
            self._meeting_id, self._reading = meeting_id, None
            self._panel.forget()
        self.read()

    def read(self) -> None:
        """Read again what is known; one reading at a time, or those of a long meeting would stand in line."""
        if self._meeting_id is None:
            return
        if self._is_reading:
            self._is_stale = True
            return
        self._is_reading, self._is_stale = True, False
        document = self._editor.document
        is_edited = document is not None and document.meeting_id == self._meeting_id
        edited = document.transcript if document is not None and is_edited else None
        known = None if self._reading is None else self._reading.facts
        work = partial(read_speaking, self._library, self._meeting_id, edited, known=known)
        deliver(self._background.think(work), self._on_read, self._on_not_read)

    def ask_for_names(self) -> NamingSheet | None:
        """Open the sheet on which speakers get their names."""
        if self._reading is None or not self._reading.speakers:
            return None
        sheet = NamingSheet(self._reading, can_hear=self._can_hear, parent=self._window)
        sheet.clip_wanted.connect(self._on_clip)
        sheet.split_wanted.connect(self._on_split_wanted)
        sheet.accepted.connect(self._on_named)
        sheet.finished.connect(self._playback.pause)
        sheet.open()
        return sheet

    def ask_how_many(self) -> SpeakerCountDialog | None:
        """Ask how many people there are."""
        run = None if self._reading is None else self._reading.run
        found = 0 if self._reading is None else len(self._reading.speakers)
        dialog = SpeakerCountDialog(ANY_COUNT if run is None else run.count, found=found or 2, parent=self._window)
        dialog.accepted.connect(self._on_counted)
        dialog.open()
        return dialog

    def ask_for_examples(self, voice: VoiceOfSpeaker) -> SplitSpeakerDialog:
        """Ask which lines are somebody else's."""
        dialog = SplitSpeakerDialog(voice, can_hear=self._can_hear, parent=self._window)
        dialog.clip_wanted.connect(self._on_clip)
        dialog.accepted.connect(self._on_split)
        dialog.finished.connect(self._playback.pause)
        dialog.open()
        return dialog

    @property
    def _can_hear(self) -> bool:
        return self._playback.availability is Availability.READY

    # Reading

    def _on_read(self, reading: SpeakingReading) -> None:
        self._end_read()
        if reading.meeting_id == self._meeting_id:
            self._reading = reading
            self._show()

    def _on_not_read(self, _error: VivavoceError) -> None:
        self._end_read()  # the page itself says that the meeting cannot be read

    def _end_read(self) -> None:
        self._is_reading = False
        if self._is_stale:
            self.read()

    def _show(self) -> None:
        if self._reading is not None and self._meeting_id is not None:
            fraction = None if self._looks is None else self._looks.fraction(self._meeting_id)
            self._panel.show_reading(self._reading, fraction=fraction)

    def _on_transcript_changed(self, said: TranscriptChanged) -> None:
        if said.change.meeting_id == self._meeting_id:
            # Again from the beginning: talk times can wait until the fingers rest, other words for longer still.
            is_words = not (said.change.added or said.change.removed or said.change.speakers or said.change.shown)
            self._gather.start(_REWORDED_MS if is_words else _GATHER_MS)

    def _on_speakers_changed(self, said: SpeakersChanged) -> None:
        if said.meeting_id != self._meeting_id:
            return
        is_under_way = self._looks is not None and self._looks.fraction(said.meeting_id) is not None
        if is_under_way and self._reading is not None:
            self._show()  # only the figure moved
        else:
            self.read()

    # What a person does

    def _on_clip(self, start_ms: int, end_ms: int) -> None:
        self._playback.pause()
        self._playback.play_once((start_ms, end_ms))

    def _on_named(self) -> None:
        sheet = self.sender()
        meeting_id = self._meeting_id
        if not isinstance(sheet, NamingSheet) or meeting_id is None:
            return
        namings = sheet.namings
        for naming in namings:
            self._name(naming)
        remembered = [
            (naming.speaker_id, row.name)
            for naming, row in zip(namings, sheet.rows, strict=True)
            if naming.is_remembered
        ]
        if remembered:
            deliver(
                self._background.run(partial(_remember, self._library, meeting_id, remembered)),
                self._on_done,
                self._on_failed,
            )

    def _name(self, naming: Naming) -> None:
        document = self._editor.document
        if not naming.name or document is None:
            return
        same = [each for each in document.speakers if each.name == naming.name and each.id != naming.speaker_id]
        if same:
            self._editor.apply(MergeSpeakers(naming.speaker_id, same[0].id))
        else:
            self._editor.apply(NameSpeaker(naming.speaker_id, naming.name))

    def _on_split_wanted(self, voice: VoiceOfSpeaker) -> None:
        sheet = self.sender()
        if isinstance(sheet, NamingSheet):
            sheet.accept()
        self.ask_for_examples(voice)

    def _on_split(self) -> None:
        dialog, document = self.sender(), self._editor.document
        if not isinstance(dialog, SplitSpeakerDialog) or document is None:
            return
        number = free_number(document)
        name = dialog.name or self.tr("Speaker {number}").format(number=number)
        if self._editor.apply(GiveSpeaker(dialog.examples, number, name)) is None:
            return
        self._editor.flush()
        run = None if self._reading is None else self._reading.run
        count = ANY_COUNT if run is None else run.count
        if count.most and count.most == count.least:
            count = SpeakerCount(count.least + 1, count.most + 1)
        if self._reading is not None and self._reading.has_sound:
            self._find(count, apart=frozenset({dialog.voice.speaker.id}))

    def _on_counted(self) -> None:
        dialog = self.sender()
        if isinstance(dialog, SpeakerCountDialog):
            self._find(dialog.count)

    def _on_retry(self) -> None:
        run = None if self._reading is None else self._reading.run
        self._find(ANY_COUNT if run is None else run.count)

    def _find(self, count: SpeakerCount, *, apart: frozenset[SpeakerId] = frozenset()) -> None:
        if self._looks is not None and self._meeting_id is not None:
            self._editor.flush()
            work = partial(self._looks.find, self._meeting_id, count, apart=apart)
            deliver(self._background.run(work), self._on_done, self._on_failed)

    def _on_cancel(self) -> None:
        if self._looks is not None and self._meeting_id is not None:
            work = partial(self._looks.cancel, self._meeting_id)
            deliver(self._background.run(work), self._on_done, self._on_failed)

    def _on_done(self, _none: object) -> None:
        pass  # the announcement that follows shows it

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)


def _remember(library: Library, meeting_id: MeetingId, voices: list[tuple[SpeakerId, str]]) -> None:
    for speaker_id, name in voices:
        library.remember_voice(meeting_id, speaker_id, name).result()
