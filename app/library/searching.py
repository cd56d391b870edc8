"""The question of what was said where: one function of a reading connection.

Called by the façade on the thread that asks, while a person types: it can be stopped between any two steps of SQLite,
and it never looks at more than it shows. Words are ``search_index.py``'s, titles and names ``shelf_index.py``'s.
"""

import sqlite3
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, func, select

from app.library.meeting_tables import MeetingRow
from app.library.search_index import Query, Within, find_numbers, marks_of, read_query
from app.library.shelf_index import find_facts
from app.library.transcript_tables import SegmentRow, SpeakerRow, VersionRow
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.search import SearchHit
from engine.contract.audio import Milliseconds

_STEPS = 2_000
"""Of SQLite between two looks at whether the answer is still wanted: well under a millisecond."""


def search(
    connection: Connection,
    typed: str,
    *,
    limit: int,
    meeting_id: MeetingId | None = None,
    meetings: Collection[MeetingId] | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> list[SearchHit]:
    """What holds every word of what was typed.

    Within one meeting its lines in the order they were spoken. Over all meetings, or over some, first the titles, tags,
    names and notes, then lines: the newest meeting first, and lines that hold the words as they were typed before those
    that hold them apart. Raises SQLAlchemy's ``OperationalError`` when it is stopped.
    """
    query = read_query(typed)
    if query is None or limit <= 0 or (meetings is not None and not meetings):
        return []
    with _stoppable(connection, is_stopped):
        if meeting_id is not None:
            within = _lines_of(connection, meeting_id)
            return (
                []
                if within is None
                else _lines(connection, query, find_numbers(connection, query, limit=limit, within=within))
            )
        facts = find_facts(connection, query, limit=limit, meetings=meetings)
        left_out = _binned(connection)
        only = None if meetings is None else _versions(connection, meetings)
        numbers = find_numbers(connection, query, limit=limit - len(facts), left_out=left_out, only=only)
        plain = typed.strip().casefold()
        lines = _lines(connection, query, numbers)
        # Python's sort is stable: by meeting and time within each of the two kinds.
        lines.sort(key=lambda hit: len(hit.marks) > 1 and plain not in hit.text.casefold())
        return facts + lines


def _lines(connection: Connection, query: Query, numbers: Sequence[int]) -> list[SearchHit]:
    found: list[tuple[Any, SearchHit]] = []
    for at in range(0, len(numbers), 500):
        for row in connection.execute(
            select(
                MeetingRow.id,
                MeetingRow.title,
                MeetingRow.created_at_ms,
                SegmentRow.id,
                SegmentRow.start_ms,
                SegmentRow.text,
                SpeakerRow.name,
            )
            .join(VersionRow, VersionRow.number == SegmentRow.version)
            .join(MeetingRow, MeetingRow.id == VersionRow.meeting_id)
            .outerjoin(SpeakerRow, SpeakerRow.id == SegmentRow.speaker_id)
            .where(SegmentRow.number.in_(numbers[at : at + 500]))
        ):
            hit = SearchHit(
                meeting_id=MeetingId(row[0]),
                meeting_title=row[1],
                segment_id=SegmentId(row[3]),
                start_ms=Milliseconds(row[4]),
                text=row[5],
                marks=marks_of(query, row[5]),
                speaker=row[6] or "",
            )
            found.append(((-row[2], row[0], row[4]), hit))
    found.sort(key=lambda each: each[0])
    return [hit for _, hit in found]


def _lines_of(connection: Connection, meeting_id: MeetingId) -> Within | None:
    """The lines of the version that is shown; ``None`` if it has none."""
    bounds: Any = connection.execute(
        select(VersionRow.number, func.min(SegmentRow.number), func.max(SegmentRow.number))
        .join(VersionRow, VersionRow.number == SegmentRow.version)
        .where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
    ).one()
    version, first, last = bounds
    return None if first is None else Within(version, first, last)


def _binned(connection: Connection) -> list[int]:
    """The versions that are not to be found, because their meeting lies in the bin."""
    rows = connection.execute(
        select(VersionRow.number)
        .join(MeetingRow, MeetingRow.id == VersionRow.meeting_id)
        .where(MeetingRow.binned_at_ms.is_not(None), VersionRow.is_current)
    )
    return list(rows.scalars())


def _versions(connection: Connection, meetings: Collection[MeetingId]) -> list[int]:
    rows = connection.execute(select(VersionRow.number, VersionRow.meeting_id).where(VersionRow.is_current))
    return [number for number, owner in rows if owner in meetings]


@contextmanager
def _stoppable(connection: Connection, is_stopped: Callable[[], bool] | None) -> Generator[None]:
    bare = connection.connection.driver_connection
    if is_stopped is None or not isinstance(bare, sqlite3.Connection):
        yield
        return
    bare.set_progress_handler(is_stopped, _STEPS)
    try:
        yield
    finally:
        bare.set_progress_handler(None, 0)
