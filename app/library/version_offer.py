"""A better pass over a meeting whose words a person edited: what it would change, and a person's yes or no to it.

The changes run on the writer thread, inside its transactions; called by ``editing_door.py``. A job that ``asks_first``
leaves what it wrote behind the version that is shown (``job_changes.py``); it is offered from then on, also after a
restart, until it is taken, declined, or a newer version is shown.
"""

from dataclasses import replace

from sqlalchemy import Connection, func, or_, select, update

from app.announcements import MeetingUpdated
from app.library.edit_history import read_deleted
from app.library.meeting_tables import JobRow, MeetingRow
from app.library.reading import read_meeting, read_transcript
from app.library.rows import SEGMENT_COLUMNS, segment_from
from app.library.transcript_tables import SegmentRow, VersionRow
from app.library.version_changes import make_current
from app.library.writer import Transaction
from app.meetings.errors import MeetingIsRecorded, MeetingNotFound
from app.meetings.identifiers import MeetingId, VersionId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.merge import lay_around, speakers_by_time
from app.meetings.transcript import SegmentOrigin, Transcript


def read_offer(connection: Connection, meeting_id: MeetingId, version_id: VersionId) -> Transcript:
    """What would be shown if a version were taken: its lines around what a person touched, as it is at this moment.

    Raises:
        MeetingNotFound: there is no such meeting, or no such version of it.
    """
    shown = read_transcript(connection, meeting_id, None)
    fresh = read_transcript(connection, meeting_id, version_id)
    by_person = or_(SegmentRow.origin == SegmentOrigin.EDITED.value, SegmentRow.is_accepted)
    rows = connection.execute(
        select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS))
        .join(VersionRow, VersionRow.number == SegmentRow.version)
        .where(VersionRow.id == shown.version_id, by_person)
    )
    touched = [segment_from(row) for row in rows]
    changed = lay_around([*touched, *read_deleted(connection, meeting_id)], fresh.segments)
    lines = [rest for line in fresh.segments for rest in changed.get(line.id, (line,))]
    speaking = speakers_by_time(shown.segments, lines)
    lines = [replace(line, speaker_id=speaking.get(line.id, line.speaker_id)) for line in lines]
    return replace(
        fresh,
        segments=tuple(sorted((*touched, *lines), key=lambda line: (line.start_ms, line.end_ms))),
        speakers=(*shown.speakers, *fresh.speakers),
    )


def take_offer(transaction: Transaction, meeting_id: MeetingId, version_id: VersionId) -> None:
    """Show it, around what a person touched. Taken twice it is taken once.

    Raises:
        MeetingNotFound: there is no such meeting, or no such version of it.
        MeetingIsRecorded: its lines still grow in the version that is shown.
    """
    connection = transaction.connection
    if read_meeting(connection, meeting_id).status is MeetingStatus.RECORDING:
        raise MeetingIsRecorded(meeting_id)
    number = _number_of(connection, meeting_id, version_id)
    make_current(transaction, meeting_id, number, carries_over=True)
    model = select(func.json_extract(JobRow.options, "$.model")).where(JobRow.version == number).limit(1)
    found = connection.execute(model).scalar_one_or_none()
    if found is not None:
        connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(model=found))
    _ask_no_more(transaction, meeting_id)


def decline_offer(transaction: Transaction, meeting_id: MeetingId, version_id: VersionId) -> None:
    """Leave what is shown. The version stays in the list, to be compared.

    Raises:
        MeetingNotFound: there is no such meeting, or no such version of it.
    """
    _number_of(transaction.connection, meeting_id, version_id)
    _ask_no_more(transaction, meeting_id)


def _ask_no_more(transaction: Transaction, meeting_id: MeetingId) -> None:
    transaction.connection.execute(
        update(JobRow)
        .where(JobRow.meeting_id == meeting_id, JobRow.state == JobState.DONE.value)
        .values(asks_first=False)
    )
    transaction.announce(MeetingUpdated(meeting_id))


def _number_of(connection: Connection, meeting_id: MeetingId, version_id: VersionId) -> int:
    number = connection.execute(
        select(VersionRow.number).where(VersionRow.id == version_id, VersionRow.meeting_id == meeting_id)
    ).scalar_one_or_none()
    if number is None:
        raise MeetingNotFound(meeting_id)
    return number
