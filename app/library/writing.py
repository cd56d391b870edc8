"""What can be changed in the library: each change is one function of a ``Transaction``.

Runs on the writer thread; called by the façade (``library.py``). A function reads what it needs and decides
inside its transaction, so it may be run again from its start.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection, delete, func, insert, select, update

from app.announcements import CourseChanged, MeetingAdded, MeetingRemoved, MeetingUpdated, TranscriptChanged
from app.library.reading import UNFINISHED, read_job, read_meeting, read_segment, read_segments
from app.library.rows import (
    clean,
    error_to_json,
    gap_values,
    job_values,
    meeting_values,
    now_ms,
    segment_values,
    to_json,
)
from app.library.schema import (
    CourseRow,
    FactRow,
    GapRow,
    JobRow,
    MeetingRow,
    RemovalRow,
    SegmentRow,
    SpeakerRow,
    TrackRow,
    VersionRow,
)
from app.library.search_index import add_lines, remove_lines, remove_version
from app.library.sidecar import write_sidecar
from app.library.writer import Transaction
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import CourseId, JobId, MeetingId, SegmentId, SpeakerId, VersionId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Gap, Segment, Speaker, TranscriptChange, VersionKind
from engine.contract.audio import Milliseconds, SampleIndex, to_milliseconds
from engine.contract.errors import ErrorReport
from engine.contract.segments import GapReason

DELETED = "deleted_since_backup"
"""Fact that older backups, and the index, still hold something that was deleted; ``upkeep.py`` sees to it."""

_STATUS_OF = {
    JobState.WAITING: MeetingStatus.WAITING,
    JobState.RUNNING: MeetingStatus.WORKING,
    JobState.DONE: MeetingStatus.READY,
    JobState.CANCELLED: MeetingStatus.PARTIAL,
    JobState.FAILED: MeetingStatus.FAILED,
}


def add_meeting(transaction: Transaction, meeting: Meeting, *, kind: VersionKind, folder: Path) -> int:
    """A meeting with its tracks and an empty, current version; gives the version's number."""
    connection = transaction.connection
    connection.execute(insert(MeetingRow), meeting_values(meeting))
    if meeting.tracks:
        connection.execute(
            insert(TrackRow),
            [
                {"meeting_id": meeting.id, "number": t.number, "kind": t.kind.value, "title": clean(t.title)}
                for t in meeting.tracks
            ],
        )
    number, _ = add_version(connection, meeting.id, kind, is_current=True)
    write_down(transaction, meeting.id, folder)
    transaction.announce(MeetingAdded(meeting.id))
    return number


def add_version(
    connection: Connection, meeting_id: MeetingId, kind: VersionKind, *, is_current: bool
) -> tuple[int, VersionId]:
    """An empty version; gives its number and name."""
    version_id = VersionId(new_id())
    result = connection.execute(
        insert(VersionRow).values(
            id=version_id,
            meeting_id=meeting_id,
            kind=kind.value,
            created_at_ms=now_ms(),
            is_current=is_current,
            segments=0,
            words=0,
            quarantined=0,
        )
    )
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0]), version_id


def new_version(transaction: Transaction, meeting_id: MeetingId, kind: VersionKind) -> VersionId:
    """A version for a re-run: it stays behind the current one until its job is done, unless that holds nothing."""
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    current = _current(connection, meeting_id)
    number, version_id = add_version(connection, meeting_id, kind, is_current=False)
    if current is None or _lines_in(connection, current) == 0:
        make_current(transaction, meeting_id, number)
    return version_id


def make_current(transaction: Transaction, meeting_id: MeetingId, number: int) -> None:
    """Let a version be the one that is shown and found."""
    connection = transaction.connection
    previous = _current(connection, meeting_id)
    if previous == number:
        return
    removed: tuple[SegmentId, ...] = ()
    if previous is not None:
        removed = tuple(
            SegmentId(each)
            for each in connection.execute(select(SegmentRow.id).where(SegmentRow.version == previous)).scalars()
        )
        remove_version(connection, previous)
        connection.execute(update(VersionRow).where(VersionRow.number == previous).values(is_current=False))
    connection.execute(update(VersionRow).where(VersionRow.number == number).values(is_current=True))
    index_version(connection, number)
    added = tuple(read_segments(connection, number))
    if added or removed:
        transaction.announce(TranscriptChanged(TranscriptChange(meeting_id, added=added, removed=removed)))
    transaction.announce(MeetingUpdated(meeting_id))


