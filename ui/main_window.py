"""The window: a stack of the library, a meeting and the settings, and what holds for all of them.

Lives on the window's thread, built by ``app/composition.py``, which hands in every service. Dresses the application
(theme, fonts, language) from the settings and dresses it again when they change; a new language builds the pages anew.
The meeting page and the export dialog are imported when they are first needed, so that the window is there at once.
"""

import base64
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QStackedWidget

from app.announcements import Announcements, MeetingRemoved, MeetingUpdated
from app.background import Background
from app.folders import Folders
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.settings.settings import Settings
from app.settings.settings_store import SettingsStore
from ui.appearance import apply_appearance
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.library.drop_overlay import DropOverlay
from ui.library.import_desk import FindAudioTracks, Imports
from ui.library.library_page import LibraryPage
from ui.messages.remark_messages import describe_remark
from ui.settings.device_card import DeviceFacts
from ui.settings.settings_page import SettingsPage
from ui.settings.speech_model_lines import SpeechModels
from ui.widgets.message_bar import MessageKind

if TYPE_CHECKING:
    from ui.editor.meeting_page import MeetingPage
    from ui.editor.meeting_sound import OpenSound
    from ui.editor.playback import SoundOutput

_FIRST_SIZE = QSize(1280, 800)
_LOOK = frozenset({"appearance", "text_scale_percent"})


def _no_choice(_path: Path) -> tuple[()]:
    """Looks into no file: its default audio track is taken."""
    return ()


