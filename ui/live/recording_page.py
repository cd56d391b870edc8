"""The recording view: is the sound safe, are the words coming, and what was just said.

Lives on the window's thread, built by the main window when something is first recorded. It polls the status through
``RecordingPulse`` while it is seen, and hears of lines, moments and gaps through ``LiveFeed``. Leaving the page leaves
the recording alone.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.live_who import LiveWho
from app.meetings.moment import Moment
from app.meetings.transcript import TranscriptChange
from app.recording.status import RecordingPhase, RecordingStatus, UnderstandingPhase
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction
from engine.contract.audio import TrackKind
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.keys.current_keys import keys_of
from ui.live.live_feed import LiveFeed, LiveReading
from ui.live.live_labels import Labelling, LiveLabels
from ui.live.live_place import FAILURE, SILENCE, TELEPHONE, TROUBLE, UNDERSTANDING, WHO, LivePlace
from ui.live.notes_panel import NotesPanel
from ui.live.recording_bar import RecordingBar
from ui.live.recording_desk import RecordingDesk
from ui.live.recording_pulse import RecordingPulse
from ui.live.recording_words import failure_words, hint_words, sentences, understanding_failure_words
from ui.live.sign_bar import SignBar
from ui.live.source_menu import SourceOffer
from ui.live.track_strip import TrackStrip
from ui.live.track_watch import TrackHint, TrackWatch
from ui.messages.error_messages import describe_error
from ui.style.fonts import scaled
from ui.widgets.card import Separator
from ui.widgets.found_sources import ListSources
from ui.widgets.message_bar import MessageKind
from ui.widgets.panel_splitter import PanelSplitter

_ROOM_FOR_PANEL = 900
_CALM = (TrackHint.BACK, TrackHint.STILL_NO_SPEECH)


class RecordingPage(QWidget):
    """The page."""

    closed = Signal()
    """Back to the library; the recording goes on."""
    open_requested = Signal(object)
    """Show this meeting as a meeting: it is recorded, or the person does not want to wait."""
    finished = Signal(object)
    """The meeting with this id is recorded and understood."""
    captions_requested = Signal(bool)
    silence_answered = Signal(bool)
    """What is said of the silence was answered: true for its button, false where it was put away."""

    def __init__(
        self,
        *,
        desk: RecordingDesk,
        pulse: RecordingPulse,
        library: Library,
        settings: SettingsStore,
        bridge: AnnouncementBridge,
        background: Background,
        list_sources: ListSources,
        labelling: Labelling | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._pulse = pulse
        self._settings = settings
        self._meeting_id: MeetingId | None = None
        self._title = ""
        self._watches: list[TrackWatch] = []
        self._takes_notes = True
        self.feed = LiveFeed(library=library, settings=settings, bridge=bridge, background=background, parent=self)
        self.labels = LiveLabels(labelling=labelling, bridge=bridge, parent=self)
        self.bar = RecordingBar()
        self.signs = SignBar()
        self.place = LivePlace()
        self.panel = NotesPanel()
        self.sources = SourceOffer(list_sources=list_sources, background=background, parent=self)
        self._arrange()
        self._connect()
        self.setFocusProxy(self.place.view)

    @property
    def meeting_id(self) -> MeetingId | None:
        """The meeting that is shown."""
        return self._meeting_id

    @property
    def title(self) -> str:
        """Its title."""
        return self._title

    def open_recording(self, status: RecordingStatus) -> None:
        """Show a recording; one that is shown already stays as it is."""
        if status.meeting_id != self._meeting_id:
            self._meeting_id = status.meeting_id
            self._title = status.title
            self._watches = []
            self.place.forget_messages()
            self.panel.show_moments(())
            self.labels.follow(status.meeting_id)
            self.place.who.show_speakers(())
            self.feed.follow(status.meeting_id)
        for each in (self.bar, self.panel):
            each.tell_reach(self._settings.current.bookmark_seconds)
        self.show_status(status)

    def show_silence(self, text: str, action: str) -> None:
        """Say that nobody has spoken for long; empty when somebody does again."""
        self.place.say(SILENCE, text, MessageKind.INFO, action=action)

    def show_telephone(self, text: str) -> None:
        """Say that a microphone sounds like a telephone; empty when it does not."""
        self.place.say(TELEPHONE, text, MessageKind.WARNING)

    def show_captions(self, *, is_shown: bool) -> None:
        """The caption bar is there, or was closed by itself."""
        self.bar.captions.setChecked(is_shown)

    def show_status(self, status: RecordingStatus | None) -> None:
        """Show how it is now. Called thirty times a second while the page is seen."""
        if self._meeting_id is None:
            return
        if status is None or status.meeting_id != self._meeting_id or status.phase is RecordingPhase.ENDED:
            self._end()
            return
        if status.phase.is_going_on is not self._takes_notes:
            self._takes_notes = status.phase.is_going_on
            self.place.show_going_on(goes_on=self._takes_notes)
            self._place_notes()
        hints = self._look(status)
        self.bar.show_state(status.phase, status.elapsed_ms)
        self.signs.show_status(status, hints)
        self.place.view.show_tracks(status.tracks)
        self.place.view.say_instead(self._instead(status))
        self._say(status, hints)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: the page is seen: meters move."""
        super().showEvent(event)
        self._pulse.watch_closely(self, is_watching=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Qt: another page is seen."""
        super().hideEvent(event)
        self._pulse.watch_closely(self, is_watching=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow window has no room for the panel; notes are written below the transcript then."""
        super().resizeEvent(event)
        self._place_notes()

    # Arrangement

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # nothing that appears may resize a window
        layout.addWidget(self.bar)
        layout.addWidget(Separator())
        layout.addWidget(self.signs)
        layout.addWidget(Separator())
        layout.addWidget(PanelSplitter(self.place, self.panel), 1)

    def _connect(self) -> None:
        self._pulse.beat.connect(self._on_beat)
        self._pulse.changed.connect(self.show_status)
        self.bar.back_requested.connect(self.closed)
        self.bar.stop_requested.connect(self._desk.stop)
        self.bar.pause_requested.connect(self._desk.pause)
        self.bar.resume_requested.connect(self._desk.resume)
        self.bar.bookmark_requested.connect(self._desk.bookmark)
        self.bar.captions_requested.connect(self.captions_requested)
        self.bar.open_requested.connect(self._on_open)
        self.signs.change_requested.connect(self._on_change_requested)
        self.sources.chosen.connect(self._desk.change_source)
        self.place.acted.connect(self._on_acted)
        self.place.put_away.connect(self._on_put_away)
        self.place.note.kept.connect(self._desk.add_note)
        self.panel.note_kept.connect(self._desk.add_note)
        self.panel.list.chosen.connect(self._on_moment_chosen)
        self.panel.list.written.connect(self._desk.write_on)
        self.panel.list.removed.connect(self._desk.remove)
        self.feed.read.connect(self._on_read)
        self.feed.changed.connect(self._on_changed)
        self.feed.gaps_read.connect(self.place.view.show_gaps)
        self.feed.moments_read.connect(self._on_moments)
        self.feed.renamed.connect(self._on_renamed)
        self.feed.failed.connect(self._on_failed)
        self.labels.changed.connect(self._on_labels)
        self.place.who.named.connect(self.labels.name)
        QShortcut(keys_of(KeyAction.PAUSE), self, self._on_pause_key)
        QShortcut(keys_of(KeyAction.BACK), self, self.closed.emit)

    # Showing

    def _place_notes(self) -> None:
        has_room = self.width() >= scaled(_ROOM_FOR_PANEL)
        self.panel.setVisible(has_room)
        self.panel.field.setVisible(self._takes_notes)
        self.place.show_notes_field(is_shown=self._takes_notes and not has_room)

    def _look(self, status: RecordingStatus) -> list[TrackHint]:
        if len(self._watches) != len(status.tracks):
            self._watches = [TrackWatch() for _ in status.tracks]
        if status.phase is not RecordingPhase.RECORDING:
            return [TrackHint.NONE for _ in status.tracks]
        is_listened_to = status.understanding is UnderstandingPhase.LISTENING
        return [
            watch.look(track, status.elapsed_ms, is_listened_to=is_listened_to)
            for watch, track in zip(self._watches, status.tracks, strict=True)
        ]

    def _say(self, status: RecordingStatus, hints: list[TrackHint]) -> None:
        self.place.say(FAILURE, failure_words(status), MessageKind.DANGER)
        self.place.say(UNDERSTANDING, understanding_failure_words(status), action=self.tr("Try again"))
        for track, hint in zip(status.tracks, hints, strict=True):
            text = sentences(*hint_words(hint, track))
            # A computer that plays nothing is how most lectures are: worth a word, no alarm.
            is_calm = hint in _CALM or (hint is TrackHint.SILENT and track.kind is TrackKind.COMPUTER)
            kind = MessageKind.INFO if is_calm else MessageKind.WARNING
            self.place.say(f"track-{track.track}", text, kind)

    def _instead(self, status: RecordingStatus) -> str:
        """What stands in place of the words while there are none."""
        if not status.phase.is_going_on:
            return self.tr("The last words are being written down.")
        if status.understanding is UnderstandingPhase.LOADING:
            return self.tr("The recording runs. The speech model is being loaded; words appear in a moment.")
        if status.phase is RecordingPhase.PAUSED:
            return self.tr("Paused. Nothing is recorded until you go on.")
        return self.tr("The words appear here while they are spoken.")

    def _end(self) -> None:
        meeting_id, self._meeting_id = self._meeting_id, None
        self.feed.forget()
        self.labels.follow(None)
        self.place.forget_messages()
        self.finished.emit(meeting_id)

    # Slots

    def _on_beat(self, status: RecordingStatus | None) -> None:
        if self.isVisible() or status is None or status.phase is RecordingPhase.ENDED:
            self.show_status(status)

    def _on_read(self, reading: LiveReading) -> None:
        self._title = reading.title
        self.place.view.show_document(reading.document)
        self.place.view.apply(self.labels.all_lines(reading.document), has_words=False)
        if (who := self.labels.who) is not None:
            self._show_who(who)
        self.place.view.show_gaps(reading.gaps)
        self._on_moments(reading.moments)

    def _on_changed(self, change: TranscriptChange) -> None:
        change = self.labels.dressed(change)
        document = self.place.view.document
        is_told = change.speakers is not None  # then everybody is
        if document is not None and not is_told and not document.knows_speakers_of((*change.added, *change.updated)):
            if self._meeting_id is not None:
                self.feed.follow(self._meeting_id)  # somebody new speaks: names are read with the transcript
            return
        self.place.view.apply(change)

    def _on_labels(self, who: LiveWho, changed_ms: int) -> None:
        document = self.place.view.document
        if document is not None and document.meeting_id == who.meeting_id:
            self.place.view.apply(self.labels.since(document, changed_ms), has_words=False)
        self._show_who(who)

    def _show_who(self, who: LiveWho) -> None:
        self.place.view.show_provisional([each.speaker.id for each in who.speakers if not each.is_named])
        self.place.who.show_speakers(who.speakers)
        text = self.tr("Who speaks cannot be shown while it is recorded. The words are not affected.")
        self.place.say(WHO, "" if who.error is None else text, MessageKind.INFO)

    def _on_moments(self, moments: tuple[Moment, ...]) -> None:
        self.panel.show_moments(moments)
        self.place.view.show_moments(moments)

    def _on_moment_chosen(self, moment: Moment) -> None:
        self.place.view.go_to_moment(moment.start_ms)

    def _on_renamed(self, title: str) -> None:
        self._title = title

    def _on_pause_key(self) -> None:
        if self.bar.pause.isVisible():
            self.bar.pause.click()

    def _on_acted(self, name: str) -> None:
        if name == UNDERSTANDING:
            self._desk.retry_understanding()
        elif name == SILENCE:
            self.silence_answered.emit(True)

    def _on_put_away(self, name: str) -> None:
        if name == SILENCE:
            self.silence_answered.emit(False)

    def _on_change_requested(self, strip: TrackStrip) -> None:
        if strip.track is not None:
            self.sources.open(strip.track, strip.change)

    def _on_open(self) -> None:
        if self._meeting_id is not None:
            self.open_requested.emit(self._meeting_id)

    def _on_failed(self, error: VivavoceError) -> None:
        self.place.say(TROUBLE, describe_error(error), MessageKind.DANGER)
