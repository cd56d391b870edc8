"""Where a job writes: its meeting, its version of the transcript, and up to where a line may reach.

Read by the changes that a live job makes many times a minute; one statement.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from app.library.meeting_tables import JobRow, MeetingRow
from app.library.transcript_tables import VersionRow
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.meeting import MeetingStatus


@dataclass(frozen=True, slots=True)
class JobPlace:
    """Where the lines and gaps of a job belong."""

    meeting_id: MeetingId
    version: int
    is_current: bool
    """Whether the version is the one that is shown and found."""
    end_ms: int | None
    """Length of the recording; ``None`` while that is not known, and while it still grows."""


def find_place(connection: Connection, job_id: JobId) -> JobPlace:
    """The place of a job.

    Raises:
        MeetingNotFound: its meeting was deleted.
    """
    row = connection.execute(
        select(JobRow.meeting_id, JobRow.version, VersionRow.is_current, MeetingRow.status, MeetingRow.duration_ms)
        .join(VersionRow, VersionRow.number == JobRow.version)
        .join(MeetingRow, MeetingRow.id == JobRow.meeting_id)
        .where(JobRow.id == job_id)
    ).first()
    if row is None:
        raise MeetingNotFound(job_id)
    is_bounded = row.duration_ms > 0 and row.status != MeetingStatus.RECORDING.value
    return JobPlace(
        MeetingId(row.meeting_id), row.version, bool(row.is_current), row.duration_ms if is_bounded else None
    )