def index_version(connection: Connection, number: int) -> None:
    """Put all lines of a version that are not in quarantine into the full-text index."""
    rows = connection.execute(
        select(SegmentRow.number, SegmentRow.text).where(
            SegmentRow.version == number, SegmentRow.quarantine.is_(None) | SegmentRow.is_accepted
        )
    )
    add_lines(connection, [(row[0], row[1]) for row in rows])


def add_segments(connection: Connection, number: int, segments: Sequence[Segment]) -> None:
    """Write lines into a version: rows, counts, and the index if the version is the current one.

    Raises:
        ValueError: a line breaks 0 <= start < end <= duration; the normaliser in front should have mended it.
    """
    if not segments:
        return
    duration_ms, is_current = connection.execute(
        select(MeetingRow.duration_ms, VersionRow.is_current)
        .join(VersionRow, VersionRow.meeting_id == MeetingRow.id)
        .where(VersionRow.number == number)
    ).one()
    for segment in segments:
        _check_times(segment, duration_ms)
    connection.execute(insert(SegmentRow), [segment_values(segment, version=number) for segment in segments])
    recount(connection, number, added=segments)
    if is_current:
        visible = {segment.id: segment.text for segment in segments if segment.quarantine is None}
        names = list(visible)
        for at in range(0, len(names), 500):
            rows = connection.execute(
                select(SegmentRow.number, SegmentRow.id).where(SegmentRow.id.in_(names[at : at + 500]))
            )
            add_lines(connection, [(row[0], visible[SegmentId(row[1])]) for row in rows])


def recount(connection: Connection, number: int, *, added: Sequence[Segment]) -> None:
    """Bring the counts of a version up to date with lines just added."""
    connection.execute(
        update(VersionRow)
        .where(VersionRow.number == number)
        .values(
            segments=VersionRow.segments + len(added),
            words=VersionRow.words + sum(len(segment.words) for segment in added),
            quarantined=VersionRow.quarantined + sum(segment.quarantine is not None for segment in added),
        )
    )


def add_import(transaction: Transaction, meeting: Meeting, job: Job, *, folder: Path) -> None:
    """A new meeting with its job, from one file."""
    number = add_meeting(transaction, meeting, kind=VersionKind.RECOGNISED, folder=folder)
    transaction.connection.execute(insert(JobRow), job_values(job) | {"version": number})


def add_transcript(
    transaction: Transaction,
    meeting: Meeting,
    segments: Sequence[Segment],
    speakers: Sequence[Speaker],
    gaps: Sequence[Gap],
    *,
    folder: Path,
) -> VersionId:
    """A transcript from elsewhere: as a new meeting, or as a new current version where the meeting is here already.

    Names of lines and speakers that the library uses already are replaced by fresh ones.
    """
    connection = transaction.connection
    exists = connection.execute(select(MeetingRow.id).where(MeetingRow.id == meeting.id)).first() is not None
    if exists:
        number, version_id = add_version(connection, meeting.id, VersionKind.IMPORTED, is_current=False)
    else:
        if meeting.course_id is not None and not _has_course(connection, meeting.course_id):
            raise ValueError("The meeting belongs to a course that is not in this library.")
        number = add_meeting(transaction, meeting, kind=VersionKind.IMPORTED, folder=folder)
        version_id = VersionId(
            connection.execute(select(VersionRow.id).where(VersionRow.number == number)).scalar_one()
        )
    segments, speakers = _with_fresh_names(connection, segments, speakers)
    if speakers:
        connection.execute(
            insert(SpeakerRow),
            [{"id": s.id, "version": number, "number": s.number, "name": clean(s.name)} for s in speakers],
        )
    add_segments(connection, number, segments)
    _add_gaps(connection, meeting.id, number, gaps)
    make_current(transaction, meeting.id, number)
    if not exists and segments:
        transaction.announce(TranscriptChanged(TranscriptChange(meeting.id, added=tuple(segments))))
    return version_id


def rename_meeting(transaction: Transaction, meeting_id: MeetingId, title: str, *, folder: Path) -> None:
    """Another title."""
    transaction.connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(title=clean(title)))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))


def move_meeting(transaction: Transaction, meeting_id: MeetingId, course_id: CourseId | None, *, folder: Path) -> None:
    """Into another course, or out of any."""
    before = read_meeting(transaction.connection, meeting_id).course_id
    transaction.connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(course_id=course_id))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))
    transaction.announce(*(CourseChanged(each) for each in (before, course_id) if each is not None))


