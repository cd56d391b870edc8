"""What the library can be asked about edits and versions. Called by the façade on whatever thread asks."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, exists, func, select
from sqlalchemy.orm import aliased

from app.library.carry_over import older_name
from app.library.edit_json import edit_from, line_from
from app.library.meeting_tables import JobRow, MeetingRow
from app.library.reading import read_transcript
from app.library.reading_speakers import DECIDING
from app.library.rows import to_moment
from app.library.transcript_tables import EditRow, RemovedLineRow, VersionRow
from app.meetings.edit import Edit, EditId, EditKind, PastEdit, VersionInfo
from app.meetings.errors import MeetingNotFound
from app.meetings.found_speakers import speak_as_found
from app.meetings.identifiers import CourseId, MeetingId, SegmentId, VersionId
from app.meetings.job import JobState
from app.meetings.transcript import Segment, Transcript, VersionKind


def read_history(connection: Connection, meeting_id: MeetingId) -> list[PastEdit]:
    """The edits of the version that is shown, oldest first; undone ones, which can be done again, last."""
    rows = connection.execute(
        select(EditRow.id, EditRow.kind, EditRow.made_at_ms, EditRow.is_undone)
        .join(VersionRow, VersionRow.number == EditRow.version)
        .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
        .order_by(EditRow.ordinal)
    )
    return [PastEdit(EditId(row[0]), EditKind(row[1]), to_moment(row[2]), bool(row[3])) for row in rows]


def read_edit(connection: Connection, edit_id: EditId) -> Edit | None:
    """One edit with its lines."""
    row = connection.execute(
        select(EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse).where(EditRow.id == edit_id)
    ).first()
    return None if row is None else edit_from(*row)


def read_deleted(connection: Connection, meeting_id: MeetingId) -> list[Segment]:
    """The lines that a person deleted from the version that is shown, by time."""
    rows = connection.execute(
        select(RemovedLineRow.line)
        .join(VersionRow, VersionRow.number == RemovedLineRow.version)
        .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current, RemovedLineRow.kind == EditKind.DELETE.value)
    ).scalars()
    return sorted((line_from(each) for each in rows), key=lambda line: (line.start_ms, line.end_ms))


def read_versions(connection: Connection, meeting_id: MeetingId) -> list[VersionInfo]:
    """The versions of a transcript that hold anything, newest first. Its edits are a person's: a look is none."""
    rows = connection.execute(
        select(
            VersionRow.id,
            VersionRow.kind,
            VersionRow.created_at_ms,
            VersionRow.is_current,
            VersionRow.segments,
            VersionRow.words,
            func.count(EditRow.number),
            _is_offered(),
        )
        .outerjoin(
            EditRow,
            and_(
                EditRow.version == VersionRow.number,
                EditRow.is_undone.is_(False),
                EditRow.kind != EditKind.FIND_SPEAKERS.value,
            ),
        )
        .where(VersionRow.meeting_id == meeting_id)
        .group_by(VersionRow.number)
        .order_by(VersionRow.number.desc())
    )
    return [_version_from(row) for row in rows if row[3] or row[4]]


def has_edited_words(connection: Connection, meeting_id: MeetingId) -> bool:
    """Whether a person did anything to the words that are shown; who speaks goes along with any version."""
    found = connection.execute(
        select(EditRow.number)
        .join(VersionRow, VersionRow.number == EditRow.version)
        .where(
            VersionRow.meeting_id == meeting_id,
            VersionRow.is_current,
            EditRow.is_undone.is_(False),
            EditRow.kind.not_in((EditKind.FIND_SPEAKERS.value, *DECIDING)),
        )
        .limit(1)
    ).first()
    return found is not None


def read_before_edits(connection: Connection, meeting_id: MeetingId, version_id: VersionId) -> Transcript:
    """A version as it was before a person edited it, with what came into it since and the speakers that were found.

    Raises:
        MeetingNotFound: there is no such meeting, or no such version of it.
    """
    transcript = read_transcript(connection, meeting_id, version_id)
    number = connection.execute(select(VersionRow.number).where(VersionRow.id == version_id)).scalar_one_or_none()
    if number is None:
        raise MeetingNotFound(meeting_id)
    lines = {line.id: line for line in transcript.segments}
    speakers = {speaker.id: speaker for speaker in transcript.speakers}
    edits = _done(connection, number)
    for edit in edits:
        for name in edit.touched:  # a newer version may have taken the name along
            lines.pop(name, None)
            lines.pop(SegmentId(older_name(name, number)), None)
        lines |= {line.id: line for line in edit.before}
        for speaker in edit.speakers_after:
            speakers.pop(speaker.id, None)
        speakers |= {speaker.id: speaker for speaker in edit.speakers_before}
    looks = [edit for edit in reversed(edits) if edit.kind is EditKind.FIND_SPEAKERS]
    spoken, who = speak_as_found(list(lines.values()), list(speakers.values()), looks)
    return replace(transcript, segments=spoken, speakers=who)


def read_course_edits(connection: Connection, course_id: CourseId) -> list[tuple[MeetingId, Edit]]:
    """What a person typed or replaced in a course's shown transcripts and did not undo, oldest first."""
    rows = connection.execute(
        select(VersionRow.meeting_id, EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse)
        .join(VersionRow, VersionRow.number == EditRow.version)
        .join(MeetingRow, MeetingRow.id == VersionRow.meeting_id)
        .where(
            MeetingRow.course_id == course_id,
            VersionRow.is_current,
            EditRow.is_undone.is_(False),
            EditRow.kind.in_([EditKind.TYPE.value, EditKind.REPLACE.value]),
        )
        .order_by(EditRow.made_at_ms, EditRow.number)
    )
    return [(MeetingId(row[0]), edit_from(*row[1:])) for row in rows]


def _is_offered() -> ColumnElement[bool]:
    """For a query over ``VersionRow``: whether it is a better pass that waits for a person's yes or no."""
    other = aliased(VersionRow)
    shown = (
        select(other.number)
        .where(other.meeting_id == VersionRow.meeting_id, other.is_current)
        .correlate(VersionRow)
        .scalar_subquery()
    )
    asks = exists().where(JobRow.version == VersionRow.number, JobRow.asks_first, JobRow.state == JobState.DONE.value)
    return and_(VersionRow.number > shown, asks)


def _done(connection: Connection, version: int) -> list[Edit]:
    """Edits in effect, last first."""
    rows = connection.execute(
        select(EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse)
        .where(EditRow.version == version, EditRow.is_undone.is_(False))
        .order_by(EditRow.ordinal.desc())
    )
    return [edit_from(*row) for row in rows]


def _version_from(row: Sequence[Any]) -> VersionInfo:
    return VersionInfo(
        VersionId(row[0]), VersionKind(row[1]), to_moment(row[2]), bool(row[3]), row[4], row[5], row[6], bool(row[7])
    )
