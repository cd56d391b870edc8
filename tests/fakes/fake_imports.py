"""An import queue that does nothing by itself: it notes what it is asked, and a test tells it what happens.

``add`` and ``retry`` write to the library as the real one does, so that the window sees true rows.
"""

from datetime import UTC, datetime
from pathlib import Path

from app.announcements import Announcements, JobEnded, JobProgressAnnounced
from app.library.library import Library
from app.meetings.identifiers import CourseId, JobId, MeetingId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from engine.contract.audio import TrackKind
from engine.contract.channel import Channel
from engine.contract.error_report import to_report
from engine.contract.errors import MediaNotReadable, VivavoceError
from engine.contract.messages import Stage
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import SpeakerCount


class FakeImports:
    """Stands in for ``ImportQueue``. Files whose names end in ``.txt`` are refused."""

    def __init__(self, *, library: Library, announcements: Announcements) -> None:
        self.added: list[Path] = []
        self.added_to: list[CourseId | None] = []
        self.cancelled: list[JobId] = []
        self.retried: list[tuple[MeetingId, RecognitionOptions | None]] = []
        self._library = library
        self._announcements = announcements

    def add(
        self,
        path: Path,
        *,
        options: RecognitionOptions,
        course_id: CourseId | None = None,
        audio_stream: int | None = None,
        channel: Channel = Channel.MIX,
        title: str = "",
        speakers: SpeakerCount | None = None,
    ) -> JobId:
        if path.suffix == ".txt":
            raise MediaNotReadable(path.name, "no demuxer")
        self.added.append(path)
        self.added_to.append(course_id)
        meeting = Meeting(
            MeetingId(new_id()),
            title or path.stem,
            datetime.now(UTC),
            MeetingStatus.WAITING,
            course_id=course_id,
            source_path=str(path),
            audio_stream=audio_stream,
            channel=channel,
            tracks=(TrackInfo(0, TrackKind.FILE),),
        )
        job = Job(JobId(new_id()), meeting.id, JobState.WAITING, options, speakers=speakers)
        self._library.add_import(meeting, job).result()
        return job.id

    def retry(
        self,
        meeting_id: MeetingId,
        *,
        options: RecognitionOptions | None = None,
        speakers: SpeakerCount | None = None,
    ) -> JobId:
        self.retried.append((meeting_id, options))
        job = Job(JobId(new_id()), meeting_id, JobState.WAITING, options or RecognitionOptions(), speakers=speakers)
        self._library.start_job(job).result()
        return job.id

    def cancel(self, job_id: JobId) -> None:
        self.cancelled.append(job_id)

    # What a test lets happen

    def run(self, job_id: JobId) -> None:
        """The job begins."""
        self._library.set_job_state(job_id, JobState.RUNNING).result()

    def progress(self, job_id: JobId, fraction: float, seconds_left: float | None = None) -> None:
        """The job gets on."""
        meeting_id = self._library.job(job_id).meeting_id
        self._announcements.announce(
            JobProgressAnnounced(job_id, meeting_id, JobState.RUNNING, Stage.RECOGNISING, fraction, seconds_left)
        )

    def end(self, job_id: JobId, state: JobState, error: VivavoceError | None = None) -> None:
        """The job ends."""
        meeting_id = self._library.job(job_id).meeting_id
        self._library.set_job_state(job_id, state, error=to_report(error) if error is not None else None).result()
        self._announcements.announce(JobEnded(job_id, meeting_id, state, error.sentence if error is not None else ""))
