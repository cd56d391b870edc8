"""The page of one meeting: read it, hear it, find in it. Made once by the main window, on the window's thread.

It brings together what is seen (``MeetingFrame``) and who does the work (``MeetingDesks``): ``MeetingFeed`` reads,
``MeetingDesk`` writes, ``Playback`` plays. While a job still runs, its announcements add lines to what is shown.
"""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.meeting import MeetingStatus
from app.meetings.moment import Moment, MomentKind
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.editor.editor_shelf import EditorShelf
from ui.editor.meeting_desk import Imports
from ui.editor.meeting_desks import MeetingDesks
from ui.editor.meeting_parts import MeetingParts
from ui.editor.meeting_reading import (
    MeetingFacts,
    MeetingReading,
    PageReading,
    SoundReading,
)
from ui.editor.meeting_sound import OpenSound
from ui.editor.playback import SoundOutput
from ui.editor.speaking_desk import SpeakerLooks
from ui.keys.current_keys import current_keys, keys_of
from ui.messages.error_messages import describe_error
from ui.widgets.message_bar import MessageKind


class MeetingPage(MeetingDesks):
    """One meeting."""

    closed = Signal()
    """Back to the library."""
    export_requested = Signal(str)
    """Id of the meeting to export."""

    def __init__(
        self,
        *,
        library: Library,
        imports: Imports,
        settings: SettingsStore,
        announcements_bridge: AnnouncementBridge,
        background: Background,
        open_sound: OpenSound,
        shelf: EditorShelf | None = None,
        looks: SpeakerLooks | None = None,
        sound_output: SoundOutput | None = None,
        parts: MeetingParts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            library=library,
            imports=imports,
            settings=settings,
            announcements_bridge=announcements_bridge,
            background=background,
            open_sound=open_sound,
            shelf=shelf,
            looks=looks,
            sound_output=sound_output,
            parts=parts,
            parent=parent,
        )
        self._facts: MeetingFacts | None = None
        self._go_to_ms: int | None = None
        self._trouble: VivavoceError | None = None
        self._connect()
        self._add_keys()

    def open_meeting(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        """Show a meeting, at a moment if one was searched."""
        if meeting_id == self.meeting_id and self._facts is not None:
            if at_ms is not None:
                self._navigator.hear(at_ms)
            return
        self._forget()
        self._go_to_ms = at_ms
        self._place.wait()
        if at_ms is not None:
            self._navigator.hear_first(at_ms)
        self._feed.open(meeting_id, at_ms)

    def take_in(self, path: Path) -> None:
        """Show what is in a file of subtitles, and make it a version of this transcript if the person wants that."""
        if self.meeting_id is None or self._facts is None:
            return
        if self._facts.is_unfinished:
            text = self.tr("This meeting is still being worked on. Drop the subtitles again when that is done.")
            self._message.say(text, MessageKind.WARNING)
            return
        self._editor.flush()
        self._returned.look(path, self.meeting_id)

    def close_meeting(self) -> None:
        """Let go of the meeting and its sound."""
        self._forget()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: the window closes, or builds its pages anew: let go of the sound and hear of nothing more."""
        self._feed.close()
        self._forget()
        self._playback.close()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Qt: the window has a key to search everything; on this page the same key finds in the meeting."""
        is_override = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_override and isinstance(event, QKeyEvent) and current_keys().matches(event, KeyAction.FIND):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: a key that nobody here wanted."""
        if current_keys().matches(event, KeyAction.FIND):
            self._find.begin()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Qt: another page is shown; nobody wants a voice without a face."""
        super().hideEvent(event)
        self._playback.pause()

    def _connect(self) -> None:
        self._feed.page_read.connect(self._on_page)
        self._feed.meeting_read.connect(self._on_read)
        self._feed.facts_read.connect(self._on_new_facts)
        self._feed.progressed.connect(self._strip.show_progress)
        self._feed.removed.connect(self._on_back)
        self._feed.failed.connect(self._on_read_failed)
        self._feed.sound_read.connect(self._on_sound)
        self._feed.loudness_read.connect(self._sound_desk.take_loudness)
        self._feed.sound_failed.connect(self._on_sound_failed)
        self._hands.refused.connect(self._message.say)
        self._speaker_desk.merged.connect(self._on_merged)
        self._speaking.failed.connect(self._on_write_failed)
        self._speaking.moment_chosen.connect(self._navigator.go_to)
        self._times.limited.connect(self._message.say)
        self._selection_desk.said.connect(self._message.say)
        self._returned.said.connect(self._message.say)
        self._selection_desk.failed.connect(self._on_sound_failed)
        self._glossary.failed.connect(self._on_write_failed)
        self._panel.version_chosen.connect(self._versions.compare)
        self._panel.deleted_chosen.connect(self._versions.bring_back)
        self._panel.again_clicked.connect(self._versions.ask_again)
        self._versions.moment_chosen.connect(self._navigator.go_to)
        self._editor.state_changed.connect(self._on_state)
        self._review.ended.connect(self._on_review_ended)
        self._follower.lines_changed.connect(self._show_state)
        self._desk.set_aside_done.connect(self._on_set_aside)
        self._desk.accepted.connect(self._on_accepted)
        self._desk.moment_removed.connect(self._on_moment_removed)
        self._desk.failed.connect(self._on_write_failed)
        self._chapters.failed.connect(self._on_write_failed)
        self._header.back_clicked.connect(self._on_back)
        self._header.replace_clicked.connect(self._replace.begin)
        self._header.title_changed.connect(self._on_title_changed)
        self._place.back_clicked.connect(self._on_back)
        self._strip.cancel_clicked.connect(self._on_cancel)
        self._strip.go_on_clicked.connect(self._on_go_on)
        self._message.acted.connect(self._desk.take_back)
        self.view.accept_requested.connect(self._on_accept)
        self._panel.moment_written.connect(self._desk.write_on_moment)
        self._panel.moment_removed.connect(self._desk.remove_moment)
        self._bar.export_clicked.connect(self._on_export)

    def _add_keys(self) -> None:
        for keys, slot in (
            (keys_of(KeyAction.ACCEPT), self._on_accept_key),
            (keys_of(KeyAction.SET_ASIDE), self._on_set_aside_key),
            (keys_of(KeyAction.RENAME), self._header.title.begin),
            (keys_of(KeyAction.FIND_NEXT), self._find.next),
            (keys_of(KeyAction.FIND_PREVIOUS), self._find.previous),
            (keys_of(KeyAction.BACK), self._on_back),
            (keys_of(KeyAction.EXPORT), self._on_export),
            (keys_of(KeyAction.REVIEW), self._review.next),
            (keys_of(KeyAction.REPLACE), self._replace.begin),
            (keys_of(KeyAction.TIMES), self._times.ask),
            (keys_of(KeyAction.UNDO), self._editor.undo),
            (keys_of(KeyAction.REDO), self._editor.redo),
            (QKeySequence("Ctrl+Y"), self._editor.redo),
        ):
            shortcut = QShortcut(keys, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    # Reading

    def _on_page(self, reading: PageReading) -> None:
        """There is something to read, and the rest follows."""
        if self._facts is not None:
            return
        self._follower.show_page(reading)
        self._header.show_facts(reading.facts)
        self._place.show_state(reading.facts, is_empty=not len(reading.document))
        self._begin()

    def _on_read(self, reading: MeetingReading) -> None:
        is_first = self._facts is None
        has_page = is_first and self._follower.has_page
        self._follower.show_reading(reading, is_first=is_first)
        self._on_facts(reading.facts)
        self._follower.catch_up(reading, is_first=is_first)
        self._speaking.show_meeting(reading.facts.meeting.id)
        if is_first and not has_page:
            self._begin()

    def _begin(self) -> None:
        """There are lines now: go to the moment that was asked for, and let keys go to them."""
        if self._go_to_ms is not None:
            self._navigator.arrive(self._go_to_ms)
            self._go_to_ms = None
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_facts(self, facts: MeetingFacts) -> None:
        self._facts = facts
        self._chapters.show(facts.meeting.id)
        is_growing = facts.meeting.status is MeetingStatus.RECORDING
        self._editor.set_duration(0 if is_growing else facts.meeting.duration_ms)
        self._header.show_facts(facts)
        self._replace.show_course(facts.meeting.course_id)
        self._glossary.show_course(facts.meeting.course_id)
        self._versions.show_facts(facts)
        self._strip.show_facts(facts)
        self._panel.show_facts(facts)
        self._coverage.show_facts(facts)
        self._sound_map.show_moments(facts.moments)
        self._sound_desk.show_tracks(facts.meeting.tracks)
        self._selection_desk.show_facts(facts)
        self.view.show_work(is_coming=facts.is_unfinished)
        self._sound_map.show_length(max(facts.meeting.duration_ms, self._playback.length_ms))
        self._show_state()

    def _on_new_facts(self, facts: MeetingFacts) -> None:
        if self._facts is not None:  # else they are from before it was left and opened again
            self._on_facts(facts)

    def _on_read_failed(self, error: VivavoceError) -> None:
        if self._facts is None:
            self._navigator.forget()
            self._playback.pause()
            self._place.fail(describe_error(error))

    def _on_sound(self, reading: SoundReading) -> None:
        is_coming = self._facts is None or self._facts.is_unfinished
        self._sound_desk.take_sound(reading, is_coming=is_coming)

    def _on_sound_failed(self, error: VivavoceError) -> None:
        self._message.say(describe_error(error), MessageKind.WARNING)

    # What a person does

    def _on_back(self) -> None:
        self._forget()
        self.closed.emit()

    def _on_export(self) -> None:
        if self.meeting_id is not None:
            self._editor.flush()
            self.export_requested.emit(self.meeting_id)

    def _on_title_changed(self, title: str) -> None:
        if self.meeting_id is not None:
            self._desk.rename(self.meeting_id, title)

    def _on_accept_key(self) -> None:
        segment_id = self.view.line_to_accept()
        if segment_id is not None:
            self._desk.accept(segment_id)

    def _on_accept(self, segment_id: str) -> None:
        self._desk.accept(SegmentId(segment_id))

    def _on_set_aside_key(self) -> None:
        self._desk.set_aside(self.view.chosen_lines())

    def _on_set_aside(self) -> None:
        self._message.say(self.tr("Set aside: kept here, left out of exports. Undo brings it back."))

    def _on_merged(self, name: str, into: str) -> None:
        text = self.tr("All lines of {name} are {other}'s now. Undo brings both speakers back.")
        self._message.say(text.format(name=name, other=into))

    def _on_state(self) -> None:
        """Say once why the disk refuses; the sign in the header stays for as long as it does."""
        trouble = self._editor.trouble
        if trouble is not None and self._trouble is None:
            self._message.say(describe_error(trouble), MessageKind.DANGER)
        elif trouble is None and self._trouble is not None:
            self._message.hide()
        self._trouble = trouble

    def _on_review_ended(self, rate: float) -> None:
        wrong = max(1, round(100 * rate))
        text = self.tr("No place is left to review. Of 100 words about %n may still be wrong.", "", wrong)
        self._message.say(text)

    def _on_accepted(self) -> None:
        self._message.say(self.tr("The line is part of the transcript now."), action=self.tr("Take back"))

    def _on_write_failed(self, error: VivavoceError) -> None:
        self._message.say(describe_error(error), MessageKind.DANGER)
        self._feed.read_facts()

    def _on_cancel(self) -> None:
        if self._facts is not None and self._facts.job is not None:
            self._desk.cancel(self._facts.job.id)

    def _on_go_on(self) -> None:
        if self.meeting_id is not None:
            self._desk.go_on(self.meeting_id)

    def _on_moment_removed(self, moment: Moment) -> None:
        is_bookmark = moment.kind is MomentKind.BOOKMARK
        is_chapter = moment.kind is MomentKind.CHAPTER
        others = self.tr("The chapter was removed.") if is_chapter else self.tr("The note was removed.")
        text = self.tr("The bookmark was removed.") if is_bookmark else others
        self._message.say(text, action=self.tr("Take back"))

    # Private

    def _show_state(self) -> None:
        document = self.view.document
        if self._facts is None or document is None:
            return
        is_empty = len(document) == 0
        self._place.show_state(self._facts, is_empty=is_empty)
        self._bar.turn_export_off(self.tr("There is nothing to export yet.") if is_empty else "")

    def _forget(self) -> None:
        self._navigator.forget()
        self._chapters.forget()
        self._playback.unload()
        self._hands.leave()
        self._follower.forget()
        self._editor.let_go()
        self._review.forget()
        self._versions.forget()
        self._replace.end()
        self._feed.forget()
        self._desk.forget()
        self._speaking.show_meeting(None)
        self._glossary.show_course(None)
        self._facts = None
        self._find.clear()
        self._strip.forget()
        self._message.hide()
        self._coverage.hide()
        self._sound_map.clear()
        self._selection_desk.show_facts(None)