def delete_meeting(transaction: Transaction, meeting_id: MeetingId) -> None:
    """Rows and index at once; the removal of the sound folder is noted down and done after the commit."""
    connection = transaction.connection
    course_id = read_meeting(connection, meeting_id).course_id
    for number in (
        connection.execute(select(VersionRow.number).where(VersionRow.meeting_id == meeting_id)).scalars().all()
    ):
        remove_version(connection, number)
    connection.execute(insert(RemovalRow).prefix_with("OR IGNORE"), {"meeting_id": meeting_id})
    connection.execute(insert(FactRow).prefix_with("OR REPLACE"), {"name": DELETED, "value": "1"})
    connection.execute(delete(MeetingRow).where(MeetingRow.id == meeting_id))
    transaction.announce(MeetingRemoved(meeting_id))
    if course_id is not None:
        transaction.announce(CourseChanged(course_id))


def set_media(
    transaction: Transaction,
    meeting_id: MeetingId,
    *,
    duration_ms: int,
    gaps: Sequence[Gap],
    notes: Sequence[str],
    job_id: JobId,
    length: SampleIndex,
    folder: Path,
) -> None:
    """What decoding found out. Said again after a restart, it replaces what was said before."""
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    connection.execute(
        update(MeetingRow)
        .where(MeetingRow.id == meeting_id)
        .values(duration_ms=duration_ms, notes=to_json([clean(note) for note in notes]))
    )
    connection.execute(delete(GapRow).where(GapRow.meeting_id == meeting_id, GapRow.version.is_(None)))
    _add_gaps(connection, meeting_id, None, gaps)
    connection.execute(update(JobRow).where(JobRow.id == job_id).values(length=length))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))
    if gaps:
        transaction.announce(TranscriptChanged(TranscriptChange(meeting_id, gaps=tuple(gaps))))


def set_language(transaction: Transaction, meeting_id: MeetingId, language: str, probability: float) -> None:
    """The language of a meeting, as decided by vote."""
    transaction.connection.execute(
        update(MeetingRow)
        .where(MeetingRow.id == meeting_id)
        .values(language=language, language_probability=probability)
    )
    transaction.announce(MeetingUpdated(meeting_id))


def start_job(transaction: Transaction, job: Job) -> None:
    """A further job of a meeting: into a version made for it, or on from where its last job stopped."""
    connection = transaction.connection
    read_meeting(connection, job.meeting_id)
    connection.execute(insert(JobRow), job_values(job) | {"version": _version_for(connection, job.meeting_id)})
    _follow_job(transaction, job.id)


def set_job_state(transaction: Transaction, job_id: JobId, state: JobState, *, error: ErrorReport | None) -> None:
    """Move a job on, and its meeting with it. A re-run that is not done leaves the meeting as it was before it."""
    connection = transaction.connection
    connection.execute(update(JobRow).where(JobRow.id == job_id).values(state=state.value, error=error_to_json(error)))
    _follow_job(transaction, job_id)


def commit_segments(
    transaction: Transaction,
    job_id: JobId,
    segments: Sequence[Segment],
    gaps: Sequence[Gap],
    *,
    finished_to: SampleIndex,
    speech: int,
) -> None:
    """Lines and the progress mark, together or not at all. What lies before the mark already is not taken twice."""
    connection = transaction.connection
    meeting_id, number, mark = connection.execute(
        select(JobRow.meeting_id, JobRow.version, JobRow.finished_to).where(JobRow.id == job_id)
    ).one()
    if finished_to <= mark and mark > 0:
        return
    add_segments(connection, number, segments)
    added_gaps = _add_gaps(connection, meeting_id, number, gaps)
    connection.execute(
        update(JobRow).where(JobRow.id == job_id).values(finished_to=finished_to, speech=JobRow.speech + speech)
    )
    if number == _current(connection, meeting_id) and (segments or added_gaps):
        change = TranscriptChange(MeetingId(meeting_id), added=tuple(segments), gaps=tuple(added_gaps))
        transaction.announce(TranscriptChanged(change), MeetingUpdated(MeetingId(meeting_id)))


