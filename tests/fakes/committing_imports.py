"""An import queue that commits the same lines for every recording at once, on the caller's thread."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from app.announcements import Announcements, JobEnded
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, SegmentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Segment
from engine.contract.audio import SampleIndex
from engine.contract.errors import MediaNotFound
from engine.contract.options import RecognitionOptions


@dataclass
class CommittingImports:
    """As much of ``ImportQueue`` as whoever measures it needs."""

    library: Library
    announcements: Announcements
    lines: tuple[Segment, ...]
    error: str = ""
    """What the job fails with, its lines committed before."""
    options: RecognitionOptions | None = None
    """Of the last recording."""

    def add(self, path: Path, *, options: RecognitionOptions) -> JobId:
        """Do the whole job. Raises ``MediaNotFound`` for a file that is not there."""
        if not path.is_file():
            raise MediaNotFound(path.name)
        self.options = options
        meeting = Meeting(MeetingId(new_id()), path.stem, datetime.now(UTC), MeetingStatus.WAITING)
        job = Job(JobId(new_id()), meeting.id, JobState.WAITING, options)
        state = JobState.FAILED if self.error else JobState.DONE
        self.library.add_import(meeting, job).result()
        lines = [replace(line, id=SegmentId(new_id())) for line in self.lines]
        self.library.commit_segments(job.id, lines, (), finished_to=SampleIndex(16_000), speech=8_000).result()
        self.library.set_job_state(job.id, state).result()
        self.announcements.announce(JobEnded(JobId("another"), meeting.id, JobState.DONE))
        self.announcements.announce(JobEnded(job.id, meeting.id, state, self.error))
        return job.id
