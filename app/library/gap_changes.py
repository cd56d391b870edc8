"""The gap ledger on disk: a gap is noted, or a part of one repaired (the rules are in ``app/meetings/gap_ledger.py``).

Runs on the writer thread, inside its transactions; called by the façade. Only the gaps that touch the stretch in
question are read and written again.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from app.announcements import GapsChanged, MeetingUpdated
from app.library.job_place import JobPlace, find_place
from app.library.meeting_tables import GapRow
from app.library.rows import GAP_COLUMNS, gap_from, gap_values
from app.library.writer import Transaction
from app.meetings import gap_ledger
from app.meetings.identifiers import JobId
from app.meetings.transcript import Gap
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason


def note_gap(transaction: Transaction, job_id: JobId, gap: Gap) -> None:
    """A stretch that was not captured belongs to the meeting; one that was not recognised to the job's version."""
    place = find_place(transaction.connection, job_id)
    version = place.version if gap_ledger.is_captured(gap) else None
    if gap.start_ms < gap.end_ms:
        _change(transaction, place, version, gap, gap_ledger.note)


def repair_gap(transaction: Transaction, job_id: JobId, track: int, start_ms: int, end_ms: int) -> None:
    """A stretch is understood now: what of it was open is repaired, for whatever reason it was open."""
    place = find_place(transaction.connection, job_id)
    if start_ms >= end_ms:
        return
    for reason in GapReason:
        stretch = Gap(track, Milliseconds(start_ms), Milliseconds(end_ms), reason)
        if gap_ledger.is_captured(stretch):
            _change(transaction, place, place.version, stretch, gap_ledger.repair)


def _change(
    transaction: Transaction,
    place: JobPlace,
    version: int | None,
    stretch: Gap,
    rule: Callable[[Sequence[Gap], Gap], list[Gap]],
) -> None:
    connection = transaction.connection
    rows = _touching(connection, place, version, stretch)
    before = {gap_from(row[1:]): int(row[0]) for row in rows}
    after = rule(list(before), stretch)
    gone = [number for gap, number in before.items() if gap not in after]
    new = [gap for gap in after if gap not in before]
    if not gone and not new and len(rows) == len(before):
        return
    if gone:
        connection.execute(delete(GapRow).where(GapRow.number.in_(gone)))
    if new:
        connection.execute(
            insert(GapRow), [gap_values(gap, meeting_id=place.meeting_id, version=version) for gap in new]
        )
    transaction.announce(GapsChanged(place.meeting_id), MeetingUpdated(place.meeting_id))


def _touching(connection: Connection, place: JobPlace, version: int | None, stretch: Gap) -> Sequence[Any]:
    return connection.execute(
        select(GapRow.number, *GAP_COLUMNS).where(
            GapRow.meeting_id == place.meeting_id,
            GapRow.version.is_(None) if version is None else GapRow.version == version,
            GapRow.track == stretch.track,
            GapRow.reason == stretch.reason.value,
            GapRow.end_ms >= stretch.start_ms,
            GapRow.start_ms <= stretch.end_ms,
        )
    ).all()
