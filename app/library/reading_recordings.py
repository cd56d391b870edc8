"""What the library can be asked about recordings: how far they are, what they prove, what is left to do.

Called by the façade on whatever thread asks, as the questions of ``reading.py`` are.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, or_, select

from app.library.meeting_tables import GapRow, JobRow, MeetingRow, MomentRow, TrackRow
from app.library.reading import UNFINISHED, read_meeting
from app.library.rows import GAP_COLUMNS, JOB_COLUMNS, MOMENT_COLUMNS, gap_from, job_from, moment_from
from app.library.transcript_tables import VersionRow
from app.meetings import gap_ledger
from app.meetings.coverage import Coverage, TrackMark
from app.meetings.identifiers import MeetingId
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.moment import Moment
from engine.contract.audio import Milliseconds, TrackKind

_ALL = 1 << 62
"""More samples than any recording has."""


def read_marks(connection: Connection, meeting_id: MeetingId) -> list[TrackMark]:
    """How far each track is recorded and settled."""
    rows = connection.execute(
        select(TrackRow.number, TrackRow.kind, TrackRow.length_ms, TrackRow.settled_to)
        .where(TrackRow.meeting_id == meeting_id)
        .order_by(TrackRow.number)
    )
    return [TrackMark(row[0], TrackKind(row[1]), Milliseconds(row[2]), row[3]) for row in rows]


def marks_of_import(marks: Sequence[TrackMark], length_ms: Milliseconds) -> list[TrackMark]:
    """The marks of an imported file, of which every track has the length of the whole."""
    known = marks or [TrackMark(0, TrackKind.FILE, length_ms, 0)]
    return [replace(mark, length_ms=length_ms) for mark in known]


def read_coverage(connection: Connection, meeting_id: MeetingId) -> Coverage:
    """What a meeting proves of itself, in the version that is shown. Raises ``MeetingNotFound``."""
    meeting = read_meeting(connection, meeting_id)
    gaps = connection.execute(
        select(*GAP_COLUMNS)
        .outerjoin(VersionRow, VersionRow.number == GapRow.version)
        .where(GapRow.meeting_id == meeting_id, or_(GapRow.version.is_(None), VersionRow.is_current))
    )
    return gap_ledger.coverage(_marks_of_shown(connection, meeting), [gap_from(row) for row in gaps])


def read_recordings_to_recover(connection: Connection) -> list[Meeting]:
    """Meetings that say they are being recorded, oldest first."""
    ids = connection.execute(
        select(MeetingRow.id)
        .where(MeetingRow.status == MeetingStatus.RECORDING.value)
        .order_by(MeetingRow.created_at_ms)
    ).scalars()
    return [read_meeting(connection, MeetingId(each)) for each in ids.all()]


def read_live_job(connection: Connection, meeting_id: MeetingId) -> Job | None:
    """The live job a meeting had last."""
    row = connection.execute(
        select(*JOB_COLUMNS)
        .where(JobRow.meeting_id == meeting_id, JobRow.is_live)
        .order_by(JobRow.number.desc())
        .limit(1)
    ).first()
    return None if row is None else job_from(row)


def read_unfinished_live_jobs(connection: Connection) -> list[Job]:
    """Live jobs that are not over, oldest first."""
    rows = connection.execute(
        select(*JOB_COLUMNS).where(JobRow.is_live, JobRow.state.in_(UNFINISHED)).order_by(JobRow.number)
    )
    return [job_from(row) for row in rows]


def read_moments(connection: Connection, meeting_id: MeetingId) -> list[Moment]:
    """The bookmarks and notes of a meeting by time."""
    rows = connection.execute(
        select(*MOMENT_COLUMNS)
        .where(MomentRow.meeting_id == meeting_id)
        .order_by(MomentRow.start_ms, MomentRow.end_ms, MomentRow.id)
    )
    return [moment_from(row) for row in rows]


def _marks_of_shown(connection: Connection, meeting: Meeting) -> list[TrackMark]:
    """The marks that hold for the version that is shown: those of the tracks, or of the job that reads them."""
    marks = read_marks(connection, meeting.id)
    job = connection.execute(
        select(JobRow.state, JobRow.finished_to, JobRow.is_live)
        .join(VersionRow, VersionRow.number == JobRow.version)
        .where(VersionRow.meeting_id == meeting.id, VersionRow.is_current)
        .order_by(JobRow.number.desc())
        .limit(1)
    ).first()
    is_recorded = any(mark.length_ms for mark in marks)
    if not is_recorded:
        marks = marks_of_import(marks, meeting.duration_ms)
    if job is None or job.state == JobState.DONE.value:
        return marks if is_recorded else gap_ledger.lay_out(marks, _ALL)
    return marks if is_recorded and job.is_live else gap_ledger.lay_out(marks, job.finished_to)
