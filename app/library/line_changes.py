"""Lines that grow while they are spoken, and the mark that moves with them.

Runs on the writer thread, inside its transactions, about once a second for hours: the number of statements does not
depend on how long the transcript is already, and only the row of the one line is touched.

The engine tells the whole line each time, and words that are in it never change. So a line that nobody touched is
simply written again; one that a person edited or accepted keeps what they made of it, and the words that came since
become a line of their own behind it. How many words the engine has given for a row is kept in ``heard_words``, which
an edit leaves alone: text and times of an edited line tell nothing about what is new.
"""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, exists, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from app.announcements import MeetingUpdated, TranscriptChanged
from app.library.job_place import JobPlace, find_place
from app.library.meeting_tables import TrackRow
from app.library.rows import SEGMENT_COLUMNS, segment_from, segment_values
from app.library.search_index import add_lines, remove_lines
from app.library.transcript_tables import RemovedLineRow, SegmentRow, VersionRow
from app.library.writer import Transaction
from app.meetings.fitting import fit_line
from app.meetings.identifiers import JobId, SegmentId
from app.meetings.transcript import Segment, SegmentOrigin, TranscriptChange
from engine.contract.audio import Milliseconds, SampleIndex

_LATER = aliased(SegmentRow)


def grow_line(transaction: Transaction, job_id: JobId, segment: Segment, *, settled_to: SampleIndex) -> None:
    """A line as it stands now, known by its name, and the mark of its track. Told again, it changes nothing."""
    connection = transaction.connection
    place = find_place(connection, job_id)
    if place.end_ms is not None:
        segment = fit_line(segment, place.end_ms)
    change = _write(connection, place, segment)
    _settle(connection, place, segment.track, settled_to)
    if change is None or not place.is_current:
        return
    transaction.announce(TranscriptChanged(change))
    if change.added or any(each.quarantine is not None for each in change.updated):
        transaction.announce(MeetingUpdated(place.meeting_id))  # the list shows how many lines, not how long


def settle_track(transaction: Transaction, job_id: JobId, track: int, settled_to: SampleIndex) -> None:
    """The mark of a track moves on over what holds no words. It never goes back."""
    _settle(transaction.connection, find_place(transaction.connection, job_id), track, settled_to)


def _write(connection: Connection, place: JobPlace, segment: Segment) -> TranscriptChange | None:
    row = _find(connection, segment.id)
    if row is None:
        heard = _heard_of_removed(connection, segment.id)
        if heard is not None:  # an edit took it out, and only what was said since is new
            rest = _rest(segment, heard)
            return None if rest is None else _write(connection, place, rest)
        _insert(connection, place, segment)
        return TranscriptChange(place.meeting_id, added=(segment,))
    before = segment_from(row)
    if before.origin is SegmentOrigin.EDITED or row.is_accepted or row.is_continued:
        rest = _rest(segment, row.heard_words)
        return None if rest is None else _write(connection, place, rest)
    if len(segment.words) < row.heard_words or (not segment.words and len(segment.text) < len(before.text)):
        return None  # the line as it was a while ago, told once more
    segment = replace(segment, speaker_id=before.speaker_id or segment.speaker_id)
    if segment == before:
        return None
    _update(connection, row, before, segment, is_current=place.is_current)
    return TranscriptChange(place.meeting_id, updated=(segment,))


def _find(connection: Connection, segment_id: SegmentId) -> Any:
    name = func.printf("%s-%d", SegmentRow.id, SegmentRow.heard_words)
    later = or_(exists().where(_LATER.id == name), exists().where(RemovedLineRow.id == name))
    return connection.execute(
        select(
            *(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS),
            SegmentRow.number,
            SegmentRow.version,
            SegmentRow.heard_words,
            later.label("is_continued"),
        ).where(SegmentRow.id == segment_id)
    ).first()


def _heard_of_removed(connection: Connection, segment_id: SegmentId) -> int | None:
    return connection.execute(
        select(RemovedLineRow.heard_words).where(RemovedLineRow.id == segment_id)
    ).scalar_one_or_none()


def _rest(segment: Segment, heard: int) -> Segment | None:
    """What was said since a person took the line over, as a line behind it, with a name that follows from it."""
    words = segment.words[heard:]
    if not words:
        return None
    confidences = [word.confidence for word in words if word.confidence is not None]
    start = words[0].start_ms
    return replace(
        segment,
        id=_name_of_rest(segment.id, heard),
        start_ms=start,
        end_ms=Milliseconds(max(segment.end_ms, start + 1)),
        text="".join(word.text for word in words).strip(),
        confidence=sum(confidences) / len(confidences) if confidences else segment.confidence,
        words=words,
        speaker_id=None,
    )


def _name_of_rest(segment_id: SegmentId, heard: int) -> SegmentId:
    return SegmentId(f"{segment_id}-{heard}")


def _insert(connection: Connection, place: JobPlace, segment: Segment) -> None:
    values = segment_values(segment, version=place.version) | {"heard_words": len(segment.words)}
    key = connection.execute(insert(SegmentRow).values(values)).inserted_primary_key
    assert key is not None
    is_visible = segment.quarantine is None
    _count(connection, place.version, segments=1, words=segment.word_count, quarantined=int(not is_visible))
    if is_visible and place.is_current:
        add_lines(connection, [(int(key[0]), segment.text)])


def _update(connection: Connection, row: Any, before: Segment, after: Segment, *, is_current: bool) -> None:
    values = segment_values(after, version=row.version) | {"heard_words": len(after.words)}
    connection.execute(update(SegmentRow).where(SegmentRow.number == row.number).values(values))
    was_visible, is_visible = before.quarantine is None, after.quarantine is None
    _count(
        connection,
        row.version,
        words=after.word_count - before.word_count,
        quarantined=int(was_visible) - int(is_visible),
    )
    if is_current and (was_visible, before.text) != (is_visible, after.text):
        if was_visible:
            remove_lines(connection, [row.number])
        if is_visible:
            add_lines(connection, [(row.number, after.text)])


def _count(connection: Connection, version: int, *, segments: int = 0, words: int = 0, quarantined: int = 0) -> None:
    if segments or words or quarantined:
        connection.execute(
            update(VersionRow)
            .where(VersionRow.number == version)
            .values(
                segments=VersionRow.segments + segments,
                words=VersionRow.words + words,
                quarantined=VersionRow.quarantined + quarantined,
            )
        )


def _settle(connection: Connection, place: JobPlace, track: int, settled_to: SampleIndex) -> None:
    connection.execute(
        update(TrackRow)
        .where(TrackRow.meeting_id == place.meeting_id, TrackRow.number == track, TrackRow.settled_to < settled_to)
        .values(settled_to=settled_to)
    )
