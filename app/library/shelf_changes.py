"""Changes of where a meeting stands: favourites, tags, saved filters, the bin.

Runs on the writer thread, inside its transactions; called by ``shelf_door.py``. Whatever lies in the bin is whole:
rows, words and sound. It is out of the lists and of the search until it comes back or is deleted for good.
"""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from app.announcements import CourseChanged, FiltersChanged, MeetingUpdated
from app.library.meeting_changes import write_down
from app.library.meeting_tables import MeetingRow
from app.library.reading import read_meeting
from app.library.rows import clean, to_json
from app.library.shelf_tables import MeetingTagRow, SavedFilterRow
from app.library.writer import Transaction
from app.meetings.errors import MeetingIsRecorded
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import MeetingStatus
from app.meetings.meeting_filter import FilterId, FilterState, MeetingFilter, SavedFilter

MOST_TAGS = 50
"""Of one meeting."""


def set_favourite(transaction: Transaction, meeting_id: MeetingId, *, is_favourite: bool, folder: Path) -> None:
    """Mark a meeting, or take the mark away."""
    read_meeting(transaction.connection, meeting_id)
    transaction.connection.execute(
        update(MeetingRow).where(MeetingRow.id == meeting_id).values(is_favourite=is_favourite)
    )
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))


def set_tags(transaction: Transaction, meeting_id: MeetingId, tags: Sequence[str], *, folder: Path) -> None:
    """The tags of a meeting from now on. Two that differ in case alone are one; blanks around them are nothing."""
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    wanted: dict[str, str] = {}
    for tag in tags:
        words = " ".join(clean(tag).split())
        if words:
            wanted.setdefault(words.casefold(), words)
    connection.execute(delete(MeetingTagRow).where(MeetingTagRow.meeting_id == meeting_id))
    rows = [{"meeting_id": meeting_id, "tag": each} for each in list(wanted.values())[:MOST_TAGS]]
    if rows:
        connection.execute(insert(MeetingTagRow), rows)
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))


def bin_meeting(transaction: Transaction, meeting_id: MeetingId, *, now_ms: int, folder: Path) -> None:
    """Into the bin, with everything. There already, it keeps its day.

    Raises:
        MeetingIsRecorded: its recording has to end first.
    """
    meeting = read_meeting(transaction.connection, meeting_id)
    if meeting.status is MeetingStatus.RECORDING:
        raise MeetingIsRecorded(meeting.title)
    if meeting.binned_at is None:
        _set_binned(transaction, meeting_id, now_ms, meeting.course_id, folder)


def restore_meeting(transaction: Transaction, meeting_id: MeetingId, *, folder: Path) -> None:
    """Out of the bin, where it stood before."""
    meeting = read_meeting(transaction.connection, meeting_id)
    if meeting.binned_at is not None:
        _set_binned(transaction, meeting_id, None, meeting.course_id, folder)


def binned_before(connection: Connection, before_ms: int | None) -> list[MeetingId]:
    """What lies in the bin, longest first; with a moment, only what was moved there before it."""
    wanted = MeetingRow.binned_at_ms.is_not(None) if before_ms is None else MeetingRow.binned_at_ms < before_ms
    rows = connection.execute(select(MeetingRow.id).where(wanted).order_by(MeetingRow.binned_at_ms))
    return [MeetingId(each) for each in rows.scalars()]


def save_filter(transaction: Transaction, saved: SavedFilter) -> None:
    """A new filter, or another form of one that is there."""
    transaction.connection.execute(
        insert(SavedFilterRow).prefix_with("OR REPLACE"),
        {"id": saved.id, "title": clean(saved.title), "wanted": clean(to_json(_to_content(saved.wanted)))},
    )
    transaction.announce(FiltersChanged())


def remove_filter(transaction: Transaction, filter_id: FilterId) -> None:
    """Forget a filter. No meeting changes by it."""
    transaction.connection.execute(delete(SavedFilterRow).where(SavedFilterRow.id == filter_id))
    transaction.announce(FiltersChanged())


def read_filters(connection: Connection) -> list[SavedFilter]:
    """The saved filters by title."""
    rows = connection.execute(select(SavedFilterRow.id, SavedFilterRow.title, SavedFilterRow.wanted))
    found = [SavedFilter(FilterId(row[0]), row[1], _from_content(row[2])) for row in rows]
    return sorted(found, key=lambda each: (each.title.casefold(), each.id))


def read_tags(connection: Connection) -> list[str]:
    """Every tag that lies on a meeting outside of the bin, by name."""
    rows = connection.execute(
        select(MeetingTagRow.tag)
        .join(MeetingRow, MeetingRow.id == MeetingTagRow.meeting_id)
        .where(MeetingRow.binned_at_ms.is_(None))
        .distinct()
    ).scalars()
    by_fold: dict[str, str] = {}
    for tag in sorted(rows):
        by_fold.setdefault(tag.casefold(), tag)
    return sorted(by_fold.values(), key=str.casefold)


def _set_binned(
    transaction: Transaction, meeting_id: MeetingId, at_ms: int | None, course_id: CourseId | None, folder: Path
) -> None:
    transaction.connection.execute(update(MeetingRow).where(MeetingRow.id == meeting_id).values(binned_at_ms=at_ms))
    write_down(transaction, meeting_id, folder)
    transaction.announce(MeetingUpdated(meeting_id))
    if course_id is not None:
        transaction.announce(CourseChanged(course_id))


def _to_content(wanted: MeetingFilter) -> dict[str, Any]:
    return {
        "text": wanted.text,
        "course_id": wanted.course_id,
        "tag": wanted.tag,
        "speaker": wanted.speaker,
        "last_days": wanted.last_days,
        "since": wanted.since.isoformat() if wanted.since else None,
        "until": wanted.until.isoformat() if wanted.until else None,
        "state": wanted.state.value,
    }


def _from_content(column: str) -> MeetingFilter:
    """As far as it is known: what a newer Vivavoce asks besides is left out."""
    try:
        content: dict[str, Any] = json.loads(column)
        since, until, course = content.get("since"), content.get("until"), content.get("course_id")
        return MeetingFilter(
            text=str(content.get("text", "")),
            course_id=None if course is None else CourseId(str(course)),
            tag=str(content.get("tag", "")),
            speaker=str(content.get("speaker", "")),
            last_days=int(content.get("last_days", 0)),
            since=date.fromisoformat(since) if since else None,
            until=date.fromisoformat(until) if until else None,
            state=FilterState(content.get("state", FilterState.ANY.value)),
        )
    except (ValueError, TypeError, AttributeError):
        return MeetingFilter()
