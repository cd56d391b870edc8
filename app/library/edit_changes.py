"""Edits: the lines they touch and their place in the history, in one transaction.

Runs on the writer thread, inside its transactions; called by ``editing_door.py``. Every function may be told the same
thing again after a full disk, and does it once.

The person saw the lines a moment ago, so what stands there is compared before it is written. A line that grew
meanwhile is cut where the person saw it end, and the words that came since are a line behind it, as ``line_changes.py``
does with those that come later. The way back is taken from what really stood there.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from app.announcements import MeetingUpdated, TranscriptChanged
from app.library.edit_journal import EditJournal
from app.library.edit_json import change_json, edit_from
from app.library.edited_lines import carry_out
from app.library.edited_versions import bring_into
from app.library.human_work import read_human_work
from app.library.meeting_tables import MeetingRow
from app.library.reading import read_meeting, read_speakers
from app.library.rows import now_ms
from app.library.speaker_rows import WAITING
from app.library.speaker_tables import SpeakerRunRow
from app.library.transcript_tables import EditRow, VersionRow
from app.library.version_changes import current_version
from app.library.writer import Transaction
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Segment, TranscriptChange
from engine.contract.speakers import ANY_COUNT

EDIT_COLUMNS = (EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse)


def apply_edit(
    transaction: Transaction, meeting_id: MeetingId, edit: Edit, *, journal: EditJournal | None = None
) -> Edit:
    """Do an edit and write it down as the last one; the same name again replaces what it was, as typing goes on.

    Undone edits before it are forgotten. Gives the edit as it really is. Without a ``journal`` it is a machine's.

    Raises:
        MeetingNotFound: the meeting was deleted.
    """
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    current = current_version(connection, meeting_id)
    assert current is not None
    known = connection.execute(
        select(*EDIT_COLUMNS, EditRow.number, EditRow.is_undone).where(EditRow.id == edit.id)
    ).first()
    if known is not None:
        stored = edit_from(*known[:4])
        if known.is_undone or (stored.after, stored.speakers_after) == (edit.after, edit.speakers_after):
            return stored
        step = Edit(edit.id, edit.kind, stored.after, edit.after, stored.speakers_after, edit.speakers_after)
        done = stored.then(_do(transaction, meeting_id, step, current, journal))
        connection.execute(
            update(EditRow)
            .where(EditRow.number == known.number)
            .values(change=change_json(done), inverse=change_json(done.inverse))
        )
        return done
    done = _do(transaction, meeting_id, edit, current, journal)
    connection.execute(delete(EditRow).where(EditRow.version == current, EditRow.is_undone))
    last = connection.execute(select(func.max(EditRow.ordinal)).where(EditRow.version == current)).scalar_one()
    connection.execute(
        insert(EditRow),
        {
            "id": edit.id,
            "version": current,
            "ordinal": (last or 0) + 1,
            "kind": edit.kind.value,
            "change": change_json(done),
            "inverse": change_json(done.inverse),
            "is_undone": False,
            "made_at_ms": now_ms(),
        },
    )
    return done


def undo_edit(transaction: Transaction, meeting_id: MeetingId, edit_id: EditId, *, journal: EditJournal) -> Edit | None:
    """Take an edit back. ``None`` if it is not in effect in what is shown."""
    return _turn(transaction, meeting_id, edit_id, is_undone=True, journal=journal)


def redo_edit(transaction: Transaction, meeting_id: MeetingId, edit_id: EditId, *, journal: EditJournal) -> Edit | None:
    """Do an edit again that was undone. ``None`` if there is none such."""
    return _turn(transaction, meeting_id, edit_id, is_undone=False, journal=journal)


def _turn(
    transaction: Transaction, meeting_id: MeetingId, edit_id: EditId, *, is_undone: bool, journal: EditJournal
) -> Edit | None:
    connection = transaction.connection
    row = connection.execute(
        select(*EDIT_COLUMNS, EditRow.number, EditRow.version)
        .join(VersionRow, VersionRow.number == EditRow.version)
        .where(
            EditRow.id == edit_id,
            EditRow.is_undone.is_(not is_undone),
            VersionRow.meeting_id == meeting_id,
            VersionRow.is_current,
        )
    ).first()
    if row is None:
        return None
    edit = edit_from(*row[:4])
    done = _do(transaction, meeting_id, edit.inverse if is_undone else edit, row.version, journal)
    connection.execute(update(EditRow).where(EditRow.number == row.number).values(is_undone=is_undone))
    if is_undone and edit.kind is EditKind.FIND_SPEAKERS:
        # Whoever takes a look back takes back how many they said there are: the next look must not go by it.
        known = {"least": ANY_COUNT.least, "most": ANY_COUNT.most}
        asked_before = (SpeakerRunRow.meeting_id == meeting_id, SpeakerRunRow.state != WAITING)
        connection.execute(update(SpeakerRunRow).where(*asked_before).values(**known))
    return done


def _do(transaction: Transaction, meeting_id: MeetingId, edit: Edit, version: int, journal: EditJournal | None) -> Edit:
    """Change the lines of the shown version and say so."""
    connection = transaction.connection
    brought = bring_into(connection, meeting_id, edit.touched, version)
    if brought is not None:
        transaction.announce(TranscriptChanged(brought))
    done, rests = carry_out(connection, edit, version=version, end_ms=_end_of(connection, meeting_id))
    if journal is None:
        pass
    elif journal.is_there:
        speakers = read_speakers(connection, version)
        transaction.after_commit(lambda: journal.note(done, speakers))
    else:
        work = read_human_work(connection, version)
        transaction.after_commit(lambda: journal.begin(work))
    change = _announced(connection, meeting_id, done, rests, version)
    transaction.announce(TranscriptChanged(change))
    if change.added or change.removed or change.speakers is not None or _shows_differently(done):
        transaction.announce(MeetingUpdated(meeting_id))
    return done


def _announced(
    connection: Connection, meeting_id: MeetingId, done: Edit, rests: Sequence[Segment], version: int
) -> TranscriptChange:
    speakers = read_speakers(connection, version) if done.speakers_before or done.speakers_after else None
    change = done.to_change(meeting_id, speakers=speakers)
    return TranscriptChange(
        meeting_id,
        added=(*change.added, *rests),
        updated=change.updated,
        removed=change.removed,
        speakers=speakers,
        by=done.id if done.kind is EditKind.FIND_SPEAKERS else None,
    )


def _shows_differently(edit: Edit) -> bool:
    return edit.kind in (EditKind.ACCEPT, EditKind.SET_ASIDE, EditKind.REPLACE, EditKind.CONFIRM)


def _end_of(connection: Connection, meeting_id: MeetingId) -> int | None:
    duration_ms, status = connection.execute(
        select(MeetingRow.duration_ms, MeetingRow.status).where(MeetingRow.id == meeting_id)
    ).one()
    return None if duration_ms == 0 or status == MeetingStatus.RECORDING.value else duration_ms
