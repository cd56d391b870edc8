"""What the library can be asked: each question is one function of a reading connection.

Called by the façade (``library.py``) on whatever thread asks. A connection sees one moment of the library,
so a transcript and its speakers always belong together.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select, text, true

from app.library.collector import collector_at_rest
from app.library.course_tables import CourseRow
from app.library.meeting_tables import GapRow, JobRow, MeetingRow, TrackRow
from app.library.rows import (
    GAP_COLUMNS,
    JOB_COLUMNS,
    MEETING_COLUMNS,
    SEGMENT_COLUMNS,
    gap_from,
    glossary_from,
    job_from,
    meeting_from,
    segment_from,
    texts_from,
)
from app.library.shelf_tables import MeetingTagRow
from app.library.transcript_tables import SegmentRow, SpeakerRow, VersionRow
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.gap_ledger import together, without_unused
from app.meetings.identifiers import CourseId, JobId, MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.job import Job, JobOutput, JobState
from app.meetings.meeting import Meeting, MeetingSummary, TrackInfo
from app.meetings.transcript import Gap, GapState, Segment, Speaker, Transcript
from engine.contract.audio import Milliseconds, TrackKind

UNFINISHED = (JobState.WAITING.value, JobState.RUNNING.value)


def read_summaries(
    connection: Connection,
    *,
    course_id: CourseId | None = None,
    meeting_id: MeetingId | None = None,
    is_binned: bool | None = None,
) -> list[MeetingSummary]:
    """The rows of the library list, newest first; two that were made at once stay in the order they came.

    Those in the bin alone, or those that are not there; ``None`` for both.
    """
    wanted = _wanted(course_id, meeting_id, is_binned)
    # The whole list is six queries whatever its length: one for the meetings, five for what belongs to them.
    tracks = _tracks(connection, wanted)
    tags = _tags(connection, wanted)
    gaps: dict[str, list[Gap]] = defaultdict(list)
    for owner, *gap in connection.execute(
        select(GapRow.meeting_id, *GAP_COLUMNS)
        .join(MeetingRow, MeetingRow.id == GapRow.meeting_id)
        .outerjoin(VersionRow, VersionRow.number == GapRow.version)
        .where(*wanted, _belongs_to_current(), GapRow.state != GapState.REPAIRED.value)
    ):
        gaps[owner].append(gap_from(gap))
    speakers: dict[str, list[str]] = defaultdict(list)
    for owner, name in connection.execute(
        select(VersionRow.meeting_id, SpeakerRow.name)
        .join(VersionRow, VersionRow.number == SpeakerRow.version)
        .join(MeetingRow, MeetingRow.id == VersionRow.meeting_id)
        .where(*wanted, VersionRow.is_current)
        .order_by(SpeakerRow.number)
    ):
        speakers[owner].append(name)
    errors = _last_errors(connection, wanted)
    rows = connection.execute(
        select(*MEETING_COLUMNS, CourseRow.title, VersionRow.segments, VersionRow.words, VersionRow.quarantined)
        .select_from(MeetingRow)
        .outerjoin(CourseRow, CourseRow.id == MeetingRow.course_id)
        .outerjoin(VersionRow, and_(VersionRow.meeting_id == MeetingRow.id, VersionRow.is_current))
        .where(*wanted)
        .order_by(MeetingRow.created_at_ms.desc(), text("meetings.rowid DESC"))
    )
    return [
        _summary_from(
            row,
            tracks=tracks.get(row[0], ()),
            tags=tags.get(row[0], ()),
            gaps=gaps.get(row[0], ()),
            speakers=speakers.get(row[0], ()),
            error=errors.get(row[0], ""),
        )
        for row in rows
    ]


def read_meeting(connection: Connection, meeting_id: MeetingId) -> Meeting:
    """One meeting.

    Raises:
        MeetingNotFound: there is none of that name.
    """
    row = connection.execute(select(*MEETING_COLUMNS).where(MeetingRow.id == meeting_id)).first()
    if row is None:
        raise MeetingNotFound(meeting_id)
    wanted = _wanted(None, meeting_id)
    tracks, tags = _tracks(connection, wanted), _tags(connection, wanted)
    return meeting_from(row, tracks.get(meeting_id, ()), tags.get(meeting_id, ()))


def read_meetings_by_fingerprint(connection: Connection, fingerprint: str) -> list[Meeting]:
    """Meetings that were imported from the very same file."""
    if not fingerprint:
        return []
    ids = connection.execute(
        select(MeetingRow.id)
        .where(MeetingRow.source_fingerprint == fingerprint, MeetingRow.binned_at_ms.is_(None))
        .order_by(MeetingRow.created_at_ms.desc())
    ).scalars()
    return [read_meeting(connection, MeetingId(each)) for each in ids]


def read_transcript(connection: Connection, meeting_id: MeetingId, version_id: VersionId | None) -> Transcript:
    """A version of a meeting's transcript, by default the current one.

    Raises:
        MeetingNotFound: there is no such meeting, or no such version of it.
    """
    chosen = VersionRow.is_current if version_id is None else VersionRow.id == version_id
    version = connection.execute(
        select(VersionRow.number, VersionRow.id).where(VersionRow.meeting_id == meeting_id, chosen)
    ).first()
    if version is None:
        raise MeetingNotFound(meeting_id)
    number = version[0]
    gaps = connection.execute(
        select(*GAP_COLUMNS)
        .where(GapRow.meeting_id == meeting_id, or_(GapRow.version == number, GapRow.version.is_(None)))
        .order_by(GapRow.start_ms, GapRow.track)
    )
    return Transcript(
        meeting_id=meeting_id,
        version_id=VersionId(version[1]),
        segments=tuple(read_segments(connection, number)),
        speakers=read_speakers(connection, number),
        gaps=tuple(gap_from(row) for row in gaps),
    )


def read_page(connection: Connection, meeting_id: MeetingId, *, from_ms: int, most: int) -> Transcript:
    """A few lines of the current version from a moment on, the last ones where fewer follow; gaps are left out.

    Raises:
        MeetingNotFound: there is no such meeting, or it has no transcript.
    """
    version = connection.execute(
        select(VersionRow.number, VersionRow.id).where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
    ).first()
    if version is None:
        raise MeetingNotFound(meeting_id)
    number = version[0]
    rows = connection.execute(
        select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS))
        .where(SegmentRow.version == number, SegmentRow.end_ms >= from_ms)
        .order_by(SegmentRow.start_ms, SegmentRow.end_ms, SegmentRow.number)
        .limit(most)
    ).all()
    if len(rows) < most and from_ms > 0:
        rows = connection.execute(
            select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS))
            .where(SegmentRow.version == number)
            .order_by(SegmentRow.start_ms.desc(), SegmentRow.end_ms.desc(), SegmentRow.number.desc())
            .limit(most)
        ).all()[::-1]
    return Transcript(
        meeting_id, VersionId(version[1]), tuple(segment_from(row) for row in rows), read_speakers(connection, number)
    )


def read_segments(connection: Connection, version: int) -> list[Segment]:
    """The lines of a version in the order they were spoken."""
    # Bare SQL: with 20,000 rows the detour over SQLAlchemy's result rows costs as much as reading them.
    driver = connection.connection.driver_connection
    assert driver is not None
    statement = f"SELECT {', '.join(SEGMENT_COLUMNS)} FROM segments WHERE version = ? ORDER BY start_ms, end_ms, number"
    with collector_at_rest():
        return [segment_from(row) for row in driver.execute(statement, (version,))]


def read_speakers(connection: Connection, version: int) -> tuple[Speaker, ...]:
    """The speakers of a version."""
    rows = connection.execute(
        select(SpeakerRow.id, SpeakerRow.number, SpeakerRow.name)
        .where(SpeakerRow.version == version)
        .order_by(SpeakerRow.number)
    )
    return tuple(Speaker(SpeakerId(row[0]), row[1], row[2]) for row in rows)


def read_segment(connection: Connection, segment_id: SegmentId) -> Segment | None:
    """One line by its name."""
    row = connection.execute(
        select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS)).where(SegmentRow.id == segment_id)
    ).first()
    return None if row is None else segment_from(row)


def read_jobs(connection: Connection, *, unfinished: bool) -> list[Job]:
    """Jobs in the order they were asked for. A live job is never in line, nor is one of a meeting in the bin."""
    binned = select(MeetingRow.id).where(MeetingRow.binned_at_ms.is_not(None))
    in_line = and_(JobRow.state.in_(UNFINISHED), JobRow.is_live.is_(False), JobRow.meeting_id.not_in(binned))
    statement = select(*JOB_COLUMNS).where(in_line if unfinished else true())
    statement = statement.order_by(JobRow.number)
    return [job_from(row) for row in connection.execute(statement)]


def read_job(connection: Connection, job_id: JobId) -> Job | None:
    """One job."""
    row = connection.execute(select(*JOB_COLUMNS).where(JobRow.id == job_id)).first()
    return None if row is None else job_from(row)


def read_job_output(connection: Connection, job_id: JobId) -> JobOutput:
    """What a job has written so far; nothing for one that is not there."""
    row = connection.execute(
        select(VersionRow.is_current, VersionRow.segments, VersionRow.quarantined)
        .join(JobRow, JobRow.version == VersionRow.number)
        .where(JobRow.id == job_id)
    ).first()
    return JobOutput(False, 0, 0) if row is None else JobOutput(bool(row[0]), row[1] - row[2], row[2])


def read_last_job(connection: Connection, meeting_id: MeetingId) -> Job | None:
    """The job a meeting was given last."""
    row = connection.execute(
        select(*JOB_COLUMNS).where(JobRow.meeting_id == meeting_id).order_by(JobRow.number.desc()).limit(1)
    ).first()
    return None if row is None else job_from(row)


def read_courses(connection: Connection) -> list[Course]:
    """All courses by title."""
    rows = connection.execute(
        select(
            CourseRow.id,
            CourseRow.title,
            CourseRow.languages,
            CourseRow.glossary,
            func.count(MeetingRow.id),
            CourseRow.export_profile,
        )
        .outerjoin(MeetingRow, and_(MeetingRow.course_id == CourseRow.id, MeetingRow.binned_at_ms.is_(None)))
        .group_by(CourseRow.id)
        .order_by(func.lower(CourseRow.title), CourseRow.id)
    )
    return [Course(CourseId(row[0]), row[1], texts_from(row[2]), glossary_from(row[3]), row[4], row[5]) for row in rows]


def _summary_from(
    row: Sequence[Any],
    *,
    tracks: Sequence[TrackInfo],
    tags: Sequence[str],
    gaps: Sequence[Gap],
    speakers: Sequence[str],
    error: str,
) -> MeetingSummary:
    course_title, segments, words, quarantined = row[len(MEETING_COLUMNS) :]
    meeting = meeting_from(row, tracks, tags)
    told = without_unused(gaps, {track.number: int(meeting.duration_ms) for track in tracks}) if gaps else ()
    missing = together((gap.start_ms, gap.end_ms) for gap in told)
    return MeetingSummary(
        meeting=meeting,
        course_title=course_title or "",
        segments=segments or 0,
        words=words or 0,
        quarantined=quarantined or 0,
        gaps=len(missing),
        gap_ms=Milliseconds(sum(stop - start for start, stop in missing)),
        speakers=tuple(speakers),
        error=error,
    )


def _wanted(course_id: CourseId | None, meeting_id: MeetingId | None, is_binned: bool | None = None) -> list[Any]:
    wanted: list[Any] = []
    if is_binned is not None:
        wanted.append(MeetingRow.binned_at_ms.is_not(None) if is_binned else MeetingRow.binned_at_ms.is_(None))
    if course_id is not None:
        wanted.append(MeetingRow.course_id == course_id)
    if meeting_id is not None:
        wanted.append(MeetingRow.id == meeting_id)
    return wanted


def _belongs_to_current() -> Any:
    return or_(GapRow.version.is_(None), VersionRow.is_current)


def _tracks(connection: Connection, wanted: Sequence[Any]) -> dict[str, list[TrackInfo]]:
    found: dict[str, list[TrackInfo]] = defaultdict(list)
    for owner, number, kind, title in connection.execute(
        select(TrackRow.meeting_id, TrackRow.number, TrackRow.kind, TrackRow.title)
        .join(MeetingRow, MeetingRow.id == TrackRow.meeting_id)
        .where(*wanted)
        .order_by(TrackRow.number)
    ):
        found[owner].append(TrackInfo(number, TrackKind(kind), title))
    return found


def _tags(connection: Connection, wanted: Sequence[Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for owner, tag in connection.execute(
        select(MeetingTagRow.meeting_id, MeetingTagRow.tag)
        .join(MeetingRow, MeetingRow.id == MeetingTagRow.meeting_id)
        .where(*wanted)
        .order_by(func.lower(MeetingTagRow.tag))
    ):
        found[owner].append(tag)
    return found


def _last_errors(connection: Connection, wanted: Sequence[Any]) -> dict[str, str]:
    last = select(func.max(JobRow.number)).group_by(JobRow.meeting_id)
    rows = connection.execute(
        select(*JOB_COLUMNS)
        .join(MeetingRow, MeetingRow.id == JobRow.meeting_id)
        .where(*wanted, JobRow.number.in_(last), JobRow.state == JobState.FAILED.value)
    )
    jobs = [job_from(row) for row in rows]
    return {job.meeting_id: job.error.sentence for job in jobs if job.error is not None}
