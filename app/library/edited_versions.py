"""Versions of a transcript and edits: lines brought from an older version, and an older version brought back.

Runs on the writer thread, inside its transactions; called by ``edit_changes.py`` and ``editing_door.py``.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import Connection, insert, select

from app.library.carry_over import carry_over
from app.library.edit_history import read_before_edits
from app.library.edit_journal import EditJournal
from app.library.edit_json import change_json, edit_from
from app.library.human_work import read_human_work
from app.library.reading import read_meeting, read_segments, read_speakers, read_transcript
from app.library.reading_speakers import DECIDING
from app.library.rows import now_ms
from app.library.search_index import remove_version
from app.library.transcript_tables import EditRow, SegmentRow, SpeakerRow, VersionRow
from app.library.version_changes import add_gaps, add_segments, add_version, index_version, make_current, recount
from app.library.writer import Transaction
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.errors import MeetingIsRecorded
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId, new_id
from app.meetings.meeting import MeetingStatus
from app.meetings.speaker_decisions import PinnedStretches, decisions_of
from app.meetings.transcript import Segment, Transcript, TranscriptChange, VersionKind, with_speakers


def bring_into(
    connection: Connection, meeting_id: MeetingId, names: Collection[SegmentId], number: int
) -> TranscriptChange | None:
    """Lines that a person edits in a version that was shown until a moment ago, brought into the one that is now."""
    elsewhere: dict[int, list[SegmentId]] = defaultdict(list)
    wanted = list(names)
    for at in range(0, len(wanted), 500):
        for name, version in connection.execute(
            select(SegmentRow.id, SegmentRow.version).where(
                SegmentRow.id.in_(wanted[at : at + 500]), SegmentRow.version != number
            )
        ):
            elsewhere[version].append(SegmentId(name))
    if not elsewhere:
        return None
    before = {line.id: line for line in read_segments(connection, number)}
    remove_version(connection, number)
    for version, lines in elsewhere.items():
        for at in range(0, len(lines), 500):
            carry_over(connection, version, number, names=lines[at : at + 500])
    recount(connection, number)
    index_version(connection, number)
    after = {line.id: line for line in read_segments(connection, number)}
    return TranscriptChange(
        meeting_id,
        added=tuple(line for name, line in after.items() if name not in before),
        updated=tuple(line for name, line in after.items() if name in before and before[name] != line),
        removed=tuple(name for name in before if name not in after),
        speakers=read_speakers(connection, number),
    )


def restore_version(
    transaction: Transaction, meeting_id: MeetingId, version_id: VersionId, *, before_edits: bool, journal: EditJournal
) -> VersionId:
    """Show what an older version says, as a new version. The one that is shown now stays as it is, to be read.

    Raises:
        MeetingNotFound: there is no such meeting, or no such version of it.
        MeetingIsRecorded: its lines still grow in the version that is shown.
    """
    connection = transaction.connection
    if read_meeting(connection, meeting_id).status is MeetingStatus.RECORDING:
        raise MeetingIsRecorded(meeting_id)
    transcript = (
        read_before_edits(connection, meeting_id, version_id)
        if before_edits
        else read_transcript(connection, meeting_id, version_id)
    )
    number, fresh_id = add_version(connection, meeting_id, VersionKind.RESTORED, is_current=False)
    speakers = {speaker.id: SpeakerId(new_id()) for speaker in transcript.speakers}
    if speakers:
        connection.execute(
            insert(SpeakerRow),
            [
                {
                    "id": speakers[each.id],
                    "version": number,
                    "number": each.number,
                    "name": each.name,
                    "came_from": each.id,
                }
                for each in transcript.speakers
            ],
        )
    lines = [_copied(line, speakers) for line in transcript.segments]
    add_segments(connection, number, lines)
    if not before_edits:
        _keep_decisions(connection, transcript, number, speakers, lines)
    add_gaps(connection, meeting_id, number, transcript.gaps)
    make_current(transaction, meeting_id, number)
    work = read_human_work(connection, number)
    transaction.after_commit(lambda: journal.begin(work))
    return fresh_id


def _keep_decisions(
    connection: Connection,
    older: Transcript,
    number: int,
    speakers: dict[SpeakerId, SpeakerId],
    lines: Sequence[Segment],
) -> None:
    """What a person said of who speaks in the version that is brought back is so in the new one as well.

    Written as edits that change nothing, for what is pinned is read from the edits.
    """
    known: dict[str, str | None] = {
        row[0]: row[1]
        for row in connection.execute(
            select(SpeakerRow.id, SpeakerRow.came_from)
            .join(VersionRow, VersionRow.number == SpeakerRow.version)
            .where(VersionRow.meeting_id == older.meeting_id)
        )
    }
    heirs: dict[SpeakerId, SpeakerId] = {}
    for name, fresh in speakers.items():
        each: str | None = name
        while each is not None and each not in heirs:
            heirs[SpeakerId(each)] = fresh
            each = known.get(each)
    rows = connection.execute(
        select(EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse)
        .join(VersionRow, VersionRow.number == EditRow.version)
        .where(VersionRow.id == older.version_id, EditRow.is_undone.is_(False), EditRow.kind.in_(DECIDING))
        .order_by(EditRow.ordinal)
    )
    decisions = decisions_of([edit_from(*row) for row in rows], heirs=heirs)
    pins = PinnedStretches(decisions.pins)
    given = tuple(line for line in lines if (pin := pins.over(line)) is not None and pin.speaker_id == line.speaker_id)
    named = tuple(each for each in read_speakers(connection, number) if each.id in decisions.kept)
    edits = [
        Edit(EditId(new_id()), EditKind.GIVE_SPEAKER, given, given),
        Edit(EditId(new_id()), EditKind.NAME_SPEAKER, speakers_before=named, speakers_after=named),
    ]
    for ordinal, edit in enumerate((each for each in edits if each.after or each.speakers_after), start=1):
        values = {"id": edit.id, "version": number, "ordinal": ordinal, "kind": edit.kind.value, "is_undone": False}
        change = {"change": change_json(edit), "inverse": change_json(edit.inverse), "made_at_ms": now_ms()}
        connection.execute(insert(EditRow), values | change)


def _copied(line: Segment, speakers: dict[SpeakerId, SpeakerId]) -> Segment:
    return replace(with_speakers(line, speakers.get), id=SegmentId(new_id()))
