"""Changes of jobs, and what follows from them: the progress mark, the meeting's status, the current version.

Runs on the writer thread, inside its transactions; called by the façade and by ``upkeep.py``.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from app.announcements import MeetingUpdated, TranscriptChanged
from app.library.edit_history import has_edited_words
from app.library.meeting_tables import GapRow, JobRow, MeetingRow, TrackRow
from app.library.reading import UNFINISHED, read_job, read_meeting
from app.library.reading_recordings import marks_of_import, read_marks
from app.library.rows import error_to_json, job_values
from app.library.transcript_tables import VersionRow
from app.library.version_changes import (
    add_gaps,
    add_segments,
    add_version,
    current_version,
    is_understood_live,
    make_current,
    new_version,
)
from app.library.writer import Transaction
from app.meetings.errors import MeetingNotFound
from app.meetings.gap_ledger import SAMPLES_A_MS, lay_out, rests
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import Job, JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Gap, Segment, TranscriptChange, VersionKind
from engine.contract.audio import SampleIndex, to_milliseconds
from engine.contract.error_report import ErrorReport
from engine.contract.segments import GapReason

_STATUS_OF = {
    JobState.WAITING: MeetingStatus.WAITING,
    JobState.RUNNING: MeetingStatus.WORKING,
    JobState.DONE: MeetingStatus.READY,
    JobState.CANCELLED: MeetingStatus.PARTIAL,
    JobState.FAILED: MeetingStatus.FAILED,
}


def start_job(transaction: Transaction, job: Job) -> None:
    """A further job of a meeting: into a version made for it, or on from where its last job stopped."""
    connection = transaction.connection
    read_meeting(connection, job.meeting_id)
    connection.execute(insert(JobRow), job_values(job) | {"version": _version_for(connection, job)})
    _follow_job(transaction, job.id)


def start_rerun(transaction: Transaction, job: Job, kind: VersionKind) -> None:
    """A job from the beginning, into a version of its own."""
    new_version(transaction, job.meeting_id, kind)
    start_job(transaction, job)


def set_job_state(transaction: Transaction, job_id: JobId, state: JobState, *, error: ErrorReport | None) -> None:
    """Move a job on, and its meeting with it. A re-run that is not done leaves the meeting as it was before it.

    So does the better pass while it waits: nobody needs to wait for it to read what was understood live.
    """
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
    job = connection.execute(
        select(JobRow.meeting_id, JobRow.version, JobRow.finished_to).where(JobRow.id == job_id)
    ).first()
    if job is None:
        raise MeetingNotFound(job_id)  # deleted while it was being recognised
    meeting_id, number, mark = job
    if finished_to <= mark and mark > 0:
        return
    add_segments(connection, number, segments)
    added_gaps = add_gaps(connection, meeting_id, number, gaps)
    connection.execute(
        update(JobRow).where(JobRow.id == job_id).values(finished_to=finished_to, speech=JobRow.speech + speech)
    )
    if number == current_version(connection, meeting_id) and (segments or added_gaps):
        change = TranscriptChange(MeetingId(meeting_id), added=tuple(segments), gaps=tuple(added_gaps))
        transaction.announce(TranscriptChanged(change), MeetingUpdated(MeetingId(meeting_id)))


def wait_again(connection: Connection) -> None:
    """At start: a job that was running when the application died waits again, and its meeting with it.

    A meeting that was being recorded stays as it is: it is recovered by whoever records.
    """
    running = (
        connection.execute(select(JobRow.meeting_id).where(JobRow.state == JobState.RUNNING.value)).scalars().all()
    )
    if running:
        connection.execute(
            update(JobRow).where(JobRow.state == JobState.RUNNING.value).values(state=JobState.WAITING.value)
        )
        is_ready = {each: is_understood_live(connection, each) for each in running}
        for status in (MeetingStatus.READY, MeetingStatus.WAITING):
            those = [each for each in running if is_ready[each] is (status is MeetingStatus.READY)]
            connection.execute(
                update(MeetingRow)
                .where(MeetingRow.id.in_(those), MeetingRow.status != MeetingStatus.RECORDING.value)
                .values(status=status.value)
            )


def status_of_recorded(connection: Connection, meeting_id: MeetingId) -> MeetingStatus:
    """What a meeting is once its sound is closed: as far as the job is that understands it."""
    state = connection.execute(
        select(JobRow.state)
        .where(JobRow.meeting_id == meeting_id, JobRow.state.in_(UNFINISHED))
        .order_by(JobRow.number.desc())
        .limit(1)
    ).scalar_one_or_none()
    if state is not None:
        return _STATUS_OF[JobState(state)]
    has_job = connection.execute(select(JobRow.number).where(JobRow.meeting_id == meeting_id).limit(1)).first()
    return MeetingStatus.PARTIAL if has_job is None else _status_of_current(connection, meeting_id)


def _follow_job(transaction: Transaction, job_id: JobId) -> None:
    """Set what follows from the state of a job: its meeting's status, the current version, the cancelled rest."""
    connection = transaction.connection
    job = read_job(connection, job_id)
    if job is None:
        return
    number = connection.execute(select(JobRow.version).where(JobRow.id == job_id)).scalar_one()
    _mark_the_rest(connection, job, number)
    # A meeting that is being recorded on stays in the version that its new lines go to.
    if job.state is JobState.DONE and not job.is_live and not _is_recorded_now(connection, job.meeting_id):
        if not (job.asks_first and has_edited_words(connection, job.meeting_id)):
            make_current(transaction, job.meeting_id, number, carries_over=True)
        _settle_all(connection, job.meeting_id)
    is_current = number == current_version(connection, job.meeting_id)
    if job.state is JobState.DONE and is_current:
        connection.execute(update(MeetingRow).where(MeetingRow.id == job.meeting_id).values(model=job.options.model))
    waits_behind = job.state is JobState.WAITING and is_understood_live(connection, job.meeting_id)
    if is_current or (job.state.value in UNFINISHED and not waits_behind):
        status = _STATUS_OF[job.state]
    else:
        status = _status_of_current(connection, job.meeting_id)
    connection.execute(
        update(MeetingRow)
        .where(MeetingRow.id == job.meeting_id, MeetingRow.status != MeetingStatus.RECORDING.value)
        .values(status=status.value)
    )
    transaction.announce(MeetingUpdated(job.meeting_id))