def accept_segment(transaction: Transaction, segment_id: SegmentId, *, accepted: bool) -> None:
    """Take a line out of quarantine, or put it back for the reason it had. A line without one stays as it is."""
    connection = transaction.connection
    row = connection.execute(
        select(
            SegmentRow.number,
            SegmentRow.version,
            SegmentRow.text,
            SegmentRow.quarantine,
            SegmentRow.is_accepted,
            VersionRow.meeting_id,
            VersionRow.is_current,
        )
        .join(VersionRow, VersionRow.number == SegmentRow.version)
        .where(SegmentRow.id == segment_id)
    ).first()
    if row is None or row.quarantine is None or row.is_accepted == accepted:
        return
    connection.execute(update(SegmentRow).where(SegmentRow.number == row.number).values(is_accepted=accepted))
    connection.execute(
        update(VersionRow)
        .where(VersionRow.number == row.version)
        .values(quarantined=VersionRow.quarantined + (-1 if accepted else 1))
    )
    if not row.is_current:
        return
    remove_lines(connection, [row.number])
    if accepted:
        add_lines(connection, [(row.number, row.text)])
    segment = read_segment(connection, segment_id)
    assert segment is not None
    meeting_id = MeetingId(row.meeting_id)
    transaction.announce(
        TranscriptChanged(TranscriptChange(meeting_id, updated=(segment,))), MeetingUpdated(meeting_id)
    )


def add_course(transaction: Transaction, course: Course) -> None:
    """A new folder for meetings."""
    transaction.connection.execute(
        insert(CourseRow),
        {
            "id": course.id,
            "title": clean(course.title),
            "languages": to_json(course.languages),
            "glossary": to_json([clean(term) for term in course.glossary]),
        },
    )
    transaction.announce(CourseChanged(course.id))


def rename_course(transaction: Transaction, course_id: CourseId, title: str) -> None:
    """Another title; the list of meetings shows it."""
    transaction.connection.execute(update(CourseRow).where(CourseRow.id == course_id).values(title=clean(title)))
    transaction.announce(CourseChanged(course_id))


def delete_course(transaction: Transaction, course_id: CourseId, *, folder_of: Callable[[MeetingId], Path]) -> None:
    """Remove the folder; its meetings stay, without a course."""
    connection = transaction.connection
    ids = connection.execute(select(MeetingRow.id).where(MeetingRow.course_id == course_id)).scalars().all()
    connection.execute(update(MeetingRow).where(MeetingRow.course_id == course_id).values(course_id=None))
    connection.execute(delete(CourseRow).where(CourseRow.id == course_id))
    for each in ids:
        write_down(transaction, MeetingId(each), folder_of(MeetingId(each)))
        transaction.announce(MeetingUpdated(MeetingId(each)))
    transaction.announce(CourseChanged(course_id))


def wait_again(connection: Connection) -> None:
    """At start: a job that was running when the application died stands in line again, and its meeting with it."""
    running = (
        connection.execute(select(JobRow.meeting_id).where(JobRow.state == JobState.RUNNING.value)).scalars().all()
    )
    if running:
        connection.execute(
            update(MeetingRow).where(MeetingRow.id.in_(running)).values(status=MeetingStatus.WAITING.value)
        )
        connection.execute(
            update(JobRow).where(JobRow.state == JobState.RUNNING.value).values(state=JobState.WAITING.value)
        )


def write_down(transaction: Transaction, meeting_id: MeetingId, folder: Path) -> None:
    """Write the sidecar of a meeting, as it is in this transaction, after the commit."""
    meeting = read_meeting(transaction.connection, meeting_id)
    title = transaction.connection.execute(
        select(CourseRow.title).where(CourseRow.id == meeting.course_id)
    ).scalar_one_or_none()
    transaction.after_commit(lambda: write_sidecar(folder, meeting, course_title=title or ""))


def _follow_job(transaction: Transaction, job_id: JobId) -> None:
    """Set what follows from the state of a job: its meeting's status, the current version, the cancelled rest."""
    connection = transaction.connection
    job = read_job(connection, job_id)
    if job is None:
        return
    number = connection.execute(select(JobRow.version).where(JobRow.id == job_id)).scalar_one()
    _mark_the_rest(connection, job, number)
    if job.state is JobState.DONE:
        make_current(transaction, job.meeting_id, number)
        connection.execute(update(MeetingRow).where(MeetingRow.id == job.meeting_id).values(model=job.options.model))
    is_current = number == _current(connection, job.meeting_id)
    if is_current or job.state.value in UNFINISHED:
        status = _STATUS_OF[job.state]
    else:
        status = _status_of_current(connection, job.meeting_id)
    connection.execute(update(MeetingRow).where(MeetingRow.id == job.meeting_id).values(status=status.value))
    transaction.announce(MeetingUpdated(job.meeting_id))


def _mark_the_rest(connection: Connection, job: Job, number: int) -> None:
    # A cancelled job leaves a gap from its progress mark to the end; going on takes the gap away again.
    connection.execute(delete(GapRow).where(GapRow.version == number, GapRow.reason == GapReason.CANCELLED.value))
    if job.state is JobState.CANCELLED and job.finished_to < job.length:
        start, end = to_milliseconds(job.finished_to), to_milliseconds(job.length)
        _add_gaps(connection, job.meeting_id, number, [Gap(0, start, Milliseconds(end), GapReason.CANCELLED)])


