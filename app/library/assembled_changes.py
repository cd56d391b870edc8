"""Meetings that were made of others: put together from two recordings, or a part of one.

Runs on the writer thread, inside its transactions; called by ``shelf_door.py``. What to write was decided by
``app/assembling.py``; here it becomes rows, and the meetings it was made of go to the bin, in one transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import insert, update

from app.library.meeting_changes import put_meeting, write_down
from app.library.meeting_tables import MeetingRow, MomentRow, TrackRow
from app.library.rows import clean, moment_values
from app.library.shelf_changes import bin_meeting
from app.library.shelf_tables import MeetingTagRow
from app.library.transcript_tables import SpeakerRow
from app.library.version_changes import add_gaps, add_segments
from app.library.writer import Transaction
from app.meetings.gap_ledger import SAMPLES_A_MS, is_captured
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.meeting import Meeting
from app.meetings.moment import Moment
from app.meetings.transcript import Gap, Segment, Speaker, VersionKind


@dataclass(frozen=True, slots=True)
class AssembledMeeting:
    """A whole meeting, as it is to be written."""

    meeting: Meeting
    segments: tuple[Segment, ...]
    speakers: tuple[Speaker, ...]
    gaps: tuple[Gap, ...]
    moments: tuple[Moment, ...]
    track_lengths_ms: Mapping[int, int] = field(default_factory=dict[int, int])
    """Of a recording; none for the sound of a file."""
    origins: Mapping[SpeakerId, SpeakerId] = field(default_factory=dict[SpeakerId, SpeakerId])
    """Who its speakers were in the meetings it was made of."""


def add_assembled(
    transaction: Transaction,
    made: Sequence[AssembledMeeting],
    *,
    instead_of: Sequence[MeetingId],
    now_ms: int,
    folder_of: Callable[[MeetingId], Path],
) -> None:
    """All of them, and the others into the bin."""
    for each in made:
        _add(transaction, each, folder_of(each.meeting.id))
    for meeting_id in instead_of:
        bin_meeting(transaction, meeting_id, now_ms=now_ms, folder=folder_of(meeting_id))


def _add(transaction: Transaction, made: AssembledMeeting, folder: Path) -> None:
    connection, meeting = transaction.connection, made.meeting
    number = put_meeting(transaction, meeting, kind=VersionKind.RECOGNISED, folder=folder)
    for track, length_ms in made.track_lengths_ms.items():
        connection.execute(
            update(TrackRow)
            .where(TrackRow.meeting_id == meeting.id, TrackRow.number == track)
            .values(length_ms=length_ms, settled_to=length_ms * SAMPLES_A_MS)
        )
    if made.speakers:
        connection.execute(
            insert(SpeakerRow),
            [
                {
                    "id": s.id,
                    "version": number,
                    "number": s.number,
                    "name": clean(s.name),
                    "came_from": made.origins.get(s.id),
                }
                for s in made.speakers
            ],
        )
    add_segments(connection, number, made.segments)
    add_gaps(connection, meeting.id, None, [gap for gap in made.gaps if not is_captured(gap)])
    add_gaps(connection, meeting.id, number, [gap for gap in made.gaps if is_captured(gap)])
    if made.moments:
        connection.execute(insert(MomentRow), [moment_values(moment) for moment in made.moments])
    if meeting.tags:
        connection.execute(
            insert(MeetingTagRow), [{"meeting_id": meeting.id, "tag": clean(tag)} for tag in meeting.tags]
        )
    connection.execute(update(MeetingRow).where(MeetingRow.id == meeting.id).values(is_favourite=meeting.is_favourite))
    write_down(transaction, meeting.id, folder)