class MainWindow(QMainWindow):
    """The one window of the application."""

    def __init__(
        self,
        *,
        library: Library,
        imports: Imports,
        models: SpeechModels,
        settings: SettingsStore,
        announcements: Announcements,
        background: Background,
        folders: Folders,
        describe_device: Callable[[], Sequence[DeviceFacts]],
        open_sound: "OpenSound",
        find_audio_tracks: FindAudioTracks = _no_choice,
        sound_output: "SoundOutput | None" = None,
    ) -> None:
        super().__init__()
        self._open_sound = open_sound
        self._find_audio_tracks = find_audio_tracks
        self._sound_output = sound_output
        self._library = library
        self._imports = imports
        self._models = models
        self._settings = settings
        self._background = background
        self._folders = folders
        self._describe_device = describe_device
        self._meeting: MeetingPage | None = None
        self._settings_page: SettingsPage | None = None
        self._open_id: MeetingId | None = None
        self._has_started = False
        apply_appearance(settings.current)
        self._bridge = AnnouncementBridge(announcements, parent=self)
        self._stack = QStackedWidget()
        self.setCentralWidget(self._stack)
        self.library_page = self._make_library_page()
        self._overlay = DropOverlay(self)
        self._add_actions()
        self.setAcceptDrops(True)
        self.setWindowTitle("Vivavoce")
        self._restore_geometry(settings.current)
        self._bridge.meeting_removed.connect(self._on_meeting_removed)
        self._bridge.meeting_updated.connect(self._on_meeting_updated)
        self._unsubscribe = settings.subscribe(self._on_settings_changed)

    # What can be asked from outside

    @property
    def meeting_page(self) -> "MeetingPage | None":
        """The meeting page, once a meeting was opened."""
        return self._meeting

    @property
    def settings_page(self) -> SettingsPage | None:
        """The settings page, once it was shown."""
        return self._settings_page

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import files, as if they were dropped."""
        self.library_page.import_files(paths)

    def open_meeting(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        """Show a meeting, from a certain moment if one is given."""
        if self._meeting is None:
            self._meeting = self._make_meeting_page()
            self._stack.addWidget(self._meeting)
        self._open_id = meeting_id
        self._meeting.open_meeting(meeting_id, at_ms)
        self._stack.setCurrentWidget(self._meeting)
        self._meeting.setFocus()
        self._show_title()

    def export_meeting(self, meeting_id: MeetingId) -> None:
        """Open the export dialog for a meeting."""
        from ui.dialogs.export_dialog import ExportDialog  # noqa: PLC0415 - loaded when something is first exported

        dialog = ExportDialog(
            meeting_id,
            library=self._library,
            settings=self._settings,
            background=self._background,
            parent=self,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_drop_hint(self) -> None:
        """Say over the whole window what dropping files does."""
        self._overlay.cover()

    def hide_drop_hint(self) -> None:
        """Take that away again."""
        self._overlay.hide()

    def show_library(self) -> None:
        """Go back to the library."""
        self._stack.setCurrentWidget(self.library_page)
        self.library_page.focus_list(self._open_id)
        self._open_id = None
        self._show_title()

    def show_settings(self, subject: int = 0) -> None:
        """Show the settings."""
        if self._settings_page is None:
            self._settings_page = self._make_settings_page()
            self._stack.addWidget(self._settings_page)
        self._stack.setCurrentWidget(self._settings_page)
        self._settings_page.show_subject(subject)
        self._settings_page.list.setFocus()
        self._show_title()

    # Qt

    def showEvent(self, event: QEvent) -> None:
        """Qt: the window appears; reading begins after its first frame."""
        super().showEvent(event)  # type: ignore[arg-type] # Qt hands over what it takes
        if not self._has_started:
            self._has_started = True
            QTimer.singleShot(0, self, self._on_shown)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: the window closes. Services are closed by the composition."""
        geometry = base64.b64encode(self.saveGeometry().data()).decode()
        self._unsubscribe()
        self._settings.change(window_geometry=geometry)
        if self._settings_page is not None:
            self._settings_page.stop()
        if self._meeting is not None:
            self._meeting.close()
        self._bridge.close()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the size changed."""
        super().resizeEvent(event)
        if self._overlay.isVisible():
            self._overlay.cover()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Qt: something is held over the window."""
        if _local_files(event.mimeData()):
            event.acceptProposedAction()
            self.show_drop_hint()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Qt: it was taken away."""
        self.hide_drop_hint()

    def dropEvent(self, event: QDropEvent) -> None:
        """Qt: files were dropped."""
        self.hide_drop_hint()
        paths = _local_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.show_library()
            self.import_files(paths)

    # Building

    def _make_library_page(self) -> LibraryPage:
        page = LibraryPage(
            library=self._library,
            imports=self._imports,
            find_audio_tracks=self._find_audio_tracks,
            list_models=partial(_installed_models, self._models),
            settings=self._settings,
            bridge=self._bridge,
            background=self._background,
            folder=self._folders.library,
        )
        page.open_requested.connect(self.open_meeting)
        page.export_requested.connect(self.export_meeting)
        page.settings_requested.connect(self.show_settings)
        self._stack.addWidget(page)
        return page

    def _make_meeting_page(self) -> "MeetingPage":
        from ui.editor.meeting_page import MeetingPage  # noqa: PLC0415 - loaded when a meeting is first opened

        page = MeetingPage(
            library=self._library,
            imports=self._imports,
            settings=self._settings,
            announcements_bridge=self._bridge,
            background=self._background,
            open_sound=self._open_sound,
            sound_output=self._sound_output,
        )
        page.closed.connect(self.show_library)
        page.export_requested.connect(self.export_meeting)
        return page

    def _make_settings_page(self) -> SettingsPage:
        page = SettingsPage(
            library=self._library,
            models=self._models,
            settings=self._settings,
            background=self._background,
            folders=self._folders,
            describe_devices=self._describe_device,
        )
        page.closed.connect(self.show_library)
        return page

    def _add_actions(self) -> None:
        self._add_action(self.tr("Import a file"), QKeySequence(QKeySequence.StandardKey.Open), self._on_import)
        self._add_action(self.tr("Search"), QKeySequence(QKeySequence.StandardKey.Find), self._on_search)
        self._add_action(self.tr("Settings"), QKeySequence("Ctrl+,"), self._on_settings)
        self._add_action(self.tr("Quit"), QKeySequence(QKeySequence.StandardKey.Quit), self._on_quit)

    def _add_action(self, text: str, keys: QKeySequence, slot: Callable[[], None]) -> None:
        action = QAction(text, self)
        action.setShortcut(keys)
        action.triggered.connect(slot)
        self.addAction(action)

    # Slots

    def _on_shown(self) -> None:
        self.library_page.start()
        self.library_page.focus_list()
        if warnings := self._library.opening.warnings:
            self.library_page.say("\n".join(map(describe_remark, warnings)), MessageKind.WARNING)

    def _on_import(self) -> None:
        self.show_library()
        self.library_page.choose_files()

    def _on_search(self) -> None:
        """On the meeting page the key searches the meeting; that page has the shortcut itself."""
        if self._stack.currentWidget() is not self._meeting:
            self._stack.setCurrentWidget(self.library_page)
            self._show_title()
            self.library_page.focus_search()

    def _on_settings(self) -> None:
        self.show_settings()

    def _on_quit(self) -> None:
        self.close()

    def _on_meeting_removed(self, said: MeetingRemoved) -> None:
        if said.meeting_id == self._open_id:
            self.show_library()

    def _on_meeting_updated(self, said: MeetingUpdated) -> None:
        if said.meeting_id == self._open_id:
            self._show_title()

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        """On the window's thread: only its own pages change settings while it is open."""
        if "language" in names:
            QTimer.singleShot(0, self, self._on_language_changed)
        elif names & _LOOK:
            apply_appearance(settings)

    def _on_language_changed(self) -> None:
        """Build every page anew in the other language, and stay where the person was."""
        is_in_settings = self._stack.currentWidget() is self._settings_page
        apply_appearance(self._settings.current)
        if self._settings_page is not None:
            self._settings_page.stop()
        if self._meeting is not None:
            self._meeting.close()
        old = [self._stack.widget(index) for index in range(self._stack.count())]
        self._meeting, self._settings_page, self._open_id = None, None, None
        self.library_page = self._make_library_page()
        self.library_page.start()
        for page in old:
            if page is not None:
                self._stack.removeWidget(page)
                page.deleteLater()
        self._overlay.deleteLater()
        self._overlay = DropOverlay(self)
        for action in self.actions():
            self.removeAction(action)
            action.deleteLater()
        self._add_actions()
        if is_in_settings:
            self.show_settings()
        self._show_title()

    # Private

    def _show_title(self) -> None:
        page = self._stack.currentWidget()
        if page is self._settings_page:
            self.setWindowTitle(self.tr("Settings – Vivavoce"))
            return
        row = self.library_page.model.find(self._open_id) if self._open_id is not None else None
        is_meeting = row is not None and page is self._meeting
        self.setWindowTitle(f"{row.summary.meeting.title} – Vivavoce" if is_meeting and row is not None else "Vivavoce")

    def _restore_geometry(self, settings: Settings) -> None:
        self.setMinimumSize(QSize(760, 520))
        try:
            saved = QByteArray(base64.b64decode(settings.window_geometry, validate=True))
        except ValueError:
            saved = QByteArray()
        if saved.isEmpty() or not self.restoreGeometry(saved):
            room = QGuiApplication.primaryScreen().availableSize()
            self.resize(_FIRST_SIZE.boundedTo(room))
            if not _fits(_FIRST_SIZE, room):
                self.setWindowState(Qt.WindowState.WindowMaximized)


def _fits(size: QSize, room: QSize) -> bool:
    return size.boundedTo(room) == size


def _installed_models(models: SpeechModels) -> list[tuple[str, str]]:
    return [(entry.name, entry.title) for entry in models.installed() if entry.state != "damaged"]


def _local_files(data: QMimeData) -> list[Path]:
    return [_local_path(url) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


def _local_path(url: QUrl) -> Path:
    if os.name != "posix":
        return Path(url.toLocalFile())
    # A file name there is bytes, which need not be text; Qt's own text of it would name no file.
    return Path(os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded))))
