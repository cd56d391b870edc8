"""The window: a stack of the library, a meeting and the settings, and what holds for all of them.

Lives on the window's thread, built by ``app/composition.py``. ``SettingsWatch`` dresses the application from the
settings; a new language builds the pages anew. What is not needed at once is imported when it is first needed.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QStackedWidget

from app.announcements import Announcements, MeetingRemoved
from app.background import Background
from app.diagnostics.stage_log import StageLog
from app.folders import Folders
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingPhase
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.guide import Guide
from ui.keys.current_keys import keys_of
from ui.library.import_desk import FindAudioTracks, Imports
from ui.library.library_page import LibraryPage
from ui.live.recording_desk import RecordingDesk
from ui.live.recording_pulse import RecordingPulse
from ui.meeting_door import MeetingDoor
from ui.messages.error_messages import describe_error
from ui.messages.remark_messages import describe_remark
from ui.pages import Pages, no_audio_tracks, no_sources
from ui.preloading import Preloading
from ui.recording_aids import RecordingAids
from ui.recording_door import RecordingDoor
from ui.recording_watch import RecordingWatch, is_session_ending
from ui.settings.speech_model_lines import SpeechModels
from ui.settings_door import SettingsDoor
from ui.settings_watch import SettingsWatch
from ui.unsaved_watch import UnsavedWatch
from ui.widgets.message_bar import MessageKind
from ui.window_frame import WindowFrame
from ui.window_title import window_title

if TYPE_CHECKING:
    from ui.editor.editor_shelf import OpenEditor
    from ui.editor.meeting_page import MeetingPage
    from ui.editor.meeting_sound import OpenSound
    from ui.editor.playback import SoundOutput
    from ui.editor.speaking_desk import SpeakerLooks
    from ui.live.live_labels import Labelling
    from ui.live.recording_page import RecordingPage
    from ui.live.recordings import Recordings
    from ui.preflight.check import Check
    from ui.settings.audio_area import Levels
    from ui.settings.device_card import DeviceFacts
    from ui.settings.diagnostics_area import Collect
    from ui.settings.settings_page import OtherComputers, SettingsPage
    from ui.widgets.found_sources import ListSources


class MainWindow(WindowFrame):
    """The one window of the application."""

    def __init__(
        self,
        *,
        library: Library,
        imports: Imports,
        models: SpeechModels,
        settings: SettingsStore,
        recordings: "Recordings",
        announcements: Announcements,
        background: Background,
        folders: Folders,
        describe_device: "Callable[[], Sequence[DeviceFacts]]",
        open_sound: "OpenSound",
        find_audio_tracks: FindAudioTracks = no_audio_tracks,
        list_sources: "ListSources" = no_sources,
        open_editor: "OpenEditor | None" = None,
        looks: "SpeakerLooks | None" = None,
        live_speakers: "Labelling | None" = None,
        sound_output: "SoundOutput | None" = None,
        check: "Check | None" = None,
        levels: "Levels | None" = None,
        collect_diagnostics: "Collect | None" = None,
        workers: "OtherComputers | None" = None,
        stages: StageLog | None = None,
    ) -> None:
        super().__init__(place=settings.current.window_geometry)
        self._library, self._settings, self._background = library, settings, background
        self._open_id: MeetingId | None = None
        self._removed_id: MeetingId | None = None
        self._has_started = self._is_closed_by_code = False
        self._changes = SettingsWatch(settings=settings, window=self)
        self._bridge = AnnouncementBridge(announcements, parent=self)
        self.desk = RecordingDesk(
            recordings=recordings, library=library, settings=settings, background=background, parent=self
        )
        self.pulse = RecordingPulse(recordings=recordings, bridge=self._bridge, parent=self)
        self.watch = RecordingWatch(recordings=recordings, desk=self.desk, pulse=self.pulse, window=self)
        self._pages = Pages(
            library=library,
            imports=imports,
            models=models,
            settings=settings,
            bridge=self._bridge,
            background=background,
            folders=folders,
            describe_device=describe_device,
            open_sound=open_sound,
            find_audio_tracks=find_audio_tracks,
            list_sources=list_sources,
            desk=self.desk,
            pulse=self.pulse,
            open_editor=open_editor,
            looks=looks,
            live_speakers=live_speakers,
            sound_output=sound_output,
            check=check,
            levels=levels,
            collect_diagnostics=collect_diagnostics,
            workers=workers,
            stages=stages or StageLog(),
        )
        self.guide = Guide(
            settings=settings,
            library=library,
            models=models,
            background=background,
            describe_devices=describe_device,
            window=self,
        )
        self.unsaved = UnsavedWatch(pages=self._pages, window=self)
        self._stack = QStackedWidget()
        self.aids = RecordingAids(
            pages=self._pages, pulse=self.pulse, settings=settings, stack=self._stack, parent=self
        )
        self._meeting_door = MeetingDoor(pages=self._pages, stack=self._stack, parent=self)
        self._recording_door = RecordingDoor(pages=self._pages, aids=self.aids, stack=self._stack, parent=self)
        self._settings_door = SettingsDoor(pages=self._pages, stack=self._stack, parent=self)
        self.setCentralWidget(self._stack)
        self.library_page = self._make_library_page()
        self._add_actions()
        self.setWindowTitle("Vivavoce")
        self.files_dropped.connect(self._on_files_dropped)
        self._bridge.meeting_removed.connect(self._on_meeting_removed)
        self.desk.started.connect(self._on_recording_started)
        self.desk.failed.connect(self._on_recording_refused)
        self.watch.alarm_changed.connect(self._show_title)
        self.aids.shown.connect(self._show_title)
        self.aids.closed.connect(self.show_library)
        self.aids.devices_requested.connect(self._settings_door.show_audio)
        self.guide.keys_requested.connect(self._settings_door.show_shortcuts)
        self.guide.sample_requested.connect(self._on_sample)
        self.guide.model_requested.connect(self._settings_door.fetch_model)
        self.aids.recording_requested.connect(self.show_recording)
        self._meeting_door.shown.connect(self._show_title)
        self._meeting_door.closed.connect(self.show_library)
        self._meeting_door.export_requested.connect(self.export_meeting)
        self._recording_door.shown.connect(self._show_title)
        self._recording_door.closed.connect(self.show_library)
        self._recording_door.open_requested.connect(self._show_meeting)
        self._recording_door.finished.connect(self._on_recording_finished)
        self._settings_door.shown.connect(self._show_title)
        self._settings_door.closed.connect(self._on_settings_closed)
        self._settings_door.check_requested.connect(self.aids.ask_to_check)
        self._changes.language_changed.connect(self._build_anew)
        self._changes.keys_changed.connect(self._on_keys_changed)

    # What can be asked from outside

    @property
    def meeting_page(self) -> "MeetingPage | None":
        """The meeting page, once a meeting was opened or the page made ahead."""
        return self._pages.meeting

    @property
    def recording_page(self) -> "RecordingPage | None":
        """The recording page, once something was recorded."""
        return self._pages.recording

    @property
    def settings_page(self) -> "SettingsPage | None":
        """The settings page, once it was shown."""
        return self._pages.settings_page

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import files, as if they were dropped."""
        self.library_page.import_files(paths)

    def open_meeting(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        """Show a meeting, from a certain moment if one is given; one that is recorded, as it is recorded."""
        status = self.desk.status
        if status is not None and status.meeting_id == meeting_id and status.phase is not RecordingPhase.FAILED:
            self.show_recording()
            return
        self._show_meeting(meeting_id, at_ms)

    def show_recording(self) -> None:
        """Show what is recorded now."""
        status = self.desk.status
        if status is not None:
            self._open_id = status.meeting_id
            self._recording_door.open(status)

    def _show_meeting(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        self._open_id = meeting_id
        self._meeting_door.open(meeting_id, at_ms)

    def export_meeting(self, meeting_id: MeetingId) -> None:
        """Open the export dialog for a meeting."""
        self._pages.make_export_dialog(meeting_id, parent=self).open()

    def show_library(self) -> None:
        """Go back to the library."""
        self._stack.setCurrentWidget(self.library_page)
        self.library_page.focus_list(self._open_id)
        self._open_id = None
        self._show_title()

    def show_settings(self, subject: int = 0) -> None:
        """Show the settings. The ``False`` that a key sends along is the first subject too."""
        self._settings_door.show_subject(subject)

    def drop_words(self, paths: Sequence[Path]) -> str:
        """What dropping these files does."""
        is_for_it = self._meeting_door.wants(paths)
        return self.tr("Drop to look at it for this meeting") if is_for_it else super().drop_words(paths)

    def close(self) -> bool:
        """Close without asking. Code calls this; the cross of the window only sends the event (Qt marks neither)."""
        self._is_closed_by_code = True
        return super().close()

    # Qt

    def showEvent(self, event: QEvent) -> None:
        """Qt: the window appears; reading begins after its first frame."""
        super().showEvent(event)  # type: ignore[arg-type] # Qt hands over what it takes
        if not self._has_started:
            self._has_started = True
            QTimer.singleShot(0, self, self._on_shown)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: the window closes; only a person is asked whether a recording may end. Services are closed elsewhere."""
        is_by_person = not self._is_closed_by_code and not is_session_ending()
        if is_by_person and not (self.watch.may_close() and self.unsaved.may_close()):
            event.ignore()
            return
        self.pulse.stop()
        self._changes.stop()
        self._settings.change(window_geometry=self.place)
        self._meeting_door.forget()
        self._pages.close()
        self._pages.save_all()
        self._bridge.close()
        super().closeEvent(event)

    # Building

    def _make_library_page(self) -> LibraryPage:
        page = self._pages.make_library_page()
        page.open_requested.connect(self.open_meeting)
        page.export_requested.connect(self.export_meeting)
        page.settings_requested.connect(self.show_settings)
        page.course_page_requested.connect(self._settings_door.show_course)
        page.record_requested.connect(self.aids.ask_to_record)
        page.check_requested.connect(self.aids.ask_to_check)
        page.record_on_requested.connect(self.desk.append)
        page.recording_requested.connect(self.show_recording)
        page.recovered_seen.connect(self.watch.see)
        page.model.counts_changed.connect(self._show_title)  # rows were read: one may have another name now
        self.watch.shown.connect(page.show_recording)
        self.watch.said.connect(page.say)
        self.aids.said.connect(page.say)
        self.watch.recovered_changed.connect(page.recovered.show_recovered)
        self.desk.starting.connect(page.side_bar.record.show_starting)
        self._stack.addWidget(page)
        return page

    def _add_actions(self) -> None:
        self.add_key(self.tr("Record"), keys_of(KeyAction.RECORD), self._on_record)
        self.add_key(self.tr("Bookmark"), keys_of(KeyAction.BOOKMARK), self.desk.bookmark)
        self.add_key(self.tr("Import a file"), keys_of(KeyAction.IMPORT), self._on_import)
        self.add_key(self.tr("Search"), keys_of(KeyAction.FIND), self._on_search)
        self.add_key(self.tr("Settings"), keys_of(KeyAction.SETTINGS), self.show_settings)
        self.add_key(self.tr("Help"), keys_of(KeyAction.HELP), self.guide.show_help)
        self.add_key(self.tr("Quit"), keys_of(KeyAction.QUIT), self._on_quit)

    # Slots

    def _on_shown(self) -> None:
        self.library_page.start()
        self.library_page.focus_list()
        self.watch.begin()
        Preloading(background=self._background, parent=self).done.connect(self._meeting_door.prepare)
        remarks = [*map(describe_remark, self._library.opening.warnings), self.guide.settings_remark()]
        if said := "\n".join(filter(None, remarks)):
            self.library_page.say(said, MessageKind.WARNING)

    def _on_record(self) -> None:
        """The key records, or leads back to what is recorded."""
        if self.desk.is_recording:
            self.show_recording()
        else:
            self.library_page.record()

    def _on_sample(self) -> None:
        self.library_page.import_sample()

    def _on_settings_closed(self) -> None:
        """Back from the settings; buttons and pages know other keys from now on, if they were changed."""
        if self._changes.take_other_keys():
            self._build_anew()
        self.show_library()

    def _on_recording_started(self, _meeting_id: MeetingId) -> None:
        self.pulse.begin()
        self.aids.begin_recording()
        self.show_recording()

    def _on_recording_refused(self, error: VivavoceError) -> None:
        self.library_page.show_recording(self.desk.status)
        if not self._recording_door.is_open:
            self.show_library()
        self.library_page.say(describe_error(error), MessageKind.DANGER)

    def _on_recording_finished(self, meeting_id: MeetingId) -> None:
        """Whoever waited for it goes on to the meeting; whoever does something else is told."""
        self.aids.end_recording()
        if meeting_id == self._removed_id:  # somebody deleted it while it was recorded, and knows
            if self._recording_door.is_open:
                self.show_library()
        elif self._recording_door.is_open:
            self._show_meeting(meeting_id)
        else:
            self.library_page.say(self.tr("The recording is finished. It is in the list."))

    def _on_files_dropped(self, paths: list[Path]) -> None:
        if not self._meeting_door.take_in(paths):
            self.show_library()
            self.import_files(paths)

    def _on_import(self) -> None:
        self.show_library()
        self.library_page.choose_files()

    def _on_search(self) -> None:
        """On the meeting page the key searches the meeting; that page has the shortcut itself."""
        if self._stack.currentWidget() is not self._pages.meeting or self._pages.meeting is None:
            self._stack.setCurrentWidget(self.library_page)
            self._show_title()
            self.library_page.focus_search()

    def _on_quit(self) -> None:
        if self.watch.may_close() and self.unsaved.may_close():
            self.close()

    def _on_meeting_removed(self, said: MeetingRemoved) -> None:
        self._removed_id = said.meeting_id
        if said.meeting_id == self._open_id:
            self.show_library()

    def _on_keys_changed(self) -> None:
        self.forget_words()
        self._add_actions()

    def _build_anew(self) -> None:
        """Build every page anew, in another language or with other keys, and stay where the person was."""
        is_in_settings = self._stack.currentWidget() is self._pages.settings_page
        is_in_recording = self._recording_door.is_open
        self._meeting_door.forget()
        self._pages.close()
        old = [self._stack.widget(index) for index in range(self._stack.count())]
        self._open_id = None
        self.library_page = self._make_library_page()
        self.library_page.start()
        self.watch.begin()
        for page in old:
            if page is not None:
                self._stack.removeWidget(page)
                page.deleteLater()
        self._on_keys_changed()
        if is_in_settings:
            self.show_settings()
        elif is_in_recording:
            self.show_recording()
        self._show_title()

    # Private

    def _show_title(self) -> None:
        row = self.library_page.model.find(self._open_id) if self._open_id is not None else None
        meeting = "" if row is None else row.summary.meeting.title
        page, has_alarm = self._stack.currentWidget(), bool(self.watch.alarm)
        self.setWindowTitle(window_title(page, self._pages, meeting=meeting, has_alarm=has_alarm))
