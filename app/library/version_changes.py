"""Changes of transcripts: new versions, which one is current, their lines and gaps.

Runs on the writer thread, inside its transactions; called by the façade and by the other changes. A function
reads what it needs and decides inside its transaction, so it may be run again from its start.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, func, insert, select, update

from app.announcements import MeetingUpdated, TranscriptChanged
from app.library.carry_over import carry_over
from app.library.meeting_tables import GapRow, JobRow, MeetingRow, TrackRow
from app.library.reading import read_meeting, read_segment, read_segments, read_speakers
from app.library.rows import gap_values, now_ms, segment_values
from app.library.search_index import add_lines, remove_lines, remove_version
from app.library.transcript_tables import SegmentRow, VersionRow
from app.library.writer import Transaction
from app.meetings.gap_ledger import SAMPLES_A_MS, as_noted
from app.meetings.identifiers import MeetingId, SegmentId, VersionId, new_id
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import MARKS, Gap, Segment, TranscriptChange, VersionKind


def new_version(transaction: Transaction, meeting_id: MeetingId, kind: VersionKind) -> VersionId:
    """A version for a re-run: it stays behind the current one until its job is done, unless that holds nothing.

    What live recognition heard nothing in is a transcript too, of a recording in which nobody spoke.
    """
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    current = current_version(connection, meeting_id)
    number, version_id = add_version(connection, meeting_id, kind, is_current=False)
    is_empty = current is None or _lines_in(connection, current) == 0
    if is_empty and not is_understood_live(connection, meeting_id):
        make_current(transaction, meeting_id, number)
    return version_id


def make_current(transaction: Transaction, meeting_id: MeetingId, number: int, *, carries_over: bool = False) -> None:
    """Let a version be the one that is shown and found; with ``carries_over`` around what a person touched before."""
    connection = transaction.connection
    previous = current_version(connection, meeting_id)
    if previous == number:
        return
    removed: tuple[SegmentId, ...] = ()
    carried: set[SegmentId] = set()
    if previous is not None:
        before = connection.execute(select(SegmentRow.id).where(SegmentRow.version == previous)).scalars().all()
        remove_version(connection, previous)
        if carries_over:
            carried = {line.id for line in carry_over(connection, previous, number)}
            recount(connection, number)
        removed = tuple(SegmentId(each) for each in before if each not in carried)
        connection.execute(update(VersionRow).where(VersionRow.number == previous).values(is_current=False))
    connection.execute(update(VersionRow).where(VersionRow.number == number).values(is_current=True))
    index_version(connection, number)
    lines = read_segments(connection, number)
    change = TranscriptChange(
        meeting_id,
        added=tuple(line for line in lines if line.id not in carried),
        updated=tuple(line for line in lines if line.id in carried),
        removed=removed,
        speakers=read_speakers(connection, number),
        shown=VersionId(connection.execute(select(VersionRow.id).where(VersionRow.number == number)).scalar_one()),
    )
    if lines or removed:
        transaction.announce(TranscriptChanged(change))
    transaction.announce(MeetingUpdated(meeting_id))


def is_understood_live(connection: Connection, meeting_id: str) -> bool:
    """Whether the shown version is that of live recognition, which reached the end of it or is about to."""
    last = connection.execute(
        select(JobRow.is_live, JobRow.state)
        .join(VersionRow, VersionRow.number == JobRow.version)
        .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
        .order_by(JobRow.number.desc())
        .limit(1)
    ).first()
    if last is None or not last.is_live:
        return False
    if last.state == JobState.RUNNING.value:
        left = func.max(TrackRow.length_ms * SAMPLES_A_MS - TrackRow.settled_to)
        return (connection.execute(select(left).where(TrackRow.meeting_id == meeting_id)).scalar() or 0) < SAMPLES_A_MS
    return last.state == JobState.DONE.value


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
    duration_ms, status, is_current = connection.execute(
        select(MeetingRow.duration_ms, MeetingRow.status, VersionRow.is_current)
        .join(VersionRow, VersionRow.meeting_id == MeetingRow.id)
        .where(VersionRow.number == number)
    ).one()
    for segment in segments:
        _check_times(segment, 0 if status == MeetingStatus.RECORDING.value else duration_ms)
    connection.execute(insert(SegmentRow), [segment_values(segment, version=number) for segment in segments])
    _recount(connection, number, added=segments)
    if is_current:
        visible = {segment.id: segment.text for segment in segments if segment.quarantine is None}
        names = list(visible)
        for at in range(0, len(names), 500):
            rows = connection.execute(
                select(SegmentRow.number, SegmentRow.id).where(SegmentRow.id.in_(names[at : at + 500]))
            )
            add_lines(connection, [(row[0], visible[SegmentId(row[1])]) for row in rows])


def add_gaps(connection: Connection, meeting_id: str, number: int | None, gaps: Sequence[Gap]) -> list[Gap]:
    """Write down gaps; those that are known already are passed over. Gives the new ones."""
    if not gaps:
        return []
    gaps = [as_noted(gap) for gap in gaps]
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


def recount(connection: Connection, number: int | None = None) -> None:
    """Bring the counts of a version, or of all, up to date with its lines."""
    where = "" if number is None else f" WHERE number = {number}"
    connection.exec_driver_sql(
        "UPDATE transcript_versions SET (segments, words, quarantined) = (SELECT count(*), "
        "coalesce(sum(CASE words WHEN '' THEN 0 ELSE "
        "(SELECT count(*) FROM json_each(words, '$[2]') WHERE trim(value, ?) <> '') END), 0), "
        "coalesce(sum(quarantine IS NOT NULL AND NOT is_accepted), 0) "
        f"FROM segments WHERE segments.version = transcript_versions.number){where}",
        (MARKS,),
    )


def current_version(connection: Connection, meeting_id: str) -> int | None:
    """Number of the version that is shown and found."""
    return connection.execute(
        select(VersionRow.number).where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
    ).scalar_one_or_none()


def _recount(connection: Connection, number: int, *, added: Sequence[Segment]) -> None:
    """Bring the counts of a version up to date with lines just added."""
    connection.execute(
        update(VersionRow)
        .where(VersionRow.number == number)
        .values(
            segments=VersionRow.segments + len(added),
            words=VersionRow.words + sum(segment.word_count for segment in added),
            quarantined=VersionRow.quarantined + sum(segment.quarantine is not None for segment in added),
        )
    )


def _check_times(segment: Segment, duration_ms: int) -> None:
    end = duration_ms if duration_ms > 0 else segment.end_ms
    if not 0 <= segment.start_ms < segment.end_ms <= end:
        raise ValueError(
            f"A line from {segment.start_ms} to {segment.end_ms} ms does not fit into a recording of {duration_ms} ms."
        )


def _lines_in(connection: Connection, number: int) -> int:
    return connection.execute(select(VersionRow.segments).where(VersionRow.number == number)).scalar_one()
