"""Meetings, jobs and lines for tests of the library, and a listener that remembers what was announced."""

import dataclasses
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.announcements import Announcement, Announcements
from app.library.library import Library
from app.library.opening import Circumstances
from app.meetings.identifiers import JobId, MeetingId, SegmentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import SpeakerCount

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
MINUTE_MS = 60_000
MINUTE = SampleIndex(960_000)


class Heard:
    """Remembers announcements in the order they came."""

    def __init__(self) -> None:
        self.all: list[Announcement] = []
        self.announcements = Announcements()
        self.announcements.subscribe(self.all.append)

    def of(self, kind: type[Any]) -> list[Any]:
        """Those of one kind."""
        return [each for each in self.all if isinstance(each, kind)]


def open_library(folder: Path, heard: Heard | None = None, circumstances: Circumstances | None = None) -> Library:
    """The library in a folder."""
    return Library.open(folder, announcements=(heard or Heard()).announcements, circumstances=circumstances)


def a_meeting(title: str = "Linear algebra", **changes: Any) -> Meeting:
    """A meeting as the import makes it."""
    meeting = Meeting(
        id=MeetingId(new_id()),
        title=title,
        created_at=NOON,
        status=MeetingStatus.WAITING,
        source_path="/home/ada/lecture.mp4",
        source_fingerprint="f" * 64,
        tracks=(TrackInfo(0, TrackKind.FILE),),
    )
    return dataclasses.replace(meeting, **changes)


def a_job(meeting: Meeting, **changes: Any) -> Job:
    """A job for it, in line."""
    return dataclasses.replace(Job(JobId(new_id()), meeting.id, JobState.WAITING, RecognitionOptions()), **changes)


def a_segment(
    text: str = "so the determinant is zero", start_ms: int = 0, end_ms: int = 1000, **changes: Any
) -> Segment:
    """A line whose words share its time evenly."""
    pieces = text.split()
    width = (end_ms - start_ms) // max(1, len(pieces))
    words = tuple(
        Word(Milliseconds(start_ms + n * width), Milliseconds(start_ms + (n + 1) * width), f" {piece}", 0.75)
        for n, piece in enumerate(pieces)
        if width > 0
    )
    segment = Segment(SegmentId(new_id()), 0, Milliseconds(start_ms), Milliseconds(end_ms), text, "en", 0.75, words)
    return dataclasses.replace(segment, **changes)


def import_meeting(
    library: Library,
    meeting: Meeting,
    *texts: str,
    state: JobState = JobState.DONE,
    speakers: SpeakerCount | None = None,
) -> Job:
    """Put a meeting with these lines into a library, one second each, as a finished job would."""
    job = dataclasses.replace(a_job(meeting), speakers=speakers)
    library.add_import(meeting, job).result()
    library.set_job_state(job.id, JobState.RUNNING).result()
    length_ms = max(MINUTE_MS, len(texts) * 1000)
    library.set_media(
        meeting.id,
        duration_ms=length_ms,
        gaps=(),
        notes=(),
        job_id=job.id,
        length=SampleIndex(length_ms * 16),
    ).result()
    lines = [a_segment(text, n * 1000, n * 1000 + 1000) for n, text in enumerate(texts)]
    library.commit_segments(
        job.id, lines, (), finished_to=SampleIndex(len(texts) * 16_000), speech=len(texts) * 16_000
    ).result()
    if state is not JobState.RUNNING:
        library.set_job_state(job.id, state).result()
    return library.job(job.id)
