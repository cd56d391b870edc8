"""Changes of courses.

Runs on the writer thread, inside its transactions; called by the façade.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update

from app.announcements import CourseChanged, MeetingUpdated
from app.library.course_tables import CourseRow, DismissedTermRow
from app.library.meeting_changes import write_down
from app.library.meeting_tables import MeetingRow
from app.library.rows import clean, glossary_from, glossary_json, to_json
from app.library.writer import Transaction
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry, with_entry
from app.meetings.identifiers import CourseId, MeetingId


def add_course(transaction: Transaction, course: Course) -> None:
    """A new folder for meetings."""
    transaction.connection.execute(
        insert(CourseRow),
        {
            "id": course.id,
            "title": clean(course.title),
            "languages": to_json(course.languages),
            "glossary": glossary_json(course.glossary),
            "export_profile": course.export_profile,
        },
    )
    transaction.announce(CourseChanged(course.id))


def rename_course(transaction: Transaction, course_id: CourseId, title: str) -> None:
    """Another title; the list of meetings shows it."""
    transaction.connection.execute(update(CourseRow).where(CourseRow.id == course_id).values(title=clean(title)))
    transaction.announce(CourseChanged(course_id))


def set_glossary(transaction: Transaction, course_id: CourseId, glossary: Sequence[GlossaryEntry]) -> None:
    """Another glossary, for what is recognised from now on."""
    _set(transaction, course_id, glossary=glossary_json(glossary))


def add_entries(transaction: Transaction, course_id: CourseId, entries: Sequence[GlossaryEntry]) -> None:
    """Further terms beside those that are there."""
    stored = transaction.connection.execute(select(CourseRow.glossary).where(CourseRow.id == course_id)).scalar()
    if stored is None:
        return
    glossary = glossary_from(stored)
    for entry in entries:
        glossary = with_entry(glossary, entry)
    set_glossary(transaction, course_id, glossary)


def set_languages(transaction: Transaction, course_id: CourseId, languages: Sequence[str]) -> None:
    """The languages that are allowed in it."""
    _set(transaction, course_id, languages=to_json(list(languages)))


def set_export_profile(transaction: Transaction, course_id: CourseId, profile: str) -> None:
    """How its meetings were exported last."""
    _set(transaction, course_id, export_profile=profile)


def dismiss_term(transaction: Transaction, course_id: CourseId, heard: str, written: str) -> None:
    """Never offer this correction for the glossary again."""
    is_there = transaction.connection.execute(select(CourseRow.id).where(CourseRow.id == course_id)).first()
    if is_there is None:
        return
    transaction.connection.execute(
        insert(DismissedTermRow).prefix_with("OR IGNORE"),
        {"course_id": course_id, "heard": clean(heard.casefold()), "written": clean(written)},
    )
    transaction.announce(CourseChanged(course_id))


def read_dismissed(connection: Connection, course_id: CourseId) -> frozenset[tuple[str, str]]:
    """What was dismissed for a course, as heard (in small letters) and written."""
    rows = connection.execute(
        select(DismissedTermRow.heard, DismissedTermRow.written).where(DismissedTermRow.course_id == course_id)
    )
    return frozenset((row[0], row[1]) for row in rows)


def _set(transaction: Transaction, course_id: CourseId, **values: str) -> None:
    transaction.connection.execute(update(CourseRow).where(CourseRow.id == course_id).values(**values))
    transaction.announce(CourseChanged(course_id))


def delete_course(transaction: Transaction, course_id: CourseId, *, folder_of: Callable[[MeetingId], Path]) -> None:
    """Remove the folder; its meetings stay, without a course."""
    connection = transaction.connection
    ids = connection.execute(select(MeetingRow.id).where(MeetingRow.course_id == course_id)).scalars().all()
    connection.execute(update(MeetingRow).where(MeetingRow.course_id == course_id).values(course_id=None))
    connection.execute(delete(CourseRow).where(CourseRow.id == course_id))
    for each in ids:
        write_down(transaction, MeetingId(each), folder_of(MeetingId(each)))
        transaction.announce(MeetingUpdated(MeetingId(each)))
    transaction.announce(CourseChanged(course_id))
