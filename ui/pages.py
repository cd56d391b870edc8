"""Makes the pages of the window, and hands each what it works with.

Held by the main window, which connects what the pages ask for; a new language has every page made anew. All but the
library are made, and their code loaded, when they are first needed, so that the window is there at once.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.diagnostics.stage_log import StageLog
from app.folders import Folders
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.settings.settings_store import SettingsStore
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.library.import_desk import FindAudioTracks, Imports
from ui.library.library_page import LibraryPage
from ui.place_watch import PlaceWatch
from ui.settings.speech_model_lines import SpeechModels

if TYPE_CHECKING:
    from ui.dialogs.export_dialog import ExportDialog
    from ui.editor.editor_shelf import EditorShelf, OpenEditor
    from ui.editor.meeting_page import MeetingPage
    from ui.editor.meeting_parts import MeetingParts
    from ui.editor.meeting_sound import OpenSound
    from ui.editor.playback import SoundOutput
    from ui.editor.speaking_desk import SpeakerLooks
    from ui.live.caption_bar import CaptionBar
    from ui.live.live_labels import Labelling
    from ui.live.recording_desk import RecordingDesk
    from ui.live.recording_page import RecordingPage
    from ui.live.recording_pulse import RecordingPulse
    from ui.preflight.check import Check, Player
    from ui.preflight.preflight_page import PreflightPage
    from ui.settings.audio_area import Levels
    from ui.settings.device_card import DeviceFacts
    from ui.settings.diagnostics_area import Collect
    from ui.settings.settings_page import SettingsPage
    from ui.settings.workers_area import OtherComputers
    from ui.widgets.found_sources import ListSources


@dataclass
class Pages:
    """The pages that were made, and what they need."""

    library: Library
    imports: Imports
    models: SpeechModels
    settings: SettingsStore
    bridge: AnnouncementBridge
    background: Background
    folders: Folders
    describe_device: "Callable[[], Sequence[DeviceFacts]]"
    open_sound: "OpenSound"
    find_audio_tracks: FindAudioTracks
    list_sources: "ListSources"
    desk: "RecordingDesk"
    pulse: "RecordingPulse"
    open_editor: "OpenEditor | None" = None
    shelf: "EditorShelf | None" = None
    looks: "SpeakerLooks | None" = None
    live_speakers: "Labelling | None" = None
    sound_output: "SoundOutput | None" = None
    check: "Check | None" = None
    levels: "Levels | None" = None
    collect_diagnostics: "Collect | None" = None
    workers: "OtherComputers | None" = None
    stages: StageLog = field(default_factory=StageLog)
    first: LibraryPage | None = None
    """The library."""
    parts: "MeetingParts | None" = None
    """Of the page of a meeting, made ahead."""
    meeting: "MeetingPage | None" = None
    recording: "RecordingPage | None" = None
    settings_page: "SettingsPage | None" = None
    preflight: "PreflightPage | None" = None
    captions: "CaptionBar | None" = None

    def close(self) -> None:
        """Let go of the pages: the window closes, or has them made anew."""
        if self.first is not None:
            self.first.stop()
        if self.settings_page is not None:
            self.settings_page.stop()
        if self.meeting is not None:
            self.meeting.close()
        if self.recording is not None:
            self.recording.close()
        if self.preflight is not None:
            self.preflight.close_check()
        if self.captions is not None:
            self.captions.let_go()
        self.meeting = self.recording = self.settings_page = self.preflight = self.captions = None

    def save_all(self) -> bool:
        """Have everything that was written on disk, within moments: the window closes. Says whether it is."""
        return self.shelf is None or self.shelf.close()

    def make_library_page(self) -> LibraryPage:
        """The first page."""
        self.first = LibraryPage(
            library=self.library,
            imports=self.imports,
            find_audio_tracks=self.find_audio_tracks,
            list_models=partial(_installed_models, self.models),
            list_sources=self.list_sources,
            settings=self.settings,
            bridge=self.bridge,
            background=self.background,
            folder=self.folders.library,
        )
        if self.workers is not None:
            PlaceWatch(
                side_bar=self.first.side_bar,
                workers=self.workers,
                background=self.background,
                bridge=self.bridge,
                pulse=self.pulse,
                parent=self.first,
            )
        return self.first

    def make_next_part(self) -> bool:
        """Make a part of the page of a meeting ahead. Answers whether there was one to make."""
        from ui.editor.meeting_parts import MeetingParts  # noqa: PLC0415 - loaded before by ``Preloading``

        self.parts = self.parts or MeetingParts()
        return self.parts.make_next()

    def discard_parts(self) -> None:
        """Let go of what was made ahead."""
        if self.parts is not None:
            self.parts.discard()
        self.parts = None

    def make_meeting_page(self) -> "MeetingPage":
        """The page of one meeting."""
        from ui.editor.editor_shelf import EditorShelf  # noqa: PLC0415 - loaded when a meeting is first opened
        from ui.editor.meeting_page import MeetingPage  # noqa: PLC0415 - likewise

        if self.shelf is None and self.open_editor is not None:
            self.shelf = EditorShelf(self.open_editor)
        self.meeting = MeetingPage(
            library=self.library,
            imports=self.imports,
            settings=self.settings,
            announcements_bridge=self.bridge,
            background=self.background,
            open_sound=self.open_sound,
            shelf=self.shelf,
            looks=self.looks,
            sound_output=self.sound_output,
            parts=self.parts,
        )
        self.parts = None
        return self.meeting

    def make_recording_page(self) -> "RecordingPage":
        """The page of a recording that runs."""
        from ui.live.recording_page import RecordingPage  # noqa: PLC0415 - loaded when something is first recorded
        from ui.live.shown_lines import ShownLines  # noqa: PLC0415 - likewise

        self.recording = RecordingPage(
            desk=self.desk,
            pulse=self.pulse,
            library=self.library,
            settings=self.settings,
            bridge=self.bridge,
            background=self.background,
            list_sources=self.list_sources,
            labelling=self.live_speakers,
        )
        ShownLines(self.recording, show=self.stages.show)
        return self.recording

    def make_settings_page(self) -> "SettingsPage":
        """The settings."""
        from ui.settings.diagnostics_area import no_diagnostics  # noqa: PLC0415 - loaded before by ``Preloading``
        from ui.settings.settings_page import SettingsPage  # noqa: PLC0415 - likewise

        self.settings_page = SettingsPage(
            library=self.library,
            models=self.models,
            settings=self.settings,
            background=self.background,
            folders=self.folders,
            describe_devices=self.describe_device,
            list_sources=self.list_sources,
            levels=self.levels,
            collect_diagnostics=self.collect_diagnostics or no_diagnostics,
            look_at_stages=self.stages.summary,
            workers=self.workers,
        )
        return self.settings_page

    def make_export_dialog(self, meeting_id: MeetingId, *, parent: QWidget) -> "ExportDialog":
        """The export of a meeting, in front of the window; it deletes itself when it is closed."""
        from ui.dialogs.export_dialog import ExportDialog  # noqa: PLC0415 - loaded when something is first exported

        dialog = ExportDialog(
            meeting_id,
            library=self.library,
            settings=self.settings,
            background=self.background,
            open_sound=self.open_sound,
            parent=parent,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def make_preflight_page(self) -> "PreflightPage":
        """The check before a recording; there has to be a ``check``."""
        from ui.preflight.preflight_page import PreflightPage  # noqa: PLC0415 - loaded when it is first asked for

        assert self.check is not None
        self.preflight = PreflightPage(
            check=self.check,
            settings=self.settings,
            background=self.background,
            make_player=self._make_player,
            has_computer_sound=sys.platform != "darwin",
        )
        return self.preflight

    def make_caption_bar(self) -> "CaptionBar":
        """The caption bar, hidden."""
        from ui.live.caption_bar import CaptionBar  # noqa: PLC0415 - loaded when something is first recorded

        self.captions = CaptionBar(pulse=self.pulse, bridge=self.bridge, settings=self.settings)
        return self.captions

    def _make_player(self) -> "Player":
        from ui.editor.media_output import MediaOutput  # noqa: PLC0415 - loaded when something is first played

        return self.sound_output or MediaOutput()


def _installed_models(models: SpeechModels) -> list[tuple[str, str]]:
    return [(entry.name, entry.title) for entry in models.installed() if entry.state != "damaged"]


def no_audio_tracks(_path: Path) -> tuple[()]:
    """Looks into no file: its default audio track is taken."""
    return ()


def no_sources() -> tuple[()]:
    """Looks for no sources: the system's default ones are recorded."""
    return ()
