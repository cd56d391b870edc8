"""A real library and a real import queue over a fake engine process, in a folder."""

from pathlib import Path
from typing import Any

from app.announcements import JobEnded
from app.importing.import_queue import ImportQueue
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import Job, JobState
from app.meetings.transcript import Segment
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort
from tests.builders.library import Heard
from tests.builders.scripted_engine import scripted_engine, starts_of
from tests.builders.waiting import wait_until


class ImportStage:
    """Everything around the queue. ``close`` it, or use it in a ``with``."""

    def __init__(
        self, folder: Path, *, engine: EnginePort | None = None, library: type[Library] = Library, **scenario: Any
    ) -> None:
        self.folder = folder
        self.heard = Heard()
        self.failed_devices: list[DeviceReport] = []
        self.fingerprinted: list[Path] = []
        self.library = library.open(folder / "library", announcements=self.heard.announcements)
        self.engine = engine or scripted_engine(folder / "engine", **scenario)
        self.queue = self.make_queue()

    def make_queue(self, **changes: Any) -> ImportQueue:
        return ImportQueue(
            library=self.library,
            engine=self.engine,
            announcements=self.heard.announcements,
            fingerprint=self.fingerprint,
            note_device_failure=self.note_device_failure,
            **changes,
        )

    def __enter__(self) -> "ImportStage":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.queue.close()
        self.library.close()

    @property
    def starts(self) -> int:
        """How often the engine process was started."""
        return starts_of(self.folder / "engine")

    def fingerprint(self, path: Path) -> str:
        self.fingerprinted.append(path)
        return "f" * 64

    def note_device_failure(self, model: str, device: DeviceReport, ended: EngineEnded) -> None:
        self.failed_devices.append(device)

    def a_file(self, name: str = "Lecture 7.mp3") -> Path:
        path = self.folder / name
        path.write_bytes(b"sound")
        return path

    def add(self, name: str = "Lecture 7.mp3", **options: Any) -> JobId:
        return self.queue.add(self.a_file(name), options=RecognitionOptions(**options))

    def wait(self, job_id: JobId) -> Job:
        """The job once it is over and everybody was told, which comes a moment later."""
        wait_until(lambda: job_id in {told.job_id for told in self.heard.of(JobEnded)}, "the end of the job was told")
        job = self.library.job(job_id)
        assert job.is_over
        return job

    def wait_for_mark(self, job_id: JobId) -> None:
        """Until something of the job is committed."""
        wait_until(lambda: self.library.job(job_id).finished_to > 0, "something was committed")

    def wait_for_state(self, job_id: JobId, state: JobState) -> None:
        wait_until(lambda: self.library.job(job_id).state is state, f"the job was {state}")

    def lines(self, meeting_id: MeetingId) -> tuple[Segment, ...]:
        return self.library.transcript(meeting_id).segments

    def texts(self, job_id: JobId) -> list[str]:
        """The lines of the job's meeting."""
        return [line.text for line in self.lines(self.library.job(job_id).meeting_id)]
