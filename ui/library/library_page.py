"""The library page: side bar, search, list of meetings, and what a person can do with them.

Lives on the window's thread. Reads through ``LibraryFeed``, writes through the library's own Futures, imports through
``ImportDesk``; nothing here waits.
"""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.search import SearchHit
from app.recording.status import RecordingStatus
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from engine.contract.places import RESOURCES
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.dialogs.batch_desk import BatchDesk, IsMeant
from ui.dialogs.returned_desk import ReturnedDesk
from ui.library.file_chooser import FileChooser
from ui.library.import_desk import FindAudioTracks, ImportDesk, Imports
from ui.library.import_report import ImportReport
from ui.library.library_desk import LibraryDesk
from ui.library.library_feed import LibraryFeed
from ui.library.library_frame import LibraryFrame
from ui.library.library_search import LibrarySearch
from ui.library.meeting_actions import MeetingActions
from ui.library.meeting_list_model import MeetingListModel
from ui.library.meeting_menu import MeetingMenu
from ui.library.meeting_row import LiveRow, Shelf, View
from ui.library.options_desk import ListModels, OptionsDesk
from ui.library.shelf_desk import ShelfDesk
from ui.library.side_keeper import SideKeeper
from ui.library.view_words import nothing_here_text, view_title
from ui.messages.error_messages import describe_error
from ui.widgets.found_sources import ListSources
from ui.widgets.message_bar import MessageKind

SAMPLE = RESOURCES / "samples" / "lecture.flac"
_SELECTIONS = (Shelf.COURSE, Shelf.FAVOURITES, Shelf.TAG, Shelf.FILTER)
"""Parts of the library that somebody put together."""
TRANSCRIPTS = (".srt", ".vtt", ".json")
"""Endings of files without sound."""
_SLOW_MS = 300
"""From here on waiting shows itself."""


