"""Changes of a meeting that is being recorded: it begins, grows, ends, is found again, goes on.

Runs on the writer thread, inside its transactions; called by the façade. The meeting says RECORDING from its first
row until ``finish_recording``, whatever becomes of the job that understands it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update

from app.announcements import GapsChanged, MeetingUpdated, MomentsChanged, TranscriptChanged
from app.library.job_changes import status_of_recorded
from app.library.meeting_changes import put_meeting, write_down
from app.library.meeting_tables import GapRow, JobRow, MeetingRow, TrackRow
from app.library.moment_changes import fit_moments
from app.library.reading import UNFINISHED, read_meeting
from app.library.rows import SEGMENT_COLUMNS, clean, job_values, segment_from, to_json, words_to_json
from app.library.transcript_tables import SegmentRow, VersionRow
from app.library.version_changes import add_version, current_version
from app.library.writer import Transaction
from app.meetings.fitting import fit_line
from app.meetings.gap_ledger import SAMPLES_A_MS
from app.meetings.identifiers import MeetingId
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Segment, TranscriptChange, VersionKind
from engine.contract.segments import GapReason


def add_recording(transaction: Transaction, meeting: Meeting, job: Job, *, folder: Path) -> None:
    """A meeting from its first second, with the job that understands it while it lasts."""
    recording = replace(meeting, status=MeetingStatus.RECORDING)
    number = put_meeting(transaction, recording, kind=VersionKind.LIVE, folder=folder)
    _insert_live_job(transaction.connection, job, number)


def reopen_recording(transaction: Transaction, meeting_id: MeetingId, job: Job, *, folder: Path) -> None:
    """Go on with a recorded meeting: its length is no bound again, and new lines come behind those that are shown.

    What else is in line for the meeting counts the samples of a recording that ended, and is given up.
    """
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    number = current_version(connection, meeting_id)
    if number is None:
        number, _ = add_version(connection, meeting_id, VersionKind.LIVE, is_current=True)
    connection.execute(
        update(JobRow)
        .where(JobRow.meeting_id == meeting_id, JobRow.state.in_(UNFINISHED), JobRow.id != job.id)
        .values(state=JobState.CANCELLED.value)
    )
    connection.execute(delete(GapRow).where(GapRow.version == number, GapRow.reason == GapReason.CANCELLED.value))
    _insert_live_job(connection, job, number)
    connection.execute(
        update(MeetingRow).where(MeetingRow.id == meeting_id).values(status=MeetingStatus.RECORDING.value)
    )
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))


def set_recorded(transaction: Transaction, meeting_id: MeetingId, lengths_ms: Mapping[int, int]) -> None:
    """How long the tracks are by now; the longest is the meeting's length."""
    connection = transaction.connection
    before = read_meeting(connection, meeting_id).duration_ms
    for track, length_ms in lengths_ms.items():
        connection.execute(
            update(TrackRow)
            .where(TrackRow.meeting_id == meeting_id, TrackRow.number == track)
            .values(length_ms=length_ms)
        )
    lengths = connection.execute(select(TrackRow.length_ms).where(TrackRow.meeting_id == meeting_id)).scalars()
    duration_ms = max([*lengths, *lengths_ms.values()], default=0)
    if duration_ms != before:
        connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(duration_ms=duration_ms))
        transaction.announce(MeetingUpdated(meeting_id))


def finish_recording(
    transaction: Transaction,
    meeting_id: MeetingId,
    *,
    duration_ms: int,
    is_recovered: bool,
    notes: Sequence[str],
    folder: Path,
) -> None:
    """The sound is closed and this long. What was written down beyond its end is brought inside, and no word dropped.

    Said again it changes nothing more. A length of 0 keeps the one that ``set_recorded`` gave.
    """
    connection = transaction.connection
    meeting = read_meeting(connection, meeting_id)
    duration_ms = duration_ms or meeting.duration_ms
    all_notes = [*meeting.notes, *(note for note in notes if note not in meeting.notes)]
    connection.execute(
        update(MeetingRow)
        .where(MeetingRow.id == meeting_id)
        .values(
            duration_ms=duration_ms,
            is_recovered=meeting.is_recovered or is_recovered,
            notes=to_json([clean(note) for note in all_notes]),
            status=status_of_recorded(connection, meeting_id).value,
        )
    )
    _draw_in_marks(connection, meeting_id)
    if duration_ms > 0:
        _draw_in_lines(transaction, meeting_id, duration_ms)
        _draw_in_gaps(transaction, meeting_id, duration_ms)
        if fit_moments(connection, meeting_id, duration_ms):
            transaction.announce(MomentsChanged(meeting_id))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))


def set_recovered(transaction: Transaction, meeting_id: MeetingId, *, is_recovered: bool) -> None:
    """Whether a recording that was found again still waits for the person to see to it."""
    read_meeting(transaction.connection, meeting_id)
    transaction.connection.execute(
        update(MeetingRow).where(MeetingRow.id == meeting_id).values(is_recovered=is_recovered)
    )
    transaction.announce(MeetingUpdated(meeting_id))


def _insert_live_job(connection: Connection, job: Job, version: int) -> None:
    running = replace(job, state=JobState.RUNNING, is_live=True)
    connection.execute(insert(JobRow), job_values(running) | {"version": version})


def _draw_in_marks(connection: Connection, meeting_id: MeetingId) -> None:
    # Words heard from the ring, of which the sound was never durable: what is recorded there next is new. A length is
    # rounded to milliseconds, so a mark at the very end may stand a little behind it and stays.
    end = TrackRow.length_ms * SAMPLES_A_MS
    connection.execute(
        update(TrackRow)
        .where(TrackRow.meeting_id == meeting_id, TrackRow.settled_to >= end + SAMPLES_A_MS)
        .values(settled_to=end)
    )


def _draw_in_lines(transaction: Transaction, meeting_id: MeetingId, end_ms: int) -> None:
    connection = transaction.connection
    rows = connection.execute(
        select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS), SegmentRow.number, VersionRow.is_current)
        .join(VersionRow, VersionRow.number == SegmentRow.version)
        .where(VersionRow.meeting_id == meeting_id, SegmentRow.end_ms > end_ms)
    ).all()
    updated: list[Segment] = []
    for row in rows:
        line = fit_line(segment_from(row), end_ms)
        connection.execute(
            update(SegmentRow)
            .where(SegmentRow.number == row.number)
            .values(start_ms=line.start_ms, end_ms=line.end_ms, words=words_to_json(line.words), repaired=True)
        )
        if row.is_current:
            updated.append(line)
    if updated:
        transaction.announce(TranscriptChanged(TranscriptChange(meeting_id, updated=tuple(updated))))


def _draw_in_gaps(transaction: Transaction, meeting_id: MeetingId, end_ms: int) -> None:
    connection = transaction.connection
    is_beyond = (GapRow.meeting_id == meeting_id, GapRow.end_ms > end_ms)
    if connection.execute(select(GapRow.number).where(*is_beyond).limit(1)).first() is None:
        return
    connection.execute(delete(GapRow).where(*is_beyond, GapRow.start_ms >= end_ms))
    connection.execute(update(GapRow).where(*is_beyond).values(end_ms=end_ms))
    transaction.announce(GapsChanged(meeting_id))
