"""A main window with a real library in a folder, and fakes for what is slow. Used by the tests and ``screenshots``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.announcements import Announcements
from app.background import Background
from app.diagnostics.report import Part
from app.editing.transcript_editor import TranscriptEditor
from app.folders import Folders
from app.library.library import Library
from app.measuring.staged_services import DEVICES, SOURCES, StagedDevice, StagedSource
from app.meetings.identifiers import MeetingId
from app.settings.settings_store import SettingsStore
from engine.contract.errors import MediaNotReadable
from tests.fakes.fake_imports import FakeImports
from tests.fakes.fake_labels import FakeLabels
from tests.fakes.fake_preflight import FakePreflight
from tests.fakes.fake_recordings import FakeRecordings
from tests.fakes.fake_speech_models import FakeSpeechModels
from tests.fakes.meeting_sound import FakeMeetingSound
from tests.fakes.sound_output import FakeSoundOutput
from tests.fakes.stubborn_library import StubbornLibrary
from ui.editor.meeting_sound import MeetingSound
from ui.main_window import MainWindow
from ui.settings.workers_area import OtherComputers


@dataclass(frozen=True, slots=True)
class FakeTrack:
    number: int
    language: str
    title: str
    channels: int
    is_default: bool
    has_two_sides: bool = False


class Stage:
    """Everything behind the window."""

    def __init__(self, home: Path) -> None:
        self.folders = Folders(
            home / "library", home / "models", home / "cache", home / "logs", home / "config" / "settings.json"
        )
        self.folders.make()
        self.announcements = Announcements()
        self.background = Background()
        self.library = Library.open(self.folders.library, announcements=self.announcements)
        self.edited = StubbornLibrary(self.library)
        self.imports = FakeImports(library=self.library, announcements=self.announcements)
        self.recordings = FakeRecordings(announcements=self.announcements, library=self.library)
        self.labels = FakeLabels(self.announcements)
        self.preflight = FakePreflight()
        self.models = FakeSpeechModels(self.folders.models)
        self.settings = SettingsStore(self.folders.settings)
        self.workers: OtherComputers | None = None
        self.window: MainWindow | None = None

    def open_window(self) -> MainWindow:
        self.window = MainWindow(
            library=self.library,
            imports=self.imports,
            models=self.models,
            settings=self.settings,
            recordings=self.recordings,
            announcements=self.announcements,
            background=self.background,
            folders=self.folders,
            describe_device=self.describe_devices,
            open_sound=self.open_sound,
            find_audio_tracks=self.find_audio_tracks,
            list_sources=self.list_sources,
            open_editor=self.open_editor,
            live_speakers=self.labels,
            sound_output=FakeSoundOutput(),
            check=self.preflight,
            collect_diagnostics=self.collect_diagnostics,
            workers=self.workers,
        )
        return self.window

    def describe_devices(self) -> Sequence[StagedDevice]:
        return DEVICES

    def find_audio_tracks(self, path: Path) -> Sequence[FakeTrack]:
        if path.suffix == ".txt":
            raise MediaNotReadable(path.name, "no demuxer")
        count = 2 if path.suffix == ".mkv" else 1
        sides = "two sides" in path.name
        return [FakeTrack(number, "eng", f"Track {number}", 2, number == 1, sides) for number in range(1, count + 1)]

    def list_sources(self) -> Sequence[StagedSource]:
        return SOURCES

    def open_sound(self, meeting_id: MeetingId) -> MeetingSound:
        return FakeMeetingSound(path=None)

    def open_editor(self, meeting_id: MeetingId) -> TranscriptEditor:
        return TranscriptEditor(library=self.edited, meeting_id=meeting_id, announcements=self.announcements)

    def collect_diagnostics(self) -> Sequence[Part]:
        return (Part("system.txt", "Vivavoce 1.0\n"), Part("log.txt", "Nothing.\n"))

    def close(self) -> None:
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None
        self.models.go_on.set()
        self.background.close()
        self.library.close()