class LibraryPage(LibraryFrame):
    """The first page of the window."""

    open_requested = Signal(object, object)
    """A meeting's id, and the millisecond to begin at or ``None``."""
    export_requested = Signal(object)
    settings_requested = Signal()
    course_page_requested = Signal(object)
    """Id of a course whose settings are wanted."""
    record_requested = Signal(object)
    """Id of the course to record into, or ``None``."""
    record_on_requested = Signal(object)
    """Id of a recorded meeting to go on with."""
    recording_requested = Signal()
    """Back to the recording that runs."""
    check_requested = Signal()
    recovered_seen = Signal(object)
    """Id of a meeting that was interrupted; the person knows."""

    def __init__(
        self,
        *,
        library: Library,
        imports: Imports,
        find_audio_tracks: FindAudioTracks,
        list_models: ListModels,
        list_sources: ListSources,
        settings: SettingsStore,
        bridge: AnnouncementBridge,
        background: Background,
        folder: Path,
        today: Callable[[], date] = date.today,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            model=MeetingListModel(today=today),
            settings=settings,
            background=background,
            list_sources=list_sources,
            parent=parent,
        )
        self._library = library
        self._is_loaded = False
        self.import_desk = ImportDesk(
            imports=imports, find_audio_tracks=find_audio_tracks, background=background, parent=self
        )
        self.options_desk = OptionsDesk(
            settings=settings,
            list_models=list_models,
            count_speakers=library.speakers_said,
            background=background,
            page=self,
        )
        self.library_desk = LibraryDesk(library=library, page=self)
        self._report = ImportReport(import_desk=self.import_desk, model=self.model, bridge=bridge, parent=self)
        self._chooser = FileChooser(settings=settings, page=self)
        self._feed = LibraryFeed(
            library=library,
            model=self.model,
            bridge=bridge,
            background=background,
            folder=folder,
            count_tracks=lambda: len(settings.current.recording_sources()),
            parent=self,
        )
        self.shelf_desk = ShelfDesk(
            library=library,
            model=self.model,
            imports=self.import_desk,
            background=background,
            message=self.message,
            page=self,
        )
        self.batch_desk = BatchDesk(
            library=library,
            settings=settings,
            background=background,
            shown=self._meant,
            page=self,
        )
        self.returned_desk = ReturnedDesk(library=library, settings=settings, background=background, page=self)
        self._search = LibrarySearch(
            library=library,
            background=background,
            field=self.search,
            results=self.results,
            scope=self._searched,
            parent=self,
        )
        self._actions = MeetingActions(
            meetings=self.list,
            model=self.model,
            import_desk=self.import_desk,
            library_desk=self.library_desk,
            shelf_desk=self.shelf_desk,
            options_desk=self.options_desk,
            returned_desk=self.returned_desk,
            page=self,
        )
        self._side = SideKeeper(
            side_bar=self.side_bar,
            model=self.model,
            feed=self._feed,
            actions=self._actions,
            library_desk=self.library_desk,
            shelf_desk=self.shelf_desk,
            search=self.search,
            parent=self,
        )
        self._connect()
        self.model.show(View(), settings.current.list_order)
        self._show_right_part()

    def start(self) -> None:
        """Begin to read the library. Called once, when the window is shown."""
        self._feed.start()
        QTimer.singleShot(_SLOW_MS, self, self._on_slow)

    def stop(self) -> None:
        """Read nothing more: the window closes, or has its pages made anew."""
        self._feed.stop()

    # What the window asks for

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import files into the course that is shown, if one is; transcripts that come back, where they belong."""
        returned = [path for path in paths if path.suffix.casefold() in TRANSCRIPTS]
        if returned:
            self.returned_desk.take_dropped(returned)
        media = [path for path in paths if path not in returned]
        if media:
            options = self._settings.current.recognition_options()
            self.import_desk.take(media, options=options, course_id=self.model.view.course_id)

    def import_sample(self) -> None:
        """Import the sample lecture."""
        title, options = self.tr("Sample lecture"), self._settings.current.recognition_options()
        self.import_desk.take_sample(SAMPLE, title=title, options=options)

    def record(self) -> None:
        """Ask for a recording with what is remembered."""
        self.record_requested.emit(self.side_bar.record.course_id)

    def show_recording(self, status: RecordingStatus | None) -> None:
        """Show what is recorded: in the side bar, and in its row."""
        self.side_bar.record.show_recording(status)
        self.empty.record_button.setEnabled(status is None)
        live = None if status is None else LiveRow(status.phase, status.elapsed_ms // 1000 * 1000)
        self.model.show_live(None if status is None else status.meeting_id, live)

    def choose_files(self) -> None:
        """Let the person pick files to import."""
        self._chooser.open()

    def focus_search(self) -> None:
        """Put the keyboard into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def focus_list(self, meeting_id: MeetingId | None = None) -> None:
        """Put the keyboard back to where the person was."""
        if self._search.is_active:
            self.results.setFocus()
            return
        if meeting_id is not None:
            self.list.choose(meeting_id)
        self.list.setFocus()

    def say(self, text: str, kind: MessageKind = MessageKind.INFO) -> None:
        """Say something in the bar above the list."""
        self.message.say(text, kind)

    def build_menu(self, meeting_id: MeetingId) -> MeetingMenu | None:
        """The context menu of a meeting."""
        return self._actions.build_menu(meeting_id)

    # Building

    def _connect(self) -> None:
        self.side_bar.import_requested.connect(self.choose_files)
        self.side_bar.record_requested.connect(self.record)
        self.side_bar.recording_requested.connect(self.recording_requested)
        self.side_bar.check_requested.connect(self.check_requested)
        self.empty.record_requested.connect(self.record)
        self.empty.check_requested.connect(self.check_requested)
        self.recovered.continue_requested.connect(self.record_on_requested)
        self.recovered.open_requested.connect(self.open_requested)
        self.recovered.dismissed.connect(self.recovered_seen)
        self._actions.record_on_requested.connect(self.record_on_requested)
        self._actions.seen.connect(self.recovered_seen)
        self.side_bar.view_chosen.connect(self._on_view_chosen)
        self.side_bar.course_page_requested.connect(self.course_page_requested)
        self.head.empty_bin.clicked.connect(self.shelf_desk.ask_to_empty_bin)
        self.shelf_desk.failed.connect(self._on_failed)
        self.head.export_all.clicked.connect(self._on_export_clicked)
        self.batch_desk.said.connect(self.say)
        self.returned_desk.said.connect(self.say)
        self.batch_desk.progressed.connect(self._on_batch_progressed)
        self._side.changed.connect(self._show_right_part)
        self._side.view_wanted.connect(self._show_view)
        self._search.changed.connect(self._on_search_changed)
        self._search.failed.connect(self._on_failed)
        self.settings_button.clicked.connect(self.settings_requested)
        self.order.activated.connect(self._on_order_chosen)
        self._actions.open_requested.connect(self.open_requested)
        self._actions.export_requested.connect(self.export_requested)
        self._actions.export_chosen_requested.connect(self.batch_desk.ask)
        self.list.choice_changed.connect(self._show_right_part)
        self.results.hit_chosen.connect(self._on_hit_chosen)
        self.empty.import_requested.connect(self.choose_files)
        self.empty.sample_requested.connect(self.import_sample)
        self._chooser.chosen.connect(self.import_files)
        self._report.taken.connect(self._show_imported)
        self._report.to_choose.connect(self.options_desk.ask)
        self._report.said.connect(self._on_said)
        self.import_desk.failed.connect(self._on_failed)
        self.library_desk.failed.connect(self._on_failed)
        self.options_desk.failed.connect(self._on_failed)
        self._feed.loaded.connect(self._on_loaded)
        self._feed.failed.connect(self._on_failed)

    # What is shown

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: arrow down goes from the search field to what was found, Escape ends the search."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus() and self._search.is_active:
            self.results.choose_first()
            self.results.setFocus(Qt.FocusReason.OtherFocusReason)
        elif event.key() == Qt.Key.Key_Escape and self._search.is_active:
            self.search.clear()
            self.search.setFocus()
        else:
            super().keyPressEvent(event)

    def _show_right_part(self) -> None:
        is_searching = self._search.is_active
        if is_searching and not self._search.words:
            return  # what was shown stays until there is an answer
        is_bin = self.model.view.shelf is Shelf.BIN and not is_searching
        self.head.show_which(
            is_searching=is_searching,
            is_full_bin=is_bin and not self.model.is_empty,
            is_selection=self.model.view.shelf in _SELECTIONS and not self.model.is_empty,
            chosen=len(self.list.chosen_meetings),
        )
        self.head.setVisible(is_searching or is_bin or self.model.has_meetings)
        is_empty = self._is_loaded and not self.model.has_meetings and not is_searching
        self.side_bar.record.show_quiet(is_quiet=is_empty)
        if is_searching:
            self.found.setText(self._search.words if self._search.has_results else "")
            self.nothing.setText(self._search.words)
            self._show_part(self.results if self._search.has_results else self.nothing)
        elif not self._is_loaded:
            self._show_part(self.nothing)
        elif not self.model.has_meetings and not is_bin:
            self._show_part(self.empty)
        elif self.model.is_empty:
            self.nothing.setText(nothing_here_text(self.model.view))
            self._show_part(self.nothing)
        else:
            self._show_part(self.list)
        self.title.set_text(self.tr("Search") if is_searching else view_title(self.model.view, self._side.courses))

    # Slots: reading

    def _on_slow(self) -> None:
        if not self._is_loaded:
            self.nothing.setText(self.tr("Opening the library…"))

    def _on_loaded(self) -> None:
        self._is_loaded = True
        self.nothing.setText("")
        self.side_bar.choose(self.model.view)
        self._show_right_part()

    def _searched(self) -> frozenset[MeetingId] | None:
        """The meetings that a search looks in; ``None`` for all."""
        view = self.model.view
        return self.model.ids_in(view) if view.saved is not None and not view.saved.wanted.is_open else None

    def _meant(self) -> IsMeant:
        """The meetings that are exported together: those that are chosen, else all that are listed."""
        chosen = self.list.chosen_meetings if self.list.has_several else self.model.ids_in(self.model.view)
        meant = frozenset(chosen)
        return lambda meeting: meeting.id in meant

    def _on_view_chosen(self, view: View) -> None:
        if view != self.model.view or self._search.is_active:
            self._show_view(view)

    def _show_view(self, view: View) -> None:
        self.search.clear()
        self.model.show(view, self._settings.current.list_order)
        self.side_bar.record.show_course(view.course_id)
        self.side_bar.choose(view)
        if view.saved is not None and view.saved.wanted.text:
            self.search.setText(view.saved.wanted.text)
        self._show_right_part()

    def _on_order_chosen(self) -> None:
        order: Any = self.order.chosen
        self._settings.change(list_order=order)
        self.model.show(self.model.view, order)

    # Slots: searching

    def _on_search_changed(self) -> None:
        self._show_right_part()

    def _on_hit_chosen(self, hit: SearchHit) -> None:
        self.open_requested.emit(hit.meeting_id, int(hit.start_ms))

    # Slots: importing

    def _show_imported(self) -> None:
        """What comes in is seen coming in, whatever was searched for or looked at."""
        view = View() if self.model.view.shelf is Shelf.REVIEW else self.model.view
        if view != self.model.view or self._search.is_active:
            self._show_view(view)

    def _on_export_clicked(self) -> None:
        """The button writes, and while it is written it stops."""
        if self.batch_desk.is_busy:
            self.batch_desk.stop()
        else:
            self.batch_desk.ask()

    def _on_batch_progressed(self, done: int, count: int) -> None:
        self.head.show_progress(done, count)
        self._show_right_part()

    def _on_said(self, text: str) -> None:
        self.say(text, MessageKind.WARNING)

    def _on_failed(self, error: VivavoceError) -> None:
        self.say(describe_error(error), MessageKind.DANGER)