def _status_of_current(connection: Connection, meeting_id: MeetingId) -> MeetingStatus:
    state = connection.execute(
        select(JobRow.state)
        .join(VersionRow, VersionRow.number == JobRow.version)
        .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
        .order_by(JobRow.number.desc())
        .limit(1)
    ).scalar_one_or_none()
    return MeetingStatus.READY if state is None else _STATUS_OF[JobState(state)]


def _version_for(connection: Connection, meeting_id: MeetingId) -> int:
    unclaimed = connection.execute(
        select(func.max(VersionRow.number))
        .outerjoin(JobRow, JobRow.version == VersionRow.number)
        .where(
            VersionRow.meeting_id == meeting_id,
            JobRow.number.is_(None),
            VersionRow.kind == VersionKind.RECOGNISED.value,
            VersionRow.segments == 0,
        )
    ).scalar_one_or_none()
    if unclaimed is not None:
        return unclaimed
    last = connection.execute(
        select(JobRow.version).where(JobRow.meeting_id == meeting_id).order_by(JobRow.number.desc()).limit(1)
    ).scalar_one_or_none()
    if last is not None:
        return last
    return add_version(connection, meeting_id, VersionKind.RECOGNISED, is_current=False)[0]


def _add_gaps(connection: Connection, meeting_id: str, number: int | None, gaps: Sequence[Gap]) -> list[Gap]:
    if not gaps:
        return []
    known = {
        tuple(row)
        for row in connection.execute(
            select(GapRow.track, GapRow.start_ms, GapRow.end_ms, GapRow.reason).where(
                GapRow.meeting_id == meeting_id, GapRow.version.is_(None) | (GapRow.version == number)
            )
        )
    }
    new = [gap for gap in gaps if (gap.track, gap.start_ms, gap.end_ms, gap.reason.value) not in known]
    if new:
        connection.execute(insert(GapRow), [gap_values(gap, meeting_id=meeting_id, version=number) for gap in new])
    return new


def _check_times(segment: Segment, duration_ms: int) -> None:
    end = duration_ms if duration_ms > 0 else segment.end_ms
    if not 0 <= segment.start_ms < segment.end_ms <= end:
        raise ValueError(
            f"A line from {segment.start_ms} to {segment.end_ms} ms does not fit into a recording of {duration_ms} ms."
        )


def _current(connection: Connection, meeting_id: str) -> int | None:
    return connection.execute(
        select(VersionRow.number).where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
    ).scalar_one_or_none()


def _lines_in(connection: Connection, number: int) -> int:
    return connection.execute(select(VersionRow.segments).where(VersionRow.number == number)).scalar_one()


def _has_course(connection: Connection, course_id: str) -> bool:
    return connection.execute(select(CourseRow.id).where(CourseRow.id == course_id)).first() is not None


def _with_fresh_names(
    connection: Connection, segments: Sequence[Segment], speakers: Sequence[Speaker]
) -> tuple[Sequence[Segment], Sequence[Speaker]]:
    taken_lines = _taken(connection, SegmentRow, [segment.id for segment in segments])
    taken_speakers = _taken(connection, SpeakerRow, [speaker.id for speaker in speakers])
    renamed = {each: SpeakerId(new_id()) for each in taken_speakers}
    if renamed:
        speakers = [replace(s, id=renamed.get(s.id, s.id)) for s in speakers]
    if renamed or taken_lines:
        segments = [
            replace(
                segment,
                id=SegmentId(new_id()) if segment.id in taken_lines else segment.id,
                speaker_id=renamed.get(segment.speaker_id or "", segment.speaker_id),
                words=tuple(
                    replace(word, speaker_id=renamed.get(word.speaker_id or "", word.speaker_id))
                    for word in segment.words
                ),
            )
            for segment in segments
        ]
    return segments, speakers


def _taken(connection: Connection, table: type[SegmentRow] | type[SpeakerRow], names: Sequence[str]) -> set[str]:
    taken: set[str] = set()
    for at in range(0, len(names), 500):
        taken.update(connection.execute(select(table.id).where(table.id.in_(names[at : at + 500]))).scalars())
    return taken


def must_exist(connection: Connection, meeting_id: MeetingId) -> None:
    """Raise ``MeetingNotFound`` for a name that is not in the library."""
    if connection.execute(select(MeetingRow.id).where(MeetingRow.id == meeting_id)).first() is None:
        raise MeetingNotFound(meeting_id)
