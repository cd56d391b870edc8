"""What can be found of a meeting beside its lines: its title, tags, speakers, bookmarks, notes and chapters.

Triggers note in ``unindexed`` which meetings changed (``schema.py``); the façade calls ``catch_up`` at the end of every
transaction, on the writer thread, so that no change can forget the index. Queries and tokens are ``search_index.py``'s.
"""

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text

from app.library.meeting_tables import MeetingRow, MomentRow
from app.library.search_index import Query, indexed, marks_of
from app.library.shelf_tables import FindableRow, MeetingTagRow
from app.library.transcript_tables import SegmentRow, SpeakerRow, VersionRow
from app.meetings.counted import counted
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.search import HitKind, SearchHit
from engine.contract.audio import Milliseconds

MOST = 12
"""More titles, names and notes than these are not shown beside the lines."""

_KINDS = (HitKind.TITLE, HitKind.TAG, HitKind.SPEAKER, HitKind.BOOKMARK, HitKind.NOTE, HitKind.CHAPTER)
_RANK = "CASE findables.kind " + " ".join(f"WHEN '{kind.value}' THEN {at}" for at, kind in enumerate(_KINDS)) + " END"

_Findable = tuple[str, str, int, str]
"""Kind, name, start and text."""


def catch_up(connection: Connection) -> None:
    """Bring the index up to date with every meeting that changed."""
    # Bare SQL: it is asked at the end of every transaction, and hardly ever has an answer.
    bare: Any = connection.connection.driver_connection
    changed = [row[0] for row in bare.execute("SELECT meeting_id FROM unindexed")]
    for meeting_id in changed:
        _index_meeting(connection, meeting_id)
    if changed:
        connection.exec_driver_sql("DELETE FROM unindexed")


def find_facts(
    connection: Connection, query: Query, *, limit: int, meetings: Collection[str] | None = None
) -> list[SearchHit]:
    """What holds every word: titles first, then tags, speakers and moments, each newest first."""
    only = "" if meetings is None else " AND findables.meeting_id IN (SELECT value FROM json_each(:meetings))"
    rows = connection.execute(
        text(
            "SELECT findables.kind, findables.meeting_id, findables.name, findables.start_ms, findables.text, "
            "meetings.title FROM search_facts JOIN findables ON findables.number = search_facts.rowid "
            "JOIN meetings ON meetings.id = findables.meeting_id "
            f"WHERE search_facts MATCH :expression AND meetings.binned_at_ms IS NULL{only} "
            f"ORDER BY {_RANK}, meetings.created_at_ms DESC, findables.start_ms LIMIT :limit"
        ),
        {"expression": query.expression, "limit": min(limit, MOST)}
        | ({} if meetings is None else {"meetings": json.dumps(list(meetings))}),
    )
    return [_hit_from(connection, query, row) for row in rows.all()]


def check_facts(connection: Connection) -> list[str]:
    """What is wrong with this index. Writing connection only."""
    connection.exec_driver_sql("INSERT INTO search_facts (search_facts) VALUES ('integrity-check')")
    count = "SELECT count(*) FROM ({} EXCEPT {})"
    ours, theirs = "SELECT number FROM findables", "SELECT rowid FROM search_facts"
    wrong = sum(
        int(connection.exec_driver_sql(count.format(*pair)).scalar_one()) for pair in ((ours, theirs), (theirs, ours))
    )
    if not wrong:
        return []
    return [
        counted(
            wrong,
            "title, name or note is not found as it should be.",
            "titles, names or notes are not found as they should be.",
        )
    ]


def rebuild_facts(connection: Any) -> None:
    """Make the index anew from the other tables: after a repair."""
    connection.exec_driver_sql("DELETE FROM search_facts")
    connection.exec_driver_sql("DELETE FROM findables")
    connection.exec_driver_sql("INSERT OR IGNORE INTO unindexed SELECT id FROM meetings")
    catch_up(connection)


def _index_meeting(connection: Connection, meeting_id: str) -> None:
    known: dict[_Findable, int] = {
        (row.kind, row.name, row.start_ms, row.text): row.number
        for row in connection.execute(
            select(
                FindableRow.kind, FindableRow.name, FindableRow.start_ms, FindableRow.text, FindableRow.number
            ).where(FindableRow.meeting_id == meeting_id)
        )
    }
    wanted = _findables(connection, meeting_id)
    gone = [{"number": number} for each, number in known.items() if each not in wanted]
    if gone:
        connection.execute(text("DELETE FROM search_facts WHERE rowid = :number"), gone)
        connection.execute(text("DELETE FROM findables WHERE number = :number"), gone)
    for kind, name, start_ms, words in [each for each in wanted if each not in known]:
        result = connection.execute(
            insert(FindableRow).values(meeting_id=meeting_id, kind=kind, name=name, start_ms=start_ms, text=words)
        )
        key = result.inserted_primary_key
        assert key is not None
        connection.execute(
            text("INSERT INTO search_facts (rowid, tokens) VALUES (:number, :tokens)"),
            {"number": key[0], "tokens": indexed(words)},
        )


def _findables(connection: Connection, meeting_id: str) -> dict[_Findable, None]:
    found: list[_Findable] = [
        (HitKind.TITLE.value, "", 0, title)
        for title in connection.execute(select(MeetingRow.title).where(MeetingRow.id == meeting_id)).scalars()
    ]
    found += [
        (HitKind.TAG.value, "", 0, tag)
        for tag in connection.execute(select(MeetingTagRow.tag).where(MeetingTagRow.meeting_id == meeting_id)).scalars()
    ]
    found += [
        (HitKind.SPEAKER.value, row.id, 0, row.name)
        for row in connection.execute(
            select(SpeakerRow.id, SpeakerRow.name)
            .join(VersionRow, VersionRow.number == SpeakerRow.version)
            .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
        )
    ]
    found += [
        (row.kind, row.id, row.start_ms, row.text)
        for row in connection.execute(
            select(MomentRow.kind, MomentRow.id, MomentRow.start_ms, MomentRow.text).where(
                MomentRow.meeting_id == meeting_id, MomentRow.text != ""
            )
        )
    ]
    return dict.fromkeys(each for each in found if each[3].strip())


def _hit_from(connection: Connection, query: Query, row: Any) -> SearchHit:
    kind, start_ms = HitKind(row[0]), row[3]
    if kind is HitKind.SPEAKER:
        # Their first line, asked when it is needed: lines change hands more often than people are searched for.
        first = select(SegmentRow.start_ms).where(SegmentRow.speaker_id == row[2]).order_by(SegmentRow.start_ms)
        start_ms = connection.execute(first.limit(1)).scalar() or 0
    return SearchHit(
        meeting_id=MeetingId(row[1]),
        meeting_title=row[5],
        segment_id=SegmentId(""),
        start_ms=Milliseconds(start_ms),
        text=row[4],
        marks=marks_of(query, row[4]),
        kind=kind,
    )


def forget_facts(connection: Connection, meeting_id: str) -> None:
    """Take a meeting out of this index at once: it is being deleted."""
    numbers = select(FindableRow.number).where(FindableRow.meeting_id == meeting_id)
    gone = [{"number": each} for each in connection.execute(numbers).scalars()]
    if gone:
        connection.execute(text("DELETE FROM search_facts WHERE rowid = :number"), gone)
        connection.execute(delete(FindableRow).where(FindableRow.meeting_id == meeting_id))
