"""Changes of meetings: they come, are named, moved, described and removed.

Runs on the writer thread, inside its transactions; called by the façade and by ``upkeep.py``.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from app.announcements import CourseChanged, MeetingAdded, MeetingRemoved, MeetingUpdated, TranscriptChanged
from app.library.course_tables import CourseRow
from app.library.meeting_tables import GapRow, JobRow, MeetingRow, RemovalRow, TrackRow
from app.library.reading import read_meeting
from app.library.reading_recordings import read_moments
from app.library.rows import clean, job_values, meeting_values, to_json
from app.library.schema import FactRow
from app.library.search_index import remove_version
from app.library.shelf_index import forget_facts
from app.library.sidecar import write_sidecar
from app.library.transcript_tables import SegmentRow, SpeakerRow, VersionRow
from app.library.version_changes import add_gaps, add_segments, add_version, make_current
from app.library.writer import Transaction
from app.meetings.identifiers import CourseId, JobId, MeetingId, SegmentId, SpeakerId, VersionId, new_id
from app.meetings.job import Job
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Gap, Segment, Speaker, TranscriptChange, VersionKind, with_speakers
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.segments import GapReason

DELETED = "deleted_since_backup"
"""Fact that older backups, and the index, still hold something that was deleted; ``upkeep.py`` sees to it."""


def add_import(transaction: Transaction, meeting: Meeting, job: Job, *, folder: Path) -> None:
    """A new meeting with its job, from one file."""
    number = put_meeting(transaction, meeting, kind=VersionKind.RECOGNISED, folder=folder)
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
    if meeting.status is MeetingStatus.RECORDING:  # exported while it was; nobody records it here
        meeting = replace(meeting, status=MeetingStatus.READY)
    exists = connection.execute(select(MeetingRow.id).where(MeetingRow.id == meeting.id)).first() is not None
    if exists:
        number, version_id = add_version(connection, meeting.id, VersionKind.IMPORTED, is_current=False)
    else:
        if meeting.course_id is not None and not _has_course(connection, meeting.course_id):
            raise ValueError("The meeting belongs to a course that is not in this library.")
        number = put_meeting(transaction, meeting, kind=VersionKind.IMPORTED, folder=folder)
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
    add_gaps(connection, meeting.id, number, gaps)
    make_current(transaction, meeting.id, number)
    if not exists and segments:
        transaction.announce(TranscriptChanged(TranscriptChange(meeting.id, added=tuple(segments))))
    return version_id


def rename_meeting(transaction: Transaction, meeting_id: MeetingId, title: str, *, folder: Path) -> None:
    """Another title."""
    title = clean(title)
    transaction.connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(title=title))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id, title))


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
    forget_facts(connection, meeting_id)
    # A name of its own for each deletion: whoever forgets then knows whether there was another one meanwhile.
    connection.execute(insert(FactRow).prefix_with("OR REPLACE"), {"name": DELETED, "value": new_id()})
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
    tracks: int = 1,
    folder: Path,
) -> None:
    """What decoding found out. Said again after a restart, it replaces what was said before.

    A recording knows its own length, gaps and remarks, and a later reading of it takes none of them away.
    """
    connection = transaction.connection
    meeting = read_meeting(connection, meeting_id)
    if _is_recorded(connection, meeting_id):
        duration_ms = meeting.duration_ms
        notes = [*meeting.notes, *(note for note in notes if note not in meeting.notes)]
    connection.execute(
        update(MeetingRow)
        .where(MeetingRow.id == meeting_id)
        .values(duration_ms=duration_ms, notes=to_json([clean(note) for note in notes]))
    )
    for number in range(len(meeting.tracks), tracks):
        values = {"meeting_id": meeting_id, "number": number, "kind": TrackKind.FILE.value, "title": ""}
        connection.execute(insert(TrackRow), values)
    connection.execute(
        delete(GapRow).where(
            GapRow.meeting_id == meeting_id, GapRow.version.is_(None), GapRow.reason == GapReason.DAMAGED_MEDIA.value
        )
    )
    add_gaps(connection, meeting_id, None, gaps)
    connection.execute(update(JobRow).where(JobRow.id == job_id).values(length=length))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))
    if gaps:
        transaction.announce(TranscriptChanged(TranscriptChange(meeting_id, gaps=tuple(gaps))))


def set_language(transaction: Transaction, meeting_id: MeetingId, language: str, probability: float) -> None:
    """The language of a meeting, as decided by vote."""
    _update(transaction, meeting_id, language=language, language_probability=probability)


def set_fingerprint(transaction: Transaction, meeting_id: MeetingId, fingerprint: str, *, folder: Path) -> None:
    """The content hash of the file it came from, once that was read."""
    _update(transaction, meeting_id, source_fingerprint=fingerprint)
    write_down(transaction, meeting_id, folder)


def add_note(transaction: Transaction, meeting_id: MeetingId, note: str) -> None:
    """One more plain remark, unless it is there already."""
    notes = read_meeting(transaction.connection, meeting_id).notes
    if note not in notes:
        _update(transaction, meeting_id, notes=to_json([clean(each) for each in (*notes, note)]))


def write_down(transaction: Transaction, meeting_id: MeetingId, folder: Path) -> None:
    """Write the sidecar of a meeting, as it is in this transaction, after the commit."""
    meeting = read_meeting(transaction.connection, meeting_id)
    title = transaction.connection.execute(
        select(CourseRow.title).where(CourseRow.id == meeting.course_id)
    ).scalar_one_or_none()
    moments = read_moments(transaction.connection, meeting_id)
    transaction.after_commit(lambda: write_sidecar(folder, meeting, course_title=title or "", moments=moments))


def _update(transaction: Transaction, meeting_id: MeetingId, **values: Any) -> None:
    read_meeting(transaction.connection, meeting_id)
    transaction.connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(**values))
    transaction.announce(MeetingUpdated(meeting_id))


def put_meeting(transaction: Transaction, meeting: Meeting, *, kind: VersionKind, folder: Path) -> int:
    """The rows of a meeting with its tracks and an empty, current version; gives the version's number."""
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


def _is_recorded(connection: Connection, meeting_id: MeetingId) -> bool:
    return (
        connection.execute(
            select(TrackRow.number).where(TrackRow.meeting_id == meeting_id, TrackRow.length_ms > 0)
        ).first()
        is not None
    )


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
                with_speakers(segment, lambda name: renamed.get(name, name)),
                id=SegmentId(new_id()) if segment.id in taken_lines else segment.id,
            )
            for segment in segments
        ]
    return segments, speakers


def _taken(connection: Connection, table: type[SegmentRow] | type[SpeakerRow], names: Sequence[str]) -> set[str]:
    taken: set[str] = set()
    for at in range(0, len(names), 500):
        taken.update(connection.execute(select(table.id).where(table.id.in_(names[at : at + 500]))).scalars())
    return taken
