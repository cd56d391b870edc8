"""A real library and a real recording service over a recorder and an engine that a test plays."""

from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, new_id
from app.meetings.transcript import Segment
from app.recording.recordings import Recordings
from app.recording.status import RecordingPhase, RecordingStatus, RecordingWish
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.errors import DiskFull
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import LevelsMeasured, SourceChoice, StartRecording
from tests.builders.library import Heard
from tests.builders.waiting import wait_until
from tests.fakes.fake_live_engine import FakeLiveEngine
from tests.fakes.fake_recorder import FakeRecorder

MICROPHONE = SourceChoice(TrackKind.MICROPHONE)
COMPUTER = SourceChoice(TrackKind.COMPUTER)


class FullLibrary(Library):
    """A library without room for a word while it ``is_full``."""

    is_full = False

    def grow_line(self, job_id: JobId, segment: Segment, *, settled_to: SampleIndex) -> "Future[None]":
        if not self.is_full:
            return super().grow_line(job_id, segment, settled_to=settled_to)
        future: Future[None] = Future()
        future.set_exception(DiskFull(str(self.folder)))
        return future


class NotedImports:
    """A line of imports that only notes what it is asked."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.improved: list[MeetingId] = []
        self.cancelled: list[JobId] = []

    @property
    def is_held(self) -> bool:
        return bool(self.calls) and self.calls[-1] == "hold"

    def hold(self) -> None:
        self.calls.append("hold")

    def go_on(self) -> None:
        self.calls.append("go_on")

    def improve(self, meeting_id: MeetingId) -> JobId:
        self.improved.append(meeting_id)
        return JobId(new_id())

    def cancel(self, job_id: JobId) -> None:
        self.cancelled.append(job_id)


class RecordingStage:
    """Everything around the service. Use it in a ``with``."""

    def __init__(
        self,
        folder: Path,
        *,
        recorder: FakeRecorder | None = None,
        engine: FakeLiveEngine | None = None,
        **changes: Any,
    ) -> None:
        self.folder = folder
        self.heard = Heard()
        self.library = FullLibrary.open(folder / "library", announcements=self.heard.announcements)
        self.recorder = recorder or FakeRecorder()
        self.engine = engine or FakeLiveEngine()
        self.imports = NotedImports()
        self.copies: list[tuple[MeetingId, int]] = []
        self.recordings = Recordings(
            library=self.library,
            recorder=self.recorder,
            engine=self.engine,
            imports=self.imports,
            announcements=self.heard.announcements,
            make_title=lambda at: f"Recording of {at:%Y-%m-%d}",
            write_playback=lambda meeting_id, tracks: self.copies.append((meeting_id, tracks)),
            now=lambda: datetime.fromisoformat("2026-03-04T12:00:00+00:00"),
            **changes,
        )

    def __enter__(self) -> "RecordingStage":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.recordings.close()
        self.library.close()

    @property
    def status(self) -> RecordingStatus:
        status = self.recordings.status
        assert status is not None
        return status

    def start(self, *sources: SourceChoice, **changes: Any) -> MeetingId:
        """Begin, and wait until the recorder and the engine are at it."""
        starts = self.recorder.starts
        wish = RecordingWish(sources or (MICROPHONE,), RecognitionOptions(), **changes)
        meeting_id = self.recordings.start(wish)
        self.wait_for(RecordingPhase.RECORDING)
        assert self.recorder.starts >= starts
        return meeting_id

    def record(self, seconds: float) -> None:
        """Sound comes in on every track, is saved, and its levels are told."""
        command = next(each for each in reversed(self.recorder.commands) if isinstance(each, StartRecording))
        for number in range(len(command.sources)):
            with RecordingFile(SoundFolder(Path(command.folder)), track=number) as file:
                file.append(np.full(round(seconds * SAMPLE_RATE_HZ), 100, np.int16))
        self.recorder.grow(seconds)
        for number, length in enumerate(self.recorder.lengths):
            self.recorder.say(LevelsMeasured(number, -20.0, -30.0, SampleIndex(length)))
        until_ms = max(self.recorder.lengths) * 1000 // SAMPLE_RATE_HZ
        self.wait(lambda: self.status.elapsed_ms >= until_ms, "the levels were heard")

    def wait_for(self, phase: RecordingPhase) -> None:
        self.wait(lambda: self.recordings.status is not None and self.status.phase is phase, f"it was {phase}")

    def wait_for_end(self) -> None:
        self.wait(lambda: self.recordings.status is None, "the recording was over")

    def wait(self, is_so: Any, what: str) -> None:
        wait_until(is_so, what)

    def lines(self, meeting_id: MeetingId) -> list[str]:
        return [line.text for line in self.library.transcript(meeting_id).segments]
