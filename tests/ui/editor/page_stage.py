"""A meeting page with a real library in a folder, an editor on it, and fakes for sound and imports."""

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.announcements import Announcements
from app.background import Background
from app.editing.transcript_editor import TranscriptEditor
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Transcript
from app.settings.settings_store import SettingsStore
from engine.contract.audio import SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.options import RecognitionOptions
from tests.builders.reading import MEETING, sample_lecture
from tests.fakes.fake_looks import FakeLooks
from tests.fakes.meeting_sound import FakeMeetingSound
from tests.fakes.sound_output import FakeSoundOutput
from tests.fakes.stubborn_library import StubbornLibrary
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.editor.editor_shelf import EditorShelf
from ui.editor.meeting_page import MeetingPage
from ui.editor.playback import Availability


class FakeImports:
    """Remembers what was asked."""

    def __init__(self) -> None:
        self.cancelled: list[JobId] = []
        self.retried: list[MeetingId] = []
        self.options: list[RecognitionOptions | None] = []

    def cancel(self, job_id: JobId) -> None:
        self.cancelled.append(job_id)

    def retry(self, meeting_id: MeetingId, *, options: RecognitionOptions | None = None) -> JobId:
        self.options.append(options)
        self.retried.append(meeting_id)
        return JobId("again")


class House:
    """The services around a page."""

    def __init__(self, folder: Path) -> None:
        self.announcements = Announcements()
        self.library = Library.open(folder / "library", announcements=self.announcements)
        self.edited = StubbornLibrary(self.library)
        self.background = Background()
        self.bridge = AnnouncementBridge(self.announcements)
        self.settings = SettingsStore(folder / "settings.json")
        self.imports = FakeImports()
        self.sound = FakeMeetingSound()
        self.output = FakeSoundOutput()
        self.looks = FakeLooks()
        self.shelf = EditorShelf(self.open_editor)
        self.page = MeetingPage(
            library=self.library,
            imports=self.imports,
            settings=self.settings,
            announcements_bridge=self.bridge,
            background=self.background,
            open_sound=lambda _meeting_id: self.sound,
            shelf=self.shelf,
            looks=self.looks,
            sound_output=self.output,
        )

    def open_editor(self, meeting_id: MeetingId) -> TranscriptEditor:
        return TranscriptEditor(library=self.edited, meeting_id=meeting_id, announcements=self.announcements)

    def add(self, meeting: Meeting, transcript: Transcript) -> None:
        self.library.add_transcript(meeting, transcript.segments, transcript.speakers, transcript.gaps).result()

    def add_sample(self) -> None:
        self.add(*sample_lecture())

    def add_job(self, state: JobState, *, error: NoWordsFound | None = None) -> JobId:
        """A freshly imported meeting whose job stands there."""
        meeting = replace(sample_lecture()[0], status=MeetingStatus.WAITING, model="", language="")
        job = Job(JobId(new_id()), meeting.id, JobState.WAITING, RecognitionOptions(), length=SampleIndex(3_200_000))
        self.library.add_import(meeting, job).result()
        report = None if error is None else to_report(error)
        if state is not JobState.WAITING:
            self.library.set_job_state(job.id, JobState.RUNNING).result()
            self.library.set_job_state(job.id, state, error=report).result()
        return job.id

    def close(self) -> None:
        self.page.close()
        self.shelf.close()
        self.bridge.close()
        self.background.close()
        self.library.close()


def open_sample(house: House, qtbot: QtBot, *, at_ms: int | None = None) -> MeetingPage:
    house.page.open_meeting(MEETING, at_ms)
    qtbot.waitUntil(lambda: house.page.view.document is not None and not house.page.place_text)
    qtbot.waitUntil(lambda: house.page.playback.availability is Availability.READY)
    qtbot.waitUntil(lambda: house.page.editor.document is not None)  # a long meeting is shown before that
    return house.page