def _is_recorded_now(connection: Connection, meeting_id: MeetingId) -> bool:
    return read_meeting(connection, meeting_id).status is MeetingStatus.RECORDING


def _settle_all(connection: Connection, meeting_id: MeetingId) -> None:
    """A job that read the whole recording leaves nothing for live recognition to come back to."""
    end = TrackRow.length_ms * SAMPLES_A_MS
    connection.execute(
        update(TrackRow).where(TrackRow.meeting_id == meeting_id, TrackRow.settled_to < end).values(settled_to=end)
    )


def _mark_the_rest(connection: Connection, job: Job, number: int) -> None:
    # A cancelled job leaves a gap from its progress mark to the end; going on takes the gap away again.
    connection.execute(delete(GapRow).where(GapRow.version == number, GapRow.reason == GapReason.CANCELLED.value))
    if job.state is not JobState.CANCELLED:
        return
    marks = read_marks(connection, job.meeting_id)
    if not any(mark.length_ms for mark in marks):
        marks = marks_of_import(marks[:1], to_milliseconds(job.length))
    if not job.is_live:
        marks = lay_out(marks, job.finished_to)
    add_gaps(connection, job.meeting_id, number, rests(marks, GapReason.CANCELLED))


def _status_of_current(connection: Connection, meeting_id: MeetingId) -> MeetingStatus:
    state = connection.execute(
        select(JobRow.state)
        .join(VersionRow, VersionRow.number == JobRow.version)
        .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
        .order_by(JobRow.number.desc())
        .limit(1)
    ).scalar_one_or_none()
    return MeetingStatus.READY if state is None else _STATUS_OF[JobState(state)]


def _version_for(connection: Connection, job: Job) -> int:
    """The version a further job writes into: its predecessor's if it goes on there, one made for it, or a new one."""
    last = connection.execute(
        select(JobRow.version, JobRow.finished_to)
        .where(JobRow.meeting_id == job.meeting_id, JobRow.is_live.is_(False))
        .order_by(JobRow.number.desc())
        .limit(1)
    ).first()  # a live job's marks are those of the tracks: nobody goes on from it but another live one
    if last is not None and last.finished_to == job.finished_to > 0:
        return last.version
    unclaimed = connection.execute(
        select(func.max(VersionRow.number))
        .outerjoin(JobRow, JobRow.version == VersionRow.number)
        .where(
            VersionRow.meeting_id == job.meeting_id,
            JobRow.number.is_(None),
            VersionRow.kind != VersionKind.IMPORTED.value,
            VersionRow.segments == 0,
        )
    ).scalar_one_or_none()
    if unclaimed is not None:
        return unclaimed
    if last is not None and last.finished_to == job.finished_to:
        return last.version
    # From another mark than the one that was reached, lines would stand there twice.
    return add_version(connection, job.meeting_id, VersionKind.RECOGNISED, is_current=False)[0]
